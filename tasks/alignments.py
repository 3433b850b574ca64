"""Alignments requested on a page."""

from analysis.progress import Progress
from analysis.reading.places import documents_in
from analysis.text.aligning import AlignmentSpec, align_documents
from analysis.text.campaign_golds import golds_of
from analysis.text.groups import level_of
from annotation.models import Alignment
from tasks.jobs import Made


def make_alignment(alignment: Alignment, progress: Progress) -> Made:
    options = alignment.options
    golds = golds_of(alignment.dataset, level_of(options.level))
    golds.leave_out_large()
    aligned = align_documents(
        documents_in(alignment.dataset), AlignmentSpec(options), golds.golds, progress
    )
    return {
        "results": aligned.results | {"notes": golds.notes},
        "grouping": aligned.grouping,
    }
