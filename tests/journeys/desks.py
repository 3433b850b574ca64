"""One campaign of every scheme whose HITs are longer than any screen, and how to work on each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Page, expect

from annotation.models import Campaign
from tests.helpers.apps import make_apps, question_campaign
from tests.helpers.evidence import PLAIN, document, evidence_campaign, question, sections
from tests.helpers.labels import campaign_of_labels
from tests.helpers.samples import SAMPLES, campaign_of_samples, samples_of
from tests.helpers.sites import POLICY, collection, make_sites
from tests.helpers.spans import campaign_of_spans
from tests.helpers.text_pairs import campaign_of_pairs
from tests.helpers.tiers import by_tier
from tests.journeys.worker import campaign_of, until_drawn

HITS = 3
SENTENCE = "We keep the log number {} for ten days, and nobody else may read what stands in it."
WORDY = " ".join(f"word{number}{'o' * 24}" for number in range(55))
# The quick tier reads long texts on phones only.
LONG = " ".join(SENTENCE.format(number) for number in range(by_tier(quick=16, long=40)))
NESTED_WORDS = 9
OUTLINE = (("Beginning", 0), ("Middle", 60), ("End", 110))


@dataclass(frozen=True)
class Desk:
    """`begins` is the first control with a mouse or keys, `begins_by_touch` on a phone; `work`
    makes a HIT ready to submit and leaves the focus at its end; `step` can be undone."""

    make: Callable[[], Campaign]
    ready: str
    begins: str
    work: Callable[[Page], None]
    step: Callable[[Page], None]
    begins_by_touch: str = ""


def texts(scheme: str, words: int) -> Callable[[], Campaign]:
    lines = [" ".join(f"word{hit}x{n}" + "o" * 21 for n in range(words)) for hit in range(HITS)]
    return lambda: campaign_of(scheme, *lines)


def pairs() -> Campaign:
    return campaign_of_pairs(*[(f"Text {hit}. {LONG}", LONG) for hit in range(HITS)])


def evidence(unit: str) -> Campaign:
    """The questions share their document, so its view is kept from one to the next."""
    sentences = [SENTENCE.format(number) for number in range(120)]
    questions = [question(f"How long is log {hit} kept?") for hit in range(HITS)]
    settings = {**PLAIN, "preset": "privacyqa"}
    if unit == "characters":
        settings = {"preset": "custom", "unit": "characters"}
    return evidence_campaign(
        document(sentences=sentences, sections=sections(OUTLINE)), *questions, settings=settings
    )


def questions() -> Campaign:
    return question_campaign(make_apps(apps=tuple((f"App {hit}", LONG) for hit in range(HITS))))


def documents() -> Campaign:
    return collection(make_sites(None, *(f"shop{hit}.example" for hit in range(HITS))))


def cut(page: Page) -> None:
    page.locator(".gap").first.press("Space")


def cut_last(page: Page) -> None:
    page.locator(".gap").last.press("Space")


def join(page: Page) -> None:
    page.locator("#surface .nested").press("Home")
    page.keyboard.press("Space")


def join_all(page: Page) -> None:
    """Join from the left, and look at the whole tree, which a small screen shows in parts."""
    for _ in range(NESTED_WORDS - 1):
        join(page)
    until_drawn(page)  # one frame later the page reports its scroll position
    while page.locator("#primary").inner_text() not in {"Submit, next", "Check my answer"}:
        page.locator("#primary").press("Enter")
        until_drawn(page)


def labels() -> Campaign:
    return campaign_of_labels(*(f"Text {hit}. {LONG}" for hit in range(HITS)))


def choose_label(page: Page) -> None:
    page.get_by_role("radio").last.check()


def spans() -> Campaign:
    return campaign_of_spans(*(f"Text {hit}. {WORDY}" for hit in range(HITS)))


def mark_words(page: Page) -> None:
    page.locator(".span-text").press("ArrowRight")
    page.keyboard.press("1")


def mark_all(page: Page) -> None:
    page.locator(".span-text").press("Home")
    page.keyboard.press("1")
    page.locator(".span-text").press("End")
    page.keyboard.press("2")


def take_keyword(page: Page) -> None:
    page.locator("#keyword-left").fill("ten days")
    page.locator("#keyword-left").press("Enter")


def answer_pair(page: Page) -> None:
    take_keyword(page)
    page.locator("#keyword-right").fill("the log")
    page.locator("#keyword-right").press("Enter")
    page.get_by_role("radio").last.check()


def mark_first(page: Page) -> None:
    page.locator(".evidence-document").press("Home")
    page.keyboard.press("Space")


def mark_last(page: Page) -> None:
    page.locator(".evidence-document").press("End")
    page.keyboard.press("Space")
    for aspect in page.locator(".evidence-aspect").all():
        aspect.locator("input").first.check()


def write_one_question(page: Page) -> None:
    page.locator("#asked-0").fill("Who reads it?")
    page.locator("#asked-1").focus()


def write_all_questions(page: Page) -> None:
    write_one_question(page)
    page.locator("#asked-1").fill("Is it sold?")


def copy_address(page: Page) -> None:
    page.get_by_label("Address of the document").fill("https://shop.example/privacy")
    page.get_by_label("The full text").focus()


def copy_all(page: Page) -> None:
    copy_address(page)
    page.get_by_label("The full text").fill(POLICY * 40)
    page.get_by_label("Date of the last update", exact=True).fill("2014-05-03")


def of_samples(scheme: str) -> Desk:
    """Return the desk of a scheme on its own samples."""
    sample = samples_of(scheme).desk

    def work(page: Page) -> None:
        for selector in sample.work:
            page.locator(selector).first.click()

    return Desk(
        partial(campaign_of_samples, scheme, HITS, reward="0.06"),
        sample.ready,
        sample.begins,
        work,
        lambda page: page.locator(sample.step).first.click(),
    )


DESKS = {
    **{scheme: of_samples(scheme) for scheme in SAMPLES},
    "flat": Desk(texts("flat", 60), "#surface .word", ".gap", cut_last, cut),
    "nested": Desk(texts("nested", NESTED_WORDS), "#surface .word", ".nested", join_all, join),
    "pair": Desk(pairs, ".pair-text", ".pair-text", answer_pair, take_keyword),
    "label": Desk(labels, ".label-text", ".label-text", choose_label, choose_label),
    "spans": Desk(spans, ".span-text", ".span-text", mark_all, mark_words),
    "evidence": Desk(
        lambda: evidence("sentences"), "#sentence-0", ".evidence-document", mark_last, mark_first
    ),
    "evidence spans": Desk(
        lambda: evidence("characters"), "#sentence-0", ".evidence-document", mark_last, mark_first
    ),
    "question": Desk(
        questions, "#asked-0", "#asked-0", write_all_questions, write_one_question, "#app-name"
    ),
    "document": Desk(documents, "#copied-url", "#copied-url", copy_all, copy_address, ".copy-site"),
}


def expect_at_top(page: Page, begins: str) -> None:
    """Expect it also after the browser has drawn the page, since late drawing may move it."""
    until_drawn(page)
    place, focused = page.evaluate(
        """(begins) => [scrollY, document.querySelector(begins) === document.activeElement
          || document.activeElement.outerHTML.slice(0, 120)]""",
        begins,
    )
    assert (place, focused) == (0, True)
    expect(page.locator("#question")).to_be_in_viewport()


def to_the_end(page: Page) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
