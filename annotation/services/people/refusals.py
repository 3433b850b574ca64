"""Record refused requests in bounded space, so that repeated requests cannot fill the disk.

The first refusals of a kind are recorded in the audit one by one. All further ones share one event,
with their count and a chained SHA-256 of everything that was sent: each time the hash of the
previous hash and the new text. So a worker's claim to have sent something can be checked."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from annotation.models import AuditEvent, Campaign, Project, User
from annotation.models.audit import REFUSED_ACCESS, REFUSED_ANSWER
from annotation.services.audit import record_event
from midpath.json_types import JsonObject

AN_ANSWER, MORE_ANSWERS = REFUSED_ANSWER
AN_ACCESS, MORE_ACCESSES = REFUSED_ACCESS
MAX_ANSWERS = 3  # to one HIT by one worker
MAX_ANSWER_LENGTH = 16 * 1024  # characters of its JSON
MAX_ACCESSES = 20  # by one actor in a window
WINDOW = timedelta(hours=1)


def record_refused_answer(
    *, campaign: Campaign, worker_id: int, judgment_id: int, submission_id: str, written: str
) -> bool:
    """Record a refused answer, as JSON, to a task that already has one; return whether it is
    recorded in full.

    The assignment is locked by the caller, so answers to it arrive one after the other."""
    about: dict[str, Any] = {"campaign": campaign, "worker": worker_id, "object_id": judgment_id}
    earlier = AuditEvent.objects.filter(object_id=judgment_id)
    if earlier.filter(verb=AN_ANSWER).count() >= MAX_ANSWERS:
        _count(earlier.filter(verb=MORE_ANSWERS), MORE_ANSWERS, written, about)
        return False
    whole = len(written) <= MAX_ANSWER_LENGTH
    content = {"payload": json.loads(written)} if whole else _beginning(written)
    record_event(AN_ANSWER, **about, submission_id=submission_id, **content)
    return whole


def record_refused_access(
    *,
    kind: str,
    object_id: int,
    project: Project | None = None,
    user: User | None = None,
    campaign: Campaign | None = None,
    worker_id: int | None = None,
) -> None:
    """Record a refused access: by a researcher in the project that they tried to reach, by a worker
    in their campaign."""
    about: dict[str, Any] = {"campaign": campaign, "worker": worker_id}
    if user is not None:
        about = {"project": project, "user": user}
    lately = AuditEvent.objects.filter(**about, at__gt=Now() - WINDOW)
    if lately.filter(verb=AN_ACCESS).count() < MAX_ACCESSES:
        record_event(AN_ACCESS, **about, object_id=object_id, kind=kind)
        return
    _count(lately.filter(verb=MORE_ACCESSES), MORE_ACCESSES, f"{kind} {object_id}", about)


def chained(so_far: str, sent: str) -> str:
    """Return the SHA-256 of the previous hash, which is empty at first, followed by the text
    sent."""
    return hashlib.sha256(so_far.encode() + sent.encode("utf-8", "surrogatepass")).hexdigest()


def _beginning(written: str) -> JsonObject:
    return {
        "beginning": written[:MAX_ANSWER_LENGTH],
        "characters": len(written),
        "sha256": chained("", written),
    }


def _count(counting: QuerySet[AuditEvent], verb: str, sent: str, about: dict[str, Any]) -> None:
    with transaction.atomic():
        event = counting.select_for_update(of=("self",)).order_by("pk").first()
        if event is None:
            record_event(verb, **about, count=1, sha256=chained("", sent))
            return
        event.details["count"] += 1
        event.details["sha256"] = chained(event.details["sha256"], sent)
        event.save(update_fields=["details"])
