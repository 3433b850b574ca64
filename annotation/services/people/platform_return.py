"""The return of a worker to their platform: when their submission is complete, and with which
code and address they return.

A submission is a number of tasks or minutes of active work; without either it lasts until there
are no more tasks for the worker. No code is shown before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from django.db.models import Count, F

from annotation.models import HIT, Assignment, Campaign, Enrolment, Worker
from annotation.services.errors import Enough, Over
from annotation.services.pay.funding import holds_task, is_used_up
from annotation.services.people.identity import Identity
from annotation.services.people.platform_quota import Place, leads_back, place_of
from annotation.services.people.sessions import done_of
from annotation.services.work.allocation import obstacle

# Where Prolific takes its participants back, if a campaign names no other address.
OF_PROLIFIC = "https://app.prolific.com/submissions/complete?cc={code}"
# Everyone skips a text that no one can do, so one skip is ignored for each five HITs done.
DONE_FOR_A_SKIP = 5

Kind = Literal["completed", "screened_out", "no_consent"]


@dataclass(frozen=True)
class ReturnLink:
    """The return of a worker. `code` is empty if the campaign has none for their case, `address` if
    there is no address to return to."""

    kind: Kind
    code: str
    address: str

    @property
    def platform(self) -> str:
        """Return the name of the platform of the address; empty if it is unknown."""
        known = {"app.prolific.com": "Prolific", "app.prolific.co": "Prolific"}
        known |= {"connect.cloudresearch.com": "Connect"}
        host = self.address.partition("//")[2].partition("/")[0]
        return "SONA" if ".sona-systems." in host else known.get(host, "")


def has_codes(campaign: Campaign) -> bool:
    """Return whether a campaign returns workers to a platform when their submission is complete."""
    return bool(campaign.completion_code or campaign.return_address)


def return_link(enrolment: Enrolment, place: Place | None = None) -> ReturnLink | None:
    """Return how this worker returns; None while they have something to do or to wait for, or if
    they have no work that could be completed."""
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


def return_link_when_declining(place: Place) -> ReturnLink | None:
    """Return how a worker returns who declines the consent text. What they completed under an
    earlier text stays completed."""
    return leaving(place, "completed" if has_completed(place) else "no_consent")


def leaving(place: Place, kind: Kind) -> ReturnLink | None:
    """Return the code of a case and its address; None if there is neither."""
    campaign, worker = place.enrolment.campaign, place.enrolment.worker
    study, session = (place.visit.study, place.visit.session) if place.visit else ("", "")
    who = Identity(worker.source, worker.external_id, study, session)
    return _leading_out(campaign, who, kind)


def return_link_when_refused(campaign: Campaign, who: Identity) -> ReturnLink | None:
    """Return how a person who is not admitted returns to their platform; None without a platform,
    or if the campaign has no code for them."""
    return _leading_out(campaign, who, "screened_out") if who.platform else None


def has_completed(place: Place) -> bool:
    """Return whether a worker has completed their submission, or has done part of it and can get no
    more tasks, for a reason other than skipping."""
    if place.done < 1:
        return False
    return place.is_full or _is_cut_short(place)


def _is_cut_short(place: Place) -> bool:
    """Return whether a worker can get no more tasks, for a reason other than not doing those they
    got."""
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
    """Return whether there is nothing left for a worker now: the work has ended, each task was
    theirs or is full, or the budget does not cover one more."""
    campaign = enrolment.campaign
    if campaign.status == Campaign.Status.CLOSED:
        return True
    if enrolment.nothing_left_at is not None:
        # HITs returned by others since then are of no use to a worker who has had every HIT.
        found = enrolment.nothing_left_at == campaign.reopenings
        if found or has_had_all(enrolment):
            return True
    return _is_out_of_money(enrolment)


def _is_out_of_money(enrolment: Enrolment) -> bool:
    campaign = enrolment.campaign
    costs = campaign.status == Campaign.Status.LIVE and not enrolment.of_program
    return costs and is_used_up(campaign)


def has_skipped_too_much(place: Place) -> bool:
    """Return whether skipped tasks that are still open are the reason why the submission is
    incomplete: more than one for each five done."""
    return left_undone(place.enrolment) * DONE_FOR_A_SKIP > place.done


def left_undone(enrolment: Enrolment) -> int:
    return left_undone_by([enrolment.pk]).get(enrolment.pk, 0)


def left_undone_by(enrolments: Sequence[int]) -> dict[int, int]:
    """Return how many returned tasks of each of these workers are still open. Gold tasks are never
    full, and a repeat takes no slot."""
    returned = Assignment.objects.filter(
        enrolment__in=enrolments, status=Assignment.Status.RETURNED, repeat=False, judgment=None
    )
    still = returned.filter(hit__known=False, hit__taken__lt=F("hit__quota")).order_by()
    counts = still.values_list("enrolment").annotate(n=Count("pk"))
    return dict(counts.values_list("enrolment", "n"))


def has_done_enough(enrolment: Enrolment) -> bool:
    """Return whether a worker has reached the maximum number of tasks."""
    most = enrolment.campaign.most_hits_per_worker
    return most is not None and done_of(enrolment) >= most


def has_had_all(enrolment: Enrolment) -> bool:
    """Return whether there are no more tasks for this worker. Each task comes once, unless they
    postponed it and it is still open. Gold tasks are outside the order and come only among
    others."""
    others = HIT.objects.filter(campaign=enrolment.campaign_id, known=False)
    if others.exclude(assignments__enrolment=enrolment).exists():
        return False
    put_off = enrolment.assignments.filter(later=True, hit__taken__lt=F("hit__quota"))
    return not put_off.exists()


def _leading_out(campaign: Campaign, who: Identity, kind: Kind) -> ReturnLink | None:
    code = {
        "completed": campaign.completion_code,
        "screened_out": campaign.screen_out_code,
        "no_consent": campaign.no_consent_code,
    }[kind]
    address = _address(campaign, who, code, kind)
    return ReturnLink(kind, code, address) if code or address else None


def _address(campaign: Campaign, who: Identity, code: str, kind: Kind) -> str:
    """Return the platform's address with everything filled in. An address without a placeholder for
    the code is for completion only."""
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
