"""The research view of each scheme, found by searching and imported on first use. A system check
names what is missing (analysis/checks.py)."""

from pathlib import Path
from pkgutil import iter_modules

from annotation.models import Campaign
from annotation.research import schemes
from annotation.research.schemes.base import SchemeView
from annotation.schemes import SCHEMES
from midpath.lazy import Registry

VIEWS: Registry[SchemeView] = Registry(
    {
        module.name: f"{schemes.__name__}.{module.name}.view"
        for module in iter_modules(schemes.__path__)
        if module.name in SCHEMES and Path(schemes.__path__[0], module.name, "view.py").exists()
    },
    "view",
)


def view_of(campaign: Campaign) -> SchemeView:
    return VIEWS[campaign.scheme]
