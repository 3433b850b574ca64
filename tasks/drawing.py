"""Pairs drawn from documents: what the page asked for, and what the command does at once.

One job at a time, together with the reports, so that folds always find a free process. It writes
how far it is twice a second; where its row says that nobody wants it any more, it stops."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from annotation.exchange.drawn import Drawn
from annotation.exchange.segments import LONGEST_SIDE, Level, Segment, long_enough, segments_of
from annotation.models import Dataset, PairDraw
from annotation.services.draws import start_draw
from corpus.pairs import BINS, STRATA, Document, Draw, Place, Plan, Progress, draw_pairs
from tasks.alone import Job, alone

BETWEEN_BEATS = 0.5
DEAD_AFTER = timedelta(seconds=60)
MOST_RUNS = 3
# A server's page would wait minutes for more; `manage.py draw_pairs` takes them.
MOST_CANDIDATES = 100_000_000

Status = PairDraw.Status


class Stopped(Exception):
    """Nobody waits for the draw any more: it was discarded, or begun again elsewhere."""


class TooMuch(Exception):
    """There are more candidates than a job may compare."""


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
    """What another is at, or what must wait for its turn, is left to the next sweep."""
    with alone(Job.REPORT) as mine:
        run = begin(draw_id) if mine else None
        if run is not None:
            perform(PairDraw.objects.select_related("dataset").get(pk=draw_id), run)


def start_waiting_draws() -> None:
    for draw_id in _to_begin().order_by("pk").values_list("pk", flat=True):
        start_draw(draw_id)


def begin(draw_id: int) -> int | None:
    """The number of this run; None where there is nothing to begin. What was begun three times
    and never came to its end is given up."""
    waiting = _to_begin().filter(pk=draw_id)
    waiting.filter(run__gte=MOST_RUNS).update(
        status=Status.FAILED,
        problem=f"The work was interrupted {MOST_RUNS} times. Try fewer pairs of documents.",
    )
    if not waiting.update(status=Status.RUNNING, run=F("run") + 1, beat_at=Now()):
        return None
    return PairDraw.objects.values_list("run", flat=True).get(pk=draw_id)


def perform(draw: PairDraw, run: int) -> None:
    mine = PairDraw.objects.filter(pk=draw.pk, run=run, status=Status.RUNNING)
    plan = Plan(draw.per_stratum, draw.seed, draw.document_pairs, draw.smooth)
    level: Level = "sections" if draw.level == PairDraw.Level.SECTIONS else "paragraphs"
    try:
        result = draw_from(contents_of(draw.dataset), level, plan, _beating(mine))
    except Stopped:
        return
    except TooMuch as problem:
        mine.update(status=Status.FAILED, problem=str(problem))
        return
    total = result.found["candidates"]
    mine.update(
        status=Status.READY,
        done=total,
        total=total,
        results=result.found,
        pairs=result.drawn,
        beat_at=Now(),
    )


def _beating(mine: QuerySet[PairDraw]) -> Callable[[int, int], None]:
    last = 0.0

    def beat(done: int, total: int) -> None:
        nonlocal last
        if total > MOST_CANDIDATES:
            raise TooMuch(
                f"There are {total:,} candidates; a page draws from {MOST_CANDIDATES:,} at most. "
                "Take fewer pairs of documents, or run manage.py draw_pairs on the server."
            )
        if time.monotonic() - last >= BETWEEN_BEATS:
            last = time.monotonic()
            if not mine.update(done=done, total=total, beat_at=Now()):
                raise Stopped

    return beat


def _to_begin() -> QuerySet[PairDraw]:
    dead = Q(status=Status.RUNNING, beat_at__lt=Now() - DEAD_AFTER)
    return PairDraw.objects.filter(Q(status=Status.WAITING) | dead)
