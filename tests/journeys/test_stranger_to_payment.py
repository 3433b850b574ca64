"""A stranger's whole journey on a phone, from Prolific's link to the payment notice, and the
researcher's, from the reading test to the bonus list: the sum is correct to the cent."""

import csv
import re
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import (
    Campaign,
    ConsentAnswer,
    Enrolment,
    Judgment,
    LedgerEntry,
    PlatformSession,
    PracticeTask,
    User,
    Worker,
    WorkerSignals,
)
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.campaigns.gold_answers import keep_answer
from annotation.services.pay.balance import balance_of, balance_of_campaign
from midpath.simulated_trees import latent_of
from midpath.tables.reading import stake
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.helpers.factories import make_campaign
from tests.helpers.tiers import by_tier
from tests.journeys.joining import build_tree
from tests.journeys.paying import stand_in_for_prolific
from tests.journeys.pressing import click
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_fits, expect_no_sideways_scroll, expect_readable

IDS = {"PROLIFIC_PID": "5f1d7a2b9c3e4d5f", "STUDY_ID": "66aa000000000001", "SESSION_ID": "77bb01"}
SEED, OTHERS, PRACTICE = 7, 3, 2
PLACE = by_tier(quick=4, long=10)
HALF = PLACE // 2
# Rounded one by one, four of them would be 0.52 or 0.56, ten of them 1.30 or 1.40.
REWARD, PAID = "0.135", by_tier(quick=Decimal("0.54"), long=Decimal("1.35"))
# Prolific pays the submission; a list pays whole cents of the bonus, and the rest is carried over.
BONUS, LISTED, CARRIED = Decimal("0.135"), Decimal("0.13"), Decimal("0.005")
# The quick tier checks a researcher's pages in test_every_page.py.
look_at = by_tier(quick=expect_no_sideways_scroll, long=expect_readable)
# The dark theme differs in colours only, which a few pages show.
read = by_tier(quick=expect_fits, long=expect_readable)
TEXTS = (
    "cheap flights to new york",
    "best pizza in little italy",
    "apply first aid course online",
    "barbie dress up games today",
    "red wine stain remover carpet",
    "how to tie a tie",
    "used honda civic for sale",
    "free tax filing software download",
    "world cup final score live",
    "san francisco giants home schedule",
    "chicken noodle soup recipe easy",
    "grand canyon north rim hotels",
)


@pytest.fixture
def campaign() -> Campaign:
    """Make texts of five words, two of them for practice; others have finished the requested
    judgments."""
    made = make_campaign(
        texts=TEXTS[: PLACE + PRACTICE],
        scheme="nested",
        launch=False,
        name="Queries, nested",
        redundancy=OTHERS + 1,
        reward=REWARD,
        currency="USD",
        consent="You may **stop** at any time.",
        instructions="Which two neighbours belong together most?, until all are joined.",
        practice=PRACTICE,
        practice_pass=PRACTICE,
        place_hits=PLACE,
        completion_code="DONE42",
    )
    for item in made.dataset.items.order_by("position")[:PRACTICE]:
        keep_answer(
            campaign=made,
            item=item,
            vector=tree(item.text),
            user=None,
            source="drawn",
            use="practice",
            why="Names stay together.",
        )
    # The order of texts, and with it every rank of the reading test, depends on the seed alone.
    Campaign.objects.filter(pk=made.pk).update(seed=SEED)
    made = launch_campaign(campaign=Campaign.objects.get(pk=made.pk), user=None)
    crowd = {"workers": OTHERS, "judgments": OTHERS * PLACE, "seed": SEED}
    call_command("simulate_crowd", campaign=str(made.pk), **crowd)
    assert Judgment.objects.count() == OTHERS * PLACE
    return made


def tree(text: str) -> list[int]:
    """Return the segmentation that readers give the text, including the simulated others where they
    do not err."""
    return list(latent_of(SEED, text.split()).nested)


def test_from_prolifics_link_to_the_payment(
    phone: Page, context: BrowserContext, live_server: LiveServer, campaign: Campaign, owner: User
) -> None:
    page = sign_in(context, owner)
    come_in(phone, f"{live_server.url}/w/{campaign.code}/?{urlencode(IDS)}")
    practise(phone)
    phone.get_by_role("button", name="Start").tap()
    work(phone, campaign, range(1, HALF + 1))
    stranger = Enrolment.objects.get(worker__source=Worker.Source.PROLIFIC)
    early = look_at_signals(page, campaign, stranger)
    work(phone, campaign, range(HALF + 1, PLACE + 1))
    finish(phone)
    late = look_at_signals(page, campaign, stranger)
    # The first text has nothing to be compared with.
    assert (early.ranked, late.ranked) == (HALF - 1, PLACE - 1)
    assert late.ranks[: HALF - 1] == early.ranks
    assert late.stake > max(early.stake, 0)
    approve_all(page, campaign)
    give_a_bonus(page, stranger)
    listed = take_list(page, campaign)
    rows = list(csv.reader(listed.read_text().splitlines()))
    assert rows == [[IDS["PROLIFIC_PID"], str(LISTED)]]
    say_what_was_paid(page, listed)
    confirm_the_place(page, campaign)
    check_ledger(campaign, stranger, sum(Decimal(amount) for _, amount in rows))
    read_that_it_was_paid(phone, campaign)


def come_in(phone: Page, address: str) -> None:
    phone.goto(address)
    expect(phone.get_by_text("Your id on Prolific is")).to_be_visible()
    read(phone)
    phone.get_by_role("button", name="Join as").tap()
    for place, button in enumerate(("I agree", "I have read the instructions"), start=1):
        expect(phone.get_by_text(f"Step {place} of 3")).to_be_visible()
        read(phone)
        phone.get_by_role("button", name=button, exact=True).tap()
    assert [one.agreed for one in ConsentAnswer.objects.all()] == [True]
    session = PlatformSession.objects.get()
    assert (session.study, session.session) == (IDS["STUDY_ID"], IDS["SESSION_ID"])


def practise(phone: Page) -> None:
    expect(phone.get_by_role("heading", name="Practise first")).to_be_visible()
    read(phone)
    phone.get_by_role("button", name="Start practising").tap()
    for number in range(1, PRACTICE + 1):
        expect(phone.locator("#number")).to_have_text(f"Practice {number} of {PRACTICE}")
        build_tree(phone, tree)
        phone.get_by_role("button", name="Check my answer").tap()
        expect(phone.locator("#verdict")).to_have_text("Correct.")
        read(phone)
        phone.get_by_role("button", name="Continue").tap()
    expect(phone.get_by_role("heading", name="Practice completed")).to_be_visible()
    read(phone)
    phone.get_by_role("link", name="Continue").tap()
    expect(phone.get_by_role("heading", name="You are ready")).to_be_visible()
    read(phone)
    assert PracticeTask.objects.filter(right=True).count() == PRACTICE
    assert Judgment.objects.count() == OTHERS * PLACE


def work(phone: Page, campaign: Campaign, tasks: range) -> None:
    for number in tasks:
        expect(phone.locator("#number")).to_have_text(f"Task {number} of {PLACE}")
        assert campaign.completion_code not in phone.content()
        build_tree(phone, tree)
        expect_no_sideways_scroll(phone)
        if number == 1:
            expect_readable(phone)
        phone.get_by_role("button", name="Submit, next").tap()
    wait_until_taken(phone, tasks[-1])
    own = Judgment.objects.filter(assignment__enrolment__worker__source="prolific")
    found = own.values_list("hit__item__text", "vector")
    assert {text: list(vector) for text, vector in found} == {text: tree(text) for text, _ in found}
    assert len(found) == tasks[-1]


def wait_until_taken(phone: Page, number: int) -> None:
    """Wait for the page after a task, which appears once the server has stored it."""
    if number < PLACE:
        expect(phone.locator("#number")).to_have_text(f"Task {number + 1} of {PLACE}")
    else:
        expect(phone.get_by_role("heading", name="Your submission is complete")).to_be_visible()


def finish(phone: Page) -> None:
    requests = stand_in_for_prolific(phone)
    expect(phone.locator("code", has_text="DONE42")).to_be_visible()
    expect(phone.locator("dl.terms")).to_contain_text(f"Earned${PAID}")
    expect_readable(phone)
    phone.get_by_role("link", name="Finish on Prolific").tap()
    expect(phone).to_have_title("Prolific")
    assert requests[0].url == "https://app.prolific.com/submissions/complete?cc=DONE42"


def look_at_signals(page: Page, campaign: Campaign, stranger: Enrolment) -> WorkerSignals:
    """Make the report that the sweep would make, and read it: the list, then the worker's own
    page."""
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    found = WorkerSignals.objects.get(enrolment=stranger)
    page.goto(reverse("research:signals", args=(campaign.pk,)))
    theirs = page.get_by_role("link", name=f"worker {stranger.worker.number}", exact=True)
    expect(theirs).to_be_visible()
    look_at(page)
    theirs.click()
    expect(page.get_by_text(f"Their stake is {stake(found.stake)}")).to_be_visible()
    look_at(page)
    return found


def approve_all(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    look_at(page)
    page.get_by_role("link", name="Approve all unreviewed").click()
    look_at(page)
    everything = (OTHERS + 1) * PLACE
    page.get_by_role("button", name=f"Accept {everything} judgments").click()
    expect(page.get_by_role("heading", name=f"{everything} judgments accepted")).to_be_visible()
    look_at(page)
    assert balance_of_campaign(campaign).to_review == 0


def give_a_bonus(page: Page, stranger: Enrolment) -> None:
    page.goto(reverse("research:pay_worker", args=(stranger.campaign_id, stranger.pk)))
    page.get_by_label("Amount").fill(str(BONUS))
    page.get_by_label("Why").fill("You read with care.")
    click(page, "button", "Save", text="You read with care.")


def take_list(page: Page, campaign: Campaign) -> Path:
    """Return Prolific's bonus list, as the researcher downloads it."""
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    main = page.locator("main")
    expect(main).to_contain_text(f"USD {PAID + LISTED} to 1 worker")
    expect(page.get_by_label(f"Prolific pays USD {PAID} of it through submissions")).to_be_checked()
    expect(main).to_contain_text(f"USD {CARRIED} is less than a cent per worker")
    look_at(page)
    page.get_by_role("button", name=re.compile(r"Create payment list\s*: Prolific")).click()
    expect(page.get_by_role("heading", level=1).last).to_contain_text(f"USD {LISTED}")
    look_at(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Prolific’s bonus list").click()
    return download.value.path()


def say_what_was_paid(page: Page, listed: Path) -> None:
    """Upload the paid list as the platform's answer; a second upload changes nothing."""
    for said in ("1 payment updated from the file.", "0 payments updated from the file."):
        page.get_by_label("Result from the platform or bank").set_input_files(
            {"name": "answer.csv", "mimeType": "text/csv", "buffer": listed.read_bytes()}
        )
        page.get_by_role("button", name="Upload the file").click()
        expect(page.locator("main")).to_contain_text(said)
        look_at(page)
    click(page, "link", "Receipts", text=f"USD {LISTED}")
    look_at(page)


def confirm_the_place(page: Page, campaign: Campaign) -> None:
    """Confirm that Prolific paid the submission; no list is needed for it."""
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    places = page.get_by_role("listitem").filter(has_text="paid with the submissions")
    places.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Nothing to send")).to_be_visible()
    expect(page.get_by_role("link", name="bonus list")).to_have_count(0)
    look_at(page)
    page.get_by_role("button", name="Mark all submissions as paid").click()
    expect(page.locator("main")).to_contain_text("1 payment marked as paid.")


def check_ledger(campaign: Campaign, stranger: Enrolment, listed: Decimal | int) -> None:
    """Check that submission and list add up to the earnings, to the cent."""
    paid = LedgerEntry.objects.filter(campaign=campaign, kind=LedgerEntry.Kind.PAID).order_by("pk")
    sums = [(stranger.pk, listed), (stranger.pk, PAID)]
    assert [(entry.enrolment_id, entry.amount) for entry in paid] == sums
    stranger.refresh_from_db()
    balance = balance_of(stranger)
    assert balance.total == Decimal(REWARD) * PLACE + BONUS
    assert balance.paid == listed + PAID
    assert balance.owed == balance.total - balance.paid == CARRIED


def read_that_it_was_paid(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"/w/{campaign.code}/done/")
    phone.get_by_role("link", name="Your pay").tap()
    facts = phone.locator("dl.terms > div")
    expect(facts.filter(has_text=re.compile("^Paid"))).to_contain_text(f"${PAID + LISTED}")
    expect(facts.filter(has_text="Not paid yet")).to_contain_text(f"${CARRIED}")
    expect(
        phone.get_by_text(f"Prolific pays ${PAID} when your submission is approved")
    ).to_be_visible()
    expect(phone.get_by_text(f"{LISTED} as a bonus on Prolific")).to_be_visible()
    expect(phone.get_by_text(f"${CARRIED} is too little to send by itself")).to_be_visible()
    receipts = phone.get_by_role("listitem").filter(has_text="receipt")
    expect(receipts.filter(has_text=f"${PAID}")).to_be_visible()
    expect(receipts.filter(has_text=f"${LISTED}")).to_be_visible()
    expect_readable(phone)
