"""HITs as papers describe them: what a preset of settings says besides the settings."""

from dataclasses import dataclass, field
from typing import TypedDict


class PaperTerms(TypedDict, total=False):
    """The terms for which papers give numbers."""

    redundancy: int
    most_judgments: int
    majority_of: str
    seconds_allotted: int
    seconds_expected: int


@dataclass(frozen=True)
class PaperHIT:
    """A HIT of a paper: a sentence about it, and the default terms of its campaigns."""

    about: str
    terms: PaperTerms = field(default_factory=PaperTerms)
