"""The answers and settings of each scheme: one folder each, discovered, not listed."""

from functools import cache
from pkgutil import iter_modules

from midpath.lazy import Registry
from midpath.schemes.answers import Answers, SegmentationAnswers

ANSWERS: Registry[Answers] = Registry(
    {module.name: f"{__name__}.{module.name}" for module in iter_modules(__path__) if module.ispkg},
    "answers",
)


@cache
def segmentations() -> dict[str, SegmentationAnswers]:
    """Return the answers of the schemes that segment texts."""
    return {name: one for name, one in ANSWERS.items() if isinstance(one, SegmentationAnswers)}
