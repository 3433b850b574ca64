"""Prompts for a model and parsers of its replies: one module per scheme, named after it and found
by discovery."""

from importlib import import_module
from pkgutil import iter_modules

from addons.model_annotators.scheme_prompts.base import ModelPrompt
from annotation.schemes import SCHEMES

PROMPTS: dict[str, ModelPrompt] = {
    module.name: import_module(f"{__name__}.{module.name}").prompt
    for module in iter_modules(__path__)
    if module.name in SCHEMES
}
