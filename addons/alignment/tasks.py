"""The runs of an alignment, by any Celery worker whose lane has a free slot."""

from celery import shared_task

from addons.alignment.job_kinds import ALIGNMENT
from addons.alignment.models import Alignment
from analysis.reading.documents import documents_in
from midpath.alignment.fitting import AlignmentSpec, Fitted, runs_of
from midpath.alignment.segment_corpus import SegmentCorpus
from midpath.parts import Parts
from midpath.progress import Progress
from tasks.lane_parts import help_out


# With a result, a failure is no dead letter: the job computes the runs itself.
@shared_task(name="tasks.align_runs", ignore_result=False, acks_late=False)
def align_runs(computation: str, helper: int, alignment_id: int) -> bool:
    """Compute runs that the job of an alignment needs."""

    def prepare(_watch: Progress) -> Parts[Fitted]:
        alignment = Alignment.objects.select_related("dataset").get(pk=alignment_id)
        spec = AlignmentSpec(alignment.options)
        return runs_of(SegmentCorpus(documents_in(alignment.dataset), spec.options), spec)

    return help_out(computation, helper, ALIGNMENT.lane, prepare)
