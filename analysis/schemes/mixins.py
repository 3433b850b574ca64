"""Mixins for computations that only some schemes have. Callers check for them with
`isinstance(analysis, HasParts)`."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from analysis.replaying.replay import Plan
from analysis.schemes.base import InGold, Part, SchemeAnalysis, Vector, WholeConsensus
from annotation.models import Campaign, Item
from midpath.gold.base import RecomputedGold
from midpath.json_types import JsonMapping


class FewAnswers(SchemeAnalysis):
    """The computation of a scheme with a short list of answers, which charts can count."""

    @abstractmethod
    def few_answers(self, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the names of all answers in order."""

    @abstractmethod
    def named(self, vector: Vector, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the name of an answer in `few_answers`; several if it combines several."""


class WeightsWorkers(SchemeAnalysis):
    """The computation of a scheme whose answers Dawid and Skene's model can weight."""

    def weighs(self, settings: Mapping[str, object]) -> bool:
        """Return whether answers come from a few choices under these settings."""
        return True


class HasWholeConsensus(WeightsWorkers):
    """The computation of a scheme with a consensus that weights all judgments together."""

    @abstractmethod
    def whole_consensus(self, campaign: Campaign) -> WholeConsensus:
        """Return the consensus of the judgments in a campaign's figures, by method; None if a
        method has no result for an item."""


class HasParts(SchemeAnalysis):
    """The computation of a scheme whose answers have parts that other answers may share."""

    @abstractmethod
    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the parts of an answer, each once; empty if it has none."""


class Replayable(SchemeAnalysis):
    """The computation of a scheme whose recorded judgments can be replayed into a campaign."""

    @abstractmethod
    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        """Return the judgments of the file that can be replayed into the campaign. Raises
        CannotReplay if the file cannot be read."""


class HasGoldFile(SchemeAnalysis):
    """The computation of a scheme with a gold file: `judged_in_gold` is the member that contains
    its judgments, and `recomputed_gold` recomputes the rest of the file."""

    judged_in_gold: ClassVar[str]
    recomputed_gold: ClassVar[type[RecomputedGold]]

    @abstractmethod
    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        """Yield the judgments in a part of the member `judged_in_gold`: the item's name, the
        worker, and the answer in the file's format. `name` is the name of the part, "" in a
        list."""

    @abstractmethod
    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> Any:
        """Return an answer in the format of `judged_of`."""
