"""Lead a worker from step to step before their first task. The page of a step bears its name."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from annotation.models import Campaign, Enrolment
from annotation.services.pay.funding import would_be_unpaid
from annotation.services.people.entry import Step, next_step, place_of


def to_step(step: Step, campaign: Campaign) -> HttpResponse:
    return redirect(f"worker:{step.name}", campaign.code)


def onward(enrolment: Enrolment, *, ready: str = "done") -> HttpResponse:
    """Lead to the first step that is missing; once there is none, to the page named `ready`. A step
    that leads to no paid task is not asked."""
    step = next_step(enrolment)
    if step is None:
        return redirect(f"worker:{ready}", enrolment.campaign.code)
    if would_be_unpaid(enrolment):
        return redirect("worker:done", enrolment.campaign.code)
    return to_step(step, enrolment.campaign)


def step_or_none(enrolment: Enrolment, step: Step) -> Step | None:
    """Return the step if it is the one that is missing next."""
    return step if next_step(enrolment) is step else None


def shown_step(step: Step | None, enrolment: Enrolment) -> dict[str, Any]:
    """Return what a page says of the step: its place among all."""
    if step is None:
        return {"step": None}
    return {"step": step, "place": place_of(step, enrolment)}
