"""The planner's page: costs that add up, words where data is missing, and no computation."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from analysis.reports.planning import plan_labels
from annotation.models import Campaign, CampaignReport, Judgment, User
from annotation.services.accounts.members import add_member
from annotation.services.clock import database_now
from tasks.reports import make_reports
from tests.helpers.factories import enrol
from tests.helpers.pages import assert_shows, read
from tests.helpers.pairs import answer, make_pair_campaign, make_pairs
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def campaign(member: User) -> Campaign:
    dataset = make_pairs(12, ["yes"] * 11)
    owner = dataset.project.memberships.get().user
    add_member(project=dataset.project, by=owner, username=member.username)
    return make_pair_campaign(dataset, redundancy=5, reward="0.05")


def report_on(campaign: Campaign) -> None:
    for worker in range(5):
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            answer(enrolment, int(worker % 3 == 1))
    Judgment.objects.update(folded=True)
    CampaignReport.objects.create(
        campaign=campaign,
        kind=CampaignReport.Kind.PLANNING,
        version=1,
        basis=[1],
        results=plan_labels(campaign),
        made_at=database_now(),
    )


def address(campaign: Campaign) -> str:
    return reverse("research:planner", args=(campaign.pk,))


def rows_of(mine: Client, campaign: Campaign, chart: str) -> list[dict[str, str]]:
    found = mine.get(reverse("research:planner_csv", args=(campaign.pk, chart)))
    return list(csv.DictReader(StringIO(found.content.decode())))


@pytest.mark.quick
def test_before_anything_is_judged_it_says_when_it_comes(campaign: Campaign, mine: Client) -> None:
    assert "soon after the first judgments" in mine.get(address(campaign)).content.decode()


def test_the_costs_are_items_times_judgments_times_reward(campaign: Campaign, mine: Client) -> None:
    report_on(campaign)
    assert_shows(read(mine, address(campaign)), "Adaptive number of judgments", "The seed is 2013")
    fixed = rows_of(mine, campaign, "fixed")
    assert [row["judgments per pair"] for row in fixed] == ["1", "2", "3", "4", "5"]
    assert [row["cost, USD"] for row in fixed] == ["0.60", "1.20", "1.80", "2.40", "3.00"]
    assert fixed[0]["width for α"] == ""
    assert fixed[0]["note"] == "α compares at least two judgments per pair."
    assert {row["pairs with that many"] for row in fixed} == {"12"}
    agreed = rows_of(mine, campaign, "agreed")
    first = next(row for row in agreed if row["from, up to"] == "2 to 5")
    assert 2 < float(first["judgments per pair"]) < 3
    assert {row["from, up to"] for row in agreed} >= {"1, fixed", "5, fixed", "4 to 5"}
    nowhere = reverse("research:planner_csv", args=(campaign.pk, "others"))
    assert mine.get(nowhere).status_code == 404


@pytest.mark.quick
def test_rows_count_items_and_say_why_figures_are_missing(campaign: Campaign, mine: Client) -> None:
    report_on(campaign)
    stored = CampaignReport.objects.get(campaign=campaign)
    few = {"value": None, "items": 3, "reason": "At least 10 items are needed; there are 3."}
    for row in stored.results["rows"]:
        if row["name"] == "5":
            jumps = "Only 3 of 12 pairs have 5 judgments. α describes only these, so it can jump."
            row |= {"items": 3, "note": jumps, "accuracy": few, "settled": few}
    stored.save()
    last = rows_of(mine, campaign, "fixed")[-1]
    assert (last["pairs with that many"], last["right, where known"]) == ("3", "")
    assert last["note"] == f"{jumps} {few['reason']}"
    page = mine.get(address(campaign)).content.decode()
    assert_shows(page, jumps, f"Not in the table: 5, fixed. {few['reason']}")


def test_the_page_reads_and_computes_nothing(campaign: Campaign, mine: Client) -> None:
    report_on(campaign)
    with assert_queries(7):
        mine.get(address(campaign))


def test_segmentations_have_a_planner_of_widths(study: Study, owner: Client) -> None:
    make_reports(study.flat.pk)
    page = owner.get(reverse("research:planner", args=(study.flat.pk,))).content.decode()
    assert "Fixed number of judgments" in page
    assert "Adaptive number of judgments" not in page
    assert "Segmentation has no single correct answer" in page
