"""The pages of pay: from work to the list of payments, to the cent, and who may see what."""

from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Campaign, Judgment, PaymentBatch, PaymentLine, Worker
from annotation.research.pay.cost_texts import spent_on
from annotation.services.people.join import join_campaign
from annotation.services.people.sessions import keep_session
from annotation.services.work.exclusion import exclude_worker
from tests.helpers.factories import (
    enrol,
    join_form,
    judge_many,
    judge_next,
    make_campaign,
    make_dataset,
    make_member,
    make_project,
    make_user,
)
from tests.helpers.factories import make_campaign as campaign_of
from tests.helpers.pages import assert_shows, page_of, read_words, signed_in, text_of
from tests.research.study import Study
from tests.services.paying import accept_all

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def paid(study: Study) -> Campaign:
    dataset = make_dataset(3, project=study.project)
    campaign = make_campaign(
        dataset, redundancy=2, reward="0.035", currency="USD", fee_percent="20"
    )
    for _ in range(2):
        judge_many(enrol(campaign), 3)
    return campaign


def test_from_work_to_receipts_to_the_cent(paid: Campaign, owner: Client) -> None:
    before = page_of(owner, "pay", paid.pk)
    assert_shows(before, "USD 0.21", "No approved pay is waiting to be sent.")
    accepting = reverse("research:review_judgments", args=(paid.pk, "accepted"))
    owner.post(f"{accepting}?review=unreviewed", {"sure": "yes"})
    assert "0.20 to 2 workers" in page_of(owner, "pay", paid.pk)
    source = paid.enrolments.earliest("pk").worker.source
    made = owner.post(reverse("research:make_payments", args=(paid.pk, source)), follow=True)
    batch = PaymentBatch.objects.get(campaign=paid)
    assert f"List {batch.pk}: USD 0.20" in made.content.decode()
    file = owner.get(reverse("research:payments_file", args=(paid.pk, batch.pk, "prolific")))
    names = [one.worker.external_id for one in paid.enrolments.order_by("pk")]
    assert file.content.decode() == "".join(f"{name},0.10\n" for name in names)
    wrong = SimpleUploadedFile("paid.csv", b"nobody,0.10\n")
    answer = reverse("research:payments_answer", args=(paid.pk, batch.pk))
    assert "Row 1: this id is not in the list." in text_of(owner.post(answer, {"file": wrong}), 400)
    for number in (2, 0):
        right = SimpleUploadedFile("paid.csv", file.content)
        text = owner.post(answer, {"file": right}, follow=True).content.decode()
        assert f"{number} payments updated from the file." in text
    assert page_of(owner, "receipts", paid.pk, batch.pk).count("USD 0.10") == 2
    assert_shows(page_of(owner, "pay", paid.pk), "USD 0.20", "USD 0.01")


def test_members_see_sums_and_owners_lists(paid: Campaign, study: Study, owner: Client) -> None:
    accepting = reverse("research:review_judgments", args=(paid.pk, "accepted"))
    owner.post(f"{accepting}?review=unreviewed", {"sure": "yes"})
    client = signed_in(make_member(study.project, study.owner))
    page = page_of(client, "pay", paid.pk)
    assert "0.20 to 2 workers" in page
    assert "Create payment list" not in page
    source = paid.enrolments.earliest("pk").worker.source
    assert client.post(reverse("research:make_payments", args=(paid.pk, source))).status_code == 403
    assert not PaymentBatch.objects.filter(campaign=paid).exists()
    csv = client.get(reverse("research:pay_csv", args=(paid.pk,))).content.decode()
    assert csv.splitlines()[0].startswith("worker,earned,approved,")
    for worker in paid.enrolments.select_related("worker"):
        assert worker.worker.external_id not in page
        assert worker.worker.external_id not in csv


def test_the_forecast_and_the_budgets(paid: Campaign, study: Study, owner: Client) -> None:
    """Six are paid; excluding one of the workers requests three more: 9 × 0.042 = 0.378."""
    assert "3 judgments to come" not in page_of(owner, "pay", paid.pk)
    exclude_worker(enrolment=paid.enrolments.earliest("pk"), user=study.owner, reason="spam")
    page = page_of(owner, "pay", paid.pk)
    assert_shows(page, "USD 0.378", "3 judgments to come")
    assert "exceeds the campaign’s budget" not in page
    owner.post(reverse("research:pay_terms", args=(paid.pk,)), {"budget": "0.30"})
    shown = page_of(owner, "pay", paid.pk)
    assert "The forecast, USD 0.378, exceeds the campaign’s budget" in shown
    for budget, warns in (("0.38", False), ("0.37", True)):
        form = {"budget": budget, "least_hourly": "", "currency": "USD"}
        owner.post(reverse("research:project_pay", args=(study.project.pk,)), form)
        page = page_of(owner, "project_pay", study.project.pk)
        assert ("USD 0.378, exceeds the budget" in page) is warns


def test_budget_and_warnings(paid: Campaign, study: Study, owner: Client) -> None:
    terms = reverse("research:pay_terms", args=(paid.pk,))
    assert owner.post(terms, {"budget": "0.25", "approve_after_days": "91"}).status_code == 400
    refused = owner.post(terms, {"budget": "0.25", "approve_after_days": ""})
    assert "0.252 is already paid, owed or committed to open tasks" in refused.content.decode()
    owner.post(terms, {"budget": "0.26", "approve_after_days": "7"})
    paid.refresh_from_db()
    assert (paid.budget, paid.approve_after_days) == (Decimal("0.26"), 7)
    assert "The budget of the campaign is used up" in page_of(owner, "pay", paid.pk)
    Judgment.objects.filter(campaign=paid).update(active_ms=60_000)
    money = reverse("research:project_pay", args=(study.project.pk,))
    owner.post(money, {"budget": "", "least_hourly": "9.60", "currency": "USD"})
    shown = page_of(owner, "pay", paid.pk)
    assert "An hour of active work pays USD 2.10, below this project’s minimum of 9.60" in shown
    assert_shows(text_of(owner.get(money)), "below 9.60", "USD 0.252")


@pytest.mark.quick
def test_prolific_pays_whole_places_whatever_the_budget(paid: Campaign, owner: Client) -> None:
    said = "Prolific pays for whole submissions"
    assert said not in page_of(owner, "pay", paid.pk)
    Campaign.objects.filter(pk=paid.pk).update(place_hits=3, completion_code="DONE42")
    for name in ("pay", "pay_terms"):
        page = " ".join(page_of(owner, name, paid.pk).split())
        assert f"{said}: USD 0.105 for 3 tasks. The budget counts single judgments." in page
        assert "your spending on Prolific can differ from the budget" in page


def test_a_bonus_is_entered_and_the_worker_reads_why(paid: Campaign, owner: Client) -> None:
    worker = paid.enrolments.earliest("pk")
    address = reverse("research:pay_worker", args=(paid.pk, worker.pk))
    assert owner.post(address, {"kind": "bonus", "amount": "0.5", "reason": ""}).status_code == 400
    owner.post(address, {"kind": "bonus", "amount": "0.5", "reason": "Your notes helped."})
    assert "Your notes helped." in owner.get(address).content.decode()
    client = Client()
    client.post(f"/w/{paid.code}/", join_form(worker.worker))
    assert_shows(text_of(client.get(f"/w/{paid.code}/pay/")), "Your notes helped.", "USD 0.605")
    assert f"/w/{paid.code}/pay/" in client.get(f"/w/{paid.code}/done/").content.decode()


def test_a_worker_reads_that_the_budget_is_used_up(paid: Campaign, owner: Client) -> None:
    terms = reverse("research:pay_terms", args=(paid.pk,))
    worker, client = enrol(paid), Client()
    owner.post(terms, {"budget": "0.26", "approve_after_days": ""})
    client.post(f"/w/{paid.code}/", join_form(worker.worker))
    page = client.post(f"/w/{paid.code}/next/", follow=True).content.decode()
    assert "The budget has run out for now" in page
    owner.post(terms, {"budget": "9", "approve_after_days": ""})
    assert "budget has run out" not in client.get(f"/w/{paid.code}/done/").content.decode()


def test_the_queries_do_not_grow_with_the_workers(paid: Campaign, owner: Client) -> None:
    address = reverse("research:pay", args=(paid.pk,))
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            owner.get(address)
        counts.append(len(captured))
        for _ in range(5):
            enrol(paid)
    assert counts[0] == counts[1] <= 20


@pytest.mark.quick
def test_a_list_of_another_campaign_is_404(paid: Campaign, study: Study, owner: Client) -> None:
    batch = PaymentBatch.objects.create(campaign=paid, source="name")
    for name in ("payments", "receipts"):
        address = reverse(f"research:{name}", args=(study.flat.pk, batch.pk))
        assert owner.get(address).status_code == 404
    assert not PaymentLine.objects.exists()


@pytest.mark.quick
def test_the_box_that_takes_places_off_a_list_can_be_cleared(study: Study, owner: Client) -> None:
    dataset = make_dataset(4, project=study.project)
    campaign = make_campaign(
        dataset,
        redundancy=1,
        reward="0.135",
        currency="USD",
        place_hits=3,
        completion_code="DONE42",
    )
    worker = join_campaign(campaign=campaign, source=Worker.Source.PROLIFIC, external_id="p1")
    keep_session(enrolment=worker, study="", session="s1")
    judge_many(worker, 3)
    accept_all(campaign)
    page = " ".join(page_of(owner, "pay", campaign.pk).split())
    assert "USD 0.405 to 1 worker" in page
    assert "Prolific pays USD 0.405 of it through submissions</span>" in page
    assert "pays USD 0.41 there" in page
    create_address = reverse("research:make_payments", args=(campaign.pk, "prolific"))
    ticked = {"choice": "shown", "with_places": "yes"}
    listed = owner.post(create_address, ticked, follow=True).content.decode()
    batch = PaymentBatch.objects.get(campaign=campaign)
    assert "Nothing to send" in listed
    assert "bonus list" not in listed
    for kind in ("prolific", "payouts"):
        file = reverse("research:payments_file", args=(campaign.pk, batch.pk, kind))
        assert owner.get(file).status_code == 404
    settle = reverse("research:settle_payments", args=(campaign.pk, batch.pk, "failed"))
    assert owner.post(settle).status_code == 302
    cleared = owner.post(create_address, {"choice": "shown"}, follow=True).content.decode()
    assert "USD 0.40</h1>" in cleared
    assert "USD 0.005, less than a cent per worker, is carried over" in " ".join(cleared.split())
    shown = " ".join(page_of(owner, "pay", campaign.pk).split())
    assert "USD 0.005 is less than a cent per worker" in shown


@pytest.fixture
def campaign() -> Campaign:
    dataset = make_dataset(3, make_project(make_user("owner")))
    campaign = campaign_of(dataset, redundancy=3, reward="0.05", currency="USD", fee_percent="20")
    machine = join_campaign(
        campaign=campaign, source=Worker.Source.SIMULATED, external_id="machine"
    )
    judge_many(machine, 3)
    judge_next(enrol(campaign))
    return campaign


def test_the_page_of_pay_labels_it(insider: Client, campaign: Campaign) -> None:
    shown = read_words(insider, f"/research/campaigns/{campaign.pk}/pay/")
    assert "<dt>Owed</dt><dd>USD 0.05</dd>" in shown
    assert_shows(shown, "<dt>Simulated work</dt><dd>USD 0.18</dd>", "not owed")
    assert "simulated: not paid" in shown


def test_a_program_has_no_form_for_a_bonus(insider: Client, campaign: Campaign) -> None:
    machine = campaign.enrolments.get(of_program=True)
    shown = read_words(insider, f"/research/campaigns/{campaign.pk}/pay/workers/{machine.pk}/")
    assert "so no pay is due" in shown
    assert "Save</button>" not in shown


def test_the_project_and_its_campaigns_say_both(insider: Client, campaign: Campaign) -> None:
    project = campaign.dataset.project_id
    shown = read_words(insider, f"/research/projects/{project}/pay/")
    assert "<dt>Owed</dt><dd>USD 0.05</dd>" in shown
    assert "<dt>Simulated work</dt><dd>USD 0.18</dd>" in shown
    assert spent_on(campaign) == (
        "4 judgments, 3 of them simulated, USD 0.05 earned, and USD 0.15 more if people had done "
        "the simulated ones"
    )


@pytest.mark.quick
def test_without_programs_nothing_is_said_of_them(insider: Client, campaign: Campaign) -> None:
    other = campaign_of(campaign.dataset, reward="0.05", currency="USD")
    judge_next(enrol(other))
    assert "Simulated work" not in read_words(insider, f"/research/campaigns/{other.pk}/pay/")
    assert spent_on(other) == "1 judgment, USD 0.05 earned"
