"""Prompts for a model and parsers of its replies: one module per scheme, named after it and found
by discovery."""

from importlib import import_module
from pkgutil import iter_modules

from annotation.exchange.model_prompts.base import Asked
from annotation.schemes import SCHEMES

ASKED: dict[str, Asked] = {
    module.name: import_module(f"{__name__}.{module.name}").asked
    for module in iter_modules(__path__)
    if module.name in SCHEMES
}
