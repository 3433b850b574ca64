"""Every page that shows money shows the same maximum cost, and the amount spent so far."""

import csv
from contextlib import suppress
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from annotation.models import Campaign, CampaignReport, Enrolment, User
from annotation.services.accounts.members import add_member
from annotation.services.clock import database_now
from annotation.services.errors import NothingLeft
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from tests.helpers.factories import enrol
from tests.helpers.pages import assert_shows, text_of, words_on
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs

pytestmark = [pytest.mark.django_db, pytest.mark.long]

# 16 pairs × 2 = 32, and 5 workers × (2 + 6) = 40 gold ones: 72 × .05 = 3.60.
TERMS: dict[str, Any] = {
    "redundancy": 2,
    "known_every": 4,
    "training_hits": 2,
    "most_workers": 5,
    "reward": "0.05",
}
MAXIMUM = "USD 3.60"
SUMS = (
    "16 pairs × 2 = 32 judgments; 5 workers × 8 gold = 40 more. 72 × USD 0.05 = USD 3.60 at most, "
    "excluding the platform’s fee."
)

# 72 × 129 s = 9,288 s, and .05 × 3,600 ÷ 129 = 1.3953…
TIME = (
    "At about 2 min 9 s per judgment, workers earn USD 1.40 an hour; the total work is 2 h 35 min."
)
# 8 × 129 ÷ 3,600 = .2866…
LOW = (
    "This pays only USD 1.40 an hour. Platforms such as Prolific refuse less than 8.00, and it is "
    "unfair to workers. Pay at least USD 0.287 per judgment."
)
UNKNOWN = (
    "The hourly pay is unknown. Enter about how many seconds a judgment takes. "
    "Pay at least USD 8.00 an hour."
)


@pytest.fixture
def draft(member: User) -> Campaign:
    dataset = make_pairs(24, ["yes"] * 8)
    owner = dataset.project.memberships.get().user
    add_member(project=dataset.project, by=owner, username=member.username)
    return make_pair_campaign(dataset, launch=False, **TERMS)


@pytest.fixture
def campaign(draft: Campaign, mine: Client) -> Campaign:
    mine.post(reverse("research:move_campaign", args=(draft.pk, "launch")))
    draft.refresh_from_db()
    return draft


def work(campaign: Campaign, index: int) -> Enrolment:
    enrolment = enrol(campaign)
    with suppress(NothingLeft):
        for _ in range(100):
            answer(enrolment, index)
    enrolment.refresh_from_db()
    return enrolment


@pytest.mark.quick
def test_form_draft_and_launch_show_the_same(draft: Campaign, mine: Client) -> None:
    typed = {
        "scheme": "pair",
        "redundancy": "2",
        "known_every": "4",
        "training_hits": "2",
        "most_workers": "5",
        "reward": "0.05",
        "currency": "USD",
    }
    found = words_on(mine, "new_cost", draft.dataset_id, **typed)
    assert found == f"72 judgments, at most {MAXIMUM} {UNKNOWN} {SUMS} USD 0.05 per judgment"
    found = words_on(mine, "new_cost", draft.dataset_id, **typed, seconds_expected="129")
    headline = f"72 judgments, at most {MAXIMUM}, about 2 h 35 min of work"
    assert found == f"{headline} {LOW} {SUMS} {TIME} USD 1.40 an hour"
    assert SUMS in words_on(mine, "edit_campaign", draft.pk)
    assert_shows(words_on(mine, "campaign", draft.pk), SUMS, f"per judgment, {MAXIMUM} at most")
    launch = words_on(mine, "move_campaign", draft.pk, "launch")
    assert_shows(launch, f"72 judgments, at most {MAXIMUM} in rewards", LOW)
    assert_shows(launch, f"Launch for up to {MAXIMUM}", "Workers will get 16 pairs")


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"redundancy": "x"}, "once you have filled in the numbers above"),
        ({"reward": ""}, "once you have filled in the numbers above"),
        ({"scheme": "nothing"}, "once you have filled in the numbers above"),
        ({"most_workers": ""}, "the number of workers is unlimited"),
        ({"training_hits": "", "known_every": ""}, "24 pairs × 2 = 48 judgments × USD 0.05"),
        ({"most_hits_per_worker": "3"}, "5 workers do at most 5 each, 25 in total. 25 × USD 0.05"),
        ({"most_hits_per_worker": "3"}, "15 judgments, but 16 pairs × 2 require 32."),
        ({"redundancy": "9" * 400}, "once you have filled in the numbers above"),
    ],
)
def test_estimate_is_live(draft: Campaign, mine: Client, typed: dict[str, str], says: str) -> None:
    usual = {name: str(value) for name, value in TERMS.items()}
    sent = usual | {"scheme": "pair", "currency": "USD"} | typed
    assert says in words_on(mine, "new_cost", draft.dataset_id, **sent)


def test_the_dashboard_and_the_planner_show_what_is_spent(campaign: Campaign, mine: Client) -> None:
    enrolment = work(campaign, YES)
    known = enrolment.training_done + enrolment.known_done
    paid = 16 + known
    assert enrolment.earning == paid
    spent = f"USD {paid * 0.05:.2f}"
    cell = next(
        cell
        for cell in mine.get(reverse("research:campaign", args=(campaign.pk,))).context["course"]
        if cell.key == "money"
    )
    # Half of the judgments of pairs are in; the others are expected to bring as many gold answers.
    assert (cell.value, cell.of) == (spent, f"of {2 * paid * 0.05:.2f} expected")
    assert cell.note == f"at most {MAXIMUM}"
    planner = words_on(mine, "planner", campaign.pk)
    assert (
        f"So far: {paid} judgments (16 of pairs, {known} gold answers), {spent} earned." in planner
    )
    assert SUMS in planner


@pytest.mark.quick
def test_known_answers_move_the_dashboard_too(campaign: Campaign, mine: Client) -> None:
    """They are in no figure, so no version covers them."""
    where, enrolment = reverse("research:live", args=(campaign.pk,)), enrol(campaign)
    before = mine.get(where).headers["ETag"]
    answer(enrolment, YES)
    after = text_of(mine.get(where, headers={"If-None-Match": before}), 200)
    assert "USD 0.05" in after


def test_extending_and_limits_show_what_they_add(campaign: Campaign, mine: Client) -> None:
    more = words_on(mine, "campaign_cost", campaign.pk, redundancy="3")
    assert more == (
        "16 pairs × 1 more = 16 judgments × USD 0.05 = USD 0.80. Total: USD 4.40 at most, "
        f"excluding the platform’s fee. {TIME.replace('2 h 35 min', '3 h 9 min')}"
    )
    fewer = words_on(mine, "campaign_cost", campaign.pk, most_workers="4")
    assert fewer.startswith("8 judgments fewer × USD 0.05 = USD 0.40. Total: USD 3.20 at most")
    assert words_on(mine, "campaign_cost", campaign.pk, redundancy="x") == f"{SUMS} {TIME}"


def test_a_campaign_from_before_says_that_it_has_no_bound(campaign: Campaign, mine: Client) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(most_workers=None)
    page = words_on(mine, "campaign", campaign.pk)
    assert "there is no limit on the number of workers. Set a limit" in page
    assert "expected no upper bound" in page
    assert "the number of workers is unlimited" in words_on(mine, "planner", campaign.pk)


def test_limits_are_changed_and_reported(campaign: Campaign, mine: Client) -> None:
    work(campaign, YES)
    where = reverse("research:limits", args=(campaign.pk,))
    assert "1 worker has joined so far" in words_on(mine, "limits", campaign.pk)
    assert mine.post(where, {"most_workers": "9", "most_hits_per_worker": "40"}).status_code == 302
    page = words_on(mine, "campaign", campaign.pk)
    assert "1 of at most 9 workers joined · at most 40 tasks each" in page
    shown = words_on(mine, "audit", campaign.dataset.project_id)
    assert "changed the limits on workers, tasks per worker and pace" in shown


@pytest.mark.quick
@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"most_workers": ""}, "the cost of the campaign has no limit"),
        ({"most_workers": "1"}, "Choose 2 or more"),
        ({"most_workers": "2"}, "3 workers have already joined"),
        ({"most_workers": "0"}, "greater than or equal to 1"),
        ({"most_workers": "5", "most_hits_per_worker": "3"}, "done or in progress"),
    ],
)
def test_limits_that_make_no_sense_are_refused(
    campaign: Campaign, mine: Client, sent: dict[str, str], says: str
) -> None:
    work(campaign, YES)
    enrol(campaign)
    enrol(campaign)
    answered = text_of(mine.post(reverse("research:limits", args=(campaign.pk,)), sent), 400)
    assert says in " ".join(unescape(strip_tags(answered)).split())
    campaign.refresh_from_db()
    assert campaign.most_workers == 5


def test_training_stands_apart_from_known_answers_later(campaign: Campaign, mine: Client) -> None:
    enrolment = enrol(campaign)
    answer(enrolment, YES)
    answer(enrolment, YES)
    return_hit(enrolment=enrolment, assignment_id=claim_hit(enrolment_id=enrolment.pk).pk)
    for _ in range(8):
        answer(enrolment, NO)
    enrolment.refresh_from_db()
    assert "gold answers correct, in training" in words_on(mine, "workers", campaign.pk)
    lines = mine.get(reverse("research:workers", args=(campaign.pk,))).context["lines"]
    found = [(line.training, line.known) for line in lines]
    assert found == [("2 of 2", f"0 of {enrolment.known_done}")]
    body = mine.get(reverse("research:workers_csv", args=(campaign.pk,))).content.decode()
    row = next(csv.DictReader(StringIO(body)))
    assert (row["training_right"], row["training_done"]) == ("2", "2")
    assert (row["known_right"], row["known_done"]) == ("0", str(enrolment.known_done))
    assert (row["earned"], row["returned"]) == ("0.500", "1")


def test_few_known_answers_are_warned_of(draft: Campaign, mine: Client) -> None:
    assert "under another name" not in words_on(mine, "move_campaign", draft.pk, "launch")
    edited = Campaign.objects.get(pk=draft.pk)
    edited.training_hits = 6
    edited.save()
    assert "under another name" in words_on(mine, "move_campaign", draft.pk, "launch")


def test_the_planner_s_table_is_of_pairs_alone(campaign: Campaign, mine: Client) -> None:
    CampaignReport.objects.create(
        campaign=campaign,
        kind=CampaignReport.Kind.PLANNING,
        version=1,
        basis=[1],
        results={"rows": [], "method": []},
        made_at=database_now(),
    )
    assert ", without gold answers, and" in words_on(mine, "planner", campaign.pk)
