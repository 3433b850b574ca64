"""Alignments and samples of pairs requested on a page."""

from collections.abc import Mapping

from addons.alignment.analysis.alignment_groups import alignment_groups
from addons.alignment.analysis.campaign_golds import golds_of
from addons.alignment.analysis.gold_limit import leave_out_large
from addons.alignment.job_kinds import ALIGNMENT, DRAW
from addons.alignment.models import Alignment, PairDraw
from addons.alignment.tasks import align_runs
from analysis.reading.documents import documents_in
from midpath.alignment.aligning import align_documents
from midpath.alignment.drawing import draw_from, plan_of
from midpath.alignment.fitting import AlignmentSpec
from midpath.alignment.groups import level_of
from midpath.progress import Failed, Progress
from tasks.jobs import Made, Make
from tasks.lane_parts import in_lane

# More would take minutes; `manage.py draw_pairs` accepts them.
MAX_CANDIDATES = 100_000_000


def make_alignment(alignment: Alignment, progress: Progress) -> Made:
    options = alignment.options
    golds = golds_of(alignment.dataset, level_of(options.level))
    leave_out_large(golds)
    aligned = align_documents(
        documents_in(alignment.dataset),
        AlignmentSpec(options),
        golds.golds,
        progress,
        in_lane(align_runs, ALIGNMENT.lane, alignment.pk),
    )
    return {
        "results": aligned.results | {"notes": golds.notes},
        "grouping": aligned.grouping,
    }


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


MAKERS: Mapping[str, Make] = {ALIGNMENT.name: make_alignment, DRAW.name: make_draw}
