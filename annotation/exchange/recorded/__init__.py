"""The readers of recorded annotations: one module per scheme, named after it."""

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
