"""The readers of recorded annotations, by the name of their scheme: a module each; found by
looking, listed nowhere."""

from importlib import import_module
from pkgutil import iter_modules

from annotation.exchange.recorded.base import RecordedReader
from annotation.exchange.recorded.own_table import OwnTable, is_own_table
from annotation.schemes import SCHEMES

READERS: dict[str, RecordedReader] = {
    module.name: import_module(f"{__name__}.{module.name}").reader
    for module in iter_modules(__path__)
    if module.name in SCHEMES
}
OWN_TABLE = OwnTable()


def reader_of(scheme: str, body: bytes) -> RecordedReader:
    """Return the reader of a file: of Midpath's own table the same for every scheme."""
    return OWN_TABLE if is_own_table(body) else READERS[scheme]
