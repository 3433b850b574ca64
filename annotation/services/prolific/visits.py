"""A visit to Prolific: send what was decided, then keep how the study and its submissions are.
Whatever it is stopped by, the next visit goes on where this one ended."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware

from annotation.models import ProlificStudy, ProlificSubmission
from annotation.services.prolific.client import Prolific, ProlificProblem, Refused
from annotation.services.prolific.studies import unsent_ones

MOST_SUBMISSIONS = 20_000
LARGEST_NUMBER = 2**31 - 1
QUESTIONS = 2
IS_ID = re.compile(r"[A-Za-z0-9-]{1,64}")

Told = Callable[[int, int], None]
Decision = ProlificSubmission.Decision


def visit(study: ProlificStudy, prolific: Prolific, told: Told) -> dict[str, int]:
    """Carry out a visit and return what it did; `told` learns how many steps of all are done. May
    raise ProlificProblem, and whatever `told` raises."""
    unsent = list(unsent_ones(study))
    steps = len(unsent) + QUESTIONS
    told(0, steps)
    _read_study(study, prolific)
    told(1, steps)
    sent = refused = 0
    for number, one in enumerate(unsent, start=2):
        if _send(one, prolific):
            sent += 1
        else:
            refused += 1
        told(number, steps)
    found = _keep_submissions(study, prolific.submissions(study.study))
    ProlificStudy.objects.filter(pk=study.pk).update(asked_at=Now())
    return {"submissions": found, "sent": sent, "refused": refused}


def _send(one: ProlificSubmission, prolific: Prolific) -> bool:
    """Send a decision; if Prolific refuses it, keep why and return False."""
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
    rows.update(status=status)
    return True


def _read_study(study: ProlificStudy, prolific: Prolific) -> None:
    said = prolific.study(study.study)
    ProlificStudy.objects.filter(pk=study.pk).update(
        name=_text(said.get("name"), 200),
        state=_text(said.get("status"), 40),
        places=_whole(said.get("total_available_places")),
        reward=_whole(said.get("reward")),
    )


def _keep_submissions(study: ProlificStudy, listed: list[dict[str, Any]]) -> int:
    """Keep the submissions as they are now, with what was decided of them; return how many."""
    if len(listed) > MOST_SUBMISSIONS:
        raise ProlificProblem(f"The study has more than {MOST_SUBMISSIONS:,} submissions.")
    rows = {row.submission: row for row in _rows(study, listed)}
    with transaction.atomic():
        ProlificSubmission.objects.bulk_create(
            rows.values(),
            batch_size=1_000,
            update_conflicts=True,
            unique_fields=["study", "submission"],
            update_fields=["participant", "status", "code", "started_at", "completed_at"],
        )
    return len(rows)


def _rows(study: ProlificStudy, listed: list[dict[str, Any]]) -> Iterator[ProlificSubmission]:
    for said in listed:
        submission, participant = _text(said.get("id"), 65), _text(said.get("participant_id"), 121)
        # An id that is cut off is the id of nobody, and one that is odd could lead elsewhere.
        if IS_ID.fullmatch(submission) and 0 < len(participant) <= 120:
            yield ProlificSubmission(
                study=study,
                submission=submission,
                participant=participant,
                status=_text(said.get("status"), 40),
                code=_text(said.get("study_code"), 120),
                started_at=_time(said, "started_at"),
                completed_at=_time(said, "completed_at"),
            )


def _text(said: object, longest: int) -> str:
    """Return a text of Prolific's in one line, without what cannot be seen or stored."""
    if not isinstance(said, str):
        return ""
    return "".join(sign for sign in said if sign.isprintable()).strip()[:longest]


def _whole(said: object) -> int | None:
    """Return a number of Prolific's, which writes whole ones as floats, too; None if it is none."""
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return int(said) if 0 <= said <= LARGEST_NUMBER else None


def _time(said: Mapping[str, Any], name: str) -> datetime | None:
    try:
        found = parse_datetime(said[name])
    except (LookupError, TypeError, ValueError):
        return None
    return found if found is not None and is_aware(found) else None
