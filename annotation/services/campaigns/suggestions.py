"""Choose the set whose answers a campaign's workers start from. They are copied at its launch."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Count

from annotation.models import HIT, Annotation, AnnotationSet, Campaign, PreAnnotation, User
from annotation.models.work.suggestion import TENTHS, Suggestion
from annotation.services.audit import record_campaign_event
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.guard import require_open
from annotation.services.sets.answers import Translation
from midpath.schemes.base import InvalidAnswer

# These answers may be parsed again, within the request that launches the campaign.
MAX_SUGGESTIONS = 50_000
BATCH = 2000
LAUNCHED = "You can change suggestions only before the launch."


def choose_suggestions(
    *, campaign: Campaign, own: AnnotationSet, user: User | None, tenths: int = TENTHS // 2
) -> PreAnnotation:
    """Let workers start from a set's answers on this many tenths of their HITs; if the set has
    several annotators, from the one with most answers."""
    require_open(campaign.dataset, own)
    if own.dataset_id != campaign.dataset_id or own.scheme != campaign.scheme:
        raise Invalid(
            f"“{own}” is about other items than this campaign’s, or has another scheme.",
            field="set",
        )
    if own.item_count > MAX_SUGGESTIONS:
        raise Invalid(
            f"“{own}” has answers to {own.item_count:,} items; the maximum for suggestions is "
            f"{MAX_SUGGESTIONS:,}.",
            field="set",
        )
    if not 1 <= tenths < TENTHS:
        raise Invalid(
            "Choose a share from 10 to 90 %. Measuring the effect of suggestions needs tasks "
            "both with and without them.",
            field="tenths",
        )
    busiest = own.annotations.values("annotator").annotate(many=Count("pk"))
    first = busiest.order_by("-many", "annotator").first()
    if first is None:
        raise Invalid(f"“{own}” has no answers.", field="set")
    with transaction.atomic():
        _require_draft(campaign)
        chosen, _ = PreAnnotation.objects.update_or_create(
            campaign=campaign,
            defaults={"set": own, "annotator": first["annotator"], "tenths": tenths, "user": user},
        )
        record_campaign_event("suggestions.chosen", campaign, user, name=own.name, tenths=tenths)
    return chosen


def drop_suggestions(*, campaign: Campaign, user: User | None) -> None:
    """Remove a draft's suggestions. Idempotent."""
    require_open(campaign.dataset)
    with transaction.atomic():
        _require_draft(campaign)
        dropped, _ = PreAnnotation.objects.filter(campaign=campaign).delete()
        if dropped:
            record_campaign_event("suggestions.dropped", campaign, user)


def make_suggestions(campaign: Campaign) -> None:
    """Copy the answers of the chosen set, if any, to the campaign's HITs at launch. Gold HITs get
    get none. Answers that are not possible in the campaign are counted as unfit."""
    chosen = PreAnnotation.objects.filter(campaign=campaign).first()
    if chosen is None:
        return
    if chosen.set is None or chosen.set.deleted_at is not None:
        raise Conflict("The set with its suggestions was deleted. Choose another set, or none.")
    made, unfit, waiting = 0, 0, list[Suggestion]()
    for one in _drafts(campaign, chosen, chosen.set):
        if one is None:
            unfit += 1
            continue
        waiting.append(one)
        if len(waiting) >= BATCH:
            made += len(Suggestion.objects.bulk_create(waiting))
            waiting = []
    made += len(Suggestion.objects.bulk_create(waiting))
    if not made:
        raise Conflict(
            f"None of the answers of “{chosen.set}” can be suggested: none is a valid answer to "
            "a task of this campaign. Choose another set for its suggestions, or none."
        )
    PreAnnotation.objects.filter(pk=chosen.pk).update(unfit=unfit)


def _drafts(
    campaign: Campaign, chosen: PreAnnotation, own: AnnotationSet
) -> Iterator[Suggestion | None]:
    """Yield a suggestion for each answer of the set to a HIT; None if it is not possible here."""
    hits = dict(HIT.objects.filter(campaign=campaign, known=False).values_list("item", "pk"))
    translation = Translation(own, campaign)
    rows = Annotation.objects.filter(set=own, annotator=chosen.annotator)
    for given in rows.select_related("item__document").order_by("pk").iterator(BATCH):
        if given.item_id not in hits:
            continue
        try:
            payload, vector = translation.draft(given)
        except InvalidAnswer:
            yield None
            continue
        yield Suggestion(hit_id=hits[given.item_id], payload=payload, vector=list(vector))


def _require_draft(campaign: Campaign) -> None:
    """Lock a campaign, and refuse to change it after its launch."""
    found = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    require_open(found)
    if found.status != Campaign.Status.DRAFT:
        raise Conflict(LAUNCHED)
