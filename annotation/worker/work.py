"""Lead a worker from task to task. Only POST requests take, submit or return anything."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext

from annotation.models import Assignment, Enrolment, Skip
from annotation.services.errors import (
    AlreadySubmitted,
    Busy,
    Invalid,
    NothingLeft,
    NotServing,
    TooLarge,
    TooMany,
    WrongType,
)
from annotation.services.people.platform_quota import fills_place_now, place_of
from annotation.services.people.platform_return import has_codes
from annotation.services.people.rate_limit import limit_claims
from annotation.services.work.claim import claim_hit
from annotation.services.work.rejections import count_rejected
from annotation.services.work.release import return_hit
from annotation.services.work.skip import skip_hit
from annotation.services.work.submit import Receipt, room_for, submit_judgment
from annotation.services.work.time_spent import TimeSpent, read_time_spent
from annotation.services.work.warm_up import go_on, is_due, reading_result
from annotation.text.languages.javascript import script_texts
from annotation.web.client_address import client_address
from annotation.worker.answers import as_json, data, page
from annotation.worker.desk import (
    Progress,
    not_accepted,
    refusal,
    scheme_files,
    shown_hit,
    worked_example_context,
)
from annotation.worker.identity import at_work, current_enrolment
from annotation.worker.offline import script_address
from annotation.worker.terms import most_of, work_of, work_offered
from midpath.text.strict_json import UnreadableJSON, read_json

LOST = {Assignment.Status.EXPIRED, Assignment.Status.RELEASED}


@page("POST")
def take_next(request: HttpRequest, code: str) -> HttpResponse:
    return to_work(request, current_enrolment(request, code))


def to_work(request: HttpRequest, enrolment: Enrolment) -> HttpResponse:
    """Redirect to the next task, or first to how their answers compare, if that is due."""
    if is_due(enrolment, Progress.of(enrolment).done):
        return redirect("worker:warm_up", enrolment.campaign.code)
    return to_next(request, enrolment)


@page("GET", "HEAD", "POST")
def warm_up(request: HttpRequest, code: str) -> HttpResponse:
    """Show a worker how their first answers compare; by POST, continue to the next task. They are
    redirected here once, and can come back at any time."""
    enrolment = current_enrolment(request, code)
    campaign, done = enrolment.campaign, Progress.of(enrolment).done
    if not campaign.warm_up or done < campaign.warm_up or enrolment.has_ended:
        return redirect("worker:done", code)
    if request.method == "POST":
        go_on(enrolment=enrolment)
        return to_next(request, enrolment)
    context = work_of(campaign) | {
        "enrolment": enrolment,
        "done": done,
        "result": reading_result(enrolment),
        "desk": {"campaign": code, "worker": enrolment.pk, "links": links(code)},
        "script_texts": script_texts(campaign.scheme),
    }
    return render(request, "worker/entry/warm_up.html", context)


def to_next(request: HttpRequest, enrolment: Enrolment) -> HttpResponse:
    """Redirect to the next task, or to the page that says why there is none."""
    code = enrolment.campaign.code
    try:
        limit_claims(enrolment.campaign, client_address(request))
        claim_hit(enrolment_id=enrolment.pk, paced=True)
    except (NothingLeft, NotServing):
        return redirect("worker:done", code)
    return redirect("worker:hit", code)


@page("GET", "HEAD")
def hit(request: HttpRequest, code: str) -> HttpResponse:
    """Show the current task: the open one, else the last one if it expired before it was
    submitted."""
    enrolment = current_enrolment(request, code)
    assignment = hit_in_hand(enrolment)
    if assignment is None:
        return redirect("worker:done", code)
    campaign, place = enrolment.campaign, place_of(enrolment)
    progress = Progress.of(enrolment, place.before).shown(campaign)
    desk = {
        "campaign": code,
        "worker": enrolment.pk,
        "hit": shown_hit(assignment, campaign),
        "progress": progress,
        "links": links(code),
        "script": static(scheme_files(campaign)["scheme_script"]),
    }
    context = (
        scheme_files(campaign)
        | work_of(campaign)
        | worked_example_context(campaign)
        | {
            "desk": desk,
            "progress": progress,
            "rejected": not_accepted(count_rejected(enrolment, since=place.began_at)),
            "assignment": assignment,
            "enrolment": enrolment,
            "reasons": Skip.Reason.choices,
            "for_a_place": has_codes(campaign),
            "offer": work_offered(campaign, most_of(campaign)),
        }
    )
    return render(request, "worker/hit.html", context)


@data
def submit(request: HttpRequest, code: str, assignment_id: int) -> HttpResponse:
    """Store the answer, then hand out the next task in the same response."""
    working = at_work(request, code, assignment_id)
    enrolment, item = working.enrolment, working.item
    room = room_for(enrolment.campaign, item)
    submission_id, payload, spent = read_submission(request, room)
    before = Progress.of(enrolment, working.visit.done_before)
    try:
        receipt = submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment_id,
            submission_id=submission_id,
            payload=payload,
            item=item,
            spent=spent,
        )
    except AlreadySubmitted as error:
        following = _next_hit(request, enrolment, before)
        return as_json({"error": refusal(error), **following}, error.status)
    after = before.after(receipt)
    visit, done = working.visit, (before.done, after.done)
    spent_ms = (receipt.total_ms - receipt.active_ms, receipt.total_ms)
    if receipt.created and fills_place_now(enrolment.campaign, visit, done, spent_ms):
        outcome = _place_filled(enrolment, after)
    else:
        outcome = _next_hit(request, enrolment, after)
    answer = {"receipt": _shown_receipt(receipt), **outcome}
    return as_json(answer, 201 if receipt.created else 200)


@page("POST")
def give_back(request: HttpRequest, code: str, assignment_id: int) -> HttpResponse:
    """Return a task; if it is only postponed, continue with the next one."""
    enrolment = current_enrolment(request, code)
    when = request.POST.get("when", "")
    if not when:
        return_hit(enrolment=enrolment, assignment_id=assignment_id)
        return redirect("worker:done", code)
    skip_hit(
        enrolment=enrolment,
        assignment_id=assignment_id,
        later=when == "later",
        reason=request.POST.get("reason", ""),
        words=request.POST.get("words", ""),
    )
    return redirect("worker:done", code)


def hit_in_hand(enrolment: Enrolment) -> Assignment | None:
    """Return the assignment that a worker may submit, or None.

    It is the open one, else their last one if it expired or was withdrawn before they submitted
    it. Excluded and withdrawn workers get none, because their judgments do not count."""
    own = Assignment.objects.timed().select_related("hit__item", "hit__suggestion")
    own = own.filter(enrolment=enrolment)
    open_task = own.filter(status=Assignment.Status.OPEN).first()
    if open_task is not None:
        return open_task
    last = own.order_by("-pk").first()
    if last is None:
        return None
    lost = last.status in LOST and not hasattr(last, "judgment")
    out = enrolment.excluded_at is not None or enrolment.withdrawn_at is not None
    return last if lost and not out else None


def _place_filled(enrolment: Enrolment, progress: Progress) -> dict[str, object]:
    """Return, instead of a next task, that the submission is complete. Workers can continue from
    the page between two tasks."""
    over = {"code": "complete", "message": gettext("Your submission is complete.")}
    return {
        "hit": None,
        "progress": progress.shown(enrolment.campaign, next_one=False),
        "over": over,
    }


def _next_hit(request: HttpRequest, enrolment: Enrolment, progress: Progress) -> dict[str, object]:
    """Return the next task, or why there is none."""
    campaign = enrolment.campaign
    outcome: dict[str, object] = {"hit": None, "progress": progress.shown(campaign)}
    if is_due(enrolment, progress.done):
        outcome["over"] = {"code": "warm_up", "message": gettext("Your first tasks are done.")}
        return outcome
    try:
        limit_claims(campaign, client_address(request))
        assignment = claim_hit(enrolment_id=enrolment.pk, paced=True)
        outcome["hit"] = shown_hit(assignment, campaign)
    except (NothingLeft, NotServing, TooMany, Busy) as error:
        outcome["over"] = refusal(error)
    return outcome


def read_submission(request: HttpRequest, most: int) -> tuple[UUID, dict[str, object], TimeSpent]:
    """Return the id, the answer and the time of a submission of limited size."""
    # The CSRF check has already read the body of a form, so it cannot be read again.
    if request.content_type not in {"", "application/json"}:
        raise WrongType("Send the answer as JSON, with the Content-Type application/json.")
    if int(request.META.get("CONTENT_LENGTH") or 0) > most:
        raise TooLarge("This answer is too large. Shorten it.")
    try:
        sent = read_json(request.body)
    except UnreadableJSON as error:
        raise Invalid(error.message, line=error.line, column=error.column) from error
    if not isinstance(sent, dict):
        raise Invalid("Send an object with a submission_id and a payload.")
    payload = sent.get("payload")
    if not isinstance(payload, dict):
        raise Invalid("Send the payload as an object.", field="payload")
    return _submission_id(sent.get("submission_id")), payload, read_time_spent(sent)


def _submission_id(given: object) -> UUID:
    try:
        return UUID(given if isinstance(given, str) else "")
    except ValueError as error:
        raise Invalid("Send a UUID as submission_id.", field="submission_id") from error


def _shown_receipt(receipt: Receipt) -> dict[str, object]:
    return {
        "assignment": receipt.assignment_id,
        "submission_id": str(receipt.submission_id),
        "late": receipt.late,
        "counts": receipt.counts,
        "feedback": receipt.feedback,
    }


def links(code: str) -> dict[str, str]:
    names = ("join", "hit", "done")
    return {name: reverse(f"worker:{name}", args=(code,)) for name in names} | {
        "offline": script_address()
    }
