"""Consent and pictures on researchers' pages: versions, counts, the file, workers' text."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation.models import Campaign, Picture, ShownPicture, User
from annotation.services.campaigns.copies import duplicate_campaign
from annotation.services.people.consent_answers import answer_consent
from tests.helpers.apps import picture_bytes
from tests.helpers.factories import enrol, make_campaign, make_user
from tests.helpers.pages import assert_shows, signed_in, text_of

pytestmark = pytest.mark.django_db


def made(user: User, *, launch: bool = True, **terms: Any) -> Campaign:
    campaign = make_campaign(launch=launch, **terms)
    campaign.dataset.project.memberships.create(user=user, role="owner")
    return campaign


@pytest.fixture
def owner(db: None) -> User:
    return make_user()


@pytest.fixture
def client(owner: User) -> Client:
    return signed_in(owner)


def url(name: str, campaign: Campaign) -> str:
    return reverse(f"research:{name}", args=(campaign.pk,))


@pytest.mark.long
def test_the_page_shows_who_agreed_to_which_and_asks_again(client: Client, owner: User) -> None:
    campaign = made(owner, consent="You may **stop**.")
    answer_consent(enrolment=enrol(campaign), version=1, agreed=True)
    answer_consent(enrolment=enrol(campaign), version=1, agreed=False)
    page = text_of(client.get(url("consent", campaign)))
    assert_shows(page, "You may <strong>stop</strong>.", "1 worker of 2 agreed")
    client.post(url("consent", campaign), {"consent": "You may go."})
    campaign.refresh_from_db()
    assert campaign.consent_version == 2
    assert "0 workers of 2 agreed" in text_of(client.get(url("consent", campaign)))


@pytest.mark.long
def test_the_file_holds_every_answer_by_pseudonym(client: Client, owner: User) -> None:
    campaign = made(owner, consent="You may stop.")
    ada = enrol(campaign, "ada")
    answer_consent(enrolment=ada, version=1, agreed=False)
    answer_consent(enrolment=ada, version=1, agreed=True)
    head, first, second = text_of(client.get(url("consent_csv", campaign))).splitlines()
    assert head == "worker,version,answer,answered_at"
    assert first.startswith("worker 1,1,declined,")
    assert second.startswith("worker 1,1,agreed,")


def test_a_draft_leads_to_its_terms(client: Client, owner: User) -> None:
    campaign = made(owner, launch=False)
    found = client.get(url("consent", campaign)).headers["Location"]
    assert found == url("edit_campaign", campaign)


@pytest.mark.long
def test_a_picture_is_shown_by_name_and_copied_on_duplication(client: Client, owner: User) -> None:
    campaign = made(owner, launch=False, instructions="See ![a tree](my-tree.png).")
    file = SimpleUploadedFile("My Tree.png", picture_bytes())
    assert client.post(url("shown_pictures", campaign), {"pictures": file}).status_code == 302
    assert "![what it shows](my-tree.png)" in text_of(client.get(url("shown_pictures", campaign)))
    sha = Picture.objects.get().sha256
    address = reverse("research:campaign_picture", args=(campaign.pk, sha))
    assert f'<img src="{address}" alt="a tree"' in text_of(client.get(url("campaign", campaign)))
    assert client.get(address).headers["Content-Type"] == "image/png"
    copy = duplicate_campaign(campaign=campaign, dataset=campaign.dataset, name="Again", user=owner)
    assert copy.shown_pictures.get().name == "my-tree.png"
    client.post(url("hide_picture", campaign), {"name": "my-tree.png"})
    assert Picture.objects.exists()
    client.post(url("hide_picture", copy), {"name": "my-tree.png"})
    assert not ShownPicture.objects.exists()
    assert not Picture.objects.exists()


def test_what_is_no_picture_is_refused(client: Client, owner: User) -> None:
    campaign = made(owner, launch=False)
    file = SimpleUploadedFile("a.png", b"<svg onload='alert(1)'/>")
    response = client.post(url("shown_pictures", campaign), {"pictures": file})
    assert response.status_code == 400
    assert "not a PNG, JPEG or WebP picture" in text_of(response)


def test_the_preview_next_to_the_form_draws_markdown(client: Client, owner: User) -> None:
    campaign = made(owner, launch=False)
    shown = client.post(
        reverse("research:new_instructions", args=(campaign.dataset_id,)),
        {
            "scheme": "flat",
            "instructions": "## Mind\n\n- one",
            "instructions_markdown": "on",
            "consent": "You may *stop*.",
        },
    )
    assert_shows(text_of(shown), "<h2>Mind</h2>", "Consent", "<em>stop</em>")
