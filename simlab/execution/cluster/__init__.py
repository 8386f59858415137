"""Executor on a Dask cluster: scenarios travel as data, results come back as plain data."""
