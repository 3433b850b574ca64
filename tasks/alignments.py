"""Alignments that a researcher asked for on a page."""

from analysis.progress import Progress
from analysis.reading.places import documents_in
from analysis.text.aligning import Ask, align_documents, terms_of
from analysis.text.campaign_golds import golds_of
from analysis.text.groups import level_of
from annotation.models import Alignment
from tasks.jobs import Made


def make_alignment(alignment: Alignment, progress: Progress) -> Made:
    ask = ask_of(alignment)
    golds = golds_of(alignment.dataset, ask.level)
    golds.leave_out_large()
    aligned = align_documents(documents_in(alignment.dataset), ask, golds.golds, progress)
    return {
        "results": aligned.results | {"notes": golds.notes},
        "grouping": aligned.grouping,
    }


def ask_of(alignment: Alignment) -> Ask:
    return Ask(
        level=level_of(alignment.level),
        method=alignment.method,
        groups=alignment.groups,
        runs=alignment.runs,
        seed=alignment.seed,
        terms=terms_of(alignment.terms),
        compare=alignment.compare,
        curves=alignment.curves,
    )
