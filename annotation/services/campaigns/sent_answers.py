"""Store gold answers sent by a program: all or none, and idempotent."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from annotation.models import Campaign, Item, KnownAnswer, User
from annotation.schemes import scheme_of
from annotation.services.campaigns.gold_answers import change_answer, checked_why, keep_answer
from annotation.services.campaigns.terms import gold_scheme_of
from annotation.services.errors import Invalid, ServiceError
from annotation.services.work.submit import room_for
from midpath.schemes.base import InvalidAnswer


@dataclass(frozen=True)
class SentAnswer:
    """The gold answer to an item, as a worker would send it, its use, and its explanation."""

    item: int
    payload: Mapping[str, object]
    use: str
    why: str = ""


@dataclass(frozen=True)
class StoredAnswers:
    """The effect of sending answers: how many are new (`kept`), how many only `changed` their use
    or explanation, and how many are `unchanged`."""

    kept: int = 0
    changed: int = 0
    unchanged: int = 0


def keep_answers(
    *, campaign: Campaign, user: User | None, answers: Sequence[SentAnswer]
) -> StoredAnswers:
    """Store all of these answers, or raise Invalid with what is wrong in which, counted from 0."""
    gold_scheme_of(campaign)
    rows = campaign.dataset.items.select_related("document")
    items = {item.pk: item for item in rows.filter(pk__in=[one.item for one in answers])}
    with transaction.atomic():
        # Locked first, so that the same answers sent twice at once are stored once.
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        done: list[str] = []
        errors, seen = [], set[int]()
        for place, one in enumerate(answers):
            try:
                item = items.get(one.item)
                if item is None:
                    raise Invalid("There is no such item in the campaign's dataset.", field="item")
                if one.item in seen:
                    raise Invalid("This item is sent twice.", field="item")
                seen.add(one.item)
                done.append(_keep(campaign, user, item, one))
            except Invalid as wrong:
                field = f"answers.{place}.{wrong.field}"
                errors.append({"field": field, "message": wrong.message})
        if errors:
            raise Invalid(errors[0]["message"], field=errors[0]["field"], errors=errors)
    return StoredAnswers(done.count("kept"), done.count("changed"), done.count("unchanged"))


def _keep(campaign: Campaign, user: User | None, item: Item, one: SentAnswer) -> str:
    vector = _vector(campaign, item, one.payload)
    current = campaign.known_answers.filter(item=item, removed_at=None).first()
    try:
        if current is None or list(current.vector) != vector:
            keep_answer(
                campaign=campaign,
                item=item,
                vector=vector,
                user=user,
                source=KnownAnswer.Source.SENT,
                use=one.use,
                why=one.why,
            )
            return "kept"
        if (current.use, current.why) == (one.use, checked_why(one.why)):
            return "unchanged"
        change_answer(answer=current, user=user, use=one.use, why=one.why)
    except ServiceError as error:
        raise Invalid(error.message, field=getattr(error, "field", "") or "item") from error
    return "changed"


def _vector(campaign: Campaign, item: Item, payload: Mapping[str, object]) -> list[int]:
    """Return the canonical form of an answer, as checked by its scheme."""
    if len(json.dumps(payload)) > room_for(campaign, item):
        raise Invalid("This answer is too large.", field="payload")
    try:
        return list(scheme_of(campaign).parse(payload, item, campaign.settings))
    except InvalidAnswer as error:
        where = f"payload.{error.field}" if error.field else "payload"
        raise Invalid(error.message, field=where) from error
