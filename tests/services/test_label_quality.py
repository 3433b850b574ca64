"""Labels in adaptive campaigns, mixed with gold ones, and with a training first."""

from typing import Any

import pytest

from annotation.models import HIT, Campaign, Judgment
from annotation.services.campaigns.campaigns import create_campaign
from annotation.services.errors import Invalid
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import Receipt
from tests.helpers.factories import enrol, judge_next, make_dataset, submit
from tests.helpers.invariants import check_serving
from tests.helpers.judged_labels import make_labels


def answers(campaign: Campaign, *given: Any) -> HIT:
    """Submit each answer by a new worker."""
    for answer in given:
        judge_next(enrol(campaign), {"answer": answer})
    return HIT.objects.get(campaign=campaign)


@pytest.mark.long
def test_a_set_of_labels_is_judged_until_more_than_half_gave_the_same() -> None:
    campaign = make_labels("any", texts=1, redundancy=2, most_judgments=5)
    assert answers(campaign, [0, 1], [1]).quota == 3
    assert answers(campaign, []).quota == 4
    assert answers(campaign, [1, 0]).quota == 5
    assert answers(campaign, [0, 1]).quota == 5
    check_serving(campaign)


@pytest.mark.parametrize("kind", ["one", "scale"])
def test_a_label_is_settled_by_more_than_half(kind: str) -> None:
    campaign = make_labels(kind, texts=1, redundancy=2, most_judgments=4)
    assert answers(campaign, 0, 0).quota == 2
    check_serving(campaign)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("kind", "right", "wrong", "shown"),
    [("one", 1, 0, "Neutral"), ("any", [3, 0], [0], "People | Events"), ("scale", 2, 3, "Partly")],
)
def test_training_shows_gold_and_the_reason(kind: str, right: Any, wrong: Any, shown: str) -> None:
    campaign = make_labels(kind, training_hits=2, most_workers=9)
    assert campaign.known_count == 4
    enrolment = enrol(campaign)
    first, second = (judge_known(enrolment, answer) for answer in (right, wrong))
    assert first.feedback == {"right": True, "answer": shown, "why": "So."}
    assert second.feedback == {"right": False, "answer": shown, "why": "So."}
    assert set(Judgment.objects.values_list("took_slot", "counts")) == {(True, False)}
    check_serving(campaign)


def judge_known(enrolment: Any, answer: Any) -> Receipt:
    assignment = claim_hit(enrolment_id=enrolment.pk)
    assert assignment.hit.known
    return submit(enrolment, assignment, {"answer": answer})


def test_columns_that_no_item_has_are_refused() -> None:
    dataset = make_dataset(["A text to label."])
    with pytest.raises(Invalid, match=r"no column body\. It has: text") as refused:
        create_campaign(
            dataset=dataset,
            scheme="label",
            user=None,
            name="Labels",
            settings={"texts": ["text", "body"]},
        )
    assert refused.value.details["field"] == "settings.texts"
