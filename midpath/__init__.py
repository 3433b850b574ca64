"""A Python client for Midpath: campaigns, workers, figures and snapshots.

`Midpath` is the researcher's client, `join` creates a worker, `webhooks.check` verifies a server's
messages, `verify` recomputes a snapshot. Forms are in `midpath.models`, exceptions in
`midpath.errors`."""

from midpath import errors, models, webhooks
from midpath.client import Midpath, join
from midpath.retrying import Patience
from midpath.rows import Rows
from midpath.verifying import verify
from midpath.version import VERSION
from midpath.workers import WorkerClient

__all__ = (
    "VERSION",
    "Midpath",
    "Patience",
    "Rows",
    "WorkerClient",
    "errors",
    "join",
    "models",
    "verify",
    "webhooks",
)
