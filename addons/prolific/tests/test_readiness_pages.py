"""The page of a study that is not ready to publish; it is published only with a confirmation."""

from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from addons.prolific.models import ProlificStep, ProlificStudy, ProlificToken
from addons.prolific.services import readiness
from addons.prolific.services.steps import confirm_step
from addons.prolific.tests.checked import JOIN_PAGE, made, priced, ready
from annotation.models import Campaign
from annotation.services.errors import Conflict
from annotation.services.people.platform_tokens import address_of_study
from tests.helpers.pages import assert_shows, read_words, signed_in
from tests.publishing.walking import owner_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("looked_up")]


def confirm(campaign: Campaign, step: ProlificStep, **extra: Any) -> None:
    confirm_step(
        campaign=campaign,
        user=owner_of(campaign),
        step=step.pk,
        cost=step.cost_read,
        address=address_of_study(JOIN_PAGE.format(code=campaign.code)),
        **extra,
    )


def page_of(campaign: Campaign) -> str:
    address = reverse("research:prolific", args=(campaign.pk,))
    return read_words(signed_in(owner_of(campaign)), address)


@pytest.fixture
def underpaid(db: None) -> Campaign:
    campaign = ready()
    ProlificToken.objects.create(project=campaign.dataset.project, sealed="x", last_four="9xZ4")
    made(campaign, estimated_completion_time=9)
    return campaign


@pytest.mark.parametrize("launch", [True, False])
def test_the_page_links_to_where_a_fee_is_set(launch: bool) -> None:
    campaign = ready(budget="6", fee_percent="0", launch=launch)
    page = page_of(campaign)
    copied = reverse("research:duplicate_campaign", args=(campaign.pk,))
    edited = reverse("research:edit_campaign", args=(campaign.pk,)) + "#id_fee_percent"
    assert_shows(page, f'<a href="{copied if launch else edited}">', "33.33% before VAT")


def test_what_is_red_is_published_only_when_it_is_confirmed(underpaid: Campaign) -> None:
    step = priced(ProlificStudy.objects.get())
    step.refresh_from_db()
    with pytest.raises(Conflict, match=r"6\.67 an hour") as refused:
        confirm(underpaid, step)
    assert refused.value.details["not_ready"] == ["pay"]
    assert ProlificStep.objects.get().state == "priced"
    confirm(underpaid, step, accept_unready=True)
    assert ProlificStep.objects.get().state == "confirmed"


def test_a_name_is_looked_up_before_anything_is_locked(
    underpaid: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = priced(ProlificStudy.objects.get())
    step.refresh_from_db()
    depth, locked = len(connection.savepoint_ids), []

    def look_up(*_: Any, **__: Any) -> None:
        locked.append(len(connection.savepoint_ids) > depth)

    monkeypatch.setattr(readiness, "require_name", look_up)
    with pytest.raises(Conflict):
        confirm(underpaid, step)
    assert locked == [False]


def test_more_places_need_no_list(underpaid: Campaign) -> None:
    step = priced(ProlificStudy.objects.get())
    ProlificStep.objects.update(action="PLACES", places=9)
    step.refresh_from_db()
    confirm(underpaid, step)
    assert ProlificStep.objects.get().state == "confirmed"


def test_the_page_asks_to_confirm_what_is_red(underpaid: Campaign) -> None:
    priced(ProlificStudy.objects.get())
    page = page_of(underpaid)
    # The test client uses http://testserver.
    assert "Publish although it is not ready: address, hourly pay" in page
    step = ProlificStep.objects.get()
    body = {"step": step.pk, "cost": step.cost_read}
    address = reverse("research:move_prolific_study", args=(underpaid.pk, "confirm"))
    client = signed_in(owner_of(underpaid))
    assert client.post(address, body).status_code == 409
    assert client.post(address, body | {"accept_unready": "on"}).status_code == 302
    assert ProlificStep.objects.get().state == "confirmed"


@pytest.mark.few(1)
@pytest.mark.parametrize("token", [True, False])
@pytest.mark.parametrize("launch", [True, False])
def test_the_page_shows_the_list_without_a_study(token: bool, launch: bool) -> None:
    campaign = ready(launch=launch, place_hits=None, budget="1")
    if token:
        ProlificToken.objects.create(project=campaign.dataset.project, sealed="x", last_four="9x")
    page = page_of(campaign)
    assert "Ready to publish?" in page
    assert page.count("to fix</span>") == 4
    where = "people" if launch else "edit_campaign"
    assert f"{reverse(f'research:{where}', args=(campaign.pk,))}#id_place_hits" in page
    assert reverse("research:dry_run", args=(campaign.pk,)) in page


def test_a_study_that_recruits_has_no_list(underpaid: Campaign) -> None:
    ProlificStudy.objects.update(state="ACTIVE")
    assert "Ready to publish?" not in page_of(underpaid)
