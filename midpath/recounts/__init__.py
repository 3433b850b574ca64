"""The recount of each scheme, which computes its figures from answers: one module each, discovered
and imported on first use."""

from pkgutil import iter_modules

from midpath.lazy import Registry
from midpath.recounts.base import SchemeRecount
from midpath.schemes import ANSWERS
from midpath.schemes.base import Settings

RECOUNTS: Registry[SchemeRecount] = Registry(
    {
        module.name: f"{__name__}.{module.name}"
        for module in iter_modules(__path__)
        if module.name in ANSWERS
    },
    "recount",
)


def recount_of(scheme: str, settings: Settings) -> SchemeRecount:
    """Return the recount of a scheme under a campaign's settings."""
    return RECOUNTS[scheme].under(settings)
