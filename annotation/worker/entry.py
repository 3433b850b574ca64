"""Lead a worker from step to step before their first task. Each page has the name of its step."""

from django.http import HttpResponse
from django.shortcuts import redirect

from annotation.models import Campaign, Enrolment
from annotation.services.pay.funding import would_be_unpaid
from annotation.services.people.entry import Step, next_step, place_of


def to_step(step: Step, campaign: Campaign) -> HttpResponse:
    return redirect(f"worker:{step.name}", campaign.code)


def next_page(enrolment: Enrolment, *, ready: str = "done") -> HttpResponse:
    """Redirect to the first missing step; without one, to the page named `ready`. Steps that lead
    to no paid task are left out."""
    step = next_step(enrolment)
    if step is None:
        return redirect(f"worker:{ready}", enrolment.campaign.code)
    if would_be_unpaid(enrolment):
        return redirect("worker:done", enrolment.campaign.code)
    return to_step(step, enrolment.campaign)


def step_or_none(enrolment: Enrolment, step: Step) -> Step | None:
    """Return the step if it is the next missing one."""
    return step if next_step(enrolment) is step else None


def shown_step(step: Step | None, enrolment: Enrolment) -> dict[str, object]:
    """Return the page context of a step: its position among all."""
    if step is None:
        return {"step": None}
    return {"step": step, "place": place_of(step, enrolment)}
