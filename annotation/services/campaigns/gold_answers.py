"""Store gold answers from researchers: made in the task interface, or chosen from the judgments.
The launch determines which items are checks with a gold answer. From then on workers are assessed
with these answers, so they cannot change; only the explanation can."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now

from annotation.models import HIT, Campaign, Item, KnownAnswer, User
from annotation.models.work.gold_answer import MAX_WHY_LENGTH
from annotation.schemes import scheme_of
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_campaign
from annotation.services.campaigns.fitting import require_fit
from annotation.services.campaigns.terms import count_known, gold_scheme_of, practice_left
from annotation.services.errors import Conflict, Invalid
from annotation.services.short_texts import one_line

Use, Source = KnownAnswer.Use, KnownAnswer.Source
MEASURED = (
    "Workers of this campaign have been assessed with the gold answer to this {noun} since the "
    "launch, so it cannot change. You can still change its explanation."
)
IS_A_TASK = (
    "This {noun} is a task of the campaign, so workers must not see its answer here. Save it "
    "for checks instead: a duplicate of the campaign will use it."
)


def keep_answer(
    *,
    campaign: Campaign,
    item: Item,
    vector: Sequence[int],
    user: User | None,
    source: str,
    use: str = Use.KNOWN,
    why: str = "",
) -> KnownAnswer:
    """Store a gold answer to an item. An earlier one is removed and can be restored."""
    with transaction.atomic():
        campaign = lock_campaign(campaign)
        require_fit(campaign, item)
        _check_use(campaign, item.pk, use)
        _require_unmeasured(campaign, item.pk)
        _remove_current(campaign, item.pk)
        stored = KnownAnswer.objects.create(
            campaign=campaign,
            item=item,
            vector=list(vector),
            written=scheme_of(campaign).written(vector, item, campaign.settings),
            why=checked_why(why),
            use=use,
            source=source,
            made_by=user,
        )
        _count(campaign)
        _record("known_answer.kept", campaign, user, stored, source=source)
    return stored


def change_answer(*, answer: KnownAnswer, user: User | None, use: str, why: str) -> KnownAnswer:
    """Change how an answer is used and how it is explained."""
    with transaction.atomic():
        campaign = lock_campaign(answer.campaign)
        answer = KnownAnswer.objects.select_for_update().get(pk=answer.pk)
        if answer.removed_at is not None:
            raise Conflict("This answer was removed. Restore it first.")
        before = {"use": answer.use, "why": answer.why}
        if use != answer.use:
            _require_unmeasured(campaign, answer.item_id)
            _check_use(campaign, answer.item_id, use)
            answer.use = use
        answer.why = checked_why(why)
        if before == {"use": answer.use, "why": answer.why}:
            return answer
        answer.save(update_fields=["use", "why"])
        _require_practice(campaign)
        _count(campaign)
        _record("known_answer.changed", campaign, user, answer, before=before)
    return answer


def remove_answer(*, answer: KnownAnswer, user: User) -> KnownAnswer:
    """Remove an answer. Idempotent."""
    with transaction.atomic():
        campaign = lock_campaign(answer.campaign)
        answer = KnownAnswer.objects.select_for_update().get(pk=answer.pk)
        if answer.removed_at is not None:
            return answer
        _require_unmeasured(campaign, answer.item_id)
        _remove_current(campaign, answer.item_id)
        _require_practice(campaign)
        _count(campaign)
        _record("known_answer.removed", campaign, user, answer)
        answer.refresh_from_db()
    return answer


def put_back_answer(*, answer: KnownAnswer, user: User) -> KnownAnswer:
    """Restore a removed answer, which replaces the current one."""
    with transaction.atomic():
        campaign = lock_campaign(answer.campaign)
        answer = KnownAnswer.objects.select_for_update().get(pk=answer.pk)
        if answer.removed_at is None:
            return answer
        _require_unmeasured(campaign, answer.item_id)
        _check_use(campaign, answer.item_id, answer.use)
        _remove_current(campaign, answer.item_id)
        KnownAnswer.objects.filter(pk=answer.pk).update(removed_at=None)
        _count(campaign)
        _record("known_answer.put_back", campaign, user, answer)
        answer.refresh_from_db()
    return answer


def copy_answers(*, campaign: Campaign, copy: Campaign) -> None:
    """Copy the gold answers of the original to a duplicate on the same dataset."""
    if campaign.dataset_id != copy.dataset_id:
        return
    KnownAnswer.objects.bulk_create(
        KnownAnswer(
            campaign=copy,
            item_id=one.item_id,
            vector=one.vector,
            written=one.written,
            why=one.why,
            use=one.use,
            source=Source.COPIED,
            made_by_id=one.made_by_id,
        )
        for one in campaign.known_answers.filter(removed_at=None).order_by("pk")
    )
    _count(copy)


def uses_for(campaign: Campaign, item_id: int) -> list[str]:
    """Return the possible uses of an answer to an item; none if its answer cannot change."""
    hit = HIT.objects.filter(campaign=campaign, item=item_id).first()
    if hit is None:
        return [str(use) for use in Use]
    return [] if hit.known else [str(Use.KNOWN)]


def checked_why(why: str) -> str:
    """Return an explanation on one line, or raise Invalid."""
    return one_line(why, "why", MAX_WHY_LENGTH, f"Write at most {MAX_WHY_LENGTH:,} characters.")


def _check_use(campaign: Campaign, item_id: int, use: str) -> None:
    scheme = gold_scheme_of(campaign)
    if use not in Use.values:
        raise Invalid("Choose a use for the answer.", field="use")
    if use in KnownAnswer.SHOWN and HIT.objects.filter(campaign=campaign, item=item_id).exists():
        raise Conflict(IS_A_TASK.format(noun=scheme.noun))


def _require_unmeasured(campaign: Campaign, item_id: int) -> None:
    if HIT.objects.filter(campaign=campaign, item=item_id, known=True).exists():
        raise Conflict(MEASURED.format(noun=scheme_of(campaign).noun))


def _require_practice(campaign: Campaign) -> None:
    """Refuse, after the launch, a change that leaves too few items for workers' practice."""
    launched = campaign.status != Campaign.Status.DRAFT
    if launched and campaign.practice > practice_left(campaign):
        raise Conflict(
            f"Workers practise on {campaign.practice} of these before their first task, so you "
            "cannot remove more. Add another one for practice first."
        )


def _remove_current(campaign: Campaign, item_id: int) -> None:
    current = campaign.known_answers.filter(item=item_id, removed_at=None)
    current.update(removed_at=Now())


def _count(campaign: Campaign) -> None:
    """Recount the gold answers of a draft; the launch fixes their number."""
    if campaign.status == Campaign.Status.DRAFT:
        campaign.known_count = count_known(campaign)
        campaign.save(update_fields=["known_count"])


def _record(
    verb: str,
    campaign: Campaign,
    user: User | None,
    answer: KnownAnswer,
    **details: object,
) -> None:
    record_campaign_event(
        verb,
        campaign,
        user,
        worker=None,
        object_id=answer.pk,
        item=answer.item_id,
        answer=answer.written,
        use=answer.use,
        **details,
    )
