"""The planning report, from judgments made by claim and submit."""

from collections.abc import Mapping
from typing import Any

import pytest

from agreement.segmentation.planning import Width, as_it_is, expect
from analysis.reading.material import read_material
from analysis.reading.snapshot import snapshot
from analysis.reports.planning import IN_PARTICULAR, NOTHING, plan_labels, planning_of
from analysis.reports.planning_notes import NoteWriter
from analysis.schemes import analysis_of
from annotation.models import Campaign, Judgment
from annotation.services.campaigns.extension import ask_more_of
from annotation.services.errors import NothingLeft
from annotation.services.items.filters import ItemFilter
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import (
    enrol,
    judge_all_at_random,
    judge_next,
    luck_with,
    make_campaign,
    make_dataset,
    numbered_texts,
)
from tests.helpers.pairs import THREE_WAY, answer, make_pair_campaign, make_pairs

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def rows_of(found: Mapping[str, Any]) -> dict[str, Any]:
    return {row["name"]: row for row in found["rows"]}


def plan(campaign: Campaign) -> dict[str, Any]:
    """Plan from all counting judgments, as if they were folded."""
    Judgment.objects.filter(counts=True).update(folded=True)
    if campaign.scheme == "pair":
        return plan_labels(campaign)
    with snapshot():
        return planning_of(read_material(campaign, analysis_of(campaign)))


def judge(campaign: Campaign, workers: int, seed: int, answers: int = 2) -> dict[int, list[int]]:
    """Submit the given answers, by position of the item."""
    given: dict[int, list[int]] = {}
    for worker in range(workers):
        enrolment = enrol(campaign)
        while True:
            try:
                assignment = claim_hit(enrolment_id=enrolment.pk)
            except NothingLeft:
                break
            luck = luck_with(assignment, seed, worker)
            index = luck.randrange(answers) if luck.random() < 0.5 else 0
            answer(enrolment, index)
            given.setdefault(assignment.hit.item.position, []).append(index)
    return given


def test_a_fixed_campaign_is_planned_from_all_orders_of_its_judgments() -> None:
    golds = ["yes", "no"] * 6
    campaign = make_pair_campaign(make_pairs(20, golds), redundancy=5, reward="0.05")
    given = judge(campaign, workers=5, seed=3)
    rows = rows_of(plan(campaign))
    assert list(rows) == ["1", "2", "3", "4", "5", "2 to 5", "3 to 5", "4 to 5"]
    items = [
        ((labels.count(0), labels.count(1)), (position - 1) % 2 if position <= 12 else None)
        for position, labels in given.items()
    ]
    three, agreed = expect(items, 3), expect(items, 2, 5)
    assert rows["3"]["accuracy"] == {
        "value": float(three.accuracy or 0),
        "exact": str(three.accuracy),
        "items": 12,
    }
    assert rows["2 to 5"]["per_item"] == float(agreed.judgments or 0)
    assert rows["3 to 5"]["per_item"] == 3
    assert rows["1"]["alpha"]["width"] is None
    assert rows["5"]["alpha"]["width"] > 0
    assert rows["5"]["yes"]["width"] > 0


def test_numbers_past_what_was_judged_have_a_cost_and_say_that_they_know_no_width() -> None:
    campaign = make_pair_campaign(make_pairs(12), redundancy=4)
    judge(campaign, workers=2, seed=1)
    rows = rows_of(plan(campaign))
    assert rows["4"]["per_item"] == 4
    assert rows["4"]["alpha"]["reason"] == "Fewer than two items have so many judgments."
    assert rows["2"]["alpha"]["width"] > 0


@pytest.mark.quick
def test_notes_say_why_a_figure_is_missing_or_can_jump() -> None:
    width = Width(0.5, 0.1)
    notes = NoteWriter("pair", 100, None)
    assert notes.note(1, 100, NOTHING) == "α compares at least two judgments per pair."
    assert notes.note(4, 100, width) == notes.note(5, 50, width) == ""
    assert notes.note(6, 49, width) == (
        "Only 49 of 100 pairs have 6 judgments. α describes only these, so it can jump."
    )
    assert notes.note(7, 1, NOTHING) == "Only 1 pair has 7 judgments; α needs two such pairs."
    assert notes.note(8, 0, NOTHING) == "No pair has 8 judgments; α needs two such pairs."
    assert "all judgments are the same" in notes.note(5, 50, NOTHING)
    adaptive = NoteWriter("pair", 100, 3)
    assert adaptive.note(3, 100, width) == ""
    assert "that are not settled by then" in adaptive.note(4, 0, NOTHING)


@pytest.mark.quick
@pytest.mark.parametrize("scheme", ["flat", "pair"])
def test_each_row_says_how_many_items_have_that_many_judgments(scheme: str) -> None:
    """Two workers judge all of six items, and a third only two of them."""
    if scheme == "pair":
        campaign = make_pair_campaign(make_pairs(6), redundancy=4)
    else:
        campaign = make_campaign(make_dataset(numbered_texts(6)), redundancy=4)
    for tasks in (6, 6, 2):
        enrolment = enrol(campaign)
        for _ in range(tasks):
            if scheme == "pair":
                answer(enrolment, 0)
            else:
                judge_next(enrolment)
    rows = [row for row in plan(campaign)["rows"] if not row["adaptive"]]
    assert [row["items"] for row in rows] == [6, 6, 2, 0]
    noun = campaign.dataset.kind[:-1]
    assert rows[3]["note"] == f"No {noun} has 4 judgments; α needs two such {noun}s."


def test_of_an_adaptive_campaign_only_the_first_judgments_stand_for_fewer() -> None:
    campaign = make_pair_campaign(make_pairs(15), redundancy=2, most_judgments=6)
    given = judge(campaign, workers=9, seed=8)
    assert max(map(len, given.values())) > 2
    rows = rows_of(plan(campaign))
    own = as_it_is([((labels.count(0), labels.count(1)), None) for labels in given.values()])
    assert rows["2 to 6"]["per_item"] == float(own.judgments or 0)
    assert rows["2"]["items"] == 15
    assert rows["3"]["items"] == 0


def test_by_yes_and_no_two_kinds_of_yes_are_one() -> None:
    campaign = make_pair_campaign(
        make_pairs(12), settings=THREE_WAY, redundancy=3, most_judgments=9, majority_of="yes_no"
    )
    given = judge(campaign, workers=9, seed=2, answers=3)
    rows = rows_of(plan(campaign))
    assert all(len(labels) == 3 for labels in given.values())
    assert rows["3 to 9"]["per_item"] == 3
    assert rows["3 to 9"]["settled"]["value"] == 1


@pytest.mark.quick
def test_few_items_say_too_little() -> None:
    campaign = make_pair_campaign(make_pairs(5, ["yes"] * 5), redundancy=3)
    judge(campaign, workers=3, seed=2)
    rows = rows_of(plan(campaign))
    assert rows["3"]["accuracy"]["items"] == 5
    assert rows["3"]["accuracy"]["reason"].startswith("This needs at least 10 items with that many")
    assert rows["2 to 3"]["per_item"] is None


def test_segmentations_are_planned_by_the_width_of_alpha() -> None:
    campaign = make_campaign(make_dataset(numbered_texts(12)), redundancy=4)
    judge_all_at_random(campaign, workers=4, seed=5)
    found = plan(campaign)
    rows = rows_of(found)
    assert list(rows) == ["1", "2", "3", "4"]
    assert rows["4"]["alpha"]["width"] > 0
    assert "no single correct answer" in " ".join(found["method"])


def test_where_more_was_requested_of_some_all_items_stand_for_each_number() -> None:
    """Selected items, mostly the disputed ones, must not represent the others."""
    for campaign in (
        make_pair_campaign(make_pairs(12), redundancy=2),
        make_campaign(make_dataset(numbered_texts(12)), redundancy=2),
    ):
        word = "of pair 3." if campaign.scheme == "pair" else "number 3 of"
        ask_more_of(campaign=campaign, user=None, wanted=ItemFilter(q=word), redundancy=4)
        if campaign.scheme == "pair":
            judge(campaign, 4, seed=1)
        else:
            judge_all_at_random(campaign, workers=2, seed=1)
            for _ in range(2):
                judge_next(enrol(campaign))
        campaign.refresh_from_db()
        assert Judgment.objects.filter(campaign=campaign).count() == 26
        found = plan(campaign)
        assert [row["name"] for row in found["rows"] if not row["adaptive"]] == ["1", "2"]
        assert IN_PARTICULAR in found["method"]
