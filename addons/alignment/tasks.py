"""The runs of an alignment, by any Celery worker whose lane has a free slot."""

from typing import TYPE_CHECKING

from celery import shared_task

from addons.alignment.job_kinds import ALIGNMENT
from addons.alignment.models import Alignment
from analysis.reading.documents import documents_in
from midpath.lazy import LazyModule
from midpath.parts import Parts
from midpath.progress import Progress
from tasks.lane_parts import help_out

# Every Celery process imports this module; scipy and sklearn would take 100 MB in each.
if TYPE_CHECKING:
    from midpath.alignment import fitting, segment_corpus
else:
    fitting = LazyModule("midpath.alignment.fitting")
    segment_corpus = LazyModule("midpath.alignment.segment_corpus")


# With a result, a failure is no dead letter: the job computes the runs itself.
@shared_task(name="tasks.align_runs", ignore_result=False, acks_late=False)
def align_runs(computation: str, helper: int, alignment_id: int) -> bool:
    """Compute runs that the job of an alignment needs."""

    def prepare(_watch: Progress) -> "Parts[fitting.Fitted]":
        alignment = Alignment.objects.select_related("dataset").get(pk=alignment_id)
        spec = fitting.AlignmentSpec(alignment.options)
        documents = documents_in(alignment.dataset)
        return fitting.runs_of(segment_corpus.SegmentCorpus(documents, spec.options), spec)

    return help_out(computation, helper, ALIGNMENT.lane, prepare)
