"""A campaign whose items differ in every filterable property."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from annotation.models import Assignment, Campaign, Dataset, Item, Judgment, Project, User
from annotation.services.decisions.decide import accept_judgment
from annotation.services.items.addon_filters import addon_orders
from annotation.services.items.cursors import BACK, orders
from annotation.services.work.claim import claim_hit
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.helpers.factories import (
    enrol,
    luck_with,
    make_campaign,
    make_dataset,
    make_user,
    random_vector,
    submit,
)
from tests.helpers.judged_labels import make_labels
from tests.helpers.pairs import make_pair_campaign, make_pairs

# Orders without those of add-ons.
ORDERS = [name for name in orders() if name.removeprefix(BACK) not in addon_orders()]
FIRST = datetime(2027, 1, 1, tzinfo=UTC)
ITEMS = 14
TEXTS = [
    f"text {'very ' * (number % 4)}{'long' if number % 3 else 'short'} {number}"
    for number in range(ITEMS)
]
# Sorted case-insensitively; the last two differ only near the end.
TEXTS[5] = TEXTS[5].title()
TEXTS[-2:] = [f"Lon{'g' * 120}er {number}" for number in (2, 1)]
STRATA = (0, "own", None)
SHARES = (12, 9, 9, 4)


def judged(scheme: str, project: Project | None = None) -> tuple[Campaign, User]:
    """Make items with no judgment, one or more; some are late, reviewed or decided."""
    if scheme == "label":
        campaign = make_labels("one", ITEMS, redundancy=4)
        many = len(campaign.settings["labels"])
        _judge(campaign, lambda assignment, worker: _label(assignment, worker, many))
    elif scheme == "pair":
        campaign = make_pair_campaign(_pairs(), redundancy=4)
        _judge(campaign, lambda assignment, worker: _label(assignment, worker, 2))
    else:
        campaign = make_campaign(make_dataset(TEXTS, project), scheme=scheme, redundancy=4)
        _judge(campaign, partial(_segmentation, scheme))
    user = make_user()
    _differ(campaign, user)
    fold_all(campaign.pk)
    return campaign, user


def _pairs() -> Dataset:
    dataset = make_pairs(ITEMS)
    for item in Item.objects.filter(dataset=dataset):
        number = item.position - 1
        item.content["left"]["text"] = TEXTS[number]
        item.content["stratum"] = STRATA[number % len(STRATA)]
        item.save()
    return dataset


def _judge(campaign: Campaign, answer: Callable[[Assignment, int], dict[str, Any]]) -> None:
    for worker, share in enumerate(SHARES):
        enrolment = enrol(campaign)
        for _ in range(share):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            submit(enrolment, assignment, answer(assignment, worker))


def _segmentation(scheme: str, assignment: Assignment, worker: int) -> dict[str, Any]:
    words = len(assignment.hit.item.words)
    luck = luck_with(assignment, 5, worker)
    return {"boundaries": random_vector(scheme, words, luck)}


def _label(assignment: Assignment, worker: int, many: int) -> dict[str, Any]:
    return {"answer": luck_with(assignment, 5, worker).choice([0, 0, many - 1])}


def _differ(campaign: Campaign, user: User) -> None:
    judgments = list(Judgment.objects.filter(campaign=campaign).order_by("pk"))
    for number, one in enumerate(judgments):
        at = FIRST + timedelta(hours=7 * number)
        Judgment.objects.filter(pk=one.pk).update(submitted_at=at, late=number % 5 == 0)
    for number, review in ((3, "accepted"), (8, "rejected"), (9, "set_aside"), (15, "accepted")):
        review_judgment(judgment=judgments[number], user=user, review=review, reason="So.")
    for number in (1, 12):
        accept_judgment(judgment=judgments[number], user=user)
