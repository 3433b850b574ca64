"""The computation of a scheme: the third of its three parts, beside what it is
(annotation/schemes) and how researchers see it (annotation/research/schemes)."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from agreement.segmentation.figures import Kind
from analysis.comparing.base import Comparing
from analysis.exports.export import Export
from analysis.exports.recomputed.base import GoldAnew
from analysis.kernels.base import Kernel
from analysis.reading.own_material import OwnMaterial
from analysis.replaying.replay import CannotReplay, Plan
from analysis.signals.contract import ReadingTest
from analysis.simulation.crowd import Crowd
from annotation.models import Campaign, Item
from annotation.tables.figures.common import Summary

Vector = Sequence[int]


class Part(NamedTuple):
    """A part of an answer: what it is, its places from 0, the second beyond it, and its words."""

    part: str
    begin: int | None = None
    end: int | None = None
    label: str = ""


InGold = tuple[str, str, Any]
# By way and item.
WholeConsensus = Mapping[str, Mapping[int, Vector | None]]


class SchemeAnalysis(ABC):
    """`kernel` makes the figures; `exports` are the files, by the names that its scheme's `files`
    tell; `crowd` simulates workers, None where nobody has written a model; `kind` is how
    segmentations are cut, None for all other schemes. `reading` tests whether answers depend on
    the text; None where that is undefined, for which `no_reading` has the reason. `comparing` holds
    the answers of two sides against each other; None where no set of others' answers can be
    read. `judged_in_gold` is the member of a gold file that has its judgments, `gold_anew` computes
    anew what the file has beside; empty and None where there is no such file."""

    kernel: ClassVar[Kernel[Mapping[str, object], Summary]]
    exports: ClassVar[Mapping[str, Export]]
    crowd: ClassVar[Crowd | None]
    kind: ClassVar[Kind | None] = None
    comparing: ClassVar[type[Comparing] | None] = None
    reading: ClassVar[ReadingTest | None]
    no_reading: ClassVar[str] = ""
    judged_in_gold: ClassVar[str] = ""
    gold_anew: ClassVar[type[GoldAnew] | None] = None

    @abstractmethod
    def own_material(self, campaign: Campaign) -> OwnMaterial:
        """Return what the reports need beside the judgments, read at this moment."""

    def pattern(self, vector: Sequence[int]) -> Hashable:
        """Return what an answer is a case of: two answers of one pattern are the same answer."""
        return tuple(vector)

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, Any]) -> Fraction:
        """Return how alike two answers to one item are, from 0 to 1: here, whether they are the
        same."""
        return Fraction(tuple(one) == tuple(other))

    def parts(self, vector: Vector, settings: Mapping[str, Any]) -> Collection[Part]:
        """Return the parts of an answer that other answers may share, each once; none where an
        answer is one thing."""
        return ()

    def few_answers(self, settings: Mapping[str, Any]) -> Sequence[str]:
        """Return the names of all answers in their order, where they are few; else none."""
        return ()

    def named(self, vector: Vector, settings: Mapping[str, Any]) -> Sequence[str]:
        """Return which of `few_answers` an answer is; several where it holds several."""
        return ()

    def weighs(self, settings: Mapping[str, Any]) -> bool:
        """Return whether an answer is one of a few, so that Dawid and Skene's model weighs it."""
        return False

    def whole_consensus(self, campaign: Campaign) -> WholeConsensus:
        """Return the answers on which workers settle by ways that weigh all of a campaign's
        judgments together, those in the figures; None where a way does not settle."""
        return {}

    def judged_of(self, name: str, part: Any) -> Iterator[InGold]:
        """Yield the judgments in a part of the member `judged_in_gold` of a gold file: the item's
        name, the worker, the answer as it is written there. `name` is that of the part, "" in a
        list."""
        return iter(())

    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, Any]) -> Any:
        """Return an answer as `judged_of` yields it."""
        return None

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        """Return which judgments of the file can be fed to the campaign; CannotReplay where it
        cannot be read."""
        raise CannotReplay("Recorded judgments of such a campaign cannot be replayed.")
