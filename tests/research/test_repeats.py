"""Repeated HITs on the pages: requested, with their cost, and in the signals."""

import csv
import io
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Campaign, Enrolment, Judgment, WorkerSignals
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.errors import NothingLeft
from annotation.services.work.claim import claim_hit
from tests.api.studies import API
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_shows, words_on

pytestmark = [pytest.mark.django_db, pytest.mark.long]

TERMS: dict[str, Any] = {
    "redundancy": 2,
    "repeat_every": 4,
    "repeat_after": 3,
    "reward": "0.05",
    "seconds_expected": None,
}
# 12 texts × 2 = 24, and 24 ÷ 3 = 8 repeats: 32 × .05 = 1.60.
SUMS = "12 texts × 2 = 24 judgments; one repeat per 3 = 8 more. 32 × USD 0.05 = USD 1.60"


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(texts=12, **TERMS)


def work(enrolment: Enrolment, *, other_when_again: bool) -> None:
    """Answer every HIT; repeats alternately get the same answer and another one."""
    answers = [[1, 0, 0, 1], [1, 1, 1, 1]]
    while True:
        try:
            given = claim_hit(enrolment_id=enrolment.pk)
        except NothingLeft:
            return
        again = Assignment.objects.get(pk=given.pk).repeat
        submit(enrolment, given, {"boundaries": answers[again and other_when_again]})


def test_a_form_asks_for_them_and_shows_their_cost(campaign: Campaign, insider: Client) -> None:
    typed = {
        "scheme": "flat",
        "redundancy": "2",
        "reward": "0.05",
        "currency": "USD",
        "repeat_every": "4",
    }
    assert SUMS in words_on(insider, "new_cost", campaign.dataset_id, **typed)
    sent = typed | {"name": "Asked again", "minutes": "10", "repeat_after": "7", "walk": "together"}
    insider.post(reverse("research:new_campaign", args=(campaign.dataset_id,)), sent)
    made = Campaign.objects.get(name="Asked again")
    assert (made.repeat_every, made.repeat_after) == (4, 7)
    page = words_on(insider, "campaign", made.pk)
    assert "At most one task in 4 repeats an earlier one, after at least 7 other tasks" in page
    assert SUMS in page
    wrong = insider.post(
        reverse("research:new_campaign", args=(campaign.dataset_id,)),
        sent | {"name": "Wrong", "repeat_every": "1"},
    )
    assert wrong.status_code == 400
    assert 'id="id_repeat_every_error"' in wrong.content.decode()


def test_a_duplicate_and_the_api_have_the_terms(campaign: Campaign) -> None:
    user = campaign.dataset.project.memberships.get().user
    copy = duplicate_campaign(campaign=campaign, dataset=campaign.dataset, name="Copy", user=user)
    assert (copy.repeat_every, copy.repeat_after) == (4, 3)
    _, key = issue_token(project=campaign.dataset.project, user=user, name="tests")
    api = API(key)
    body = api.get(f"campaigns/{campaign.pk}").json()
    assert (body["repeat_every"], body["repeat_after"]) == (4, 3)
    costs = api.get(f"campaigns/{campaign.pk}/costs").json()
    assert (costs["judgments_at_most"], costs["repeats_at_most"]) == (32, 8)
    enrolment = enrol(campaign)
    work(enrolment, other_when_again=False)
    enrolment.refresh_from_db()
    costs = api.get(f"campaigns/{campaign.pk}/costs").json()
    assert costs["repeats_paid"] == enrolment.repeated > 0
    assert costs["paid"] == 12 + enrolment.repeated


def test_signals_say_how_workers_agree_with_themselves(campaign: Campaign, insider: Client) -> None:
    steady, moody = enrol(campaign), enrol(campaign)
    work(steady, other_when_again=False)
    work(moody, other_when_again=True)
    make_figures(campaign)
    found = WorkerSignals.objects.in_bulk([steady.pk, moody.pk])
    repeats = Judgment.objects.filter(repeat=True, assignment__enrolment=moody).count()
    # Segmentations into three and five segments share the first word and the last.
    assert (found[steady.pk].consistency, found[moody.pk].consistency) == (1.0, 0.5)
    assert found[moody.pk].repeated == repeats
    # No other signal includes the repeats.
    assert (found[moody.pk].judgments, found[moody.pk].same) == (12, found[steady.pk].same)
    page = words_on(insider, "signals", campaign.pk)
    assert_shows(page, "consistency on repeats", f"50.0% of {repeats}")
    assert f"50.0% of {repeats}" in words_on(insider, "worker_signals", campaign.pk, moody.pk)
    table = insider.get(reverse("research:signals_csv", args=(campaign.pk,))).content.decode()
    rows = list(csv.DictReader(io.StringIO(table)))
    values = [(row["consistency with themselves"], row["repeated"]) for row in rows]
    assert values == [("1.0", str(found[steady.pk].repeated)), ("0.5", str(repeats))]
    user = campaign.dataset.project.memberships.get().user
    _, key = issue_token(project=campaign.dataset.project, user=user, name="tests")
    results = API(key).get(f"campaigns/{campaign.pk}/signals").json()["results"]
    assert [(one["consistency"], one["repeated"]) for one in results][1] == (0.5, repeats)
    hit = Judgment.objects.filter(repeat=True)[0].hit_id
    assert "repeat: paid, not in the figures" in words_on(insider, "item", campaign.pk, hit)


def test_a_campaign_without_repeats_has_no_such_column(insider: Client, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(repeat_every=None)
    work(enrol(campaign), other_when_again=False)
    make_figures(campaign)
    assert "consistency on repeats" not in words_on(insider, "signals", campaign.pk)


@pytest.mark.quick
def test_workers_are_informed_before_they_join(campaign: Campaign) -> None:
    def page() -> str:
        text = Client().get(reverse("worker:join", args=(campaign.code,))).content.decode()
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())

    note = (
        "Some tasks are repeated later. Answer them as you see them then. "
        "They are paid like all other tasks."
    )
    assert note in page()
    # 12 texts and (12 − 1) ÷ 3 = 3 repeats.
    assert "Up to 15 tasks" in page()
    Campaign.objects.filter(pk=campaign.pk).update(repeat_every=None)
    assert "repeated later" not in page()
