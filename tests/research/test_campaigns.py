"""A campaign's terms, its preview and its status changes, and the deletion of drafts."""

from decimal import Decimal

import pytest
from django.test import Client

from annotation.models import AuditEvent, Campaign, Judgment
from annotation.services.lifecycle.deletion import delete
from tests.helpers.pages import assert_shows, read, text_of
from tests.research.study import Study

pytestmark = pytest.mark.long
TERMS = {
    "scheme": "nested",
    "name": "Round two",
    "redundancy": "7",
    "reward": "0.025",
    "currency": "USD",
    "minutes": "2.5",
    "instructions": "Join what belongs together.",
}


def test_a_new_campaign_is_a_draft_with_exact_terms(study: Study, owner: Client) -> None:
    owner.post(f"/research/datasets/{study.dataset.pk}/campaigns/new/", TERMS)
    campaign = Campaign.objects.get(name="Round two")
    assert campaign.status == Campaign.Status.DRAFT
    assert (campaign.reward, campaign.seconds_allotted) == (Decimal("0.025"), 150)
    assert (campaign.scheme, campaign.redundancy) == ("nested", 7)


def test_the_form_proposes_the_schemes_instructions_and_time(study: Study, owner: Client) -> None:
    answer = owner.get(f"/research/datasets/{study.dataset.pk}/campaigns/new/")
    assert "Cut it into meaningful parts" in answer.content.decode()
    form = answer.context["form"]
    assert (form["hourly_wage"].value(), form["seconds_expected"].value()) == ("12.00", 49)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "Give the campaign a name."),
        ("name", "Flat round", "already exists"),
        ("scheme", "telepathy", "not one of the available choices"),
        ("redundancy", "0", "greater than or equal to 1"),
        ("redundancy", "99999999999999999999", "less than or equal to 1000"),
        ("redundancy", "many", "Enter a whole number."),
        ("reward", "-1", "greater than or equal to 0"),
        ("reward", "0.0001", "decimal place"),
        ("reward", "NaN", "Enter a number."),
        ("reward", "1e9999", "Ensure that there are no more than 8 digits"),
        ("currency", "dollars", "three capital letters"),
        ("minutes", "0", "greater than or equal to 0.5"),
        ("minutes", "Infinity", "Enter a number."),
    ],
)
def test_bad_terms_are_explained_and_nothing_typed_is_lost(
    study: Study, owner: Client, field: str, value: str, said: str
) -> None:
    page = owner.post(
        f"/research/datasets/{study.dataset.pk}/campaigns/new/", TERMS | {field: value}
    )
    text = page.content.decode()
    assert page.status_code == 400
    assert_shows(text, said, f'id="id_{field}_error"', "Join what belongs together.")


def test_a_draft_is_edited_and_keeps_its_scheme(study: Study, teammate: Client) -> None:
    where = f"/research/campaigns/{study.draft.pk}/edit/"
    assert 'value="Later round"' in teammate.get(where).content.decode()
    teammate.post(where, TERMS)
    study.draft.refresh_from_db()
    assert (study.draft.name, study.draft.scheme) == ("Round two", "flat")


@pytest.mark.quick
def test_a_launched_campaign_is_not_edited(study: Study, owner: Client) -> None:
    owner.post(f"/research/campaigns/{study.flat.pk}/edit/", TERMS)
    study.flat.refresh_from_db()
    assert study.flat.name == "Flat round"


def test_launching_says_what_it_will_cost_before_it_does_it(study: Study, owner: Client) -> None:
    Campaign.objects.filter(pk=study.draft.pk).update(reward="0.025", redundancy=4)
    where = f"/research/campaigns/{study.draft.pk}/launch/"
    assert "12 judgments, at most USD 0.30" in read(owner, where)
    study.draft.refresh_from_db()
    assert study.draft.status == Campaign.Status.DRAFT
    assert owner.post(where).headers["Location"].endswith("?done=launch")
    study.draft.refresh_from_db()
    assert (study.draft.status, study.draft.hit_count) == (Campaign.Status.LIVE, 3)


def test_pause_can_be_undone_from_the_notice(study: Study, owner: Client) -> None:
    moved = owner.post(f"/research/campaigns/{study.flat.pk}/pause/")
    page = owner.get(moved.headers["Location"]).content.decode()
    assert_shows(page, "The campaign is paused.", f"/research/campaigns/{study.flat.pk}/resume/")
    owner.post(f"/research/campaigns/{study.flat.pk}/resume/")
    study.flat.refresh_from_db()
    assert study.flat.status == Campaign.Status.LIVE


@pytest.mark.quick
def test_close_and_resume(study: Study, owner: Client) -> None:
    owner.post(f"/research/campaigns/{study.flat.pk}/close/")
    study.flat.refresh_from_db()
    assert study.flat.status == Campaign.Status.CLOSED
    owner.post(f"/research/campaigns/{study.flat.pk}/resume/")
    study.flat.refresh_from_db()
    assert study.flat.status == Campaign.Status.LIVE


@pytest.mark.quick
def test_a_move_that_does_not_fit_is_refused_in_words(study: Study, owner: Client) -> None:
    refused = owner.post(f"/research/campaigns/{study.draft.pk}/pause/")
    assert "cannot be paused" in text_of(refused, 409)
    assert owner.get(f"/research/campaigns/{study.draft.pk}/pause/").status_code == 302
    assert owner.post(f"/research/campaigns/{study.draft.pk}/burn/").status_code == 404


def test_redundancy_only_grows(study: Study, owner: Client) -> None:
    where = f"/research/campaigns/{study.flat.pk}/extend/"
    assert "Choose a number from 5 to 1000" in text_of(owner.post(where, {"redundancy": "3"}), 400)
    owner.post(where, {"redundancy": "6"})
    study.flat.refresh_from_db()
    assert study.flat.redundancy == 6


@pytest.mark.parametrize("value", ["", "x", "1e3", "99999999999999999999999"])
def test_extending_by_nonsense_is_explained(study: Study, owner: Client, value: str) -> None:
    refused = owner.post(f"/research/campaigns/{study.flat.pk}/extend/", {"redundancy": value})
    assert 'id="id_redundancy_error"' in text_of(refused, 400)


def test_a_preview_shows_the_workers_page_and_stores_nothing(study: Study, owner: Client) -> None:
    where = f"/research/campaigns/{study.draft.pk}/preview/"
    page = owner.get(where)
    text = page.content.decode()
    assert page.context["desk"]["hit"]["item"]["words"] == study.dataset.items.get(position=1).words
    assert "preview: nothing is saved" in text
    before = Judgment.objects.count()
    refused = owner.post(where, {"boundaries": "[1]"})
    assert "This is a preview: nothing is stored." in text_of(refused, 403)
    assert Judgment.objects.count() == before


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("text", ["0", "4", "x", "9" * 30])
def test_a_preview_of_no_text_leads_nowhere(study: Study, owner: Client, text: str) -> None:
    where = f"/research/campaigns/{study.draft.pk}/preview/"
    assert owner.get(where, {"text": text}).status_code == (200 if text == "0" else 404)


def test_export_says_how_to_cite(study: Study, owner: Client) -> None:
    page = owner.get(f"/research/campaigns/{study.flat.pk}/export/").content.decode()
    assert_shows(page, "Flat round", "SHA-256")
    assert "nothing to export yet" in read(owner, f"/research/campaigns/{study.draft.pk}/export/")


def test_a_draft_is_deleted_once_it_is_meant(study: Study, teammate: Client) -> None:
    where = f"/research/campaigns/{study.draft.pk}/"
    assert f"{where}delete/" in teammate.get(where).content.decode()
    assert "contains no work" in teammate.get(f"{where}delete/").content.decode()
    assert Campaign.objects.filter(pk=study.draft.pk).exists()
    answer = teammate.post(f"{where}delete/")
    away = f"/research/projects/{study.project.pk}/away/"
    assert answer.headers["Location"] == away
    assert not Campaign.objects.filter(pk=study.draft.pk).exists()
    text = teammate.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert f"deleted the campaign {study.draft.name}" in text
    # A second deletion at the same time does no harm.
    delete(thing=study.draft, user=study.teammate)
    assert AuditEvent.objects.filter(verb="campaign.deleted").count() == 1
    assert study.draft.name in teammate.get(away).content.decode()
    teammate.post(f"{where}undelete/")
    assert Campaign.objects.filter(pk=study.draft.pk).exists()


@pytest.mark.quick
def test_a_stranger_deletes_nothing(study: Study, stranger: Client) -> None:
    assert stranger.post(f"/research/campaigns/{study.draft.pk}/delete/").status_code == 404
    assert Campaign.objects.filter(pk=study.draft.pk).exists()
    delete(thing=study.draft, user=study.owner)
    assert stranger.post(f"/research/campaigns/{study.draft.pk}/undelete/").status_code == 404
    assert not Campaign.objects.filter(pk=study.draft.pk).exists()
