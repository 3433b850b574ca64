"""The kinds of files that `midpath compare` reads, one module each; they are discovered, not
listed."""

from importlib import import_module
from pkgutil import iter_modules

from midpath.comparing.comparers.base import Comparer

COMPARERS: list[Comparer] = sorted(
    (
        import_module(f"{__name__}.{module.name}").comparer
        for module in iter_modules(__path__)
        if module.name != "base"
    ),
    key=lambda comparer: comparer.place,
)
