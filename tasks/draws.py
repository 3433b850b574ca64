"""Draws of pairs that a researcher asked for on a page: made one at a time, never lost."""

from celery import shared_task

from analysis.progress import Failed, Progress
from analysis.reading.places import documents_in
from analysis.text.drawing import draw_from
from analysis.text.groups import groups_beside, level_of
from annotation.models import PairDraw
from corpus.pair_sampling import Plan
from tasks.jobs import Made, run_job

# More would keep a page waiting for minutes; `manage.py draw_pairs` takes them.
MOST_CANDIDATES = 100_000_000
ADVICE = "Try fewer pairs of documents."


@shared_task(name="tasks.draw_pairs", acks_late=False)
def draw_asked(draw_id: int) -> None:
    run_job(PairDraw, draw_id, make_draw, ADVICE)


def make_draw(draw: PairDraw, progress: Progress) -> Made:
    plan = Plan(draw.per_stratum, draw.seed, draw.document_pairs, draw.smooth)
    result = draw_from(
        documents_in(draw.dataset),
        level_of(draw.level),
        plan,
        _not_too_much(progress),
        groups_beside(draw),
    )
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
