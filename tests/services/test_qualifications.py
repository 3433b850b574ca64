"""Qualifications: lists, earlier work, and a platform's data."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection

from annotation.models import Campaign, Enrolment, Judgment, ListedId, Project, Worker
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.errors import Invalid, NotQualified
from annotation.services.people.join import join_campaign
from annotation.services.people.qualifications import NOT_INVITED, ON_LISTS, approval_of
from annotation.services.people.worker_lists import read_ids, set_list, set_traits
from annotation.services.work.exclusion import exclude_worker, include_worker
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)
from tests.helpers.tiers import by_tier

LISTED = by_tier(quick=5_000, long=50_000)


@pytest.fixture
def project() -> Project:
    return make_project()


def campaign_in(project: Project, **qualifications: Any) -> Campaign:
    dataset = make_dataset(4, project)
    terms: dict[str, Any] = {"qualifications": qualifications} if qualifications else {}
    return make_campaign(dataset, **terms)


def joins(campaign: Campaign, name: str) -> bool:
    campaign = Campaign.objects.get(pk=campaign.pk)
    try:
        enrol(campaign, name)
    except NotQualified:
        assert not campaign.enrolments.filter(worker__external_id=name).exists()
        return False
    return True


def give(campaign: Campaign, side: str, *ids: str) -> None:
    set_list(campaign=campaign, user=make_user(), side=side, written="\n".join(ids))


def test_without_a_list_all_may_come(project: Project) -> None:
    assert joins(campaign_in(project), "ada")


def test_only_whoever_is_on_the_list_is_let_in(project: Project) -> None:
    campaign = campaign_in(project)
    give(campaign, "in", "ada", "  eve ", "")
    assert [joins(campaign, name) for name in ("ada", "eve", "bob")] == [True, True, False]
    give(campaign, "in")
    assert joins(campaign, "bob")


def test_whoever_is_excluded_is_so_even_if_on_both_lists(project: Project) -> None:
    campaign = campaign_in(project)
    give(campaign, "in", "ada", "eve")
    give(campaign, "out", "eve")
    assert [joins(campaign, name) for name in ("ada", "eve")] == [True, False]


def test_both_lists_are_answered_alike(project: Project) -> None:
    campaign = campaign_in(project)
    for side, listed in (("out", "eve"), ("in", "ada")):
        give(campaign, side, listed)
        with pytest.raises(NotQualified) as refused:
            enrol(campaign, "eve")
        assert refused.value.message == NOT_INVITED
        give(campaign, side)


def test_a_name_is_found_as_people_see_it_and_an_id_exactly(project: Project) -> None:
    campaign = campaign_in(project)
    give(campaign, "out", "Anna")
    with pytest.raises(NotQualified):
        join_campaign(campaign=campaign, source=Worker.Source.NAME, external_id="ＡNNA")
    assert joins(campaign, "anna")
    assert not joins(campaign, "Anna")


def test_whoever_is_in_stays(project: Project) -> None:
    campaign = campaign_in(project)
    first = enrol(campaign, "ada")
    give(campaign, "out", "ada")
    assert enrol(campaign, "ada") == first
    assert judge_next(first).counts


def test_recorded_workers_get_no_questions(project: Project) -> None:
    campaign = campaign_in(project, more_tasks_than=100)
    assert join_campaign(campaign=campaign, source=Worker.Source.REPLAY, external_id="17")


def test_nobody_who_worked_in_another_campaign(project: Project) -> None:
    before = campaign_in(project)
    campaign = campaign_in(project, not_who_did=[before.pk])
    judge_next(enrol(before, "ada"))
    enrol(before, "eve")  # joined and did nothing
    assert [joins(campaign, name) for name in ("ada", "eve", "bob")] == [False, True, True]


def test_only_who_passed_another_campaign(project: Project) -> None:
    before = campaign_in(project)
    campaign = campaign_in(project, only_who_passed=[before.pk])
    ada, eve = enrol(before, "ada"), enrol(before, "eve")
    judge_next(ada)
    judge_next(eve)
    enrol(before, "bob")
    user = make_user()
    exclude_worker(enrolment=eve, user=user, reason="spam")
    names = ("ada", "eve", "bob", "zoe")
    assert [joins(campaign, name) for name in names] == [True, False, False, False]
    include_worker(enrolment=eve, user=user)
    assert joins(campaign, "eve")
    Campaign.objects.filter(pk=before.pk).update(training_hits=2)
    later = campaign_in(project, only_who_passed=[before.pk])
    assert not joins(later, "ada")
    Enrolment.objects.filter(pk=ada.pk).update(trained_at=ada.joined_at)
    assert joins(later, "ada")


def test_more_tasks_than_so_many_over_the_project(project: Project) -> None:
    first, second = campaign_in(project), campaign_in(project)
    campaign = campaign_in(project, more_tasks_than=2)
    for each in (first, first, second):
        assert not joins(campaign, "ada")
        judge_next(enrol(each, "ada"))
    assert joins(campaign, "ada")


def reviewed(campaign: Campaign, name: str, reviews: Sequence[str]) -> Worker:
    enrolment = enrol(campaign, name)
    for review in reviews:
        pk = judge_next(enrolment).judgment_id
        counts = review in {"", "accepted"}
        Judgment.objects.filter(pk=pk).update(review=review, counts=counts)
    return enrolment.worker


@pytest.mark.parametrize(
    ("reviews", "may"),
    [
        ((), True),
        (("", "set_aside"), True),
        (("accepted", "accepted", "rejected"), True),
        (("accepted", "rejected", "set_aside"), False),
        (("rejected",), False),
    ],
)
def test_share_of_accepted_judgments(project: Project, reviews: Sequence[str], may: bool) -> None:
    campaign = campaign_in(project, approved_above="0.5")
    worker = reviewed(campaign_in(project), "ada", reviews)
    decided = [one for one in reviews if one in {"accepted", "rejected"}]
    assert approval_of(worker) == (decided.count("accepted"), len(decided))
    assert joins(campaign, "ada") is may


def test_countries_and_languages_as_they_are_stated(project: Project) -> None:
    file = "id,country,language\nada,in,hi\neve,US,EN\n bob ,,hi\n"
    assert set_traits(project=project, user=make_user(), written=file) == 3
    indian = campaign_in(project, countries=["IN", "NP"])
    hindi = campaign_in(project, languages=["hi"])
    names = ("ada", "eve", "bob", "zoe")
    assert [joins(indian, name) for name in names] == [True, False, False, False]
    assert [joins(hindi, name) for name in names] == [True, False, True, False]
    set_traits(project=project, user=make_user(), written="id,country,language\nzoe,NP,ne\n")
    assert [joins(indian, name) for name in ("ada", "zoe")] == [True, True]


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("ada,IN,hi", 1),
        ("id,country,language\nada,India,hi", 2),
        ("id,country,language\nada,IN", 2),
    ],
)
def test_unreadable_traits_change_nothing(project: Project, written: str, line: int) -> None:
    with pytest.raises(Invalid) as refused:
        set_traits(project=project, user=make_user(), written=written)
    assert refused.value.details["line"] == line
    assert not project.claimed_traits.exists()


def test_a_list_says_the_line_that_nobody_can_be() -> None:
    assert read_ids("ada\r\n\n eve \nada") == ["ada", "eve"]
    with pytest.raises(Invalid, match="Line 2"):
        read_ids("ada\n" + "x" * 61)


@pytest.mark.parametrize(
    "terms",
    [
        {"age": 3},
        {"not_who_did": [10**9]},
        {"not_who_did": "all"},
        {"only_who_passed": [True]},
        {"more_tasks_than": -1},
        {"more_tasks_than": 2.5},
        {"approved_above": "1"},
        {"approved_above": "NaN"},
        {"approved_above": []},
        {"countries": ["India"]},
        {"languages": [3]},
        {"languages": "hi"},
    ],
)
def test_what_makes_no_sense_is_refused(project: Project, terms: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as refused:
        campaign_in(project, **terms)
    assert refused.value.field.startswith("qualifications")


def test_campaigns_of_other_projects_cannot_be_named(project: Project) -> None:
    with pytest.raises(Invalid):
        campaign_in(project, not_who_did=[campaign_in(make_project()).pk])


def test_a_duplicate_asks_the_same_and_has_the_lists(project: Project) -> None:
    campaign = campaign_in(project, more_tasks_than=3, countries=["US", "IN", "US"])
    assert campaign.qualifications == {"more_tasks_than": 3, "countries": ["IN", "US"]}
    give(campaign, "out", "eve")
    copy = duplicate_campaign(
        campaign=campaign, dataset=campaign.dataset, name="Again", user=make_user()
    )
    assert copy.qualifications == campaign.qualifications
    assert list(copy.listed_ids.values_list("side", "external_id")) == [("out", "eve")]


def test_a_long_list_is_queried_by_its_index(project: Project) -> None:
    campaign, last = campaign_in(project), str(LISTED - 1)
    rows = [
        ListedId(campaign=campaign, side=side, external_id=f"{number}", folded=f"{number}")
        for side in ("in", "out")
        for number in range(LISTED)
    ]
    ListedId.objects.bulk_create(rows, batch_size=10_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE annotation_listedid")
        for source in (Worker.Source.LINK, Worker.Source.NAME):
            worker = join_campaign(
                campaign=campaign_in(project), source=source, external_id=last
            ).worker
            cursor.execute("EXPLAIN (ANALYZE, BUFFERS) " + ON_LISTS, [[campaign.pk], [worker.pk]])
            plan = "\n".join(row for (row,) in cursor.fetchall())
            scans = [scan for scan in plan.split("->") if "annotation_listedid" in scan]
            assert not any("Rows Removed" in scan for scan in scans), plan
            assert plan.count("Index Only Scan") >= 4, plan
    assert not joins(campaign, last)
