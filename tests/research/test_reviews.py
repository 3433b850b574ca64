"""The pages that review many judgments: what is found, what is shown first, and the undo."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Campaign, Judgment, ReviewAct
from tests.helpers.factories import enrol, judge_many, make_campaign, make_dataset
from tests.helpers.pages import assert_shows, text_of
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def paid(study: Study) -> Campaign:
    dataset = make_dataset(3, project=study.project)
    campaign = make_campaign(dataset, redundancy=2, reward="0.05", currency="USD")
    for _ in range(2):
        judge_many(enrol(campaign), 3)
    return campaign


def first_worker(campaign: Campaign) -> int:
    return campaign.enrolments.order_by("pk")[0].worker.number


def test_from_the_list_to_the_review_and_back(paid: Campaign, owner: Client) -> None:
    number = first_worker(paid)
    judgments = reverse("research:judgments", args=(paid.pk,))
    page = owner.get(f"{judgments}?worker={number}&review=unreviewed").content.decode()
    assert page.count(f"worker {number}</td>") == 3
    rejecting = reverse("research:review_judgments", args=(paid.pk, "rejected"))
    assert f'href="{rejecting}?review=unreviewed&amp;worker={number}"' in page
    before = owner.get(f"{rejecting}?worker={number}").content.decode()
    for words in (
        "Reject 3 judgments",
        "3 judgments leave the figures but stay stored.",
        "3 judgments of 3 texts are requested from other workers.",
        "Workers earn USD 0.15 less for their work.",
        "Replacement judgments cost USD 0.15 in rewards.",
    ):
        assert words in before, words
    assert owner.post(f"{rejecting}?worker={number}", {"reason": ""}).status_code == 400
    assert not Judgment.objects.filter(review="rejected").exists()
    done = owner.post(f"{rejecting}?worker={number}", {"reason": "all the same"}, follow=True)
    page = done.content.decode()
    assert_shows(page, "3 judgments rejected", "all the same")
    undo = reverse("research:undo_review", args=(paid.pk, ReviewAct.objects.get().pk))
    assert "Undone" in text_of(owner.post(undo, follow=True))
    assert set(Judgment.objects.values_list("review", flat=True)) == {""}


def test_what_is_approved_is_shown_in_money(paid: Campaign, owner: Client) -> None:
    accepting = reverse("research:review_judgments", args=(paid.pk, "accepted"))
    page = owner.get(f"{accepting}?review=unreviewed").content.decode()
    assert "USD 0.30 is approved for payment." in page
    assert 'name="reason"' not in page
    owner.post(f"{accepting}?review=unreviewed", {"sure": "yes"})
    assert set(paid.judgments.values_list("review", flat=True)) == {"accepted"}
    shown = owner.get(f"{accepting}?review=unreviewed").content.decode()
    assert "No judgment would change" in shown


@pytest.mark.parametrize("wrong", ["worker=x", "since=yesterday", "review=burnt"])
def test_a_bad_filter_finds_and_reviews_none(paid: Campaign, owner: Client, wrong: str) -> None:
    assert (
        owner.get(reverse("research:judgments", args=(paid.pk,)) + f"?{wrong}").status_code == 400
    )
    address = reverse("research:review_judgments", args=(paid.pk, "rejected"))
    assert owner.post(f"{address}?{wrong}", {"reason": "spam"}).status_code == 404
    assert not ReviewAct.objects.exists()


@pytest.mark.quick
def test_a_review_of_another_campaign_is_404(paid: Campaign, study: Study, owner: Client) -> None:
    owner.post(reverse("research:review_judgments", args=(paid.pk, "accepted")), {"sure": "yes"})
    act = ReviewAct.objects.get()
    assert owner.get(reverse("research:review", args=(study.flat.pk, act.pk))).status_code == 404
    status = owner.post(reverse("research:undo_review", args=(study.flat.pk, act.pk))).status_code
    assert status == 404
    act.refresh_from_db()
    assert act.status == "done"


def test_the_list_costs_the_same_queries_however_long_it_is(paid: Campaign, owner: Client) -> None:
    address = reverse("research:judgments", args=(paid.pk,))
    counts = []
    for query in (f"?hit={paid.hits.earliest('pk').pk}", ""):
        with CaptureQueriesContext(connection) as captured:
            owner.get(address + query)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 8
