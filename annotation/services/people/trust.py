"""Check the id in a link as strictly as its campaign requires: any link, one signed by Midpath,
or one signed by Prolific.

Midpath signs with an HMAC (SHA-256) over the campaign's code, the id and the expiry time of the
link. The key is derived from the server's secret key, the campaign and its `link_version`, so a
link opens one campaign, and a higher version ends all earlier links. Nothing of a link is
stored."""

import base64
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from django.db import transaction
from django.db.models import F
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext, gettext_noop

from annotation.models import Campaign, User, Worker
from annotation.models.people_terms import LinkTrust
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Invalid, Untrusted
from annotation.services.people.identity import Identity
from midpath.text.display_names import UnusableName, clean_name

SALT = "annotation.signed-link"
MAX_DAYS = 365
MAX_CONCURRENT = 1_000

Reason = Literal["unsigned", "changed", "expired", "platform_expired", "platform", "keys"]
REASONS: dict[Reason, str] = {
    "unsigned": gettext_noop(
        "You need a personal link for this work. Open the link that you received, or ask the "
        "researchers for one."
    ),
    "changed": gettext_noop(
        "This link was changed or belongs to other work. Open the link exactly as you received "
        "it, or ask the person who sent it for a new one."
    ),
    "expired": gettext_noop("This link has expired. Ask the person who sent it for a new one."),
    "platform_expired": gettext_noop(
        "This link has expired. Go back to the platform and open the study again."
    ),
    "platform": gettext_noop("This link is not valid. Please open the study from the platform."),
    "keys": gettext_noop(
        "Links from the platform cannot be checked at the moment. Wait a minute, then open the "
        "study from the platform again."
    ),
}


@dataclass(frozen=True)
class SignedLink:
    """A signed link for one id: the query string of the campaign's address."""

    worker: str
    until: datetime
    query: dict[str, str]


def sign_links(
    *, campaign: Campaign, user: User | None, ids: Iterable[str], days: int
) -> list[SignedLink]:
    """Return a link for each id, valid for this many days. The ids are not stored; the audit log
    records how many links were signed."""
    if campaign.link_trust != LinkTrust.SIGNED:
        raise Invalid(
            "This campaign believes any link. Choose that it believes only links that are signed, "
            "then sign some."
        )
    if not 1 <= days <= MAX_DAYS:
        raise Invalid(f"A link can be valid for 1 to {MAX_DAYS} days.", field="days")
    workers = _cleaned(ids)
    until = datetime.fromtimestamp(int(time.time()), UTC) + timedelta(days=days)
    links = [SignedLink(worker, until, _query(campaign, worker, until)) for worker in workers]
    record_campaign_event("links.signed", campaign, user, links=len(links), until=until.isoformat())
    return links


def end_links(*, campaign: Campaign, user: User | None) -> None:
    """End all links signed so far. Workers who have joined stay."""
    with transaction.atomic():
        Campaign.objects.filter(pk=campaign.pk).update(link_version=F("link_version") + 1)
        record_campaign_event("links.ended", campaign, user)


def prove_signed(campaign: Campaign, who: Identity, *, until: str, seal: str) -> Identity:
    """Return the identity if Midpath's own signature proves it; else raise Untrusted."""
    if not (until.isascii() and until.isdigit() and len(until) <= 12 and seal):
        raise untrusted("changed" if seal or until else "unsigned")
    expected = _seal(campaign, who.worker, int(until))
    if who.source != Worker.Source.LINK or not constant_time_compare(seal, expected):
        raise untrusted("changed")
    if int(until) <= time.time():
        raise untrusted("expired")
    return Identity(who.source, who.worker, proven=True)


def believes(campaign: Campaign, source: str, *, proven: bool) -> bool:
    """Return whether the campaign lets a worker join for the first time without a signature, or
    with a signature of this kind."""
    signed_by = {
        LinkTrust.SIGNED: Worker.Source.LINK,
        LinkTrust.PLATFORM: Worker.Source.PROLIFIC,
    }.get(LinkTrust(campaign.link_trust))
    return signed_by is None or (proven and source == signed_by)


def untrusted(reason: Reason) -> Untrusted:
    return Untrusted(gettext(REASONS[reason]), reason=reason)


def _cleaned(ids: Iterable[str]) -> list[str]:
    """Return the ids in their stored form, without duplicates and empty lines; raise Invalid with
    the line of a wrong one."""
    found: dict[str, None] = {}
    for line, given in enumerate(ids, start=1):
        if not given.strip():
            continue
        try:
            found[clean_name(given)] = None
        except UnusableName as error:
            raise Invalid(f"Line {line}: {error}", field="ids", line=line) from error
    if not found:
        raise Invalid("Give at least one id.", field="ids")
    if len(found) > MAX_CONCURRENT:
        raise Invalid(f"At most {MAX_CONCURRENT:,} ids at once.", field="ids")
    return list(found)


def _query(campaign: Campaign, worker: str, until: datetime) -> dict[str, str]:
    at = int(until.timestamp())
    return {"worker": worker, "until": str(at), "seal": _seal(campaign, worker, at)}


def _seal(campaign: Campaign, worker: str, until: int) -> str:
    signed = json.dumps([campaign.code, worker, until])
    key = f"{SALT}.{campaign.pk}.{campaign.link_version}"
    digest = salted_hmac(key, signed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
