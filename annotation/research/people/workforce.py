"""The workers of a campaign: their amount of work, their accuracy on gold HITs, and who was stopped
or excluded.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import islice

from django.contrib import messages
from django.db.models import OuterRef, Q, Subquery
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from annotation.capabilities import Capability
from annotation.models import HIT, Assignment, Campaign, Enrolment
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import csv_file, csv_lines, file_name
from annotation.research.common.names import pseudonym
from annotation.research.common.paging import page_after, whole_number
from annotation.research.common.return_links import just_excluded
from annotation.research.people.workload import workload_context
from annotation.services.people.entry import next_step
from annotation.services.work.counting import withdrawn_from
from annotation.services.work.gold_scores import training_of
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import free_lease
from annotation.services.work.time_spent import median_active_ms_of, span_of
from midpath.exchange.spreadsheets import harmless

PAGE_SIZE = 50
PORTION = 1_000
SHOWN = {
    "": "all workers",
    "stopped": "stopped",
    "excluded": "excluded",
    "withdrawn": "withdrawn",
    "known": "with gold answers",
}
FILTERS = {
    "stopped": Q(stopped_at__isnull=False),
    "excluded": Q(excluded_at__isnull=False),
    "withdrawn": Q(withdrawn_at__isnull=False),
    "known": Q(training_done__gt=0) | Q(known_done__gt=0),
}
# The expiry of the worker's open lease; null if they have none.
HOLDS = {
    "holds_until": Subquery(
        Assignment.objects.filter(enrolment=OuterRef("pk"), status=Assignment.Status.OPEN).values(
            "expires_at"
        )[:1]
    )
}
COLUMNS = (
    "worker",
    "judgments",
    "earning",
    "earned",
    "training_right",
    "training_done",
    "known_right",
    "known_done",
    "known_not_answered",
    "returned",
    "standing",
    "stopped_at",
    "excluded_at",
    "exclusion_reason",
    "withdrawn_at",
    "joined_at",
    "median_active_seconds",
)


@dataclass(frozen=True)
class Line:
    enrolment: Enrolment
    name: str
    status: str
    earned: Decimal
    active: timedelta | None = None

    @property
    def training(self) -> str:
        return _share(self.enrolment.training_right, self.enrolment.training_done)

    @property
    def known(self) -> str:
        return _share(self.enrolment.known_right, self.enrolment.known_done)

    @property
    def not_answered(self) -> int:
        """Gold HITs returned or timed out."""
        return self.enrolment.training_missed + self.enrolment.known_missed


@needs(to_read=Capability.SEE_WORKERS)
def list_workers(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    only = request.GET.get("only", "")
    if only not in SHOWN:
        raise Http404
    rows = Enrolment.objects.filter(FILTERS.get(only, Q()), campaign=campaign)
    rows = rows.annotate(**HOLDS).select_related("worker")
    page, links = page_after(request, rows, PAGE_SIZE)
    context = campaign_context(campaign) | {
        "lines": _lines(campaign, page.rows),
        **links,
        "only": only,
        "shown": SHOWN,
        "changed": _just_changed(request, campaign),
        "withdrawn": withdrawn_from(campaign),
        "undo": just_excluded(request, campaign),
        **workload_context(campaign),
    }
    return render(request, "research/people/workers.html", context)


@needs(to_read=Capability.SEE_WORKERS)
def workers_csv(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    everyone = campaign.enrolments.select_related("worker").order_by("pk").iterator()
    lines = (line for some in _portions(everyone) for line in _lines(campaign, some))
    text = csv_lines(COLUMNS, map(_cells, lines))
    return csv_file(text, file_name(campaign.name, "workers.csv"))


@needs(to_post=Capability.REVIEW_WORK)
def stop(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    stop_worker(enrolment=enrolment, user=request.user)
    return redirect(f"{address_of_workers(campaign_id)}?stopped={enrolment_id}")


@needs(to_post=Capability.REVIEW_WORK)
def release(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    """Members of the project: offer the worker's open HIT to others."""
    _take_back(request, enrolment_for(request, campaign_id, enrolment_id), None)
    return redirect(address_of_workers(campaign_id))


@needs(to_post=Capability.REVIEW_WORK)
def release_item(
    request: ResearcherRequest, campaign_id: int, hit_id: int, enrolment_id: int
) -> HttpResponse:
    """Members of the project: the same from the page of an item, for this item only."""
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    _take_back(request, enrolment, get_object_or_404(enrolment.campaign.hits, pk=hit_id))
    return redirect("research:item", campaign_id, hit_id)


def _take_back(request: ResearcherRequest, enrolment: Enrolment, hit: HIT | None) -> None:
    if free_lease(enrolment=enrolment, user=request.user, hit=hit):
        messages.success(request, "The task was taken back and will go to another worker.")
    else:
        which = "this" if hit else "a"
        messages.info(request, f"This worker no longer has {which} task open.")


@needs(to_post=Capability.REVIEW_WORK)
def restore(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> HttpResponse:
    """Members of the project: the worker may continue, and gold answers no longer stop them."""
    enrolment = enrolment_for(request, campaign_id, enrolment_id)
    restore_worker(enrolment=enrolment, user=request.user)
    return redirect(f"{address_of_workers(campaign_id)}?restored={enrolment_id}")


def enrolment_for(request: ResearcherRequest, campaign_id: int, enrolment_id: int) -> Enrolment:
    campaign = campaign_for(request, campaign_id)
    return get_object_or_404(campaign.enrolments.select_related("worker"), pk=enrolment_id)


def _just_changed(request: ResearcherRequest, campaign: Campaign) -> Line | None:
    """Return the worker who was just stopped or restored, so that it can be undone."""
    changed = whole_number(request, "stopped") or whole_number(request, "restored")
    if changed is None:
        return None
    found = campaign.enrolments.select_related("worker").filter(pk=changed).first()
    return _line(campaign, found) if found else None


def _portions(enrolments: Iterable[Enrolment]) -> Iterator[list[Enrolment]]:
    rows = iter(enrolments)
    while some := list(islice(rows, PORTION)):
        yield some


def _lines(campaign: Campaign, enrolments: Sequence[Enrolment]) -> list[Line]:
    active = median_active_ms_of(enrolment.pk for enrolment in enrolments)
    return [
        _line(campaign, enrolment, span_of(active.get(enrolment.pk))) for enrolment in enrolments
    ]


def _line(campaign: Campaign, enrolment: Enrolment, active: timedelta | None = None) -> Line:
    return Line(
        enrolment,
        pseudonym(enrolment.worker.number),
        _status(campaign, enrolment),
        enrolment.owing * campaign.reward,
        active,
    )


def _share(right: int, done: int) -> str:
    return f"{right} of {done}" if done else "–"


def _status(campaign: Campaign, enrolment: Enrolment) -> str:
    training = training_of(campaign, enrolment)
    ends = (
        ("withdrew", enrolment.withdrawn_at),
        ("erased", enrolment.erased_at),
        ("excluded", enrolment.excluded_at),
    )
    if ended := next((word for word, at in ends if at), ""):
        return ended
    if enrolment.stopped_at:
        return "stopped in training" if training else "stopped"
    if enrolment.restored_at:
        return "restored"
    enrolment.campaign = campaign
    step = next_step(enrolment)
    if step is not None:
        return f"before the next task: {step.title.lower()}"
    return f"training, {training.done} of {training.of}" if training else "at work"


def _cells(line: Line) -> list[object]:
    enrolment = line.enrolment
    stopped_at, excluded_at = enrolment.stopped_at, enrolment.excluded_at
    withdrawn_at = enrolment.withdrawn_at
    return [
        line.name,
        enrolment.submitted,
        enrolment.owing,
        line.earned,
        enrolment.training_right,
        enrolment.training_done,
        enrolment.known_right,
        enrolment.known_done,
        line.not_answered,
        enrolment.returned,
        line.status,
        stopped_at.isoformat() if stopped_at else "",
        excluded_at.isoformat() if excluded_at else "",
        harmless(enrolment.exclusion_reason),
        withdrawn_at.isoformat() if withdrawn_at else "",
        enrolment.joined_at.isoformat(),
        "" if line.active is None else f"{line.active.total_seconds():.3f}",
    ]


def address_of_workers(campaign_id: int) -> str:
    return reverse("research:workers", args=(campaign_id,))
