"""Workers' pages in a right-to-left language, on a small phone and a desktop."""

from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation.models import Enrolment, Message
from annotation.services.people.questions import answer_question
from tests.helpers.factories import make_user
from tests.journeys.conftest import Link
from tests.journeys.worker import campaign_of, expect_readable

pytestmark = pytest.mark.long

QUESTION = "هل أقطع قبل الاسم أم بعده؟"


@pytest.mark.parametrize("width", [320, 1280])
def test_a_worker_asks_and_finds_the_answer_in_arabic(page: Page, link: Link, width: int) -> None:
    campaign = campaign_of("flat", "red car", "red boat", reward="0.06", language="ar")
    address = link(campaign)
    site = address.partition("/w/")[0]
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.get_by_role("button", name="انضم").click()
    page.get_by_role("button", name="ابدأ").click()
    expect(page.locator("#surface")).to_contain_text("red")
    page.goto(site + reverse("worker:questions", args=(campaign.code,)))
    page.get_by_label("رسالتك").fill(QUESTION)
    page.get_by_role("button", name="أرسل").click()
    expect(page.locator(".said-text")).to_have_text(QUESTION)
    expect_readable(page)
    message = Message.objects.get()
    assert message.hit_id is not None
    enrolment = Enrolment.objects.select_related("campaign", "worker").get()
    answer_question(enrolment=enrolment, user=make_user(), text="Before it.", key=uuid4())
    page.goto(site + reverse("worker:home"))
    expect(page.get_by_text("جواب جديد واحد")).to_be_visible()
    expect_readable(page)
    page.get_by_role("button", name="تابع مهمتك").click()
    expect(page.locator("#surface")).to_contain_text("red")
    page.goto(site + reverse("worker:questions", args=(campaign.code,)))
    expect(page.locator(".said-text").last).to_have_text("Before it.")
    expect(page.locator("#read")).to_be_hidden()
    page.goto(site + reverse("worker:home"))
    expect(page.get_by_role("button", name="تابع مهمتك")).to_be_visible()
    expect(page.get_by_text("جواب جديد واحد")).to_have_count(0)
