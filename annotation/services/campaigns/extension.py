"""Request more judgments of the items that match a filter, and preview the increase."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db import transaction
from django.db.models import Case, Count, F, IntegerField, Max, Min, QuerySet, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest

from annotation.models import HIT, Campaign, User
from annotation.models.terms.quality_terms import MAX_REDUNDANCY
from annotation.schemes import scheme_of
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_open_campaign
from annotation.services.campaigns.extra_judgments import store_extra_judgments
from annotation.services.campaigns.terms import check_workers_for
from annotation.services.errors import Conflict, Invalid
from annotation.services.items.filters import ItemFilter
from annotation.services.work.missing_judgments import lock_decision, settle_hits
from annotation.services.work.release import next_reopenings
from midpath.text.formatting import counted


@dataclass(frozen=True)
class Found:
    """The HITs that match a filter: their number, and the number of counting judgments now
    requested of each, from `fewest` to `most`. Gold HITs are not included."""

    hits: int
    fewest: int
    most: int


@dataclass(frozen=True)
class More:
    """The additional judgments, and the increase of the campaign's maximum."""

    judgments: int
    at_most: int


NOTHING_MORE = More(0, 0)


def found_by(campaign: Campaign, wanted: ItemFilter) -> Found:
    return _count(campaign, _ordinary(campaign, wanted))


def foresee_more(campaign: Campaign, wanted: ItemFilter, redundancy: int) -> More:
    """Return what requesting this many judgments of each matching HIT would add now."""
    most = _greatest("at_least", campaign.most_per_item)
    sums = _ordinary(campaign, wanted).aggregate(
        judgments=Coalesce(Sum(_lacking(redundancy, _requested_now(campaign))), 0),
        at_most=Coalesce(Sum(_lacking(redundancy, most)), 0),
    )
    return More(**sums)


def ask_more_of(
    *,
    campaign: Campaign,
    user: User | None,
    wanted: ItemFilter,
    redundancy: int,
    expected: int | None = None,
) -> int:
    """Request this many counting judgments of each HIT that matches a filter now, and return the
    increase. HITs with at least as many requested stay unchanged, so this is idempotent.

    With adaptive redundancy the judgments are requested even if workers agree, and beyond the
    campaign's maximum. With `expected`, nothing happens unless the filter matches exactly this many
    HITs. Full HITs are offered before new ones."""
    if not wanted.written():
        raise Invalid("Set at least one filter: without filters, all items match.", field="filter")
    with transaction.atomic():
        found = list(_ordinary(campaign, wanted).order_by("pk").values_list("pk", flat=True))
        lock_decision(found)
        campaign = lock_open_campaign(campaign)
        hits = HIT.objects.filter(pk__in=found)
        _check(campaign, _count(campaign, hits), redundancy, expected)
        before = _slots(hits)
        _raise(campaign, found, redundancy)
        store_extra_judgments(campaign)
        campaign.save(update_fields=["asked_beyond", "most_beyond"])
        added = _slots(hits) - before
        record_campaign_event(
            "campaign.asked_more",
            campaign,
            user,
            query=urlencode(wanted.written()),
            hits=len(found),
            judgments=added,
            at_least=redundancy,
        )
    return added


def _raise(campaign: Campaign, found: Sequence[int], redundancy: int) -> None:
    """Raise the quotas. A HIT with non-counting judgments gets its own quota. The caller has locked
    all of them, so no HIT becomes one in the meantime."""
    last = next_reopenings(campaign.pk, campaign.hit_count)
    HIT.objects.filter(pk__in=found, at_least__lt=redundancy).update(
        at_least=redundancy,
        quota=_greatest("quota", redundancy),
        cap=Case(When(cap__isnull=False, then=_greatest("cap", redundancy))),
        reopened=last - campaign.hit_count + F("position"),
    )
    lost = campaign.judgments.filter(took_slot=True, counts=False, repeat=False, hit__known=False)
    special = set(lost.order_by().values_list("hit", flat=True)).intersection(found)
    settle_hits(campaign, sorted(special))


def _check(campaign: Campaign, found: Found, redundancy: int, expected: int | None) -> None:
    noun = scheme_of(campaign).noun
    if campaign.status == Campaign.Status.DRAFT:
        raise Conflict("This campaign is a draft. Edit its redundancy instead.")
    if not found.hits:
        raise Conflict(f"No {noun} that matches the filter can get more judgments.")
    if expected is not None and found.hits != expected:
        raise Conflict(
            f"The filter now matches {counted(found.hits, noun)}; it matched {expected:,} "
            "before. Check the cost and ask again."
        )
    if not found.fewest < redundancy <= MAX_REDUNDANCY:
        raise Invalid(
            f"All of these already get at least {counted(found.fewest, 'judgment')}. Choose a "
            f"number from {found.fewest + 1} to {MAX_REDUNDANCY}.",
            field="redundancy",
        )
    check_workers_for(campaign, redundancy)


def _ordinary(campaign: Campaign, wanted: ItemFilter) -> QuerySet[HIT]:
    return wanted.hits(campaign).filter(known=False)


def _count(campaign: Campaign, hits: QuerySet[HIT]) -> Found:
    now = _requested_now(campaign)
    counts = hits.aggregate(
        hits=Count("pk"), fewest=Coalesce(Min(now), 0), most=Coalesce(Max(now), 0)
    )
    return Found(**counts)


def _requested_now(campaign: Campaign) -> Combinable:
    """Return the number of counting judgments requested of a HIT: its quota minus judgments that
    took a slot but do not count, which raised its cap as well."""
    if campaign.most_judgments is None:
        return _greatest("at_least", campaign.redundancy)
    return F("quota") - F("cap") + _greatest("at_least", campaign.most_judgments)


def _greatest(column: str, number: int) -> Combinable:
    return Greatest(F(column), Value(number), output_field=IntegerField())


def _lacking(redundancy: int, requested: Combinable) -> Combinable:
    return Greatest(Value(redundancy) - requested, Value(0), output_field=IntegerField())


def _slots(hits: QuerySet[HIT]) -> int:
    slots: int = hits.aggregate(slots=Coalesce(Sum("quota"), 0))["slots"]
    return slots
