"""Midpath in Python: a client for its API, and its program for files.

Midpath : the researcher's client, with campaigns, workers, figures and snapshots
join, WorkerClient : a worker's client
verify : recompute a snapshot
webhooks.check : verify a server's messages
models, errors : the forms of data, and the exceptions

The program `midpath` computes agreement from files. Its readers and its scoring are the server's
own, in the other subpackages.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agreement.version import VERSION

if TYPE_CHECKING:
    from midpath import errors as errors
    from midpath import models as models
    from midpath import webhooks as webhooks
    from midpath.client import Midpath as Midpath
    from midpath.client import join as join
    from midpath.retrying import Patience as Patience
    from midpath.rows import Rows as Rows
    from midpath.verifying import verify as verify
    from midpath.workers import WorkerClient as WorkerClient

__all__ = [
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
]

__version__ = VERSION

# Each name is imported on first use, since the server needs the readers without the client.
_MODULES = {
    "Midpath": "midpath.client",
    "Patience": "midpath.retrying",
    "Rows": "midpath.rows",
    "WorkerClient": "midpath.workers",
    "join": "midpath.client",
    "verify": "midpath.verifying",
}
_SUBMODULES = ("errors", "models", "webhooks")


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"midpath.{name}")
    if name not in _MODULES:
        raise AttributeError(f"module 'midpath' has no attribute {name!r}")
    found = getattr(import_module(_MODULES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return list(__all__)
