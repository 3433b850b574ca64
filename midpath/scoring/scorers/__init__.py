"""The kinds of files that `midpath score` reads, one module each; they are discovered, not
listed."""

from importlib import import_module
from pkgutil import iter_modules

from midpath.scoring.scorers.base import Scorer

SCORERS: list[Scorer] = sorted(
    (
        import_module(f"{__name__}.{module.name}").scorer
        for module in iter_modules(__path__)
        if module.name != "base"
    ),
    key=lambda scorer: scorer.place,
)
