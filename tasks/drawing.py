"""Pairs drawn from documents: what the page asked for, and what the command does at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from celery import shared_task

from annotation.exchange.drawn import Drawn
from annotation.exchange.segments import LONGEST_SIDE, Level, Segment, long_enough, segments_of
from annotation.models import Dataset, PairDraw
from annotation.services.draws import start_draw
from corpus.pairs import BINS, STRATA, Document, Draw, Place, Plan, draw_pairs
from tasks.jobs import Failed, Made, Progress, make_asked, waiting

# A server's page would wait minutes for more; `manage.py draw_pairs` takes them.
MOST_CANDIDATES = 100_000_000
ADVICE = "Try fewer pairs of documents."


@dataclass(frozen=True)
class Result:
    """`found` is what is told of the draw and kept with it; `drawn` are the pairs by place."""

    found: dict[str, Any]
    drawn: list[Drawn]


def draw_from(
    documents: Iterable[tuple[int, Mapping[str, Any]]],
    level: Level,
    plan: Plan,
    progress: Progress = lambda done, total: None,
) -> Result:
    """`documents` are numbers and contents. Segments under ten words are left out, and those too
    long for a pair."""
    numbers: list[int] = []
    kept: list[list[Segment]] = []
    given: list[Document] = []
    short = long = 0
    for number, content in documents:
        segments = segments_of(content, level)
        wordy = [one for one in segments if long_enough(one)]
        chosen = [one for one in wordy if len(one.text) <= LONGEST_SIDE]
        short += len(segments) - len(wordy)
        long += len(wordy) - len(chosen)
        numbers.append(number)
        kept.append(chosen)
        given.append(Document(content["category"], [one.text for one in chosen]))
    draw = draw_pairs(given, plan, progress)

    def at(place: Place) -> list[Any]:
        return [numbers[place.document], list(kept[place.document][place.segment].place)]

    drawn: list[Drawn] = [
        [*at(one.left), *at(one.right), one.similarity, one.stratum] for one in draw.pairs
    ]
    left_out = {"short": short, "long": long}
    return Result(_told(draw, plan, level, len(given)) | {"left_out": left_out}, drawn)


def _told(draw: Draw, plan: Plan, level: Level, documents: int) -> dict[str, Any]:
    """Bounds and similarities in millionths."""
    return {
        "level": level,
        "seed": plan.seed,
        "per_stratum": plan.per_stratum,
        "weights": "smooth" if plan.smooth else "plain",
        "documents": documents,
        "segments": draw.segments,
        "weightless": draw.weightless,
        "document_pairs": draw.document_pairs,
        "document_pairs_asked": plan.document_pairs,
        "candidates": sum(draw.candidates),
        "strata": [
            {"low": low, "high": high, "candidates": candidates, "drawn": drawn}
            for (low, high), candidates, drawn in zip(
                STRATA, draw.candidates, draw.drawn, strict=True
            )
        ],
        "histogram": {"bins": BINS, "counts": draw.histogram},
    }


def contents_of(dataset: Dataset) -> Iterable[tuple[int, Mapping[str, Any]]]:
    items = dataset.items.order_by("position").values_list("position", "content")
    return items.iterator(chunk_size=200)


@shared_task(name="tasks.draw_pairs", acks_late=False)
def draw_asked(draw_id: int) -> None:
    make_asked(PairDraw, draw_id, make_draw, ADVICE)


def start_waiting_draws() -> None:
    for draw_id in waiting(PairDraw).values_list("pk", flat=True):
        start_draw(draw_id)


def make_draw(draw: PairDraw, progress: Progress) -> Made:
    plan = Plan(draw.per_stratum, draw.seed, draw.document_pairs, draw.smooth)
    level: Level = "sections" if draw.level == PairDraw.Level.SECTIONS else "paragraphs"
    result = draw_from(contents_of(draw.dataset), level, plan, _not_too_much(progress))
    return {"results": result.found, "pairs": result.drawn}


def _not_too_much(progress: Progress) -> Progress:
    def told(done: int, total: int) -> None:
        if total > MOST_CANDIDATES:
            raise Failed(
                f"There are {total:,} candidates; a page draws from {MOST_CANDIDATES:,} at most. "
                "Take fewer pairs of documents, or run manage.py draw_pairs on the server."
            )
        progress(done, total)

    return told
