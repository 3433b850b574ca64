"""The material that the reports on one scheme need beside its judgments."""

from dataclasses import dataclass, field
from typing import NamedTuple

from analysis.scoring.pairs import Pairs
from annotation.exchange.evidence.form import Evidence


class FoldedEvidence(NamedTuple):
    """A campaign's questions with their folded answers, and the HIT of each by its name."""

    judged: Evidence
    hits: dict[str, int]


class FoldedPairs(NamedTuple):
    """A campaign's pairs with their folded answers, and which answers count as yes."""

    judged: Pairs
    yes: frozenset[str]


@dataclass(frozen=True)
class OwnMaterial:
    """`words` are there where items are texts that are cut, `pairs` where workers give an item one
    of a few answers, `evidence` where they mark sentences."""

    words: dict[int, list[str]] = field(default_factory=dict)
    pairs: FoldedPairs | None = None
    evidence: FoldedEvidence | None = None
