"""The research view of each scheme, found by searching, not listed. A system check names what is
missing (analysis/checks.py)."""

from importlib import import_module
from pkgutil import iter_modules

from annotation.models import Campaign
from annotation.research import schemes
from annotation.research.schemes.base import SchemeView
from annotation.schemes import SCHEMES

VIEWS: dict[str, SchemeView] = {
    module.name: import_module(f"{schemes.__name__}.{module.name}.view").view
    for module in iter_modules(schemes.__path__)
    if module.name in SCHEMES
    and any(part.name == "view" for part in iter_modules([f"{schemes.__path__[0]}/{module.name}"]))
}


def view_of(campaign: Campaign) -> SchemeView:
    return VIEWS[campaign.scheme]
