"""Questions to a model about the items of each scheme, and readers of its words: a module each, by
the scheme's name; found by looking, listed nowhere."""

from importlib import import_module
from pkgutil import iter_modules

from annotation.exchange.model_prompts.base import Asked
from annotation.schemes import SCHEMES

ASKED: dict[str, Asked] = {
    module.name: import_module(f"{__name__}.{module.name}").asked
    for module in iter_modules(__path__)
    if module.name in SCHEMES
}
