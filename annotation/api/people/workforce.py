"""Operations of a researcher on one worker of a campaign, identified by number, never by name."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, DateTime, Integer
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, reviews_work
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import Enrolment
from annotation.services.work.counting import Recount
from annotation.services.work.exclusion import (
    MAX_REASON_LENGTH,
    exclude_worker,
    foresee_exclusion,
    include_worker,
)
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import free_lease


class Changed(Form):
    """The effect of an exclusion or an inclusion."""

    worker = Integer("The worker's number in the project.")
    excluded_at = DateTime("When they were excluded; null: they are included.", allow_null=True)
    judgments = Integer(
        "The number of judgments removed from the figures or returned to them; 0: no change."
    )
    asked_again = Integer("The number of replacement judgments requested.")


class Released(Form):
    """The effect of a release."""

    worker = Integer("The worker's number in the project.")
    released = Boolean("Whether the worker had an open HIT.")


class ReleaseLease(ResearcherOperation):
    @reviews_work(name="release_lease", gives={200: Released}, refuses=())
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Take back a worker's open HIT and offer it to others.
        If the worker still submits it, the answer is stored, and counts if its slot is still
        free."""
        enrolment = enrolment_for(request, campaign_id, worker)
        released = free_lease(enrolment=enrolment, user=caller(request))
        return {"worker": worker, "released": released}


class Standing(Form):
    """The status of a worker."""

    worker = Integer("The worker's number in the project.")
    stopped_at = DateTime("When they were stopped; null: they are not.", allow_null=True)


class StopWorker(ResearcherOperation):
    @reviews_work(name="stop_worker", gives={200: Standing})
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Stop a worker:
        they get no new HITs, and their open HIT is taken back. If the campaign leaves out failed
        work, their judgments are removed from the figures."""
        enrolment = enrolment_for(request, campaign_id, worker)
        stopped = stop_worker(enrolment=enrolment, user=caller(request))
        return {"worker": worker, "stopped_at": stopped.stopped_at}


class RestoreWorker(ResearcherOperation):
    @reviews_work(name="restore_worker", gives={200: Standing})
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Let a stopped worker continue, skipping training. Gold answers no longer stop them."""
        enrolment = enrolment_for(request, campaign_id, worker)
        restored = restore_worker(enrolment=enrolment, user=caller(request))
        return {"worker": worker, "stopped_at": restored.stopped_at}


class ForeseenExclusion(Form):
    """The effect of excluding the worker now."""

    worker = Integer("The worker's number in the project.")
    judgments = Integer("The number of judgments removed from the figures.")
    hits = Integer("The number of HITs to reassign.")
    asked_again = Integer("The number of replacement judgments for them.")


class ForeseeExclusion(ResearcherOperation):
    @reviews_work(name="foresee_exclusion", gives={200: ForeseenExclusion}, refuses=())
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Preview the exclusion of a worker. Nothing is changed."""
        enrolment = enrolment_for(request, campaign_id, worker)
        found = foresee_exclusion(enrolment.campaign, [enrolment])
        return {
            "worker": worker,
            "judgments": len(found.judgments),
            "hits": found.hits,
            "asked_again": found.asked_again,
        }


class ExcludeWorker(ResearcherOperation):
    class Input(Strict):
        reason = Text(
            "The reason, for the record. Project members see it; the worker does not.",
            max_length=MAX_REASON_LENGTH,
        )

    @reviews_work(name="exclude_worker", takes=Input, gives={200: Changed}, refuses=())
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Exclude a worker:
        remove their judgments from the figures and request replacements. The worker gets no new
        HITs, and their open HIT is offered to others. HITs with too few judgments left are assigned
        again. The worker is still paid for what they submitted in time."""
        enrolment = enrolment_for(request, campaign_id, worker)
        changed = exclude_worker(
            enrolment=enrolment, user=caller(request), reason=self.body["reason"]
        )
        return _shown(enrolment, changed)


class IncludeWorker(ResearcherOperation):
    @reviews_work(name="include_worker", gives={200: Changed}, refuses=())
    def post(self, request: Request, campaign_id: int, worker: int) -> object:
        """Undo an exclusion:
        the worker and their judgments count as before. If a replacement was judged in the meantime,
        both judgments count."""
        enrolment = enrolment_for(request, campaign_id, worker)
        changed = include_worker(enrolment=enrolment, user=caller(request))
        return _shown(enrolment, changed)


def enrolment_for(request: Request, campaign_id: int, worker: int) -> Enrolment:
    """Return a worker's enrolment in a campaign, by their number."""
    workers = campaign_for(request, campaign_id).enrolments.select_related("worker")
    return first_of(
        workers.filter(worker__number=worker), "This campaign has no worker with this number."
    )


def _shown(enrolment: Enrolment, changed: Recount) -> dict[str, object]:
    enrolment.refresh_from_db(fields=["excluded_at"])
    worker, excluded_at = enrolment.worker.number, enrolment.excluded_at
    return vars(changed) | {"worker": worker, "excluded_at": excluded_at}
