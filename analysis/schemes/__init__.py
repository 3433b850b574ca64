"""The computation of each scheme, a module each; found by looking, listed nowhere."""

from importlib import import_module
from pkgutil import iter_modules

from analysis.schemes.base import SchemeAnalysis
from annotation.models import Campaign
from annotation.schemes import SCHEMES

ANALYSES: dict[str, SchemeAnalysis] = {
    module.name: import_module(f"{__name__}.{module.name}").analysis
    for module in iter_modules(__path__)
    if module.name in SCHEMES
}


def analysis_of(campaign: Campaign) -> SchemeAnalysis:
    return ANALYSES[campaign.scheme]
