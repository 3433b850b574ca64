"""The readers of recorded annotations by the name of their scheme, each in a module of its own."""

from pkgutil import iter_modules

from annotation.exchange.recorded.base import RecordedReader
from annotation.lazy import Registry
from annotation.schemes import SCHEMES

READERS: Registry[RecordedReader] = Registry(
    {
        module.name: f"{__name__}.{module.name}"
        for module in iter_modules(__path__)
        if module.name in SCHEMES
    },
    "reader",
)
