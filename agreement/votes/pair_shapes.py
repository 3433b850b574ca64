"""Types of the pair figures that `pair_figures` and `pair_strata` compute."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from agreement.figure import ExactFigure, NominalFigure


class Pairwise(ExactFigure):
    """The mean pairwise agreement, and the number of pairs with two votes or more."""

    pairs: int


class Alpha(NominalFigure):
    """Nominal alpha of pairs; those with one vote are left out."""

    pairs: int
    judgments: int
    left_out: int


class Share(TypedDict):
    """A number of pairs, and its share; None if there are no pairs."""

    pairs: int
    share: float | None


class Winner(Share):
    """The pairs whose winner has this many votes."""

    votes: int


class StratumFigures(TypedDict):
    """A column of Table 3 of COLING 2014."""

    pairs: int
    judgments: int
    agree: list[Winner]
    consensus: dict[str, Share]
    ties: Share
    absolute: Share
    pairwise_agreement: float | None
    pairwise: Pairwise
    alpha: Alpha


class Stratum(StratumFigures):
    """A column of Table 3 with its heading."""

    name: str


class Majority(TypedDict):
    """The pairs by their winner; `absolute` are those whose winner has more than half."""

    consensus: dict[str, int]
    ties: int
    absolute: Share


class ViewFigures(TypedDict):
    """The figures of one view: the answers as given, or yes and no only."""

    pairs: int
    judgments: int
    alpha: Alpha
    pairwise_agreement: float | None
    pairwise: Pairwise
    majority: Majority
    strata: list[Stratum]


class ConsensusYes(ExactFigure):
    """The share of pairs whose consensus is yes."""

    pairs: int


class Correlation(TypedDict):
    """Pearson's r of similarity and consensus; `left_out` counts the pairs without either, by
    reason."""

    value: float | None
    pairs: int
    left_out: dict[str, int]
    reason: NotRequired[str]


class PairFigures(ViewFigures):
    """All figures of pairs; `yes_no` is None if no answer counts as yes."""

    one_judgment: int
    consensus_yes: ConsensusYes
    r: Correlation
    yes_no: ViewFigures | None


class Choice(TypedDict):
    """The answer with most votes; the winner is None if the best are tied."""

    winner: str | None
    support: int
    absolute: bool
    ties: list[str]


class ItemSummary(Choice):
    """The summary of one pair; `votes` has each answer with its count."""

    n: int
    votes: list[list[str | int]]
    yes_no: Choice | None
    disagreement: ExactFigure
