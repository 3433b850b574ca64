"""Workers of nested segmentation who do not read: simulated in a real browser by their key presses.

Decision 14 reports a trial of all HABITS; `test_worker_nested_sight.py` has a small one.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zlib import crc32

from playwright.sync_api import Page, expect

from agreement.segmentation.alpha import alpha
from agreement.segmentation.counting import count_items, take_apart
from annotation.models import Campaign
from tests.journeys.pressing import box_of
from tests.journeys.worker import begin, campaign_of, stored

Press = Callable[[Page, random.Random], None]
OPEN = ".plus:not(.joined)"
PRESSES_A_JOIN = 3
TEXTS = (
    "apply first aid course on line",
    "when does the new season start on television",
    "cheap second hand piano for complete beginners",
    "how long does boiled rice keep in the fridge",
    "major league baseball salary cap by year",
    "can my landlord raise the rent twice in one year",
    "barbie dress up games free to play",
    "train times from leeds to york on sunday morning",
)
# Randomness is the same in each run: the page derives it from the text and the worker.
SEEDED = """(() => {
  let state = %d;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
})()"""


def keys(*pressed: str) -> Press:
    def press(page: Page, _: random.Random) -> None:
        for key in pressed:
            page.keyboard.press(key)

    return press


def large_button(page: Page, _: random.Random) -> None:
    page.locator("#primary").click()


def mouse_at_rest(page: Page, _: random.Random) -> None:
    """Leave the mouse on the middle of the words, and press space."""
    box = box_of(page.locator("#surface"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 45)
    page.keyboard.press("Space")


def first(page: Page, _: random.Random) -> None:
    page.locator(OPEN).first.click()


def last(page: Page, _: random.Random) -> None:
    page.locator(OPEN).last.click()


def nearest(page: Page, _: random.Random) -> None:
    """Click the + nearest to the mouse; at first any."""
    page.evaluate(
        """() => {
          const places = [...document.querySelectorAll(".plus:not(.joined)")].map((plus) => {
            const { left, width } = plus.getBoundingClientRect();
            return { plus, x: left + width / 2 };
          });
          const fresh = !document.querySelector(".plus.joined");
          const from = fresh ? places[Math.floor(Math.random() * places.length)].x : window.lastTap;
          places.sort((a, b) => Math.abs(a.x - from) - Math.abs(b.x - from));
          window.lastTap = places[0].x;
          places[0].plus.click();
        }"""
    )


def anywhere(page: Page, random_: random.Random) -> None:
    joints = page.locator(OPEN)
    joints.nth(random_.randrange(joints.count())).click()


HABITS: dict[str, Press] = {
    "space": keys("Space"),
    "enter": keys("Enter"),
    "the large button": large_button,
    "space, the mouse at rest on the text": mouse_at_rest,
    "→ and space": keys("ArrowRight", "Space"),
    "← and space": keys("ArrowLeft", "Space"),
    "→ and enter": keys("ArrowRight", "Enter"),
    "always the first +": first,
    "always the last +": last,
    "the + nearest to the last": nearest,
    "any +, by chance": anywhere,
}


@dataclass(frozen=True)
class Shapes:
    """The shapes of trees. A node leans left if its left half is the higher one; a tree of one
    direction grew from one end to the other. α (d1) is that of the lazy workers among
    themselves."""

    trees: int
    tasks: int
    leaning_left: float
    all_left: float
    all_right: float
    alpha: float | None


def trial(
    page: Page, link: Callable[..., str], habit: str, *, workers: int = 1, texts: int = len(TEXTS)
) -> Shapes:
    """Let workers with one habit do all texts, as far as the habit leads to trees."""
    campaign = campaign_of("nested", *TEXTS[:texts])
    before = len(stored())
    for worker in range(workers):
        page.context.clear_cookies()
        mash(page, link, campaign, habit, worker)
    return shapes_of(stored()[before:], tasks=workers * texts)


def mash(page: Page, link: Callable[..., str], campaign: Campaign, habit: str, worker: int) -> None:
    begin(page, link(campaign, f"lazy{worker}"))
    while page.locator("#primary").count():
        seed = crc32(page.locator("#form").inner_text().encode()) + worker
        page.evaluate(SEEDED % seed)
        random_ = random.Random(seed)
        joints = page.locator(OPEN)
        for _ in range(joints.count() * PRESSES_A_JOIN):
            if not joints.count():
                break
            HABITS[habit](page, random_)
        if joints.count():
            return
        number = page.locator("#number").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator("#number").filter(has_text=number)).to_have_count(0)


def shapes_of(rows: Sequence[tuple[str, list[int]]], tasks: int) -> Shapes:
    """Return the shapes of stored trees with their texts."""
    nodes = [lean for _, vector in rows for lean in leans(vector) if lean]
    texts: dict[str, list[tuple[int, ...]]] = {}
    for text, vector in rows:
        texts.setdefault(text, []).append(tuple(vector))
    return Shapes(
        trees=len(rows),
        tasks=tasks,
        leaning_left=share([lean < 0 for lean in nodes]),
        all_left=share([vector == sorted(vector) for _, vector in rows]),
        all_right=share([vector == sorted(vector, reverse=True) for _, vector in rows]),
        alpha=agreement(list(texts.values())) if rows else None,
    )


def leans(vector: Sequence[int]) -> list[int]:
    """Return for each node -1 if its left half is the higher one, 1 if its right, else 0."""
    if not vector:
        return []
    top = max(range(len(vector)), key=vector.__getitem__)
    left, right = vector[:top], vector[top + 1 :]
    higher = max(right, default=-1) - max(left, default=-1)
    return [*leans(left), (higher > 0) - (higher < 0), *leans(right)]


def share(which: Sequence[bool]) -> float:
    return sum(which) / len(which) if which else float("nan")


def agreement(texts: Sequence[Sequence[tuple[int, ...]]]) -> float | None:
    value = alpha(take_apart(count_items("nested", texts))).value
    return None if value is None else float(value)
