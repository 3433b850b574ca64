"""The browser's arithmetic against the kernel's, on many random segmentations."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from agreement.segmentation.boundaries import (
    check_flat,
    check_nested,
    format_flat,
    format_nested,
    parse_nested,
)
from annotation.schemes.nested import scheme as nested

WORDS = ["a", "b|c", "(d", "e\\", "é", "北京", "عربي", "f)"]
ROUNDS = 400


def texts(random_: random.Random) -> list[list[str]]:
    lengths = [random_.choice([2, 3, 4, 5, 8, 13, 60]) for _ in range(ROUNDS)]
    return [random_.choices(WORDS, k=length) for length in lengths]


@pytest.fixture
def scripts(page: Page) -> Page:
    page.goto("/health/")
    return page


def test_flat_forms_are_the_kernels(scripts: Page) -> None:
    random_ = random.Random(13)
    rounds: list[dict[str, Any]] = []
    for words in texts(random_):
        gaps = [random_.randrange(len(words) - 1) for _ in range(random_.randrange(12))]
        rounds.append({"words": words, "gaps": gaps})
    got = scripts.evaluate(
        """async (rounds) => {
          const { begin, toggle, undo, restore, form } =
            await import("/static/js/worker/flat/desk.js");
          return rounds.map(({ words, gaps }) => {
            const state = gaps.reduce(toggle, begin(words.length));
            const kept = restore(JSON.parse(JSON.stringify({ past: state.past })), words.length);
            let back = state;
            for (const _ of gaps) back = undo(back);
            const { cuts } = state;
            return { cuts, kept: kept.cuts, form: form(words, cuts), back: back.cuts };
          });
        }""",
        rounds,
    )
    for given, found in zip(rounds, got, strict=True):
        words, gaps = given["words"], given["gaps"]
        cuts = tuple(gaps.count(gap) % 2 for gap in range(len(words) - 1))
        assert check_flat(found["cuts"], len(words)) == cuts
        assert found["kept"] == found["cuts"]
        assert found["form"] == format_flat(words, cuts)
        assert not any(found["back"])


def test_nested_forms_and_heights_are_the_kernels(scripts: Page) -> None:
    random_ = random.Random(2013)
    rounds: list[dict[str, Any]] = []
    for words in texts(random_):
        order = list(range(len(words) - 1))
        random_.shuffle(order)
        rounds.append({"words": words, "order": order})
    got = scripts.evaluate(
        """async (rounds) => {
          const { begin, join, undo, restart, restore, heights } =
            await import("/static/js/worker/nested/state.js");
          const { form } = await import("/static/js/worker/nested/names.js");
          return rounds.map(({ words, order }) => {
            const state = order.reduce(join, begin());
            const kept = restore(JSON.parse(JSON.stringify(state)), { words });
            let back = restart(state);
            for (let left = order.length + 1; left; left -= 1) back = undo(back);
            return {
              heights: heights(words.length, state.joins), form: form(words, state.joins),
              kept: kept.joins, back: back.joins, undone: undo(restart(state)).joins,
            };
          });
        }""",
        rounds,
    )
    for given, found in zip(rounds, got, strict=True):
        words, order = given["words"], given["order"]
        vector = check_nested(found["heights"], len(words))
        assert found["form"] == format_nested(words, vector)
        assert found["kept"] == found["undone"] == order
        assert found["back"] == []


IDLE = 30
MOVES = ("hear", "act", "away", "back", "reload")


def slow_attention(moves: list[tuple[int, str]]) -> dict[str, int]:
    """The slow reference for attention.js: checks each second separately."""
    active = seen = 0
    first = heard = None
    visible = True
    at = dict(moves)
    for second in range(moves[-1][0] + 1):
        move = at.get(second, "")
        visible = (visible or move in {"back", "reload"}) and move != "away"
        if visible and (second == 0 or move in {"hear", "back", "reload"}):
            heard = second
        if first is None and move == "act":
            first = seen
        if second < moves[-1][0]:
            seen += visible
            active += visible and heard is not None and second - heard < IDLE
    return {
        "active_ms": 1000 * active,
        "first_action_ms": 1000 * (seen if first is None else first),
    }


def test_active_time_is_what_its_definition_says(scripts: Page) -> None:
    random_ = random.Random(30)
    rounds = []
    for _ in range(ROUNDS):
        times = sorted(random_.sample(range(1, 400), random_.randrange(1, 12)))
        rounds.append([(at, random_.choice(MOVES)) for at in times] + [(times[-1] + 7, "submit")])
    got = scripts.evaluate(
        """async (rounds) => {
          const { Attention } = await import("/static/js/worker/attention.js");
          let now = 0;
          performance.now = () => 1000 * now;
          return rounds.map((moves) => {
            let kept = null;
            now = 0;
            const open = () => {
              const attention = new Attention();
              attention.open(() => kept, (time) => { kept = JSON.parse(JSON.stringify(time)); });
              return attention;
            };
            let attention = open();
            let away = false;
            for (const [at, move] of moves) {
              now = at;
              if (move === "hear" && !away) attention.hear();
              if (move === "act") attention.act();
              if (move === "away") { attention.rest(); away = true; }
              if (move === "back") { attention.wake(); away = false; }
              if (move === "reload") { attention.rest(); attention = open(); away = false; }
            }
            return attention.close();
          });
        }""",
        rounds,
    )
    assert got == [slow_attention(moves) for moves in rounds]


UNSOUND: list[Any] = [
    None,
    7,
    "past",
    {},
    {"past": 3},
    {"past": [9]},
    {"past": ["0"]},
    {"joins": [0, 0], "past": []},
    {"joins": [5], "past": []},
    {"joins": [0], "past": [[7]]},
    {"joins": {}, "past": {}},
]


def test_a_draft_that_does_not_fit_is_let_go(scripts: Page) -> None:
    got = scripts.evaluate(
        """async (drafts) => {
          const flat = await import("/static/js/worker/flat/desk.js");
          const nested = await import("/static/js/worker/nested/state.js");
          return drafts.map((draft) => [
            flat.restore(draft, 4).cuts, nested.restore(draft, 4).joins]);
        }""",
        UNSOUND,
    )
    assert got == [[[0, 0, 0], []]] * len(UNSOUND)


def test_the_worked_example_is_the_tree_of_its_form(scripts: Page) -> None:
    words, form = nested.example.words, nested.example.answer
    got = scripts.evaluate(
        """async ([length, form]) => {
          const { heights } = await import("/static/js/worker/nested/state.js");
          const { joinsOf } = await import("/static/js/worker/nested/example.js");
          return heights(length, joinsOf(form));
        }""",
        [len(words), form],
    )
    assert tuple(got) == parse_nested(form, words)


def test_a_long_text_is_named_by_its_beginning(scripts: Page) -> None:
    said = scripts.evaluate(
        """async (texts) => {
          const { afterword } = await import("/static/js/worker/outbox.js");
          const outcome = { receipt: { late: true, counts: true } };
          return texts.map((text) => afterword({ text }, outcome));
        }""",
        ["red car", "東京 " * 60],
    )
    assert said[0].startswith("Your answer to “red car” was late")
    assert said[1].startswith("Your answer to “東京 東京")
    assert len(said[1]) < 170
    assert "東京 …” was late" in said[1]
