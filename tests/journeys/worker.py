"""Common steps of the journeys of workers: joining, and reading the stored answers."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.test import Client
from playwright.sync_api import Error, Locator, Page, expect

from annotation.models import Campaign, Item, Judgment
from tests.helpers.factories import make_campaign, make_dataset

# The rules of axe that compare colours.
COLOURS = ("color-contrast", "link-in-text-block")
# Only experimental rules of axe, which do not run, read preloaded style sheets; to preload them,
# it parses them all again. Charts redraw one frame after a change of theme, and appear in the next.
LOOK = """async (rules) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const runOnly = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const preload = { assets: ["media"] };
  return (await axe.run({ resultTypes: ["violations"], preload, ...runOnly })).violations;
}"""


def until_drawn(page: Page) -> None:
    """Wait until the browser has drawn the current page, and reported its scroll position to it."""
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")


def campaign_of(scheme: str, *texts: str, **terms: Any) -> Campaign:
    return make_campaign(texts=texts, scheme=scheme, **{"reward": "0.06", **terms})


def campaign_of_tokens(scheme: str, text: str, tokens: Sequence[str]) -> Campaign:
    dataset = make_dataset([text])
    Item.objects.update(content={"tokens": list(tokens)})
    return make_campaign(dataset, scheme=scheme)


def begin(page: Page, link: str, first: str = "#surface .word") -> Page:
    """Open the first HIT as the worker named in the link; `first` is the scheme's first element.

    Joining and the instructions are done by requests: two pages fewer to draw. Journeys about
    joining press the buttons there (`test_worker_entry.py`, `test_worker_looks.py`).
    """
    come_in(page, link)
    address = urlsplit(link)
    page.goto(f"{address.scheme}://{address.netloc}{address.path}hit/")
    ready(page, first)
    return page


def come_in(page: Page, link: str) -> None:
    """Follow the link, join and start, by requests with the cookies of the page's browser."""
    address, client, context = urlsplit(link), Client(), page.context
    for known in context.cookies(link):
        client.cookies.load(f"{known['name']}={known['value']}")
    client.get(f"{address.path}?{address.query}")
    client.post(address.path, {"worker": parse_qs(address.query)["worker"][0]})
    started = client.post(f"{address.path}next/")
    assert started.headers.get("Location") == f"{address.path}hit/", started.content.decode()
    for given in client.cookies.values():
        if given["path"] and given.value:
            context.add_cookies(
                [
                    {
                        "name": given.key,
                        "value": given.coded_value,
                        "domain": str(address.hostname),
                        "path": given["path"],
                    }
                ]
            )
        elif given["path"]:
            context.clear_cookies(name=given.key)


def ready(page: Page, first: str = "#surface .word") -> None:
    expect(page.locator(first).first).to_be_visible()
    expect(page.locator("#primary")).to_be_enabled()
    page.evaluate("document.fonts.ready.then(() => true)")


TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# How long charts may take to follow a narrowed window.
NARROWED_MS = 5_000
# Two taps at one place within this time are one double tap.
DOUBLE_TAP_MS = 350


def press_tab_until(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == name:
            return
    raise AssertionError(f"no way to {name} by Tab")


def open_menu(page: Page) -> None:
    """Open the menu that contains the secondary actions on a phone."""
    menu = page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()


def finished(page: Page) -> None:
    expect(page.get_by_role("heading", name="You have finished")).to_be_visible()


def stored() -> list[tuple[str, list[int]]]:
    """Return the text and the vector of every judgment, in order of submission."""
    rows = Judgment.objects.order_by("pk").values_list("hit__item__text", "vector")
    return [(text, list(vector)) for text, vector in rows]


@cache
def axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text()


def expect_accessible(page: Page, *rules: str) -> None:
    """Check the page by all of axe's rules, or by these alone.

    Only violations are described and transferred: the rest takes longer than the check.
    """
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found = page.evaluate(LOOK, rules)
    assert not found, json.dumps(
        [(each["id"], each["help"], [node["html"] for node in each["nodes"]]) for each in found],
        indent=1,
    )


def expect_fits(page: Page) -> None:
    """Check that the page is accessible in its theme and no wider than its screen."""
    expect_accessible(page)
    expect_no_sideways_scroll(page)


def expect_readable(page: Page) -> None:
    """Check that the page is accessible in both themes and no wider than its screen.

    The dark theme changes colours only (`test_the_dark_changes_only_colours`), so the colour rules
    suffice there.
    """
    expect_fits(page)
    page.emulate_media(color_scheme="dark")
    expect_accessible(page, *COLOURS)
    page.emulate_media(color_scheme="light")


def expect_no_sideways_scroll(page: Page) -> None:
    # Not innerWidth: a phone zooms out on a page that is too wide, which enlarges it. Charts follow
    # a narrowed window only with the next frame. The policy of pages allows Playwright to poll a
    # function, but not an expression.
    try:
        page.wait_for_function(f"() => {TOO_WIDE} <= 0", timeout=NARROWED_MS)
    except Error:
        raise AssertionError(f"the page is {page.evaluate(TOO_WIDE)} px too wide") from None


def tap_by_itself(button: Locator) -> None:
    """Tap as soon as the browser no longer joins the tap and the last one into a double tap.

    The desk accepts only the first of two such taps: no person submits two HITs so fast.
    """
    button.page.wait_for_function(
        "(apart) => performance.now() - (globalThis.touchedAt ?? -apart) >= apart",
        arg=DOUBLE_TAP_MS,
    )
    button.tap()
