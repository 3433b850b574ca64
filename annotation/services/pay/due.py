"""Sums that platforms pay with workers' places; payment lists must not include them again.

An add-on may know them from the platform. Otherwise they follow from the campaign's terms: a
completed place pays one reward per HIT of the place, rounded up to what the platform can pay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Case, Max, Q, Sum, Value, When
from django.db.models.functions import Coalesce

from annotation.models import Campaign, Enrolment, PaymentLine, PlacePayment
from annotation.models.people.worker import PAYS_PLACES
from annotation.services.pay.place_reports import PlaceReport, report_of
from annotation.services.pay.platform_visits import Visit, visits_of
from midpath.text.formatting import rounded_up

ZERO = Decimal(0)


@dataclass(frozen=True)
class Due:
    """A place paid by a platform. `left` of its `reward` is in no payment yet. It is paid now, or,
    if it `waits`, perhaps later. `is_known` says that the platform reported it."""

    submission: str
    reward: Decimal
    left: Decimal
    waits: bool
    is_known: bool


@dataclass(frozen=True)
class _Entered:
    """Earlier payments for a place."""

    amount: Decimal = ZERO
    reward: Decimal | None = None
    by_bonus: bool = False


Earlier = Mapping[tuple[int, str], _Entered]
NOTHING = _Entered()


def price_of_place(campaign: Campaign) -> Decimal | None:
    """Return what a platform presumably pays for a place; None if the terms do not say."""
    if not campaign.place_hits or not campaign.completion_code or not campaign.reward:
        return None
    return rounded_up(campaign.reward * campaign.place_hits, campaign.currency)


def due_to(enrolments: Sequence[Enrolment], campaign: Campaign) -> dict[int, list[Due]]:
    """Return the places of these workers that are not completely in the ledger, by enrolment."""
    theirs = [one for one in enrolments if one.worker.source in PAYS_PLACES]
    if not theirs:
        return {}
    price, report = price_of_place(campaign), report_of(campaign, theirs)
    if price is None and report is None:
        return {}
    entered = _entered(theirs)
    found: dict[int, list[Due]] = {}
    submitted: set[tuple[int, str]] = set()
    if report is not None:
        found, submitted = _by_report(report, theirs, entered)
    if price is not None:
        visits = visits_of(theirs, campaign)
        for one in theirs:
            own = report if report is not None and one.worker.source == report.source else None
            for visit in visits.get(one.pk, []):
                if (one.pk, visit.session) not in submitted:
                    due = _by_terms(campaign, price, visit, own)
                    _add(found, one.pk, due, entered.get((one.pk, visit.session), NOTHING))
    return found


def _by_report(
    report: PlaceReport, enrolments: Sequence[Enrolment], entered: Earlier
) -> tuple[dict[int, list[Due]], set[tuple[int, str]]]:
    """Return what the platform pays for the reported places, and their workers. A place of a worker
    whose link contained no session may belong to any of their sessions."""
    of_name = {
        one.worker.external_id: one.pk for one in enrolments if one.worker.source == report.source
    }
    unnamed = {key: entered.get((key, ""), NOTHING).amount for key in of_name.values()}
    found: dict[int, list[Due]] = {}
    submitted: set[tuple[int, str]] = set()
    for one in report.places:
        key = of_name[one.worker]
        submitted |= {(key, one.session), (key, "")}
        if not one.is_paid and not one.is_open:
            continue
        left = report.reward - entered.get((key, one.session), NOTHING).amount
        taken = min(max(left, ZERO), unnamed[key])
        unnamed[key] -= taken
        if left > taken:
            due = Due(one.session, report.reward, left - taken, one.is_open, is_known=True)
            found.setdefault(key, []).append(due)
    return found, submitted


def _by_terms(
    campaign: Campaign, price: Decimal, visit: Visit, report: PlaceReport | None
) -> Due | None:
    """Return what the platform pays for a place that it has not reported; None if nothing."""
    if visit.is_open:
        so_far = min(price, visit.done * Decimal(campaign.reward))
        return Due(visit.session, price, so_far, waits=True, is_known=False)
    if not visit.is_complete:
        return None
    synced_soon = report is not None and visit.study in ("", report.study)
    return Due(visit.session, price, price, waits=synced_soon, is_known=False)


def _add(found: dict[int, list[Due]], enrolment: int, due: Due | None, entered: _Entered) -> None:
    """Add a place once, without the part that is entered already."""
    if due is None or entered.by_bonus:
        return
    if any(one.submission == due.submission for one in found.get(enrolment, [])):
        return
    reward = due.reward if entered.reward is None else entered.reward
    left = min(due.left, reward - entered.amount)
    if left > 0:
        row = Due(due.submission, reward, left, due.waits, due.is_known)
        found.setdefault(enrolment, []).append(row)


def _entered(enrolments: Sequence[Enrolment]) -> dict[tuple[int, str], _Entered]:
    """Return the parts for places in payments that did not fail, by worker and session."""
    rows = PlacePayment.objects.filter(line__enrolment__in=[one.pk for one in enrolments])
    rows = rows.exclude(line__status=PaymentLine.Status.FAILED).order_by()
    sums = rows.values("line__enrolment", "submission").annotate(
        paid=Coalesce(Sum("amount", filter=Q(by_bonus=False)), ZERO),
        whole=Max("reward"),
        bonuses=Max(Case(When(by_bonus=True, then=Value(1)), default=Value(0))),
    )
    return {
        (row["line__enrolment"], row["submission"]): _Entered(
            row["paid"], row["whole"], bool(row["bonuses"])
        )
        for row in sums
    }
