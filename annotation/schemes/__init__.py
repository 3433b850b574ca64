"""The schemes: one folder each, with everything special to it. They are discovered, not listed."""

from importlib import import_module
from pkgutil import iter_modules

from annotation.models import Campaign
from annotation.schemes.base import Scheme
from annotation.schemes.mixins import Comparable, OwnWords
from annotation.schemes.segmentation import Segmentation

SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        import_module(f"{__name__}.{module.name}").scheme
        for module in iter_modules(__path__)
        if module.ispkg
    )
}

SEGMENTATIONS: dict[str, Segmentation] = {
    name: scheme for name, scheme in SCHEMES.items() if isinstance(scheme, Segmentation)
}
COMPARABLE: dict[str, Comparable] = {
    name: scheme for name, scheme in SCHEMES.items() if isinstance(scheme, Comparable)
}
OWN_WORDS: dict[str, OwnWords] = {
    name: scheme for name, scheme in SCHEMES.items() if isinstance(scheme, OwnWords)
}


def scheme_of(campaign: Campaign) -> Scheme:
    return SCHEMES[campaign.scheme]
