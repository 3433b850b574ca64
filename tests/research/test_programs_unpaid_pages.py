"""Pages on which simulated work has a price that is owed to no one."""

import pytest
from django.test import Client

from annotation.models import Campaign, Worker
from annotation.research.pay.cost_texts import spent_on
from annotation.services.people.join import join_campaign
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_dataset,
    make_project,
    make_user,
    numbered_texts,
)
from tests.helpers.factories import make_campaign as campaign_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    owner = make_user("owner")
    dataset = make_dataset(numbered_texts(3), make_project(owner))
    campaign = campaign_of(dataset, redundancy=3, reward="0.05", currency="USD", fee_percent="20")
    machine = join_campaign(
        campaign=campaign, source=Worker.Source.SIMULATED, external_id="machine"
    )
    for _ in range(3):
        judge_next(machine)
    judge_next(enrol(campaign))
    return campaign


@pytest.fixture
def page(client: Client, campaign: Campaign) -> Client:
    client.force_login(campaign.dataset.project.memberships.get().user)
    return client


def read(page: Client, address: str) -> str:
    return " ".join(page.get(address).content.decode().split())


@pytest.mark.long
def test_the_page_of_pay_labels_it(page: Client, campaign: Campaign) -> None:
    shown = read(page, f"/research/campaigns/{campaign.pk}/pay/")
    assert "<dt>Owed</dt><dd>USD 0.05</dd>" in shown
    assert "<dt>Simulated work</dt><dd>USD 0.18</dd>" in shown
    assert "not owed" in shown
    assert "simulated: not paid" in shown


@pytest.mark.long
def test_a_program_has_no_form_for_a_bonus(page: Client, campaign: Campaign) -> None:
    machine = campaign.enrolments.get(of_program=True)
    shown = read(page, f"/research/campaigns/{campaign.pk}/pay/workers/{machine.pk}/")
    assert "so no pay is due" in shown
    assert "Save</button>" not in shown


@pytest.mark.long
def test_the_project_and_its_campaigns_say_both(page: Client, campaign: Campaign) -> None:
    project = campaign.dataset.project_id
    shown = read(page, f"/research/projects/{project}/pay/")
    assert "<dt>Owed</dt><dd>USD 0.05</dd>" in shown
    assert "<dt>Simulated work</dt><dd>USD 0.18</dd>" in shown
    assert spent_on(campaign) == (
        "4 judgments, 3 of them simulated, USD 0.05 earned, and USD 0.15 more if people had done "
        "the simulated ones"
    )


def test_without_programs_nothing_is_said_of_them(page: Client, campaign: Campaign) -> None:
    other = campaign_of(campaign.dataset, reward="0.05", currency="USD")
    judge_next(enrol(other))
    assert "Simulated work" not in read(page, f"/research/campaigns/{other.pk}/pay/")
    assert spent_on(other) == "1 judgment, USD 0.05 earned"
