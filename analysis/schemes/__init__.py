"""The computation of each scheme: one module each, discovered and imported on first use."""

from pkgutil import iter_modules

from analysis.schemes.base import SchemeAnalysis
from annotation.models import Campaign
from annotation.schemes import SCHEMES
from midpath.lazy import Registry

ANALYSES: Registry[SchemeAnalysis] = Registry(
    {
        module.name: f"{__name__}.{module.name}"
        for module in iter_modules(__path__)
        if module.name in SCHEMES
    },
    "analysis",
)


def analysis_of(campaign: Campaign) -> SchemeAnalysis:
    return ANALYSES[campaign.scheme].under(campaign.settings)
