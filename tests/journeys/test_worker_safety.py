"""Safety of a worker's work: nothing is lost and nothing stored twice, whatever happens."""

from collections.abc import Callable
from datetime import timedelta
from typing import cast

from django.db.models.functions import Now
from playwright.sync_api import Locator, Page, Route, expect

from annotation.models import Assignment, Campaign, Enrolment, Judgment, Skip, Worker
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import expire_overdue
from tests.helpers.factories import enrol, judge_next, make_user
from tests.helpers.invariants import check_serving
from tests.journeys.worker import begin, campaign_of, expect_accessible, finished, ready, stored

Link = Callable[..., str]
TEXTS = ("apply first aid course on line", "barbie dress up games today please")
SUBMIT = "**/submit/"


def cut(page: Page, gap: int = 0) -> None:
    page.locator(".gap").nth(gap).click()


def submit_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Submit, next")


def notice(page: Page) -> Locator:
    return page.locator("#notice")


def number(page: Page) -> Locator:
    return page.locator("#number")


def waiting(page: Page) -> int:
    return cast(
        "int",
        page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':outbox:')).length"),
    )


def run_out() -> None:
    Assignment.objects.filter(status="open").update(expires_at=Now())
    assert expire_overdue()


def test_a_reload_keeps_the_draft(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    cut(page, 1)
    cut(page, 3)
    form = page.locator("#form").inner_text()
    page.reload()
    ready(page)
    expect(page.locator("#form")).to_have_text(form)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".gap[aria-pressed=true]")).to_have_count(1)


def test_leaving_and_coming_back_keeps_the_draft(page: Page, link: Link) -> None:
    campaign = campaign_of("nested", *TEXTS)
    begin(page, link(campaign))
    page.locator(".plus").nth(2).click()
    form = page.locator("#form").inner_text()
    page.context.clear_cookies()
    page.goto(link(campaign))
    page.get_by_role("button", name="Join as").click()
    page.locator("[name=return_code]").fill(Worker.objects.get().return_code)
    page.get_by_role("button", name="Join as").click()
    page.get_by_role("link", name="Go on with your task").click()
    expect(page.locator("#form")).to_have_text(form)


def long_ago() -> None:
    """The pages' clock is set forward; the database's is not, and bounds what is told."""
    Assignment.objects.update(claimed_at=Now() - timedelta(hours=2))


def test_time_is_counted_while_somebody_is_at_it(page: Page, link: Link) -> None:
    """Read for 10 s, away for 5 minutes, back, cut, closed and opened again, offline when sent."""
    page.clock.install()
    begin(page, link(campaign_of("flat", *TEXTS)))
    long_ago()
    page.clock.run_for(10_000)
    page.mouse.move(300, 300)
    page.clock.run_for(300_000)
    cut(page)
    page.clock.run_for(4_000)
    page.keyboard.press("z")
    page.reload()
    ready(page)
    cut(page, 2)
    page.context.set_offline(True)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("You are offline")
    page.clock.run_for(20_000)
    page.context.set_offline(False)
    expect(number(page)).to_have_text("Task 2 of 2")
    judgment = Judgment.objects.get()
    assert judgment.active_ms is not None
    assert judgment.first_action_ms is not None
    assert 44_000 <= judgment.active_ms < 120_000
    assert 310_000 <= judgment.first_action_ms < 400_000
    kept = page.evaluate("Object.keys(localStorage).filter((key) => key.includes(':time:'))")
    assert len(kept) <= 1  # that of the second task


def test_what_is_put_off_comes_back_with_its_draft(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    cut(page, 1)
    form = page.locator("#form").inner_text()
    page.get_by_text("Skip this task").click()
    page.get_by_role("radio", name="Back to me later").check()
    page.get_by_label("Why, if you like").select_option("unclear")
    page.get_by_label("In your own words").fill("what is it?")
    expect_accessible(page)
    page.get_by_role("button", name="Skip it").click()
    page.get_by_role("button", name="Next task").click()
    ready(page)
    submit_button(page).click()
    expect(page.locator("#form")).to_have_text(form)
    submit_button(page).click()
    finished(page)
    skip = Skip.objects.get()
    assert (skip.later, skip.reason, skip.words) == (True, "unclear", "what is it?")
    assert len(stored()) == 2


def test_offline_an_answer_waits_and_is_sent_once(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page)
    page.context.set_offline(True)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("You are offline. Your answer is kept in this browser")
    assert not stored()
    page.context.set_offline(False)
    expect(number(page)).to_have_text("Task 2 of 2")
    expect(notice(page)).to_be_hidden()
    assert waiting(page) == 0
    assert len(stored()) == 1
    check_serving(campaign)


def test_a_response_that_is_lost_does_not_store_twice(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route(SUBMIT, lose_first)
    cut(page, 2)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("The server does not answer")
    page.get_by_role("button", name="Send now").click()
    expect(number(page)).to_have_text("Task 2 of 2")
    assert lost == [201]
    [(_, vector)] = stored()
    assert vector == [0, 0, 1, 0, 0]
    check_serving(campaign)


def test_a_busy_server_is_asked_again(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    refused: list[str] = []

    def refuse_twice(route: Route) -> None:
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        route.fulfill(status=503, body="busy")

    page.route(SUBMIT, refuse_twice)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("Your answer is kept in this browser and will be sent")
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(refused) == 2
    assert len(stored()) == 1


def test_an_answer_that_is_refused_stays_as_it_was(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    cut(page, 1)
    error = {"code": "invalid", "message": "Boundary 1 is odd."}
    page.route(SUBMIT, lambda route: route.fulfill(status=400, json={"error": error}))
    submit_button(page).click()
    expect(notice(page)).to_contain_text("Boundary 1 is odd. It is kept in this browser.")
    assert waiting(page) == 0
    page.unroute(SUBMIT)
    cut(page, 2)
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    [(_, vector)] = stored()
    assert vector == [0, 1, 1, 0, 0]


def test_a_closed_tab_sends_what_waits_when_it_is_opened_again(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page, 4)
    page.route(SUBMIT, lambda route: route.abort())
    submit_button(page).click()
    expect(notice(page)).to_contain_text("Your answer is kept in this browser")
    context, address = page.context, page.url
    page.close()
    again = context.new_page()
    again.goto(address)
    expect(number(again)).to_have_text("Task 2 of 2")
    [(_, vector)] = stored()
    assert vector == [0, 0, 0, 0, 1]
    assert waiting(again) == 0
    check_serving(campaign)


def test_a_late_answer_counts_where_nobody_has_its_place(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page)
    run_out()
    page.reload()
    expect(page.locator("#clock")).to_have_text("time is up")
    expect(notice(page)).to_contain_text("The time for this task has run out")
    expect(page.locator(".gap[aria-pressed=true]")).to_have_count(1)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("it counts")
    expect(page.locator("#earned")).to_have_text("$0.06 earned")
    check_serving(campaign)


def test_a_late_answer_is_kept_where_it_cannot_count(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS, redundancy=1)
    begin(page, link(campaign))
    cut(page)
    run_out()
    judge_next(enrol(campaign, "bob"))
    submit_button(page).click()
    expect(notice(page)).to_contain_text("does not count and is not paid")
    expect(page.locator("#earned")).to_have_text("$0.00 earned")
    late = Judgment.objects.get(late=True)
    assert (late.counts, late.vector) == (False, [1, 0, 0, 0, 0])
    check_serving(campaign)


def test_from_an_expired_hit_she_can_go_on(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    run_out()
    page.reload()
    first = page.locator("#form").inner_text()
    page.get_by_role("button", name="Take the next task instead").click()
    ready(page)
    expect(page.locator("#form")).not_to_have_text(first)


def test_the_clock_counts_down_by_itself(page: Page, link: Link) -> None:
    page.clock.install()
    begin(page, link(campaign_of("flat", *TEXTS, seconds_allotted=120)))
    page.clock.run_for(59_000)
    expect(page.locator("#clock")).to_have_text("1:01 left")
    page.clock.run_for(2_000)
    expect(page.locator("#clock.warm")).to_have_text("0:59 left")
    expect(page.locator("#said")).to_have_text("One minute left.")
    page.clock.run_for(60_000)
    expect(notice(page)).to_contain_text("You can still submit")


def test_a_hit_is_returned_only_when_she_says_so_twice(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    page.get_by_text("Skip this task").click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Skip it")).to_be_hidden()
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    page.get_by_text("Skip this task").click()
    page.get_by_role("button", name="Skip it").click()
    expect(page.get_by_role("heading", name="Ready for the next task?")).to_be_visible()
    page.get_by_role("button", name="Next task").click()
    finished(page)
    statuses = Assignment.objects.order_by("pk").values_list("status", flat=True)
    assert list(statuses) == ["submitted", "returned"]
    check_serving(campaign)


def test_a_pause_in_the_middle_of_work_loses_nothing(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    pause_campaign(campaign=campaign, user=make_user())
    submit_button(page).click()
    expect(page.get_by_role("heading", name="The work is paused")).to_be_visible()
    expect(page.get_by_text("$0.06")).to_be_visible()
    assert len(stored()) == 1


def test_a_late_answer_is_explained_on_the_last_page_too(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", TEXTS[0], redundancy=1)
    begin(page, link(campaign))
    run_out()
    judge_next(enrol(campaign, "bob"))
    close_campaign(campaign=campaign, user=make_user())
    submit_button(page).click()
    expect(page.get_by_role("heading", name="This work is over")).to_be_visible()
    expect(notice(page)).to_contain_text("does not count and is not paid")
    page.reload()
    expect(notice(page)).to_be_hidden()


def test_the_last_page_sends_what_waits(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", TEXTS[0])
    begin(page, link(campaign))
    page.route(SUBMIT, lambda route: route.abort())
    submit_button(page).click()
    expect(notice(page)).to_contain_text("Your answer is kept in this browser")
    page.unroute(SUBMIT)
    page.goto(page.url.replace("/hit/", "/done/"))
    finished_or_done(page, campaign)
    assert len(stored()) == 1


def finished_or_done(page: Page, campaign: Campaign) -> None:
    expect(page.get_by_text("1 of 1")).to_be_visible()
    check_serving(campaign)


def test_two_tabs(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    cut(page)
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    expect(notice(other)).to_contain_text("in another tab")
    other.get_by_role("button", name="Go on").click()
    expect(number(other)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


def test_a_second_answer_from_elsewhere_is_told_that_the_first_stands(
    page: Page, link: Link
) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    enrolment = Enrolment.objects.get()
    assert claim_hit(enrolment_id=enrolment.pk).pk == Assignment.objects.get().pk
    judge_next(enrolment)
    cut(page)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("That one stands; this one is kept beside it.")
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


def test_a_device_that_was_forgotten_keeps_the_answer_until_she_is_back(
    page: Page, link: Link
) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page, 2)
    page.context.clear_cookies(name="midpath_worker")
    submit_button(page).click()
    expect(notice(page)).to_contain_text("no longer signed in")
    page.goto(link(campaign))
    page.get_by_role("button", name="Join as").click()
    page.get_by_role("link", name="Go on with your task").click()
    expect(number(page)).to_have_text("Task 2 of 2")
    [(_, vector)] = stored()
    assert vector == [0, 0, 1, 0, 0]


def test_a_csrf_cookie_that_went_missing_is_fetched_again(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    page.context.clear_cookies(name="csrftoken")
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


def test_markup_in_a_text_is_only_words(page: Page, link: Link) -> None:
    words = "<img/src=x/onerror=alert(1)> </script><script>alert(1)</script> done"
    begin(page, link(campaign_of("nested", words)))
    for _ in range(2):
        page.keyboard.press("Home")
        page.keyboard.press("Space")
    expect(page.locator("#form")).to_contain_text("<img/src=x/onerror=alert\\(1\\)>")
    assert page.locator("#surface img, #surface script").count() == 0
    page.keyboard.press("Enter")
    finished(page)
