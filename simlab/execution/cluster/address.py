"""Connection to a Dask cluster: by address, scheduler file, `local:N`, or a client."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dask.distributed import Client, LocalCluster, Security

from simlab.errors import InputError, RunError

LOCAL = "local:"
EXAMPLES = "tcp://host:8786, scheduler.json or local:4"
CONNECT_SECONDS = 10
"""Seconds to reach a scheduler: Dask's default of 30 is long to wait for a wrong address."""
LOCAL_WORKER = "simlab.execution.cluster.local_worker"
MOST_PROCESSES = 256


@contextmanager
def connect_to_cluster(cluster: str | Client) -> Iterator[Client]:
    """Yield a client of the cluster; a client that is given stays open.

    Raises:
        InputError: the text is no address, no file and not `local:N`.
        RunError: no scheduler answers there.
    """
    if isinstance(cluster, Client):
        yield cluster
        return
    if cluster.startswith(LOCAL):
        options: dict[str, Any] = {
            "n_workers": number_of_processes(cluster),
            "threads_per_worker": 1,
            # any free port, since several commands may run at a time
            "dashboard_address": ":0",
            "silence_logs": logging.ERROR,
            "preload": LOCAL_WORKER,
        }
        # set_as_default: another client that the user's session has stays the default one
        with LocalCluster(**options) as local, Client(local, set_as_default=False) as client:
            yield client
        return
    with open_client(cluster) as client:
        yield client


def open_client(cluster: str) -> Client:
    """Return a client of the scheduler at an address or of a scheduler file.

    Raises:
        InputError: the text is neither.
        RunError: no scheduler answers there.
    """
    options: dict[str, Any] = {"timeout": CONNECT_SECONDS, "set_as_default": False}
    if "://" in cluster:
        check_certificate(cluster)
        options["address"] = cluster
    elif Path(cluster).is_file():
        options["scheduler_file"] = cluster
    else:
        raise InputError(f'"{cluster}" is no cluster; name one such as {EXAMPLES}', "cluster")
    try:
        return Client(**options)
    except (OSError, ValueError, RuntimeError) as error:
        raise RunError(
            f"no Dask scheduler answers at {cluster}: {error}; start one with: dask scheduler"
        ) from error


def check_certificate(cluster: str) -> None:
    """Check that Dask's settings name a certificate if the address asks for one.

    Raises:
        InputError: they name none.
    """
    settings: dict[str, Any] = Security().get_connection_args("client")
    if cluster.startswith("tls://") and settings.get("ssl_context") is None:
        raise InputError(
            f"{cluster} needs a certificate; name its files in Dask's settings, such as"
            " DASK_DISTRIBUTED__COMM__TLS__CA_FILE, __CLIENT__CERT and __CLIENT__KEY",
            "cluster",
        )


def number_of_processes(cluster: str) -> int:
    """Return N of `local:N`.

    Raises:
        InputError: it is no number from 1 to MOST_PROCESSES.
    """
    digits = cluster.removeprefix(LOCAL)
    if not digits.isdecimal() or not 1 <= int(digits) <= MOST_PROCESSES:
        raise InputError(
            f'"{cluster}" needs a number of processes from 1 to {MOST_PROCESSES}: local:4',
            "cluster",
        )
    return int(digits)
