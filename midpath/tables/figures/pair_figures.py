"""The types of the figures of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from midpath.tables.figures.common import Figure, Summary

if TYPE_CHECKING:
    from typing_extensions import ReadOnly  # in `typing` from Python 3.13 on


class Share(TypedDict):
    """A number of pairs, as a share of those of a stratum; None if it has no pairs."""

    share: ReadOnly[float | None]


class Winner(Share):
    """The pairs whose winner has this number of votes."""

    votes: ReadOnly[int]


class Stratum(TypedDict):
    """The pairs in a stratum of similarity (COLING 2014, Table 3)."""

    name: ReadOnly[str]
    pairs: ReadOnly[int]
    agree: ReadOnly[Sequence[Winner]]
    consensus: ReadOnly[Mapping[str, Share]]
    ties: ReadOnly[Share]
    absolute: ReadOnly[Share]
    pairwise_agreement: ReadOnly[float | None]
    alpha: ReadOnly[Figure]


class Strata(TypedDict, total=False):
    """The strata of pairs; the last one contains all pairs."""

    pairs: ReadOnly[int]
    strata: ReadOnly[Sequence[Stratum]]


class PairFigures(Strata, total=False):
    """The figures of pairs; `yes_no` has those of yes and no, if an answer counts as yes."""

    yes_no: ReadOnly[Strata | None]


class PairSummary(Summary, total=False):
    """The summary of a pair; the winner is None if the best are tied."""

    winner: ReadOnly[str | None]
    ties: ReadOnly[Sequence[str]]
