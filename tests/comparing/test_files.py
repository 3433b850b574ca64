"""`compare` prints the figures of the definitions on random answers."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agreement.figure import as_exact, as_float
from tests.commands.running import run
from tests.comparing.slow import (
    Apart,
    Items,
    among,
    most,
    nominal,
    slow_alike,
    slow_between,
    slow_nearest,
    slow_nearest_marks,
    slow_tests,
    squared,
)

ITEMS = 7


def printed(*options: object) -> Any:
    return json.loads(run("compare", *map(str, options), "--interval", "--json"))


def slow_f1(one: Any, other: Any) -> Fraction:
    if not one and not other:
        return Fraction(1)
    return Fraction(2 * len(set(one) & set(other)), len(one) + len(other))


def on_scale(one: Any, other: Any) -> Fraction:
    """Return the similarity of two numbers between 0.5 and 3."""
    return 1 - abs(Fraction(one[0]) - Fraction(other[0])) / Fraction(5, 2)


ALIKE: dict[str, Apart] = {
    "pairs": lambda one, other: 1 - nominal(one, other),
    "one": lambda one, other: 1 - nominal(one, other),
    "interval": on_scale,
    "evidence": slow_f1,
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", list(ALIKE))
def test_random_answers_by_the_definitions(tmp_path: Path, kind: str, seed: int) -> None:
    items = random_items(kind, Random(seed))
    found = printed(*written(kind, items, tmp_path))
    assert found["items"] == len(items)
    alike = ALIKE[kind]
    assert found["alike"]["exact"] == as_exact(slow_alike(items, alike))
    units = sentence_by_sentence(items) if kind == "evidence" else items
    between = slow_between(units, squared if kind == "interval" else nominal)
    assert found["alpha"]["between"]["exact"] == as_exact(between)
    apart = [
        mine - theirs
        for crowd, gold in items.values()
        if (mine := among(crowd, alike)) is not None and (theirs := among(gold, alike)) is not None
    ]
    [own] = [one for one in found["differences"] if one["measure"] == "own"]
    assert own["items"] == len(apart)
    assert own["difference_exact"] == as_exact(sum(apart, Fraction(0)) / len(apart))
    if any(apart):
        assert (own["p_sign"], own["p_all_signs"]) == pytest.approx(slow_tests(apart))
    for name, mixed in (("nearest", False), ("mixed", True)):
        if kind == "evidence":
            near = slow_nearest_marks(items, alike, mixed=mixed)
            assert found[name]["majority"]["alike"] == as_float(near)
            same = slow_nearest_marks(items, ALIKE["pairs"], mixed=mixed)
            assert found[name]["majority"]["accuracy_exact"] == as_exact(same)
        else:
            right = slow_nearest(items, mixed=mixed)
            assert Fraction(found[name]["majority"]["accuracy_exact"]) == right
    if kind != "evidence":
        both = [(most(crowd), most(gold)) for crowd, gold in items.values()]
        decided = [sides for sides in both if None not in sides]
        assert found["settled"]["same"] == sum(mine == theirs for mine, theirs in decided)
        assert found["settled"]["undecided"] == len(both) - len(decided)


def random_items(kind: str, luck: Random) -> Items:
    """Draw items with one to four answers per side, at least one of which differs."""

    def answer() -> Any:
        if kind == "evidence":
            return tuple(s for s in range(3) if luck.random() < 0.4)
        if kind == "interval":
            return (luck.choice(["0.5", "1", "3"]),)
        return luck.choice(["yes", "no"]) if kind == "pairs" else (luck.choice("abc"),)

    def side() -> list[Any]:
        return [answer() for _ in range(luck.randint(1, 4))]

    ends = [("0.5",), ("3",)] if kind == "interval" else [answer(), answer()]
    return {"i0": (ends, ends[:]), **{f"i{at}": (side(), side()) for at in range(1, ITEMS)}}


def sentence_by_sentence(items: Items) -> Items:
    return {
        f"{name} {at}": ([at in one for one in crowd], [at in one for one in gold])
        for name, (crowd, gold) in items.items()
        for at in range(3)
    }


def written(kind: str, items: Items, folder: Path) -> list[object]:
    """Write both sides to files, and return the options that name the files."""
    name = kind if kind in {"pairs", "evidence"} else "labels"
    options: list[object] = []
    for at, side in enumerate(("crowd", "gold")):
        path = folder / f"{side}.jsonl"
        rows: dict[str, list[Any]] = defaultdict(list)
        for item, sides in items.items():
            rows[item] = [(f"w{who}", answer) for who, answer in enumerate(sides[at])]
        path.write_text("".join(json.dumps(line) + "\n" for line in LINES[name](rows)))
        options += [f"--{side}-{name}", path]
    return [*options, *(["--level", "interval"] if kind == "interval" else [])]


def pair_lines(rows: dict[str, list[Any]]) -> list[Any]:
    return [
        {"worker": who, "pair": item, "answer": answer}
        for item, said in rows.items()
        for who, answer in said
    ]


def label_lines(rows: dict[str, list[Any]]) -> list[Any]:
    return [
        {"worker": who, "item": item, "label": answer[0]}
        for item, said in rows.items()
        for who, answer in said
    ]


def question_lines(rows: dict[str, list[Any]]) -> list[Any]:
    document = {"type": "document", "document": "d", "sentences": ["One.", "Two.", "Three."]}
    questions = [
        {"type": "question", "document": "d", "id": item, "question": item, "answers": dict(said)}
        for item, said in rows.items()
    ]
    return [document, *questions]


LINES = {"pairs": pair_lines, "labels": label_lines, "evidence": question_lines}
