"""Attack 41 of the promises: the cost of the most expensive answer of each scheme, valid or
refused, is linear in the size of its text and its bytes: doubling both about doubles it."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from annotation.models import Item
from annotation.schemes import SCHEMES
from midpath.schemes.base import InvalidAnswer
from midpath.text.strict_json import UnreadableJSON, read_json
from tests.attacks.effort import steps_of
from tests.helpers.evidence import PLAIN
from tests.helpers.samples import SAMPLES, items_of
from tests.helpers.tiers import by_tier

SIZE = by_tier(quick=200, long=400)
TWICE = 2.3
MARKS = "\u0301", "\u0323"  # above and below: in this order, every pair is out of order


@dataclass(frozen=True)
class Attack:
    """`payload` and `item` are built for a size; an attack that does not grow with it is a
    flood."""

    scheme: str
    name: str
    payload: Callable[[int], dict[str, Any]]
    item: Callable[[int], Item]
    settings: dict[str, Any] = field(default_factory=dict)
    sound: bool = False

    def __str__(self) -> str:
        return f"{self.scheme}: {self.name}"

    def parse(self, size: int, item_size: int) -> Callable[[], object]:
        scheme = SCHEMES[self.scheme]
        settings = scheme.check_settings(self.settings)
        item, payload = self.item(item_size), self.payload(size)
        return lambda: scheme.parse(payload, item, settings)


def words(size: int) -> Item:
    tokens = ["a"] * size
    return Item(text=" ".join(tokens), content={"tokens": tokens})


def question(size: int) -> Item:
    content = {"sentences": [f"Sentence {number}." for number in range(size)]}
    document = Item(pk=1, text="house", content=content)
    return Item(text="house/1", document=document, content={"question": "?", "sentences": size})


def pair(size: int) -> Item:
    text = "".join(f"w{number} " for number in range(size))
    return Item(text="a pair", content={"left": {"text": text}, "right": {"text": text}})


def app(_: int) -> Item:
    return Item(text="app", content={"description": "an app"})


def site(_: int) -> Item:
    return Item(text="example.org", content={})


def places(size: int) -> list[int]:
    """Return where the sentences of such a question begin."""
    found, at = [], 0
    for number in range(size):
        found.append(at)
        at += len(f"Sentence {number}.") + 1
    return found


def spans(size: int, width: int = 1) -> dict[str, Any]:
    return {"answerable": True, "spans": [[at, at + width] for at in places(size)]}


def marks(size: int, width: int = 1) -> list[list[int]]:
    """Return spans of words that do not overlap."""
    return [[at, min(at + width, size), 0] for at in range(0, size, width)]


def policy(text: str, subtitles: list[str] | None = None) -> dict[str, Any]:
    return {
        "url": "https://example.org/privacy",
        "updated_on": {"text": "", "date": None},
        "text": text,
        "subtitles": subtitles or [],
    }


def marked(size: int) -> str:
    return "a" + MARKS[0] * size + MARKS[1] * size


def keywords(words: list[Any]) -> dict[str, Any]:
    return {"answer": 0, "keywords": {"left": words, "right": words}}


CHARACTERS = {**PLAIN, "preset": "custom", "unit": "characters"}
QUESTIONS = {"questions": 5}
LABELS = [{"label": f"{number} {'x' * 70}"} for number in range(20)]
ANY = {"kind": "any", "labels": LABELS}
NAMES = {"labels": [{"label": f"{number} {'x' * 35}"} for number in range(20)]}
NESTED, CROSSING = {"overlap": "nested"}, {"overlap": "any"}
ATTACKS = [
    Attack("flat", "cut everywhere", lambda n: {"boundaries": [1] * (n - 1)}, words, sound=True),
    Attack("flat", "as text", lambda n: {"answer": " | ".join(["a"] * n)}, words, sound=True),
    Attack("flat", "wrong at its end", lambda n: {"boundaries": [1] * (n - 2) + [2]}, words),
    Attack("flat", "one word too many", lambda n: {"answer": "a " * (n + 1)}, words),
    Attack("nested", "a comb", lambda n: {"boundaries": list(range(n - 1))}, words, sound=True),
    Attack("nested", "a comb backwards", lambda n: {"boundaries": [*range(n - 2, -1, -1)]}, words,
           sound=True),
    Attack("nested", "deepest tree", lambda n: {"answer": "(" * (n - 1) + "a " + "a)" * (n - 1)},
           words, sound=True),
    Attack("nested", "never closed", lambda n: {"answer": "(" * (2 * n)}, words),
    Attack("nested", "closed too often", lambda n: {"answer": "(a a)" + ")" * n}, words),
    Attack("nested", "many roots", lambda n: {"boundaries": [0] * (n - 1)}, words),
    Attack("label", "all labels by name", lambda n: {"answer": [one["label"] for one in LABELS]},
           words, ANY, sound=True),
    Attack("label", "the last one twice", lambda n: {"answer": [*range(19), 18]}, words, ANY),
    Attack("label", "a long stranger", lambda n: {"answer": "x" * n}, words, {"labels": LABELS}),
    Attack("evidence", "all sentences", lambda n: {"answerable": True, "sentences": [*range(n)]},
           question, PLAIN, sound=True),
    Attack("evidence", "the last one twice",
           lambda n: {"answerable": True, "sentences": [*range(n), n - 1]}, question, PLAIN),
    Attack("evidence", "a span in each", spans, question, CHARACTERS, sound=True),
    Attack("evidence", "a span over all", lambda n: {"answerable": True, "spans": [[0, n * 9]]},
           question, CHARACTERS, sound=True),
    Attack("evidence", "the last span lies in a gap",
           lambda n: {"answerable": True, "spans": spans(n - 1)["spans"]
                      + [[places(n)[-1] - 1, places(n)[-1]]]}, question, CHARACTERS),
    Attack("evidence", "not snapped at the end", lambda n: {"answerable": True, "spans": [
        [at, at + len(f"Sentence {number}.") - (number == n - 1)]
        for number, at in enumerate(places(n))]}, question, {**CHARACTERS, "snap": True}),
    Attack("pair", "ten keywords from each", lambda n: keywords([f"w{i}" for i in range(10)]),
           pair, {"keywords": [1, 10]}, sound=True),
    Attack("pair", "the last stands nowhere",
           lambda n: keywords([*(f"w{i}" for i in range(9)), "nowhere"]), pair,
           {"keywords": [1, 10]}),
    Attack("spans", "every word", lambda n: {"spans": marks(n)}, words, sound=True),
    Attack("spans", "every word by name", lambda n: {"spans": [
        [a, b, NAMES["labels"][19]["label"]] for a, b, _ in marks(n)]}, words, NAMES, sound=True),
    Attack("spans", "each within the next", lambda n: {"spans": [
        [0, end + 1, 0] for end in range(n)]}, words, NESTED, sound=True),
    Attack("spans", "each within the next, backwards", lambda n: {"spans": [
        [begin, n, 0] for begin in range(n - 1, -1, -1)]}, words, NESTED, sound=True),
    Attack("spans", "each across the next", lambda n: {"spans": [
        [at, at + 2, 0] for at in range(n - 1)]}, words, CROSSING, sound=True),
    Attack("spans", "the last runs into another", lambda n: {"spans": [
        *marks(n, 2), [n - 3, n - 1, 0]]}, words, NESTED),
    Attack("spans", "the last one twice", lambda n: {"spans": [*marks(n), [n - 1, n, 0]]}, words),
    Attack("question", "five long ones", lambda n: {"questions": [
        f"{number} {'a' * 290}?" for number in range(5)]}, app, QUESTIONS, sound=True),
    Attack("document", "a long text", lambda n: policy("word " * n * 10), site, sound=True),
    Attack("document", "many lines", lambda n: policy("l\n" * n), site, sound=True),
    Attack("document", "the last subtitle stands nowhere",
           lambda n: policy("\n".join(map(str, range(n))), [*map(str, range(200)), "nowhere"]),
           site),
]  # fmt: skip
FLOODS = [
    Attack("flat", "boundaries", lambda n: {"boundaries": [0] * n}, words),
    Attack("flat", "words", lambda n: {"answer": "a " * n}, words),
    Attack("flat", "bars", lambda n: {"answer": "a" + "|" * n}, words),
    Attack("flat", "backslashes", lambda n: {"answer": "\\" * n}, words),
    Attack("nested", "boundaries", lambda n: {"boundaries": [*range(n)]}, words),
    Attack("nested", "brackets", lambda n: {"answer": "(" * n}, words),
    Attack("nested", "pairs of brackets", lambda n: {"answer": "()" * n}, words),
    Attack("label", "labels", lambda n: {"answer": [0] * n}, words, ANY),
    Attack("label", "lists for labels", lambda n: {"answer": [[0]] * n}, words, ANY),
    Attack("label", "a list for one", lambda n: {"answer": [0] * n}, words, {"labels": LABELS}),
    Attack("evidence", "sentences", lambda n: {"answerable": True, "sentences": [*range(n)]},
           question, PLAIN),
    Attack("evidence", "spans", lambda n: {"answerable": True, "spans": [
        [at, at + 1] for at in range(n)]}, question, CHARACTERS),
    Attack("evidence", "lists for sentences", lambda n: {"answerable": True, "sentences": [
        [0] * n]}, question, PLAIN),
    Attack("evidence", "categories", lambda n: {"answerable": True, "sentences": [0],
                                                "relevance": "relevant",
                                                "subjectivity": "objective",
                                                "likelihood": "likely",
                                                "categories": ["Data Security"] * n}, question),
    Attack("evidence", "fields", lambda n: {str(i): i for i in range(n)}, question, PLAIN),
    Attack("pair", "keywords", lambda n: keywords(["w1"] * n), pair, {"keywords": [1, 10]}),
    Attack("pair", "a long keyword", lambda n: keywords(["w" * n]), pair, {"keywords": [1, 10]}),
    Attack("pair", "marks on a letter", lambda n: keywords([marked(n)]), pair,
           {"keywords": [1, 10]}),
    Attack("spans", "spans", lambda n: {"spans": marks(n)}, words),
    Attack("spans", "lists for spans", lambda n: {"spans": [[]] * n}, words),
    Attack("spans", "a long label", lambda n: {"spans": [[0, 1, "x" * n]]}, words),
    Attack("spans", "fields", lambda n: {str(i): i for i in range(n)}, words),
    Attack("question", "questions", lambda n: {"questions": [str(i) for i in range(n)]}, app,
           {"questions": 2}),
    Attack("question", "long questions", lambda n: {"questions": ["a " * n] * 5}, app, QUESTIONS),
    Attack("document", "lines", lambda n: policy("l\n" * (n + 10_000)), site),
    Attack("document", "marks on a letter", lambda n: policy(marked(n), [marked(n)]), site),
    Attack("document", "marks in a subtitle", lambda n: policy("a", [marked(n)]), site),
    Attack("document", "subtitles", lambda n: policy("a", ["a"] * n), site),
    Attack("document", "long subtitles", lambda n: policy("a", ["a" * n] * 300), site),
]  # fmt: skip


@pytest.mark.attack(41)
@pytest.mark.parametrize("attack", ATTACKS, ids=str)
def test_twice_the_text_and_answer_cost_about_twice(attack: Attack) -> None:
    if attack.sound:
        attack.parse(SIZE, SIZE)()
    else:
        with pytest.raises(InvalidAnswer):
            attack.parse(SIZE, SIZE)()
    once, twice = (steps_of(attack.parse(n, n), InvalidAnswer) for n in (SIZE, 2 * SIZE))
    assert 0 < twice <= TWICE * once


@pytest.mark.attack(41)
@pytest.mark.parametrize("attack", FLOODS, ids=str)
def test_a_flood_costs_no_more_than_its_text(attack: Attack) -> None:
    """The part of an answer that exceeds its item is refused before it is processed."""
    with pytest.raises(InvalidAnswer):
        attack.parse(SIZE, 10)()
    some, more = (steps_of(attack.parse(n, 10), InvalidAnswer) for n in (SIZE, 10 * SIZE))
    assert 0 < more <= 1.2 * some


@pytest.mark.parametrize("scheme", SAMPLES)
def test_long_answers_to_samples_cost_in_proportion(scheme: str) -> None:
    """One field of a valid answer is long, or the answer has many unknown fields."""
    samples, [item, *_] = SAMPLES[scheme], items_of(SAMPLES[scheme].items)
    settings = SCHEMES[scheme].check_settings(dict(samples.settings))
    answer = samples.items[0].answers[0]
    for short, long in zip(long_answers(answer, SIZE), long_answers(answer, 2 * SIZE), strict=True):
        once, twice = (
            steps_of(partial(SCHEMES[scheme].parse, payload, item, settings), InvalidAnswer)
            for payload in (short, long)
        )
        assert 0 < twice <= TWICE * once


def long_answers(answer: Mapping[str, Any], size: int) -> Iterator[dict[str, Any]]:
    for name in answer:
        yield {**answer, name: "x" * size}
        yield {**answer, name: ["x"] * size}
    yield {str(number): number for number in range(size)}


@pytest.mark.attack(41)
def test_every_scheme_is_attacked() -> None:
    assert {attack.scheme for attack in ATTACKS} == {attack.scheme for attack in FLOODS}
    assert {attack.scheme for attack in ATTACKS} | set(SAMPLES) == set(SCHEMES)


BODIES: dict[str, Callable[[int], str]] = {
    "numbers": lambda n: f'[{"1," * n}1]',
    "lists": lambda n: f'[{"[]," * n}1]',
    "spans": lambda n: f'[{"[1,2]," * n}1]',
    "nesting": lambda n: "[" * n,
    "brackets in a text": lambda n: f'["{"[" * n}"]',
    "texts that never end": lambda n: '["' * n,
    "escapes": lambda n: f'["{chr(92)}u0041{chr(92) * 2 * n}"]',
    "escapes before a NUL": lambda n: f'["{(chr(92) + "u0041") * n}{chr(92)}u0000"]',
    "escapes before half a pair": lambda n: f'["{(chr(92) + "n") * n}{chr(92)}ud800"]',
    "names": lambda n: json.dumps(dict.fromkeys(map(str, range(n)), 1)),
    "a name twice": lambda n: json.dumps(dict.fromkeys(map(str, range(n)), 1))[:-1] + ', "0": 1}',
    "digits": lambda n: f"[{'1' * n}]",
    "exponents": lambda n: f"[{'1e1,' * n}1e999]",
    "lines before a fault": lambda n: "[" + "\n" * n + "!",
}  # fmt: skip


@pytest.mark.attack(41)
@pytest.mark.parametrize("name", BODIES)
def test_twice_the_body_costs_about_twice_to_read(name: str) -> None:
    bodies = [BODIES[name](n * SIZE).encode() for n in (1, 2)]
    once, twice = (steps_of(partial(read_json, body), UnreadableJSON) for body in bodies)
    assert twice <= TWICE * once
