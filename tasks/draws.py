"""Samples of pairs requested on a page."""

from analysis.progress import Failed, Progress
from analysis.reading.places import documents_in
from analysis.text.drawing import draw_from, plan_of
from analysis.text.groups import alignment_groups, level_of
from annotation.models import PairDraw
from tasks.jobs import Made

# More would take minutes; `manage.py draw_pairs` accepts them.
MAX_CANDIDATES = 100_000_000


def make_draw(draw: PairDraw, progress: Progress) -> Made:
    result = draw_from(
        documents_in(draw.dataset),
        level_of(draw.options.level),
        plan_of(draw.options),
        _not_too_much(progress),
        alignment_groups(draw),
    )
    return {"results": result.found, "pairs": result.drawn}


def _not_too_much(progress: Progress) -> Progress:
    def check(done: int, total: int) -> None:
        if total > MAX_CANDIDATES:
            raise Failed(
                f"There are {total:,} candidates; at most {MAX_CANDIDATES:,} can be sampled from "
                "a page. Use fewer pairs of documents, or run manage.py draw_pairs on the server."
            )
        progress(done, total)

    return check
