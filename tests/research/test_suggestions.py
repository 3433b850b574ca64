"""Suggestions on pages: chosen for a draft, shown once it is live, and for members only."""

import pytest
from django.test import Client

from annotation.models import Campaign, PreAnnotation
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import enrol, make_campaign, make_dataset, submit
from tests.helpers.figures import make_figures
from tests.helpers.pages import assert_shows, read_words, text_of
from tests.helpers.sets import annotations_file, make_set
from tests.research.study import Study

pytestmark = pytest.mark.long
CUT = {"boundaries": [1, 0, 0, 0]}


@pytest.fixture
def draft(study: Study) -> Campaign:
    return make_campaign(make_dataset(12, study.project), launch=False)


def page(campaign: Campaign, step: str = "") -> str:
    return f"/research/campaigns/{campaign.pk}/models/suggestions/{step}"


def test_a_member_chooses_a_set_for_a_draft(
    draft: Campaign, owner: Client, teammate: Client, stranger: Client
) -> None:
    assert "No annotation set of these texts with this scheme yet" in read_words(owner, page(draft))
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset), name="<i>Whole</i>")
    assert_shows(read_words(owner, page(draft)), "Add suggestions", "&lt;i&gt;Whole&lt;/i&gt;")
    assert stranger.post(page(draft, "choose/"), {"set": own.pk}).status_code == 404
    wrong = teammate.post(page(draft, "choose/"), {"set": "0", "tenths": "5"})
    assert "Select a valid choice" in text_of(wrong, 400)
    answer = teammate.post(page(draft, "choose/"), {"set": own.pk, "tenths": "3"})
    assert answer.headers["Location"] == page(draft)
    text = read_words(owner, page(draft))
    assert_shows(text, "In 30 % of their tasks", "workers will start from")
    assert page(draft) in read_words(owner, f"/research/campaigns/{draft.pk}/")
    launch_campaign(campaign=draft, user=None)
    text = read_words(owner, page(draft))
    assert "12 texts of the campaign have a suggestion" in text
    assert "Save suggestions" not in text
    shown = read_words(owner, f"/research/campaigns/{draft.pk}/models/")
    assert "Workers start from suggestions" in shown
    assert teammate.post(page(draft, "drop/")).status_code == 409
    refused = teammate.post(page(draft, "choose/"), {"set": own.pk, "tenths": "5"})
    assert "before the launch" in text_of(refused, 409)
    assert PreAnnotation.objects.get().tenths == 3
    assert stranger.get(page(draft)).status_code == 404


@pytest.mark.quick
def test_they_are_dropped_again(draft: Campaign, owner: Client) -> None:
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset))
    owner.post(page(draft, "choose/"), {"set": own.pk, "tenths": "5"})
    assert owner.post(page(draft, "drop/")).status_code == 302
    assert not PreAnnotation.objects.exists()


def test_without_any_a_live_campaign_says_how_to_try_them(draft: Campaign, owner: Client) -> None:
    launch_campaign(campaign=draft, user=None)
    assert_shows(read_words(owner, page(draft)), "This campaign has no suggestions", "duplicate it")


def test_what_suggestions_do_is_reported_on_their_page(draft: Campaign, owner: Client) -> None:
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset))
    owner.post(page(draft, "choose/"), {"set": own.pk, "tenths": "5"})
    assert "Effect of suggestions" not in read_words(owner, page(draft))
    campaign = launch_campaign(campaign=draft, user=None)
    assert "No judgments yet of texts with a suggestion" in read_words(owner, page(draft))
    enrolment = enrol(campaign)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    make_figures(campaign)
    text = read_words(owner, page(draft))
    assert "So far, all judgments are from one arm" in text
    for _ in range(11):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        submit(enrolment, assignment, None if assignment.suggested else CUT)
    fold_all(campaign.pk)
    assert "as of 1 judgment (version 1)" in read_words(owner, page(draft))
    make_reports(campaign.pk)
    text = read_words(owner, page(draft))
    assert "from one arm" not in text
    assert "answer is the suggested one" in text
    assert "An interval over workers needs at least two of them." in text
    assert "Workers gave the suggested answer in 100.0%" in text
