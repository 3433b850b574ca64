"""Mixins for computations that only some schemes have. Callers check for them with
`isinstance(analysis, HasParts)`."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping

from analysis.reading.vote_parts import Facts, VoteColumns
from analysis.replaying.replay import Plan
from analysis.schemes.base import OwnMaterial, Part, SchemeAnalysis, Vector, WholeConsensus
from annotation.models import Campaign, Item
from midpath.schemes.base import Settings


class WeightsWorkers(SchemeAnalysis):
    """The computation of a scheme whose answers Dawid and Skene's model can weight."""

    def weighs(self, settings: Mapping[str, object]) -> bool:
        """Return whether answers come from a few choices under these settings."""
        return True


class HasVotes(WeightsWorkers):
    """The computation of a scheme whose answers are one number each, and can be read as columns."""

    @abstractmethod
    def facts(self, item: Item, settings: Settings) -> Facts:
        """Return what figures need of an item, in a form for JSON."""

    @abstractmethod
    def material_of_votes(self, votes: VoteColumns, settings: Settings) -> OwnMaterial:
        """Return the material that the reports need, from all votes in the figures."""


class HasWholeConsensus(WeightsWorkers):
    """The computation of a scheme with a consensus that weights all judgments together."""

    @abstractmethod
    def read_whole_consensus(self, campaign: Campaign) -> Callable[[], WholeConsensus]:
        """Read the judgments in a campaign's figures, and return what computes their consensus
        without the database: by method, None if a method has no result for an item."""


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
