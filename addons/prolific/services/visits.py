"""Visits to Prolific: send the decisions, then store the state of the study and its submissions. An
interrupted visit is continued by the next one."""

from collections.abc import Callable, Iterator

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from addons.prolific.models import ProlificStudy, ProlificSubmission
from addons.prolific.services.answers import IS_ID, text, time_of
from addons.prolific.services.bonuses import work_on_bonuses
from addons.prolific.services.client import OutOfTime, Prolific, ProlificProblem, Refused
from addons.prolific.services.messages import read_messages, send_messages
from addons.prolific.services.steps import read_currency, read_study, work_on_steps
from addons.prolific.services.studies import unsent_ones
from addons.prolific.services.study_draft import make_study
from annotation.models import Worker
from annotation.services.people.workers import erased_among

MAX_SUBMISSIONS = 20_000
QUESTIONS = 2
MAX_IN_A_ROW = 3

Progress = Callable[[int, int], None]
Decision = ProlificSubmission.Decision


def visit(study: ProlificStudy, prolific: Prolific, progress: Progress) -> dict[str, int]:
    """Carry out a visit and return what it did; `progress` is called with the number of finished
    steps. May raise ProlificProblem, and whatever `progress` raises."""
    unsent = list(unsent_ones(study))
    steps = len(unsent) + QUESTIONS
    progress(0, steps)
    if not study.study and not make_study(study, prolific):
        return {"made": 0}
    read_study(study, prolific)
    work_on_steps(study, prolific)
    progress(1, steps)
    counts = _send_all(unsent, prolific, lambda number: progress(number + 1, steps))
    found = _keep_submissions(study, prolific.submissions(study.study))
    ProlificStudy.objects.filter(pk=study.pk).update(asked_at=Now())
    read_currency(study, prolific)
    work_on_bonuses(study, prolific)
    written = send_messages(study, prolific)
    read = read_messages(study, prolific)
    return {"submissions": found, "written": written, "read": read, **counts}


def _send_all(
    unsent: list[ProlificSubmission], prolific: Prolific, progress: Callable[[int], None]
) -> dict[str, int]:
    """Send decisions and return how many were sent, refused and failed. A failure does not stop the
    others; three in a row point to a problem at Prolific and end the visit."""
    counts, in_a_row = {"sent": 0, "refused": 0, "failed": 0}, 0
    for number, one in enumerate(unsent, start=1):
        try:
            outcome = "sent" if _send(one, prolific) else "refused"
            in_a_row = 0
        except OutOfTime:
            raise
        except ProlificProblem as problem:
            outcome = "failed"
            rows = ProlificSubmission.objects.filter(pk=one.pk)
            rows.update(tries=F("tries") + 1, trouble=str(problem)[:300])
            in_a_row += 1
            if in_a_row == MAX_IN_A_ROW:
                raise
        counts[outcome] += 1
        progress(number)
    return counts


def _send(one: ProlificSubmission, prolific: Prolific) -> bool:
    """Send a decision; if Prolific refuses it, store the reason and return False."""
    rows = ProlificSubmission.objects.filter(pk=one.pk)
    try:
        if one.decision == Decision.APPROVE:
            prolific.approve(one.submission)
        else:
            prolific.reject(one.submission, category=one.category, reason=one.reason)
    except Refused as problem:
        rows.update(refusal=str(problem)[:300])
        return False
    approved = one.decision == Decision.APPROVE
    status = ProlificSubmission.Status.APPROVED if approved else ProlificSubmission.Status.REJECTED
    rows.update(status=status, tries=0, trouble="")
    return True


def _keep_submissions(study: ProlificStudy, listed: list[dict[str, object]]) -> int:
    """Store the current submissions, keeping the decisions on them; return their number."""
    if len(listed) > MAX_SUBMISSIONS:
        raise ProlificProblem(f"The study has more than {MAX_SUBMISSIONS:,} submissions.")
    found = {row.submission: row for row in _rows(study, listed)}
    project = study.campaign.dataset.project_id
    participants = {row.participant for row in found.values()}
    erased = erased_among(project, Worker.Source.PROLIFIC, participants)
    rows = {key: row for key, row in found.items() if row.participant not in erased}
    with transaction.atomic():
        ProlificSubmission.objects.bulk_create(
            rows.values(),
            batch_size=1_000,
            update_conflicts=True,
            unique_fields=["study", "submission"],
            update_fields=["participant", "status", "code", "started_at", "completed_at"],
        )
    return len(rows)


def _rows(study: ProlificStudy, listed: list[dict[str, object]]) -> Iterator[ProlificSubmission]:
    for said in listed:
        submission, participant = text(said.get("id"), 65), text(said.get("participant_id"), 121)
        # A truncated id identifies no one, and an unusual one could lead elsewhere.
        if IS_ID.fullmatch(submission) and 0 < len(participant) <= 120:
            yield ProlificSubmission(
                study=study,
                submission=submission,
                participant=participant,
                status=text(said.get("status"), 40),
                code=text(said.get("study_code"), 120),
                started_at=time_of(said, "started_at"),
                completed_at=time_of(said, "completed_at"),
            )
