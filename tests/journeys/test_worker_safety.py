"""Safety of a worker's work: nothing is lost and nothing stored twice, whatever happens."""

import pytest
from playwright.sync_api import Page, Route, expect

from annotation.models import Assignment, Campaign, Enrolment, Worker
from annotation.services.work.claim import claim_hit
from tests.helpers.factories import judge_next
from tests.helpers.invariants import check_serving
from tests.journeys.answering import SUBMIT, TEXTS, cut, notice, number, submit_button, waiting
from tests.journeys.conftest import Link
from tests.journeys.pressing import press
from tests.journeys.worker import begin, campaign_of, finished, ready, stored


@pytest.mark.fault(7)
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


@pytest.mark.fault(7)
@pytest.mark.long
def test_leaving_and_coming_back_keeps_the_draft(page: Page, link: Link) -> None:
    campaign = campaign_of("nested", *TEXTS)
    begin(page, link(campaign))
    page.locator(".plus").nth(2).click()
    form = page.locator("#form").inner_text()
    page.context.clear_cookies()
    page.goto(link(campaign))
    page.get_by_role("button", name="Start").click()
    page.locator("[name=return_code]").fill(Worker.objects.get().return_code)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#form")).to_have_text(form)


def test_offline_an_answer_waits_and_is_sent_once(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page)
    page.context.set_offline(True)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("You are offline. Your answer is saved in this browser")
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
    expect(notice(page)).to_contain_text("The server does not respond")
    page.get_by_role("button", name="Send now").click()
    expect(number(page)).to_have_text("Task 2 of 2")
    assert lost == [201]
    [(_, vector)] = stored()
    assert vector == [0, 0, 1, 0, 0]
    check_serving(campaign)


@pytest.mark.long
def test_a_busy_server_is_retried(page: Page, link: Link) -> None:
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
    expect(notice(page)).to_contain_text("Your answer is saved in this browser and will be sent")
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(refused) == 2
    assert len(stored()) == 1


def test_an_answer_that_is_refused_stays_as_it_was(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    cut(page, 1)
    error = {"code": "invalid", "message": "Boundary 1 is odd."}
    page.route(SUBMIT, lambda route: route.fulfill(status=400, json={"error": error}))
    submit_button(page).click()
    expect(notice(page)).to_contain_text("Boundary 1 is odd. It is saved in this browser.")
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
    expect(notice(page)).to_contain_text("Your answer is saved in this browser")
    context, address = page.context, page.url
    page.close()
    again = context.new_page()
    again.goto(address)
    expect(number(again)).to_have_text("Task 2 of 2")
    [(_, vector)] = stored()
    assert vector == [0, 0, 0, 0, 1]
    assert waiting(again) == 0
    check_serving(campaign)


def test_the_last_page_sends_what_waits(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", TEXTS[0])
    begin(page, link(campaign))
    page.route(SUBMIT, lambda route: route.abort())
    submit_button(page).click()
    expect(notice(page)).to_contain_text("Your answer is saved in this browser")
    page.unroute(SUBMIT)
    page.goto(page.url.replace("/hit/", "/done/"))
    finished_or_done(page, campaign)
    assert len(stored()) == 1


def finished_or_done(page: Page, campaign: Campaign) -> None:
    expect(page.get_by_text("1 of 1")).to_be_visible()
    check_serving(campaign)


def test_two_tabs(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    cut(page)
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    expect(notice(other)).to_contain_text("in another tab")
    other.get_by_role("button", name="Continue").click()
    expect(number(other)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


@pytest.mark.long
def test_after_a_second_answer_from_elsewhere_the_first_stands(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    enrolment = Enrolment.objects.get()
    assert claim_hit(enrolment_id=enrolment.pk).pk == Assignment.objects.get().pk
    judge_next(enrolment)
    cut(page)
    submit_button(page).click()
    expect(notice(page)).to_contain_text("The first answer counts; this one is saved with it.")
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


@pytest.mark.fault(7)
def test_a_forgotten_device_keeps_the_answer_until_they_are_back(page: Page, link: Link) -> None:
    campaign = campaign_of("flat", *TEXTS)
    begin(page, link(campaign))
    cut(page, 2)
    page.context.clear_cookies(name="midpath_worker")
    submit_button(page).click()
    expect(notice(page)).to_contain_text("no longer signed in")
    page.goto(link(campaign))
    page.get_by_role("button", name="Start").click()
    expect(number(page)).to_have_text("Task 2 of 2")
    [(_, vector)] = stored()
    assert vector == [0, 0, 1, 0, 0]


def test_a_csrf_cookie_that_went_missing_is_fetched_again(page: Page, link: Link) -> None:
    begin(page, link(campaign_of("flat", *TEXTS)))
    page.context.clear_cookies(name="csrftoken")
    submit_button(page).click()
    expect(number(page)).to_have_text("Task 2 of 2")
    assert len(stored()) == 1


@pytest.mark.attack(9)
def test_markup_in_a_text_is_only_words(page: Page, link: Link) -> None:
    words = "<img/src=x/onerror=alert(1)> </script><script>alert(1)</script> done"
    begin(page, link(campaign_of("nested", words)))
    for _ in range(2):
        press(page, "Home", "Space")
    expect(page.locator("#form")).to_contain_text("<img/src=x/onerror=alert\\(1\\)>")
    assert page.locator("#surface img, #surface script").count() == 0
    page.keyboard.press("Enter")
    finished(page)
