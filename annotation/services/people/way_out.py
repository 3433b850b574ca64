"""The way out: when a worker has completed their place on a platform, and with which code and
address they go back to it.

A place is so many HITs or minutes of active work; without either it lasts until nothing can come to
the worker any more. No code is told before."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from django.db.models import F, Sum

from annotation.models import HIT, Campaign, Enrolment, Judgment, PlatformSession, Worker
from annotation.services.people.identity import Identity

MINUTE_MS = 60_000
# Where Prolific takes its participants back, if a campaign names no other address.
OF_PROLIFIC = "https://app.prolific.com/submissions/complete?cc={code}"

Kind = Literal["completed", "screened_out", "no_consent"]


@dataclass(frozen=True)
class WayOut:
    """The way out of a worker. `code` is empty where the campaign has none for their case,
    `address` where there is nothing to go back to."""

    kind: Kind
    code: str
    address: str

    @property
    def platform(self) -> str:
        """Return the name of the platform that the address is of; empty if it is no known one."""
        known = {"app.prolific.com": "Prolific", "app.prolific.co": "Prolific"}
        known |= {"connect.cloudresearch.com": "Connect"}
        host = self.address.partition("//")[2].partition("/")[0]
        return "SONA" if ".sona-systems." in host else known.get(host, "")


def way_out(enrolment: Enrolment) -> WayOut | None:
    """Return how this worker leaves; None as long as they have something to do or to wait for, or
    where no work of theirs could be completed."""
    done = enrolment.submitted - enrolment.training_done
    if enrolment.withdrawn_at is not None and done < 1:
        return leaving(enrolment, "no_consent")
    if enrolment.turned_away_at is not None or (enrolment.has_ended and done < 1):
        return leaving(enrolment, "screened_out")
    if has_completed(enrolment):
        return leaving(enrolment, "completed")
    return None


def leaving(enrolment: Enrolment, kind: Kind) -> WayOut | None:
    """Return the code of a case with the address that takes it; None if there is neither."""
    campaign, worker = enrolment.campaign, enrolment.worker
    asks = "{s" in campaign.return_address
    last = PlatformSession.objects.filter(enrolment=enrolment).last() if asks else None
    study, session = (last.study, last.session) if last else ("", "")
    who = Identity(worker.source, worker.external_id, study, session)
    return _leading_out(campaign, who, kind)


def leaving_at_the_door(campaign: Campaign, who: Identity) -> WayOut | None:
    """Return how somebody whom a rule keeps out goes back to the platform that sent them; None
    where no platform did, or where the campaign has no code for them."""
    return _leading_out(campaign, who, "screened_out") if who.platform else None


def has_completed(enrolment: Enrolment) -> bool:
    """Return whether a worker has filled their place, or has done some work and can get no more."""
    done = enrolment.submitted - enrolment.training_done
    if done < 1:
        return False
    return fills_place(enrolment, done) or can_get_nothing(enrolment)


def fills_place(enrolment: Enrolment, done: int) -> bool:
    """Return whether so many HITs, or the time spent on them, are a place. The time is summed only
    where the campaign counts it."""
    campaign = enrolment.campaign
    if campaign.place_hits is not None and done >= campaign.place_hits:
        return True
    if campaign.place_minutes is None or done < 1:
        return False
    spent = Judgment.objects.filter(assignment__enrolment=enrolment).aggregate(ms=Sum("active_ms"))
    return (spent["ms"] or 0) >= campaign.place_minutes * MINUTE_MS


def fills_place_now(enrolment: Enrolment, before: int, after: int) -> bool:
    """Return whether the last judgment was the one that made the place complete: so many HITs were
    done before it and after it."""
    campaign = enrolment.campaign
    if campaign.place_hits is not None and before < campaign.place_hits <= after:
        return True
    if campaign.place_minutes is None:
        return False
    latest = Judgment.objects.filter(assignment__enrolment=enrolment).order_by("-pk")
    spent = [ms or 0 for ms in latest.values_list("active_ms", flat=True)]
    asked = campaign.place_minutes * MINUTE_MS
    return sum(spent[1:]) < asked <= sum(spent)


def can_get_nothing(enrolment: Enrolment) -> bool:
    """Return whether nothing is left for a worker now: their work has ended, it is over, or each
    HIT was theirs or is full."""
    campaign = enrolment.campaign
    if enrolment.has_ended or campaign.status == Campaign.Status.CLOSED:
        return True
    return has_done_enough(enrolment) or enrolment.nothing_left_at == campaign.reopenings


def has_done_enough(enrolment: Enrolment) -> bool:
    """Return whether a worker has done as many HITs as one worker may."""
    most = enrolment.campaign.most_hits_per_worker
    return most is not None and enrolment.submitted - enrolment.training_done >= most


def has_had_all(enrolment: Enrolment) -> bool:
    """Return whether no HIT can come to this worker any more. Each HIT comes once, to be judged or
    given back, unless they put it off and it is still open. Known HITs are outside the order and
    come only among others."""
    others = HIT.objects.filter(campaign=enrolment.campaign_id, known=False)
    if others.exclude(assignments__enrolment=enrolment).exists():
        return False
    put_off = enrolment.assignments.filter(later=True, hit__taken__lt=F("hit__quota"))
    return not put_off.exists()


def _leading_out(campaign: Campaign, who: Identity, kind: Kind) -> WayOut | None:
    code = {
        "completed": campaign.completion_code,
        "screened_out": campaign.screen_out_code,
        "no_consent": campaign.no_consent_code,
    }[kind]
    address = _address(campaign, who, code, kind)
    return WayOut(kind, code, address) if code or address else None


def _address(campaign: Campaign, who: Identity, code: str, kind: Kind) -> str:
    """Return the platform's address with all filled in. One that has no place for a code stands
    for completion alone."""
    address = campaign.return_address
    if not address and who.source == Worker.Source.PROLIFIC:
        address = OF_PROLIFIC
    if "{code}" in address and not code:
        return ""
    if "{code}" not in address and kind != "completed":
        return ""
    filled = {
        "{code}": code,
        "{id}": who.worker if who.source != Worker.Source.NAME else "",
        "{study}": who.study,
        "{session}": who.session,
    }
    for place, value in filled.items():
        address = address.replace(place, quote(value, safe=""))
    return address
