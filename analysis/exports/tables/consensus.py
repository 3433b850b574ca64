"""The consensus on each item, hard and soft.

The hard consensus is one answer per item: the adjudicator's decision, or else that of the first
consensus method with a result. The soft consensus is how many workers gave each answer and, if
answers have parts (such as the groups of a tree), each part.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agreement.votes.dawid_skene import fit
from analysis.exports.tables.columns import Column, Kind, Row, Table
from analysis.exports.tables.judgments import ITEM, Judged, judged_items
from analysis.reading.extent import Decided, Extent, final_of
from analysis.reading.judgment_rows import WORKER
from analysis.schemes import analysis_of
from analysis.schemes.mixins import HasParts, WeightsWorkers
from annotation.models import Campaign, Item, KnownAnswer
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasGoldAnswers
from midpath.kernels.base import Kernel
from midpath.schemes.base import InvalidAnswer
from midpath.tables.figures.common import Summary

Vector = Sequence[int]
DECISION = "decision"


def consensus_rows(extent: Extent) -> Iterator[Row]:
    campaign = extent.campaign
    scheme, settings = scheme_of(campaign), campaign.settings
    decided, known = final_of(extent), _known_in(campaign)
    kernel = analysis_of(campaign).kernel
    for judged in judged_items(extent):
        item, vectors = judged.item, judged.vectors
        if not vectors and item.pk not in decided:
            continue
        settled_by, vector = _settled(decided.get(item.pk), kernel, vectors, settings)
        right = known.get(item.pk) or _known_of_file(item, campaign)
        yield {
            **judged.named,
            "judgments": len(vectors),
            "settled_by": settled_by,
            "answer": None if vector is None else scheme.written(vector, item, settings),
            "vector": vector,
            "same": None if vector is None else vectors.count(tuple(vector)),
            "known": None if right is None else scheme.written(right, item, settings),
        }


def distribution_rows(extent: Extent) -> Iterator[Row]:
    campaign = extent.campaign
    scheme, settings = scheme_of(campaign), campaign.settings
    analysis, weighed = analysis_of(campaign), Weighed(extent)
    for judged in judged_items(extent):
        vectors = judged.vectors
        chances = weighed.of(judged.item.pk)
        for vector, votes in sorted(Counter(vectors).items(), key=lambda one: (-one[1], one[0])):
            yield _share(judged, votes) | {
                "part": "answer",
                "answer": scheme.written(vector, judged.item, settings),
                "vector": vector,
                "dawid_skene": chances.get(vector[0]) if chances else None,
            }
        if not isinstance(analysis, HasParts):
            continue
        parts = Counter(part for one in vectors for part in analysis.parts(one, settings))
        for part, votes in sorted(parts.items()):
            yield _share(judged, votes) | part._asdict()


def _share(judged: Judged, votes: int) -> dict[str, object]:
    many = len(judged.counting)
    return {**judged.named, "votes": votes, "judgments": many, "share": votes / many}


def _settled(
    decided: Decided | None,
    kernel: Kernel[Mapping[str, object], Summary],
    vectors: Sequence[tuple[int, ...]],
    settings: Mapping[str, object],
) -> tuple[str | None, Vector | None]:
    if decided is not None:
        return DECISION, decided.vector
    ways = kernel.consensus(vectors, settings)
    found = ((way, vector) for way, vector in ways.items() if vector is not None)
    return next(found, (None, None))


def _known_in(campaign: Campaign) -> dict[int, Vector]:
    """Return the gold answers that researchers gave in the campaign, by item."""
    rows = KnownAnswer.objects.filter(campaign=campaign, removed_at=None)
    return dict(rows.values_list("item_id", "vector"))


def _known_of_file(item: Item, campaign: Campaign) -> Vector | None:
    scheme = scheme_of(campaign)
    with suppress(InvalidAnswer):
        if isinstance(scheme, HasGoldAnswers):
            return scheme.known_vector(item, campaign.settings)
    return None


VOTES = (
    Column("votes", Kind.WHOLE, "How many judgments that count have it."),
    Column("judgments", Kind.WHOLE, "How many judgments on the item count."),
    Column("share", Kind.NUMBER, "The first divided by the second."),
)
CONSENSUS = Table(
    "consensus",
    "One row per item with judgments or a decision: its final answer.",
    (
        *ITEM,
        Column("judgments", Kind.WHOLE, "How many judgments on the item count."),
        Column(
            "settled_by",
            Kind.TEXT,
            "“decision” of an adjudicator, otherwise the first method that gives a consensus; "
            "empty if none does.",
        ),
        Column("answer", Kind.TEXT, "The answer in readable form."),
        Column("vector", Kind.NUMBERS, "The answer in the canonical numbers of its scheme."),
        Column("same", Kind.WHOLE, "How many judgments that count are exactly this answer."),
        Column("known", Kind.TEXT, "The gold answer in readable form, if there is one."),
    ),
    consensus_rows,
)
DISTRIBUTION = Table(
    "distribution",
    "One row per item and answer (or part of an answer): the share of judgments that have it.",
    (
        *ITEM,
        Column("part", Kind.TEXT, "“answer”, or the kind of part of an answer."),
        Column("answer", Kind.TEXT, "Of an answer: its readable form."),
        Column("vector", Kind.NUMBERS, "Of an answer: its canonical numbers."),
        Column("begin", Kind.WHOLE, "Of a part with places: the first, from 0."),
        Column("end", Kind.WHOLE, "Of a part with places: the one after the last."),
        Column("label", Kind.TEXT, "Of a part with words: its label or its text."),
        *VOTES,
        Column(
            "dawid_skene",
            Kind.NUMBER,
            "Of an answer from a fixed list: its probability according to Dawid–Skene, which "
            "weighs workers by their answers to other items.",
        ),
    ),
    distribution_rows,
)


class Weighed:
    """The probability of each answer by Dawid and Skene's model over all judgments of a file.

    They are read and fitted on first use. Three numbers per judgment are in memory, 24 MB per
    million; about 80 MB during the fit.
    """

    def __init__(self, extent: Extent) -> None:
        self._extent = extent

    def of(self, item: int) -> dict[int, float]:
        """Return the probability of each answer to an item, by its number; empty if answers are not
        weighted or if the item has no judgment that counts."""
        found = self._found
        at = int(np.searchsorted(found.items, item))
        if at == len(found.items) or found.items[at] != item:
            return {}
        return dict(zip(found.answers.tolist(), found.chances[at].tolist(), strict=True))

    @cached_property
    def _found(self) -> "_Chances":
        nothing = np.zeros(0, np.int64)
        campaign = self._extent.campaign
        analysis = analysis_of(campaign)
        if not (isinstance(analysis, WeightsWorkers) and analysis.weighs(campaign.settings)):
            return _Chances(nothing, nothing, np.zeros((0, 0)))
        rows = self._extent.judgments().filter(counts=True).order_by("pk")
        votes = array("q")
        for item, worker, answer in rows.values_list(
            "hit__item_id", f"{WORKER}__number", "vector__0"
        ).iterator(chunk_size=10_000):
            votes.extend((item, worker, answer))
        if not votes:
            return _Chances(nothing, nothing, np.zeros((0, 0)))
        given = np.frombuffer(votes, np.int64).reshape(-1, 3)
        (items, item), (_, worker), (answers, answer) = (
            np.unique(column, return_inverse=True) for column in given.T
        )
        return _Chances(items, answers, fit(item, worker, answer).posterior)


class _Chances(NamedTuple):
    items: NDArray[np.int64]
    answers: NDArray[np.int64]
    chances: NDArray[np.float64]
