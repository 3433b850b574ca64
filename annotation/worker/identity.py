"""Identify the worker of this browser by a signed cookie per campaign, which contains the
enrolment.

No session or account is needed. The cookie is checked without a query, and browsers send it only to
the campaign's own URLs."""

from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import Morsel

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from annotation.models import Campaign, Enrolment, Item, PlatformSession
from annotation.services.people.questions import new_answers
from annotation.services.prepared import fetch_one
from annotation.services.work.slots import item_from
from annotation.services.work.worker_state import LAST_OF_ALL
from annotation.text.languages.selection import speak_language_of_campaign

COOKIE = "midpath_worker"
COOKIE_SECONDS = 180 * 24 * 3600

# Columns in the order of the models' fields, as from_db needs them.
ENROLMENT_FIELDS = (
    "id",
    "campaign_id",
    "worker_id",
    "submitted",
    "earning",
    "training_done",
    "trained_at",
    "warmed_up_at",
    "restored_at",
)
OF_CAMPAIGN = {
    "id",
    "claims_per_address",
    "place_hits",
    "place_minutes",
    "scheme",
    "settings",
    "majority_of",
    "settle_by",
    "known_every",
    "known_feedback",
    "known_agreement",
    "training_hits",
    "pass_share",
    "pass_after",
    "leave_out_failed",
    "repeat_every",
    "warm_up",
    "most_hits_per_worker",
    "reward",
    "currency",
    "language",
    "code",
    "hit_count",
    "known_count",
}
CAMPAIGN_FIELDS = tuple(
    one.attname for one in Campaign._meta.concrete_fields if one.attname in OF_CAMPAIGN
)
VISIT_FIELDS = ("enrolment_id", "done_before", "ms_before")
FIRST_TERM = len(ENROLMENT_FIELDS)
FIRST_OF_VISIT = FIRST_TERM + len(CAMPAIGN_FIELDS)
FIRST_OF_ITEM = FIRST_OF_VISIT + len(VISIT_FIELDS)
AT_WORK = f"""
SELECT enrolment.id, enrolment.campaign_id, enrolment.worker_id, enrolment.submitted,
       enrolment.earning, enrolment.training_done, enrolment.trained_at, enrolment.warmed_up_at,
       enrolment.restored_at, {", ".join(f"campaign.{one}" for one in CAMPAIGN_FIELDS)},
       enrolment.id, coalesce(visit.done_before, 0), coalesce(visit.ms_before, 0),
       item.id, item.dataset_id, item.position, item.text, item.content::text, item.document_id
FROM annotation_enrolment enrolment
JOIN annotation_campaign campaign ON campaign.id = enrolment.campaign_id
LEFT JOIN annotation_assignment assignment
    ON assignment.id = %s AND assignment.enrolment_id = enrolment.id
LEFT JOIN annotation_hit hit ON hit.id = assignment.hit_id
LEFT JOIN annotation_item item ON item.id = hit.item_id
LEFT JOIN LATERAL (
    SELECT done_before, ms_before FROM annotation_platformsession
    WHERE enrolment_id = enrolment.id ORDER BY id DESC LIMIT 1
) visit ON campaign.place_hits IS NOT NULL OR campaign.place_minutes IS NOT NULL
WHERE enrolment.id = %s AND campaign.code = %s AND campaign.deleted_at IS NULL
  AND enrolment.erased_at IS NULL
"""  # noqa: S608 - put together of constants


class NotJoined(Exception):
    """A browser that has not joined the campaign: without a cookie, with a forged one, or another
    campaign's."""


def remember(response: HttpResponse, enrolment: Enrolment, code: str) -> None:
    response.set_signed_cookie(
        COOKIE,
        str(enrolment.pk),
        salt=_salt(code),
        max_age=COOKIE_SECONDS,
        path=_path(code),
        secure=settings.BEHIND_HTTPS,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, code: str) -> None:
    response.delete_cookie(COOKIE, path=_path(code), samesite="Lax")


def forget_each(response: HttpResponse, codes: Iterable[str]) -> None:
    """Sign out of each of these campaigns: one cookie of the same name per campaign."""
    for code in codes:
        morsel: Morsel[str] = Morsel()
        morsel.set(COOKIE, "", "")
        morsel.update({"path": _path(code), "max-age": "0", "samesite": "Lax"})
        response.cookies[f"{COOKIE} {code}"] = morsel


def current_enrolment(request: HttpRequest, code: str) -> Enrolment:
    """Return the enrolment with its campaign and worker, from one query. `answers` counts the
    unread answers to their questions."""
    enrolment = find_enrolment(request, code)
    if enrolment is None:
        raise NotJoined
    return enrolment


@dataclass(frozen=True)
class AtWork:
    """A worker who submits: the item of the assignment (None if it is not theirs), and the session
    of their current submission (unsaved if no platform sent them)."""

    enrolment: Enrolment
    item: Item | None
    visit: PlatformSession


def at_work(request: HttpRequest, code: str, assignment_id: int) -> AtWork:
    """Return who submits an assignment, for the busiest URL.

    This reads only the columns that a submit needs, without the ORM's time to build the query.
    Other columns are fetched when they are read."""
    numbers = min(assignment_id, LAST_OF_ALL), _enrolment_in_cookie(request, code)
    row = fetch_one(AT_WORK, (*numbers, code))
    if row is None:
        raise NotJoined
    own, terms = row[:FIRST_TERM], row[FIRST_TERM:FIRST_OF_VISIT]
    visit, item = row[FIRST_OF_VISIT:FIRST_OF_ITEM], row[FIRST_OF_ITEM:]
    enrolment = Enrolment.from_db(None, ENROLMENT_FIELDS, own)
    named = dict(zip(CAMPAIGN_FIELDS, terms, strict=True))
    named["settings"] = orjson.loads(named["settings"])
    speak_language_of_campaign(request, named["language"])
    enrolment.campaign = Campaign.from_db(None, CAMPAIGN_FIELDS, tuple(named.values()))
    return AtWork(
        enrolment,
        None if item[0] is None else item_from(item),
        PlatformSession.from_db(None, VISIT_FIELDS, visit),
    )


def find_enrolment(request: HttpRequest, code: str) -> Enrolment | None:
    key = _enrolment_in_cookie(request, code)
    if key is None:
        return None
    rows = Enrolment.objects.select_related("campaign", "worker").annotate(answers=new_answers())
    rows = rows.filter(pk=key, campaign__code=code, campaign__deleted_at=None)
    enrolment = rows.filter(erased_at=None).first()
    if enrolment is not None:
        speak_language_of_campaign(request, enrolment.campaign.language)
    return enrolment


def find_campaign(request: HttpRequest, code: str) -> Campaign | None:
    campaign = Campaign.objects.select_related("dataset").filter(code=code).first()
    if campaign is not None:
        speak_language_of_campaign(request, campaign.language)
    return campaign


def was_deleted(code: str) -> bool:
    """Return whether a deleted campaign, not yet removed for good, had this code."""
    return Campaign.everything.filter(code=code, deleted_at__isnull=False).exists()


def _enrolment_in_cookie(request: HttpRequest, code: str) -> int | None:
    cookie = request.get_signed_cookie(COOKIE, default="", salt=_salt(code), max_age=COOKIE_SECONDS)
    return int(cookie) if cookie else None


def _salt(code: str) -> str:
    return f"annotation.worker.{code}"


def _path(code: str) -> str:
    return reverse("worker:join", args=(code,))
