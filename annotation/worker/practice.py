"""Practice before the first task: its page, and the scheme's normal task interface."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, PracticeTask
from annotation.schemes import scheme_of
from annotation.services.errors import NotFound
from annotation.services.pay.funding import would_be_unpaid
from annotation.services.people.entry import PRACTICE
from annotation.services.people.practice import (
    NO_SUCH_PRACTICE,
    Try,
    answer_practice,
    last_try,
    needed_in_practice,
    start_practice,
)
from annotation.services.work.submit import room_for
from annotation.worker.answers import as_json, data, page
from annotation.worker.desk import scheme_files, worked_example_context
from annotation.worker.entry import next_page, shown_step, step_or_none
from annotation.worker.identity import current_enrolment
from annotation.worker.offline import script_address
from annotation.worker.terms import work_of
from annotation.worker.work import read_submission

AT_PRACTICE = gettext_noop("Practice {number} of {total}")


@page("GET", "HEAD", "POST")
def practice(request: HttpRequest, code: str) -> HttpResponse:
    """Describe the practice, or show the result of the last try; a POST starts the next one."""
    enrolment = current_enrolment(request, code)
    if would_be_unpaid(enrolment):
        return redirect("worker:done", code)
    if request.method == "POST":
        start_practice(enrolment=enrolment)
        return redirect("worker:practising", code)
    step = step_or_none(enrolment, PRACTICE)
    last = last_try(enrolment)
    if enrolment.has_ended or (step is None and (last is None or last.open)):
        return next_page(enrolment)
    campaign = enrolment.campaign
    context = work_of(campaign) | shown_step(step, enrolment)
    context |= {
        "enrolment": enrolment,
        "last": last,
        "of": last.of if last else campaign.practice,
        "checked_tasks": []
        if last is None or last.open
        else [_checked_task(campaign, one) for one in last.tasks],
        "needed": needed_in_practice(campaign),
        "tries_left": campaign.practice_tries - (last.number if last else 0),
    }
    return render(request, "worker/entry/practice.html", context)


@page("GET", "HEAD")
def practising(request: HttpRequest, code: str) -> HttpResponse:
    """Show the current practice example in the scheme's task interface."""
    enrolment = current_enrolment(request, code)
    stands = last_try(enrolment)
    step = step_or_none(enrolment, PRACTICE)
    if stands is None or stands.open is None or step is None or would_be_unpaid(enrolment):
        return redirect("worker:practice", code)
    campaign = enrolment.campaign
    files, progress = scheme_files(campaign), _progress(stands)
    desk = {
        "campaign": f"{code}/practice",
        "worker": enrolment.pk,
        "practice": True,
        "hit": _shown(stands.open, campaign),
        "progress": progress,
        "links": {
            "hit": reverse("worker:practising", args=(code,)),
            "done": reverse("worker:practice", args=(code,)),
            "offline": script_address(),
        },
        "script": static(files["scheme_script"]),
    }
    context = files | work_of(campaign) | worked_example_context(campaign)
    context |= {"desk": desk, "progress": progress}
    return render(request, "worker/entry/practising.html", context)


@data
def check(request: HttpRequest, code: str, task_id: int) -> HttpResponse:
    """Store an answer, return whether it is correct and why, and hand out the next example."""
    enrolment = current_enrolment(request, code)
    campaign = enrolment.campaign
    task = enrolment.practice.select_related("answer__item__document").filter(pk=task_id).first()
    if task is None:
        raise NotFound(gettext(NO_SUCH_PRACTICE))
    submission_id, payload, _ = read_submission(request, room_for(campaign, task.answer.item))
    feedback, stands = answer_practice(enrolment=enrolment, task_id=task_id, payload=payload)
    following = None if would_be_unpaid(enrolment) else stands.open
    answer = {
        "receipt": {
            "assignment": task_id,
            "submission_id": str(submission_id),
            "late": False,
            "counts": False,
            "feedback": feedback,
        },
        "hit": None if following is None else _shown(following, campaign),
        "progress": _progress(stands),
    }
    return as_json(answer, 200)


def _shown(task: PracticeTask, campaign: Campaign) -> dict[str, object]:
    shown = scheme_of(campaign).shown(task.answer.item, campaign.settings)
    return {"assignment": task.pk, "seconds": None, "item": shown}


def _progress(stands: Try) -> dict[str, object]:
    number = min(stands.done + 1, stands.of)
    words = gettext(AT_PRACTICE).format(number=number, total=stands.of)
    return {"words": words, "done": stands.done, "total": stands.of, "earned": ""}


def _checked_task(campaign: Campaign, task: PracticeTask) -> dict[str, object]:
    scheme, known = scheme_of(campaign), task.answer
    return {
        "text": known.item.text,
        "right": task.right,
        "yours": scheme.written(task.vector or (), known.item, campaign.settings),
        "answer": scheme.written(known.vector, known.item, campaign.settings),
        "why": known.why,
    }
