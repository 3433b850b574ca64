"""Every HIT opens at its top, with the focus where work begins, on every size and by every route:
pages that kept their scroll position hid the question and half of the text on phones."""

import pytest
from django.db.models.functions import Now
from playwright.sync_api import Page, expect

from annotation.models import Assignment, Enrolment
from annotation.services.work.release import expire_overdue
from tests.helpers.factories import judge_next, make_campaign
from tests.helpers.text_pairs import THREE_WAY, pairs_of_texts
from tests.helpers.tiers import by_tier
from tests.journeys.conftest import Link
from tests.journeys.desks import DESKS, LONG, Desk, expect_at_top, to_the_end
from tests.journeys.pressing import box_of
from tests.journeys.worker import begin, campaign_of, expect_readable, ready, stored, tap_by_itself


def begins(desk: Desk, size: str) -> str:
    return (desk.begins_by_touch if size == "phone" else "") or desk.begins


def submit(page: Page, size: str) -> None:
    primary = page.get_by_role("button", name="Submit, next")
    if size == "phone":
        tap_by_itself(primary)
    else:
        primary.click()


def number(page: Page, at: int, of: int = 3) -> None:
    expect(page.locator("#number")).to_have_text(f"Task {at} of {of}")


@pytest.mark.parametrize("scheme", by_tier(quick=["pair"], long=list(DESKS)))
def test_each_hit_opens_at_its_top(screen: Page, size: str, link: Link, scheme: str) -> None:
    page, desk = screen, DESKS[scheme]
    begin(page, link(desk.make()), desk.ready)
    expect_at_top(page, begins(desk, size))

    desk.step(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    desk.work(page)
    to_the_end(page)
    submit(page, size)
    number(page, 2)
    expect_at_top(page, begins(desk, size))

    to_the_end(page)
    page.reload()
    ready(page, desk.ready)
    expect_at_top(page, begins(desk, size))

    desk.work(page)
    expect_readable(page)
    to_the_end(page)
    page.keyboard.press("Enter")
    number(page, 3)
    expect_at_top(page, begins(desk, size))
    assert Enrolment.objects.get().submitted == 2


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["pair", "evidence"])
def test_after_a_late_answer_or_conflict(screen: Page, size: str, link: Link, scheme: str) -> None:
    page, desk = screen, DESKS[scheme]
    begin(page, link(desk.make()), desk.ready)
    Assignment.objects.filter(status="open").update(expires_at=Now())
    assert expire_overdue()
    desk.work(page)
    to_the_end(page)
    submit(page, size)
    expect(page.locator("#notice")).to_contain_text("it counts")
    expect(page.locator("#notice")).to_be_in_viewport()
    expect_at_top(page, begins(desk, size))

    payload = Assignment.objects.get(status="submitted").judgment.payload
    judge_next(Enrolment.objects.get(), payload)
    desk.work(page)
    to_the_end(page)
    submit(page, size)
    expect(page.locator("#notice")).to_contain_text("The first answer counts")
    number(page, 3)
    expect(page.locator("#notice")).to_be_in_viewport()
    expect_at_top(page, begins(desk, size))


@pytest.mark.long
def test_the_notice_on_a_waiting_answer_is_in_view(screen: Page, size: str, link: Link) -> None:
    page, desk = screen, DESKS["evidence"]
    begin(page, link(desk.make()), desk.ready)
    page.route("**/submit/", lambda route: route.abort())
    desk.work(page)
    to_the_end(page)
    submit(page, size)
    expect(page.locator("#notice")).to_contain_text("saved in this browser")
    expect(page.get_by_role("button", name="Send now")).to_be_in_viewport()
    page.unroute("**/submit/")
    page.get_by_role("button", name="Send now").click()
    number(page, 2)
    expect_at_top(page, begins(desk, size))


def test_gold_is_in_view_and_the_next_hit_at_its_top(screen: Page, size: str, link: Link) -> None:
    dataset = pairs_of_texts(*[(LONG, LONG)] * 4, gold="same", why="They are word for word alike.")
    dataset.items.filter(position__gt=2).update(
        content={"left": {"text": LONG}, "right": {"text": LONG}}
    )
    settings = {**THREE_WAY, "answers": [{"label": "same", "yes": True}, {"label": "different"}]}
    campaign = make_campaign(
        dataset, scheme="pair", settings=settings, training_hits=1, most_workers=5
    )
    page = begin(screen, link(campaign), ".pair-text")
    page.get_by_role("radio", name="different").check()
    to_the_end(page)
    submit(page, size)
    for part in ("#verdict", "#known-answer", "#known-why", "#go-on"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#feedback")).to_be_hidden()
    expect_at_top(page, ".pair-text")


def test_a_double_click_or_a_long_key_press_submits_one_hit(page: Page, link: Link) -> None:
    """A flat HIT is ready at once, so the next one would be submitted unseen."""
    begin(page, link(campaign_of("flat", "red car", "blue car", "old car", "new car")))
    box = box_of(page.locator("#primary"))
    page.mouse.click(box["x"] + 20, box["y"] + 20)
    number(page, 2, of=4)
    expect(page.locator("#desk")).to_have_attribute("aria-busy", "false")
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.locator(".gap").first.press("Space")
    assert len(stored()) == 1
    page.keyboard.down("Enter")
    number(page, 3, of=4)
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.locator(".gap").first.press("Space")
    number(page, 3, of=4)
    assert len(stored()) == 2
