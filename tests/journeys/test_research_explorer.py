"""A researcher finds items in a browser: by keyboard alone on a desktop, by touch on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Campaign, User
from annotation.services.errors import NothingLeft
from tasks.fold import fold_all
from tests.helpers.evidence import document, evidence_campaign, judge_all, question, sections
from tests.helpers.factories import enrol, judge_all_at_random, judge_next, make_campaign
from tests.journeys.pressing import click, press
from tests.journeys.researcher import expect_readable_on_both, sign_in
from tests.journeys.worker import until_drawn

pytestmark = pytest.mark.long
LONG = "old stone bridge over the wide water near the mill where we met in the summer of the flood"
TEXTS = ["apply first aid", "cheap red wine", "old stone bridge over water", "night train"]


@pytest.fixture
def campaign() -> Campaign:
    made = make_campaign(texts=TEXTS, scheme="flat", name="Queries", redundancy=2)
    for _worker in range(2):
        worker = enrol(made)
        for _ in TEXTS:
            judge_next(worker)
    fold_all(made.pk)
    return made


def expect_keys_heard(page: Page) -> None:
    """Wait until the page handles keys: its script then shows their button, and the browser has
    drawn the page; before that, key presses are lost."""
    expect(page.get_by_role("button", name="Keys")).to_be_visible()
    until_drawn(page)


@pytest.fixture
def page(context: BrowserContext, owner: User) -> Page:
    return sign_in(context, owner)


def test_items_are_found_and_read_by_keys(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:items", args=(campaign.pk,)))
    page.get_by_label("Order").select_option("length")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Words to").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("3 texts")).to_be_visible()
    expect_readable_on_both(page)
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="apply first aid")).to_be_focused()
    press(page, "j", "Enter")
    expect(page.get_by_role("heading", level=1, name="cheap red wine")).to_be_visible()
    expect_keys_heard(page)
    page.keyboard.press("j")
    expect(page.get_by_role("heading", level=1, name="night train")).to_be_visible()
    expect(page.locator("#item-after")).to_have_count(0)
    expect_readable_on_both(page)
    page.keyboard.press("k")
    expect(page.get_by_role("heading", level=1, name="cheap red wine")).to_be_visible()
    expect_keys_heard(page)
    page.keyboard.press("u")
    expect(page.get_by_text("3 texts")).to_be_visible()
    page.get_by_role("link", name="words 3 or less").click()
    expect(page.locator("article.item")).to_have_count(4)


def test_what_is_found_is_exported(page: Page, campaign: Campaign) -> None:
    items = reverse("research:items", args=(campaign.pk,))
    page.goto(f"{items}?length_to=3")
    click(page, "link", "Export these", text="words 3 or less")
    expect(page.get_by_text("Files as of now")).to_have_count(0)
    expect_readable_on_both(page)
    page.get_by_label("Note").fill("Short ones")
    click(page, "button", "Create snapshot", text="words 3 or less")
    expect_readable_on_both(page)
    click(page, "link", "Current matches", text="3 texts")
    page.goto(reverse("research:export", args=(campaign.pk,)))
    click(page, "link", "some texts", text="3 texts")


def test_more_is_requested_of_what_is_found(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:items", args=(campaign.pk,)) + "?length_to=3")
    click(page, "link", "Request more of these", text="words 3 or less")
    expect(page.get_by_text("3 texts, currently 2 judgments each.")).to_be_visible()
    expect(page.locator("#cost")).to_contain_text("3 judgments more")
    expect_readable_on_both(page)
    page.get_by_label("Judgments of each of these texts from now on").fill("4")
    expect(page.locator("#cost")).to_contain_text("6 judgments more")
    click(page, "button", "Request more judgments", text="Requested 6 more judgments of 3 texts.")
    expect(page.get_by_text("of 14", exact=True)).to_be_visible()
    worker = enrol(campaign)
    assert len({judge_next(worker).judgment_id for _ in range(3)}) == 3
    with pytest.raises(NothingLeft):
        judge_next(worker)


def test_the_keys_are_shown_and_put_away_by_keys(page: Page, campaign: Campaign) -> None:
    hit = campaign.hits.order_by("position")[0]
    keys = page.get_by_role("dialog", name="Keys")
    for name, parts in (("items", ()), ("item", (hit.pk,))):
        page.goto(reverse(f"research:{name}", args=(campaign.pk, *parts)))
        page.locator("h1").click()
        expect_keys_heard(page)
        page.keyboard.press("?")
        expect(keys).to_be_visible()
        here = page.url
        press(page, "j", "u")
        assert page.url == here
        expect_readable_on_both(page)
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_all_judgments_of_a_text_are_seen_at_once(context: BrowserContext, scheme: str) -> None:
    campaign = make_campaign(texts=[LONG], scheme=scheme, redundancy=5)
    judge_all_at_random(campaign, workers=5, seed=2)
    fold_all(campaign.pk)
    page = sign_in(context, campaign.dataset.project.memberships.get().user)
    hit = campaign.hits.get()
    page.goto(reverse("research:item", args=(campaign.pk, hit.pk)))
    card = page.get_by_role("region", name="All judgments at once")
    expect(card).to_be_visible()
    card.get_by_text("Numbers", exact=True).click()
    expect(card.get_by_role("cell").filter(has_text="of 5").first).to_be_visible()
    expect_readable_on_both(page)


def test_a_document_is_read_by_what_was_marked(context: BrowserContext) -> None:
    sentences = [f"Sentence {number} says one thing." for number in range(1, 61)]
    campaign = evidence_campaign(
        document(sentences=sentences, sections=sections([("First", 0), ("Last", 50)])),
        question(),
        redundancy=3,
    )
    judge_all(campaign, 3, marked={"house/1": [[2, 54], [54], []]})
    fold_all(campaign.pk)
    page = sign_in(context, campaign.dataset.project.memberships.get().user)
    hit = campaign.hits.get()
    page.goto(reverse("research:item", args=(campaign.pk, hit.pk)))
    card = page.get_by_role("region", name="All judgments at once")
    text = card.get_by_role("list", name="The document")
    marked = text.get_by_role("listitem").filter(has_text="Sentence 55 says")
    expect(marked).to_contain_text("2 of 3")
    expect(marked).not_to_be_in_viewport()
    expect_readable_on_both(page)
    card.get_by_role("link", name="sentence 3: 1 of 3").focus()
    page.keyboard.press("Tab")
    expect(card.get_by_role("link", name="sentence 55: 2 of 3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(marked).to_be_in_viewport(ratio=1)
    card.get_by_role("link", name="sentence 1: 0 of 3").click()
    expect(text.get_by_text("Sentence 1 says")).to_be_in_viewport()
    expect(marked).not_to_be_in_viewport()
    text.focus()
    page.keyboard.press("End")
    expect(text.get_by_text("Sentence 60 says")).to_be_in_viewport()
    expect_readable_on_both(page)


def test_the_history_of_an_item_is_read(page: Page, campaign: Campaign) -> None:
    hit = campaign.hits.order_by("position")[0]
    page.goto(reverse("research:item", args=(campaign.pk, hit.pk)))
    page.get_by_role("link", name="History").click()
    events = page.get_by_role("group", name="Events").get_by_role("row")
    expect(events).to_have_count(5)
    expect(events.last).to_contain_text("judged it")
    expect_readable_on_both(page)
    page.get_by_role("link", name=hit.item.text).click()
    expect(page.get_by_role("region", name="All judgments at once")).to_be_visible()


def test_a_filter_is_saved_and_found_again(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:filters", args=(campaign.pk,)))
    expect(page.get_by_text("No saved filters yet")).to_be_visible()
    page.goto(reverse("research:items", args=(campaign.pk,)) + "?length_to=3")
    page.get_by_role("link", name="Save this filter").click()
    expect_readable_on_both(page)
    page.get_by_label("Name").fill("Short ones")
    click(page, "button", "Save", text="Saved as “Short ones”.")
    page.get_by_role("link", name="words 3 or less").click()
    expect(page.locator("article.item")).to_have_count(4)
    page.get_by_role("link", name="Short ones").click()
    expect(page.locator("article.item")).to_have_count(3)
    expect_readable_on_both(page)
    page.get_by_role("link", name="Saved filters").click()
    expect_readable_on_both(page)
    page.get_by_role("link", name="Rename Short ones").click()
    page.get_by_label("Name").fill("Brief ones")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("article.item")).to_have_count(3)
    page.get_by_role("link", name="Saved filters").click()
    page.get_by_role("button", name="Delete Brief ones").click()
    expect(page.get_by_label("Name")).to_have_value("Brief ones")
    expect_readable_on_both(page)
    click(page, "button", "Save", text="Saved as “Brief ones”.")


def test_what_is_found_is_decided(page: Page, campaign: Campaign) -> None:
    page.goto(reverse("research:items", args=(campaign.pk,)) + "?length_to=3")
    page.get_by_role("link", name="Decide these").click()
    expect(page.get_by_label("all that match the filter, most disputed first")).to_be_checked()
    expect_readable_on_both(page)
    click(page, "button", "Start", text="3 left")
    expect_readable_on_both(page)
    for left in ("2 left", "1 left"):
        page.get_by_role("radio").first.check()
        click(page, "button", "Accept", text=left)
    page.get_by_role("radio").first.check()
    click(page, "button", "Accept", text="Nothing is left in this queue")
