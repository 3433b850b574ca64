"""The readers of recorded annotations: one module per scheme, named after it."""

from pkgutil import iter_modules

from annotation.recorded.base import RecordedReader
from annotation.schemes import SCHEMES
from midpath.lazy import Registry

READERS: Registry[RecordedReader] = Registry(
    {
        module.name: f"{__name__}.{module.name}"
        for module in iter_modules(__path__)
        if module.name in SCHEMES
    },
    "reader",
)
