"""The kinds of files that `manage.py compare` reads, a module each; found by looking, listed
nowhere."""

from importlib import import_module
from pkgutil import iter_modules

from analysis.comparing.comparers.base import Comparer

COMPARERS: list[Comparer] = sorted(
    (
        import_module(f"{__name__}.{module.name}").comparer
        for module in iter_modules(__path__)
        if module.name != "base"
    ),
    key=lambda comparer: comparer.place,
)
