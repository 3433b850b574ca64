"""Gold answers entered by researchers: stored, used, changed, removed, restored, copied."""

from typing import Any

import pytest

from annotation.models import HIT, AuditEvent, Campaign, Item, KnownAnswer
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.campaigns import edit_campaign, launch_campaign
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.campaigns.gold_answers import (
    change_answer,
    keep_answer,
    put_back_answer,
    remove_answer,
    uses_for,
)
from annotation.services.errors import Conflict
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import enrol, make_campaign, make_dataset, make_user, submit
from tests.helpers.refusals import refused_at, refused_by_database

WHOLE, FIRST_APART = [0, 0, 0, 0], [1, 0, 0, 0]


def draft(texts: int = 5, **terms: Any) -> Campaign:
    return make_campaign(texts=texts, launch=False, **terms)


def item_at(campaign: Campaign, position: int) -> Item:
    return campaign.dataset.items.get(position=position)


def store_answer(
    campaign: Campaign, position: int, vector: list[int], use: str = "known", why: str = ""
) -> KnownAnswer:
    return keep_answer(
        campaign=campaign,
        item=item_at(campaign, position),
        vector=vector,
        user=None,
        source="drawn",
        use=use,
        why=why,
    )


def trained(campaign: Campaign) -> Campaign:
    terms = {"training_hits": 1, "most_workers": 9}
    edit_campaign(campaign=campaign, user=make_user(), **terms)
    return launch_campaign(campaign=Campaign.objects.get(pk=campaign.pk), user=None)


@pytest.mark.long
def test_a_drawn_answer_is_requested_and_shown() -> None:
    campaign = draft()
    store_answer(campaign, 2, FIRST_APART, why="  text is\n apart ")
    campaign = trained(campaign)
    assert (campaign.hit_count, campaign.known_count) == (4, 1)
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    assert assignment.hit.item.position == 2
    receipt = submit(enrolment, assignment, {"boundaries": WHOLE})
    found = receipt.feedback
    assert found == {"right": False, "answer": "text | number 2 of many", "why": "text is apart"}
    enrolment.refresh_from_db()
    assert (enrolment.training_done, enrolment.training_right) == (1, 0)
    other = enrol(campaign)
    feedback = submit(other, claim_hit(enrolment_id=other.pk), {"boundaries": FIRST_APART}).feedback
    assert feedback is not None
    assert feedback["right"]


def test_an_own_answer_comes_before_that_of_the_file() -> None:
    campaign = draft()
    item = item_at(campaign, 3)
    item.content["columns"] = {"gold_flat": "text number 3 of many", "why": "the file’s"}
    item.save()
    store_answer(campaign, 3, FIRST_APART, why="mine")
    campaign = trained(campaign)
    assert campaign.known_count == 1
    enrolment = enrol(campaign)
    feedback = submit(
        enrolment, claim_hit(enrolment_id=enrolment.pk), {"boundaries": FIRST_APART}
    ).feedback
    assert feedback == {"right": True, "answer": "text | number 3 of many", "why": "mine"}


@pytest.mark.parametrize("use", ["practice", "example"])
def test_nobody_is_prompted_with_what_workers_are_shown(use: str) -> None:
    campaign = draft()
    store_answer(campaign, 1, WHOLE, use)
    assert budget_of(campaign).hits == 4
    campaign = launch_campaign(campaign=campaign, user=None)
    assert campaign.hit_count == 4
    assert not HIT.objects.filter(campaign=campaign, item__position=1).exists()


def test_a_known_hit_keeps_its_answer_once_workers_are_measured_by_it() -> None:
    campaign = draft()
    known = store_answer(campaign, 2, FIRST_APART)
    campaign = trained(campaign)
    user = make_user()
    with pytest.raises(Conflict, match="assessed"):
        store_answer(campaign, 2, WHOLE)
    with pytest.raises(Conflict, match="assessed"):
        remove_answer(answer=known, user=user)
    with pytest.raises(Conflict, match="assessed"):
        change_answer(answer=known, user=user, use="practice", why="")
    assert uses_for(campaign, known.item_id) == []
    assert change_answer(answer=known, user=user, use="known", why="so").why == "so"


def test_a_task_of_the_campaign_is_never_shown_with_its_answer() -> None:
    campaign = launch_campaign(campaign=draft(), user=None)
    with pytest.raises(Conflict, match="is a task"):
        store_answer(campaign, 1, WHOLE, "practice")
    known = store_answer(campaign, 1, WHOLE)
    assert uses_for(campaign, known.item_id) == ["known"]
    with pytest.raises(Conflict, match="is a task"):
        change_answer(answer=known, user=make_user(), use="example", why="")
    assert not HIT.objects.get(campaign=campaign, item__position=1).known


@pytest.mark.long
def test_what_was_removed_or_replaced_can_be_put_back() -> None:
    campaign, user = draft(known_every=2, most_workers=9), make_user()
    first = store_answer(campaign, 1, WHOLE)
    second = store_answer(campaign, 1, FIRST_APART)
    assert Campaign.objects.get(pk=campaign.pk).known_count == 1
    assert list(campaign.known_answers.filter(removed_at=None)) == [second]
    put_back_answer(answer=first, user=user)
    assert list(campaign.known_answers.filter(removed_at=None)) == [first]
    remove_answer(answer=first, user=user)
    remove_answer(answer=first, user=user)
    assert Campaign.objects.get(pk=campaign.pk).known_count == 0
    verbs = AuditEvent.objects.filter(campaign=campaign, verb__startswith="known_answer")
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == [
        "known_answer.kept",
        "known_answer.kept",
        "known_answer.put_back",
        "known_answer.removed",
    ]
    with pytest.raises(Conflict):
        change_answer(answer=first, user=user, use="known", why="x")


def test_the_database_allows_one_active_answer_an_item() -> None:
    campaign = draft()
    one = store_answer(campaign, 1, WHOLE)
    with refused_by_database():
        KnownAnswer.objects.create(
            campaign=campaign, item=one.item, vector=[], written="", use="known", source="drawn"
        )


def test_an_explanation_is_bounded() -> None:
    with refused_at("why"):
        store_answer(draft(), 1, WHOLE, why="x" * 1001)


def test_answers_that_the_settings_read_otherwise_are_refused() -> None:
    labels = [{"label": name, "key": name[0]} for name in ("old", "new")]
    campaign = draft(scheme="label", settings={"labels": labels})
    store_answer(campaign, 1, [1])
    edit_campaign(
        campaign=campaign,
        user=make_user(),
        settings={"labels": labels[::-1]},
        training_hits=1,
        most_workers=9,
    )
    with pytest.raises(Conflict, match=r"“new”, but with the current settings it means “old”"):
        launch_campaign(campaign=campaign, user=None)
    edit_campaign(campaign=campaign, user=make_user(), settings={"labels": labels})
    assert launch_campaign(campaign=campaign, user=None).known_count == 1


def test_a_duplicate_on_the_same_dataset_has_the_answers() -> None:
    campaign, user = draft(practice=1), make_user()
    store_answer(campaign, 1, WHOLE, "practice", "so")
    remove_answer(answer=store_answer(campaign, 2, WHOLE), user=user)
    copy = duplicate_campaign(campaign=campaign, dataset=campaign.dataset, name="Copy", user=user)
    (one,) = copy.known_answers.all()
    assert (one.item.position, one.use, one.why, one.source) == (1, "practice", "so", "copied")
    other = make_dataset(2, campaign.dataset.project)
    elsewhere = duplicate_campaign(campaign=campaign, dataset=other, name="Other", user=user)
    assert not elsewhere.known_answers.exists()


def test_a_scheme_without_right_answers_keeps_none() -> None:
    campaign = make_campaign(texts=1, launch=False, name="flat", redundancy=1)
    Campaign.objects.filter(pk=campaign.pk).update(scheme="question")
    with pytest.raises(Conflict, match="there can be no gold answers"):
        store_answer(Campaign.objects.get(pk=campaign.pk), 1, [0])
