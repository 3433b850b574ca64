"""The way out: when a worker has completed their place on a platform, and with which code and
address they go back to it.

A place is so many HITs or minutes of active work; without either it lasts until nothing can come to
the worker any more. No code is told before."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from django.db.models import F

from annotation.models import HIT, Assignment, Campaign, Enrolment, Worker
from annotation.services.errors import Enough, Over
from annotation.services.pay.funding import holds_task, is_used_up
from annotation.services.people.identity import Identity
from annotation.services.people.place import Place, leads_back, place_of
from annotation.services.people.sessions import done_of
from annotation.services.work.allocation import obstacle

# Where Prolific takes its participants back, if a campaign names no other address.
OF_PROLIFIC = "https://app.prolific.com/submissions/complete?cc={code}"
# A text that nobody can answer is skipped by everybody, so for each five HITs that somebody did one
# that they skipped is not held against them.
DONE_FOR_A_SKIP = 5

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


def has_codes(campaign: Campaign) -> bool:
    """Return whether a campaign takes workers back to a platform when their place is complete."""
    return bool(campaign.completion_code or campaign.return_address)


def way_out(enrolment: Enrolment, place: Place | None = None) -> WayOut | None:
    """Return how this worker leaves; None as long as they have something to do or to wait for, or
    where no work of theirs could be completed."""
    if not leads_back(enrolment.campaign):
        return None
    place = place or place_of(enrolment)
    if enrolment.withdrawn_at is not None:
        return leaving(place, "completed" if place.is_full else "no_consent")
    if enrolment.turned_away_at is not None or (enrolment.has_ended and place.done < 1):
        return leaving(place, "screened_out")
    if has_completed(place):
        return leaving(place, "completed")
    if place.done < 1 and _is_out_of_money(enrolment) and not holds_task(enrolment):
        return leaving(place, "screened_out")
    return None


def way_out_declining(place: Place) -> WayOut | None:
    """Return how a worker leaves who does not agree to the consent text. What they completed under
    an earlier one stays completed."""
    return leaving(place, "completed" if has_completed(place) else "no_consent")


def leaving(place: Place, kind: Kind) -> WayOut | None:
    """Return the code of a case with the address that takes it; None if there is neither."""
    campaign, worker = place.enrolment.campaign, place.enrolment.worker
    study, session = (place.visit.study, place.visit.session) if place.visit else ("", "")
    who = Identity(worker.source, worker.external_id, study, session)
    return _leading_out(campaign, who, kind)


def leaving_at_the_door(campaign: Campaign, who: Identity) -> WayOut | None:
    """Return how somebody whom a rule keeps out goes back to the platform that sent them; None
    where no platform did, or where the campaign has no code for them."""
    return _leading_out(campaign, who, "screened_out") if who.platform else None


def has_completed(place: Place) -> bool:
    """Return whether a worker has filled their place, or has done some of it and can get no more,
    which is not for what they skipped."""
    if place.done < 1:
        return False
    return place.is_full or _is_cut_short(place)


def _is_cut_short(place: Place) -> bool:
    """Return whether a worker can get no more HITs, and not for want of doing those they got."""
    enrolment = place.enrolment
    if enrolment.has_ended or has_done_enough(enrolment):
        return True
    in_the_way = obstacle(enrolment)
    if isinstance(in_the_way, Enough):
        return True
    if not isinstance(in_the_way, Over) and not can_get_nothing(enrolment):
        return False
    return not holds_task(enrolment) and not has_skipped_too_much(place)


def can_get_nothing(enrolment: Enrolment) -> bool:
    """Return whether nothing is left for a worker now: the work is over, each HIT was theirs or is
    full, or there is no money for one more."""
    campaign = enrolment.campaign
    if campaign.status == Campaign.Status.CLOSED:
        return True
    if enrolment.nothing_left_at is not None:
        # What others give back since reopens nothing for whoever has had each HIT.
        found = enrolment.nothing_left_at == campaign.reopenings
        if found or has_had_all(enrolment):
            return True
    return _is_out_of_money(enrolment)


def _is_out_of_money(enrolment: Enrolment) -> bool:
    campaign = enrolment.campaign
    costs = campaign.status == Campaign.Status.LIVE and not enrolment.of_program
    return costs and is_used_up(campaign)


def has_skipped_too_much(place: Place) -> bool:
    """Return whether what a worker gave back, and nobody else has done, is why their place is not
    full: more than one HIT for each five that they did."""
    return left_undone(place.enrolment) * DONE_FOR_A_SKIP > place.done


def left_undone(enrolment: Enrolment) -> int:
    """Return how many HITs a worker has given back that are still open. Known HITs are never
    full, and a repeat takes no slot."""
    returned = enrolment.assignments.filter(
        status=Assignment.Status.RETURNED, repeat=False, judgment=None
    )
    return returned.filter(hit__known=False, hit__taken__lt=F("hit__quota")).count()


def has_done_enough(enrolment: Enrolment) -> bool:
    """Return whether a worker has done as many HITs as one worker may."""
    most = enrolment.campaign.most_hits_per_worker
    return most is not None and done_of(enrolment) >= most


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
