"""Counts of all rows of a campaign that its dashboard shows: the judgments that are requested, and
when judgments arrived.

Those of a large campaign are stored by Celery, with their moment, so that a page counts only what
came later, however many HITs and judgments there are.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from annotation.models import Campaign, CampaignReport
from annotation.services.progress.throughput import Arrivals, Bucket, nothing_yet, span_of

# Planned judgments; counting so many takes some ten milliseconds.
MOST_COUNTED_LIVE = 20_000
# A submission is committed by then, so no judgment that comes later has an earlier time.
COMMITTED = timedelta(minutes=2)
# Marks in place of the version of stored counts: they are out of date, or are being replaced.
OUTDATED, COUNTING = 0, -1
KIND = CampaignReport.Kind.COUNTS


class Slots(NamedTuple):
    """The number of judgments that ordinary HITs request now, and its maximum."""

    asked: int
    most: int


class Counts(NamedTuple):
    """Stored counts; `arrivals` is None before the first judgment, and `slots` if other numbers of
    judgments have been requested since."""

    slots: Slots | None
    arrivals: Arrivals | None


def large(campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """Return the campaigns whose counts are stored."""
    planned = F("hit_count") * F("redundancy") + F("asked_beyond")
    return campaigns.alias(to_count=planned).filter(to_count__gt=MOST_COUNTED_LIVE)


def slots_of(campaign: Campaign) -> Slots:
    """Return the judgments requested, as last stored if the campaign is large."""
    counts = _stored(campaign)
    return (counts and counts.slots) or _slots_now(campaign)


def throughput(campaign: Campaign) -> Sequence[Bucket]:
    """Return the buckets of a campaign, up to its newest judgment."""
    span, counts = span_of(campaign), _stored(campaign)
    if span.first is None or span.last is None:
        return []
    arrivals = counts and counts.arrivals
    if not (arrivals and arrivals.has_room_for(span.first, span.last)):
        arrivals = nothing_yet(span.first, span.last)
    return arrivals.with_later(campaign, span.last).as_buckets(by_people=span.by_people)


def outdate_counts(campaign: Campaign) -> None:
    """Let a large campaign be counted again although its figures may not change, because something
    else that is counted has changed.

    A count that begins before this transaction ends waits for it, and one that has begun finds its
    mark gone. So this writes even if the counts are outdated already."""
    if campaign.planned > MOST_COUNTED_LIVE:
        mark_counts(campaign.pk, OUTDATED)


def mark_counts(campaign_id: int, mark: int) -> None:
    """Set the mark of a campaign's stored counts; before the first count, store it alone."""
    CampaignReport.objects.bulk_create(
        [CampaignReport(campaign_id=campaign_id, kind=KIND, version=mark, basis=[], results={})],
        update_conflicts=True,
        unique_fields=["campaign", "kind"],
        update_fields=["version"],
    )


def counts_to_store(campaign: Campaign) -> dict[str, Any]:
    """Count all rows, and return the counts as JSON."""
    span, slots = span_of(campaign), _slots_now(campaign)
    requested = {**slots._asdict(), "terms": _terms_of(campaign)}
    if span.first is None or span.last is None:
        return {**requested, "arrivals": None}
    arrivals = nothing_yet(span.first, span.last).with_later(campaign, span.now - COMMITTED)
    return {
        **requested,
        "arrivals": {
            "begin": arrivals.begin.isoformat(),
            "seconds": arrivals.seconds,
            "until": arrivals.until.isoformat(),
            "buckets": [[place, *counts] for place, counts in sorted(arrivals.counts.items())],
        },
    }


def _stored(campaign: Campaign) -> Counts | None:
    """Return the stored counts of a large campaign, if there are any."""
    if campaign.planned <= MOST_COUNTED_LIVE:
        return None
    reports = campaign.reports.filter(kind=KIND)
    found: dict[str, Any] | None = reports.values_list("results", flat=True).first()
    if not found:
        return None
    arrivals = found["arrivals"]
    is_current = found["terms"] == _terms_of(campaign)
    slots = Slots(found["asked"], found["most"]) if is_current else None
    if arrivals is None:
        return Counts(slots, None)
    begin, until = (datetime.fromisoformat(arrivals[name]) for name in ("begin", "until"))
    buckets = {place: (judgments, paid) for place, judgments, paid in arrivals["buckets"]}
    return Counts(slots, Arrivals(begin, arrivals["seconds"], until, buckets))


def _terms_of(campaign: Campaign) -> list[int]:
    """Return what changes when a researcher requests other numbers of judgments."""
    return [campaign.planned, campaign.most_planned]


def _slots_now(campaign: Campaign) -> Slots:
    found = campaign.hits.filter(known=False).aggregate(
        asked=Coalesce(Sum("quota"), 0), most=Coalesce(Sum(Coalesce("cap", "quota")), 0)
    )
    return Slots(**found)
