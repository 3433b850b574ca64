"""Gold answers: when they are served, what they change, and that they are never in the figures."""

from typing import Any

import pytest

from annotation.models import HIT, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import Conflict
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from annotation.services.work.review import review_judgment
from annotation.services.work.submit import Receipt
from tests.helpers.apps import question_campaign
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
    submit,
)
from tests.helpers.invariants import check_serving
from tests.helpers.judged_labels import make_labels
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs
from tests.helpers.refusals import refused_at
from tests.services.known import make_known, positions_of_known, until_stopped

KNOWN = ["yes"] * 8


def test_known_pairs_stand_outside_of_the_order_and_of_the_count() -> None:
    campaign = make_known()
    assert campaign.hit_count == 32
    known = HIT.objects.filter(campaign=campaign, known=True)
    assert set(known.values_list("position", flat=True)) == set(range(33, 41))
    assert set(known.values_list("quota", "cap")) == {(0, None)}


@pytest.mark.attack(45)
@pytest.mark.long
def test_one_in_so_many_is_known_at_places_that_differ_between_workers() -> None:
    campaign = make_known(pairs=200, redundancy=3)
    places = []
    for _ in range(3):
        found = positions_of_known(enrol(campaign), 20)
        assert [place // 4 for place in found] == [0, 1, 2, 3, 4]
        places.append(found)
    assert len({tuple(found) for found in places}) > 1
    check_serving(campaign)


@pytest.mark.long
def test_the_places_are_the_seeds_and_the_enrolments() -> None:
    campaign = make_known(pairs=100)
    enrolment = enrol(campaign)
    found = positions_of_known(enrolment, 12)
    Judgment.objects.all().delete()
    enrolment.assignments.all().delete()
    HIT.objects.update(taken=0)
    Enrolment.objects.update(submitted=0, earning=0, position_reached=0, nothing_left_at=None)
    assert positions_of_known(enrolment, 12) == found


@pytest.mark.long
def test_answers_to_known_pairs_are_paid_and_not_in_the_figures() -> None:
    campaign = make_known()
    enrolment = enrol(campaign)
    receipts = [answer(enrolment, YES) for _ in range(8)]
    assert all(receipt.counts for receipt in receipts)
    known = Judgment.objects.filter(hit__known=True)
    assert set(known.values_list("took_slot", "counts")) == {(True, False)}
    assert known.count() == 2
    enrolment.refresh_from_db()
    assert (enrolment.earning, enrolment.known_done, enrolment.known_right) == (8, 2, 2)
    judgment = known[0]
    for verdict in ("rejected", ""):
        review_judgment(judgment=judgment, user=make_user(), review=verdict, reason="blank")
        assert not Judgment.objects.get(pk=judgment.pk).counts
    check_serving(campaign)


@pytest.mark.long
@pytest.mark.parametrize("is_shown", [True, False])
def test_feedback_comes_if_the_campaign_gives_it_and_on_replay(is_shown: bool) -> None:
    campaign = make_known(known_feedback=is_shown)
    enrolment = enrol(campaign)
    said = []
    for _ in range(4):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        receipt = submit(enrolment, assignment, {"answer": NO})
        again = submit(enrolment, assignment, {"answer": NO}, submission_id=receipt.submission_id)
        assert again.feedback == receipt.feedback
        said.append(receipt.feedback)
    wrong = {"right": False, "answer": "Yes, the same issue", "why": "It stands there."}
    assert [one for one in said if one] == ([wrong] if is_shown else [])


def test_a_known_pair_that_goes_back_is_followed_by_another() -> None:
    campaign = make_known(known_every=2)
    enrolment = enrol(campaign)
    while True:
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if HIT.objects.get(pk=assignment.hit_id).known:
            break
        submit(enrolment, assignment, {"answer": YES})
    return_hit(enrolment=enrolment, assignment_id=assignment.pk)
    following = claim_hit(enrolment_id=enrolment.pk)
    assert following.hit_id != assignment.hit_id
    assert HIT.objects.get(pk=following.hit_id).known
    check_serving(campaign)


@pytest.mark.attack(45)
@pytest.mark.long
def test_when_all_known_pairs_are_done_the_others_go_on() -> None:
    campaign = make_known(pairs=12, known=2, known_every=2)
    assert len(until_stopped(enrol(campaign), YES)) == 12
    check_serving(campaign)


def test_gold_without_known_answers_is_an_ordinary_pair() -> None:
    campaign = make_pair_campaign(make_pairs(4, KNOWN[:2]))
    assert campaign.hit_count == 4
    assert not HIT.objects.filter(campaign=campaign, known=True).exists()


@pytest.mark.parametrize(
    ("golds", "pairs", "why"),
    [
        (["yes"], 5, "at least 4 items with a gold answer, but the dataset has 1"),
        (["yes"] * 5, 5, "Every item has a gold answer"),
        (["yes"] * 4 + ["perhaps"], 9, "“perhaps” is not one of this campaign’s answers"),
    ],
)
def test_a_launch_names_the_missing_gold_answers(golds: list[str], pairs: int, why: str) -> None:
    draft = make_pair_campaign(
        make_pairs(pairs, golds), launch=False, known_every=5, training_hits=3, most_workers=9
    )
    with pytest.raises(Conflict, match=why):
        launch_campaign(campaign=draft, user=None)


@pytest.mark.parametrize("field", ["known_every", "training_hits"])
def test_what_people_want_to_ask_cannot_be_known(field: str) -> None:
    with refused_at(field, match="Workers write their own questions"):
        question_campaign(**dict[str, Any]({field: 5}))


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"pass_share": "0.8"}, "pass_share"),
        ({"known_every": 5, "most_workers": 9, "leave_out_failed": True}, "leave_out_failed"),
        ({"known_every": 1, "most_workers": 9}, "known_every"),
        ({"known_every": 5, "most_workers": 9, "pass_share": "1.2"}, "pass_share"),
        ({"known_every": 5}, "most_workers"),
        ({"training_hits": 2}, "most_workers"),
        ({"redundancy": 4, "most_workers": 3}, "most_workers"),
        ({"redundancy": 4, "most_judgments": 6, "most_workers": 5}, "most_workers"),
        ({"most_hits_per_worker": 0}, "most_hits_per_worker"),
    ],
)
def test_invalid_terms_are_refused_at_their_field(terms: dict[str, Any], field: str) -> None:
    with refused_at(field):
        make_pair_campaign(make_pairs(5, KNOWN[:3]), **terms)


def answers(campaign: Campaign, *given: Any) -> HIT:
    """Submit each answer by a new worker."""
    for label in given:
        judge_next(enrol(campaign), {"answer": label})
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
    with refused_at("settings.texts", match=r"no column body\. It has: text"):
        make_campaign(dataset, scheme="label", settings={"texts": ["text", "body"]})
