"""The computation of a scheme, one of its three parts. The others are its definition
(annotation/schemes) and its research pages (annotation/research/schemes)."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from agreement.segmentation.figures import Kind
from analysis.comparing.base import Comparing
from analysis.exports.export import Export
from analysis.exports.recomputed.base import RecomputedGold
from analysis.kernels.base import Kernel
from analysis.reading.own_material import OwnMaterial
from analysis.replaying.replay import CannotReplay, Plan
from analysis.signals.contract import ReadingTest
from analysis.simulation.crowd import Crowd
from annotation.models import Campaign, Item
from annotation.tables.figures.common import Summary

Vector = Sequence[int]


class Part(NamedTuple):
    """A part of an answer: its kind, its begin and end (excluded), in places from 0, and its
    words."""

    part: str
    begin: int | None = None
    end: int | None = None
    label: str = ""


InGold = tuple[str, str, object]
# By method and item.
WholeConsensus = Mapping[str, Mapping[int, Vector | None]]


class SchemeAnalysis(ABC):
    """`kernel` computes the figures; `exports` are the files, by the names in the scheme's `files`;
    `crowd` simulates workers, None if there is no model; `kind` is the kind of segmentation, None
    for all other schemes. `reading` tests whether answers depend on the text; if it is None because
    that is undefined, `no_reading` is the reason. `comparing` compares the answers of two sides;
    None if sets of others' answers cannot be read. `judged_in_gold` is the member of a gold file
    that contains its judgments, and `recomputed_gold` recomputes the rest of the file; empty and
    None if there is no such file."""

    kernel: ClassVar[Kernel[Mapping[str, object], Summary]]
    exports: ClassVar[Mapping[str, Export]]
    crowd: ClassVar[Crowd | None]
    kind: ClassVar[Kind | None] = None
    comparing: ClassVar[type[Comparing] | None] = None
    reading: ClassVar[ReadingTest | None]
    no_reading: ClassVar[str] = ""
    judged_in_gold: ClassVar[str] = ""
    recomputed_gold: ClassVar[type[RecomputedGold] | None] = None

    @abstractmethod
    def own_material(self, campaign: Campaign) -> OwnMaterial:
        """Return the data that the reports need in addition to the judgments, read now."""

    def pattern(self, vector: Sequence[int]) -> Hashable:
        """Return the pattern of an answer: two answers with the same pattern are the same
        answer."""
        return tuple(vector)

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return the similarity of two answers to one item, from 0 to 1; by default, whether they
        are equal."""
        return Fraction(tuple(one) == tuple(other))

    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the parts of an answer that other answers may share, each once; empty if an answer
        has no parts."""
        return ()

    def few_answers(self, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the names of all possible answers in order, if they are few; otherwise nothing."""
        return ()

    def named(self, vector: Vector, settings: Mapping[str, object]) -> Sequence[str]:
        """Return which of `few_answers` an answer is; several if it combines several."""
        return ()

    def weighs(self, settings: Mapping[str, object]) -> bool:
        """Return whether answers come from a few choices, so that Dawid and Skene's model weights
        them."""
        return False

    def whole_consensus(self, campaign: Campaign) -> WholeConsensus:
        """Return the consensus by methods that weight all judgments in a campaign's figures
        together; None if a method has no result for an item."""
        return {}

    def judged_of(self, name: str, part: object) -> Iterator[InGold]:
        """Yield the judgments in a part of the member `judged_in_gold` of a gold file: the item's
        name, the worker, and the answer in the file's format. `name` is the name of the part, "" in
        a list."""
        return iter(())

    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> Any:
        """Return an answer in the format of `judged_of`."""
        return None

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        """Return the judgments of the file that can be replayed into the campaign; CannotReplay if
        it cannot be read."""
        raise CannotReplay("Recorded judgments of such a campaign cannot be replayed.")
