"""A researcher works with Prolific from the token to the last bonus, and from a campaign to a
finished study: every page readable by anyone, on a phone too. Prolific is a stand-in in its own
process."""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings

from addons.prolific.models import ProlificVisit
from addons.prolific.services.tokens import set_token
from addons.prolific.tests.server import STUDY, TOKEN, reach, running_stand_in, submission
from annotation.models import Campaign, Judgment, LedgerEntry, User
from annotation.services.pay.balance import balance_of_campaign
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.work.choosing import Chosen
from annotation.services.work.reviews import review_judgments
from tasks.run_job import run_job
from tests.helpers.factories import judge_next
from tests.helpers.stand_in import StandIn
from tests.journeys.conftest import PHONE, OpenContext
from tests.journeys.paying import make_places
from tests.journeys.researcher import sign_in
from tests.journeys.worker import expect_readable

pytestmark = pytest.mark.long
SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1280, "height": 800}}}


@pytest.fixture
def site(settings: Settings) -> Iterator[StandIn]:
    with running_stand_in() as found:
        reach(found, settings)
        found.set_state(
            study=found.state()["study"] | {"reward": 20},
            submissions=[submission(number, f"5f{number:022}") for number in range(2)],
        )
        yield found


@pytest.fixture
def campaign() -> Campaign:
    """Two came from Prolific for a place of two texts at 10 cents, and did four and two."""
    made = make_places(4, 2, reward="0.10", completion_code="DONE1")
    for number, judged in enumerate((4, 2)):
        who = Identity("prolific", f"5f{number:022}", STUDY, f"5b{number:022}")
        enrolment = let_in(campaign=made, who=who, address="192.0.2.1")
        for _ in range(judged):
            judge_next(enrolment)
    return made


def visit(page: Page) -> None:
    """Do the last requested visit; the page shows its progress and reloads itself."""
    expect(page.locator("#progress")).to_be_visible()
    expect_readable(page)
    run_job("prolific_visit", ProlificVisit.objects.latest("pk").pk)
    expect(page.locator("#progress")).not_to_be_visible(timeout=10_000)
    expect_readable(page)


def press(page: Page, button: str) -> None:
    """Press a button that requests a visit, and do the visit."""
    page.get_by_role("button", name=button).click()
    visit(page)


@pytest.mark.parametrize("size", SIZES)
def test_from_the_token_to_the_last_bonus(
    site: StandIn, campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    page = sign_in(open_context(**SIZES[size]), owner)
    page.goto(reverse("research:prolific", args=(campaign.pk,)))
    expect_readable(page)
    page.get_by_label("Prolific API token").fill(TOKEN)
    page.get_by_role("button", name="Save token").click()
    page.get_by_label("Id of the study on Prolific").fill(STUDY)
    expect_readable(page)
    press(page, "Connect")
    press(page, "Approve selected submissions")
    assert [body["action"] for _, body in site.state()["effects"]] == ["APPROVE"] * 2

    review_judgments(
        campaign=campaign, user=owner, review=Judgment.Review.ACCEPTED, chosen=Chosen()
    )
    page.goto(reverse("research:pay", args=(campaign.pk,)))
    expect(page.locator("main")).to_contain_text("Prolific paid USD 0.40 of it through submissions")
    expect_readable(page)
    page.get_by_role("button", name="Create payment list").click()
    expect(page.get_by_role("heading", level=1).last).to_contain_text("USD 0.20")
    expect_readable(page)
    press(page, "Get the price from Prolific")
    assert site.state()["paid"] == []
    press(page, "Pay USD 0.28 now")
    press(page, "Check status on Prolific")
    expect(page.locator("main")).to_contain_text("done")
    assert len(site.state()["paid"]) == 1
    paid = LedgerEntry.objects.filter(campaign=campaign, kind="paid")
    assert sum(entry.amount for entry in paid) == Decimal("0.60")
    assert balance_of_campaign(campaign).owed == 0


@pytest.mark.parametrize("size", SIZES)
def test_from_a_campaign_to_a_study_that_has_ended(
    site: StandIn, campaign: Campaign, owner: User, size: str, open_context: OpenContext
) -> None:
    """Lose the answer to the call that makes the study."""
    set_token(project=campaign.dataset.project, user=owner, token=TOKEN)
    page = sign_in(open_context(**SIZES[size]), owner)
    page.goto(reverse("research:prolific", args=(campaign.pk,)))
    expect_readable(page)
    page.get_by_role("link", name="Create study").click()
    expect(page.get_by_label("Reward per submission, in USD")).to_have_value("0.20")
    expect_readable(page)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_label("Description")).to_have_accessible_description(re.compile("required"))
    expect_readable(page)
    page.get_by_label("Description").fill("Mark where the parts of short texts end.")
    page.get_by_label("Submissions", exact=True).fill("10")
    page.get_by_label("tablets").uncheck()
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#draft")).to_contain_text("Cutting texts")
    expect_readable(page)
    site.set_state(faults=["lost"])
    press(page, "Create draft on Prolific")
    [made] = site.state()["made"]
    assert (made["reward"], made["device_compatibility"]) == (20, ["desktop", "mobile"])
    assert site.state()["moves"] == []
    # The server of a test is not reachable from outside.
    page.get_by_label("Publish although it is not ready").check()
    expect_readable(page)
    press(page, "Publish for USD 2.80")
    press(page, "Pause the study")
    press(page, "Resume the study")
    page.get_by_text("Add submissions …").click()
    page.get_by_label("Total submissions").fill("15")
    press(page, "Get the price")
    press(page, "Add submissions for USD 1.40")
    expect(page.locator("main")).to_contain_text("15 submissions")
    page.get_by_text("Stop the study …").click()
    press(page, "Stop the study on Prolific")
    expect(page.locator("#study")).to_contain_text("completed")
    assert site.state()["moves"] == ["PUBLISH", "PAUSE", "START", "PLACES", "STOP"]
