"""Players made of policies: search, mixture, restriction, and those that were trained."""
