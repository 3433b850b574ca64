"""The readers of recorded annotations, by the name of their scheme: a module each; found by
looking, listed nowhere."""

from importlib import import_module
from pkgutil import iter_modules

from annotation.exchange.recorded.base import RecordedReader
from annotation.schemes import SCHEMES

READERS: dict[str, RecordedReader] = {
    module.name: import_module(f"{__name__}.{module.name}").reader
    for module in iter_modules(__path__)
    if module.name in SCHEMES
}
