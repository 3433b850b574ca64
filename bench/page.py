"""A worker's page with a document of 5,000 words in Chromium: its load time, and the time to mark a
sentence.

First paint is the browser's own first contentful paint. The page is usable when its script has
drawn the document and accepts keys. Key to mark is the time from the event to the next frame.
"""

import json
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from annotation.models import Campaign, Project
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.datasets.datasets import import_dataset
from bench.site.server import serve

WORDS, PER_SENTENCE, PER_SECTION = 5_000, 16, 20
VISITS, MARKS = 7, 60
BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
# A frame is painted between its callback and the message that follows.
WATCH = """
() => {
  window.marks = [];
  document.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    const { timeStamp } = event;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.marks.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  }, { capture: true });
}
"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
USABLE = """
() => new Promise((done) => {
  const look = () => document.querySelector("#primary:not([disabled])")
    && document.querySelector(".evidence-sentence")
    ? done(performance.now()) : requestAnimationFrame(look);
  look();
})
"""


def main() -> None:
    campaign = make_evidence_campaign()
    with serve("config.settings") as server, sync_playwright() as playwright:
        path = next((str(one) for one in BROWSERS if one.exists()), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print(f"{WORDS:,} words in {WORDS // PER_SENTENCE} sentences, milliseconds, median (most)")
        for name, size in (("desktop", {}), ("phone", PHONE)):
            page = browser.new_context(**size).new_page()
            page.goto(f"http://127.0.0.1:{server.port}/w/{campaign.code}/?worker={name}")
            page.get_by_role("button", name="Join as").click()
            page.get_by_role("button", name="Start").click()
            show(name, *measure(page))
        browser.close()


def measure(page: Page) -> tuple[list[float], list[float], list[float]]:
    """Measure visits; the first one fills the browser's cache and is left out."""
    painted, usable = [], []
    for _ in range(VISITS + 1):
        page.reload()
        usable.append(page.evaluate(USABLE))
        painted.append(page.evaluate(PAINTED))
    page.evaluate(WATCH)
    for number in range(1, MARKS + 1):
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        page.wait_for_function("(n) => window.marks.length === n", arg=number)
    return painted[1:], usable[1:], page.evaluate("window.marks")


def show(name: str, painted: list[float], usable: list[float], marks: list[float]) -> None:
    parts = {"first paint": painted, "usable": usable, "key to mark": marks}
    medians = [f"{what} {median(ms):.0f} ({max(ms):.0f})" for what, ms in parts.items()]
    print(f"{name:10}{', '.join(medians)}")


def make_evidence_campaign() -> Campaign:
    luck = Random(7)
    words = [f"word{number}" for number in range(800)]
    sentences = [
        f"{' '.join(luck.choices(words, k=PER_SENTENCE - 1))} end."
        for _ in range(WORDS // PER_SENTENCE)
    ]
    starts = range(0, len(sentences), PER_SECTION)
    sections = [{"title": f"Section {n}", "start": at} for n, at in enumerate(starts, 1)]
    lines: list[dict[str, object]] = [
        {"type": "document", "document": "long", "sentences": sentences, "sections": sections},
        {"type": "question", "document": "long", "question": "What is it?", "answers": {}},
    ]
    dataset = import_dataset(
        project=Project.objects.create(name="A long document"),
        user=None,
        name="Questions",
        filename="evidence.jsonl",
        body="\n".join(map(json.dumps, lines)).encode(),
    )
    draft = create_campaign(
        dataset=dataset, scheme="evidence", user=None, name="evidence", redundancy=2
    )
    return launch_campaign(campaign=draft, user=None)
