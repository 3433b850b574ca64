"""Alignments that a page asked for: made one at a time, never lost."""

from celery import shared_task

from annotation.models import Alignment
from tasks.aligning import Ask, align_documents, terms_of
from tasks.campaign_golds import golds_of
from tasks.groups import level_of
from tasks.jobs import Made, Progress, make_asked
from tasks.places import documents_in

ADVICE = "Take fewer runs or groups, or run manage.py align on the server."


@shared_task(name="tasks.align", acks_late=False)
def align_asked(alignment_id: int) -> None:
    make_asked(Alignment, alignment_id, make_alignment, ADVICE)


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
