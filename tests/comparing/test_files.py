"""`compare` prints the figures of the definitions on random answers; its paired intervals on real
data equal those of resampled lists of items, each scored again by the functions that print
figures."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import nan
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agreement.bootstrap import Floats, Plan, bootstrap
from agreement.figure import as_exact, as_float
from agreement.segmentation.boundaries import parse_flat
from agreement.segmentation.compare import alpha_between
from agreement.segmentation.side_resampling import bootstrap_sides
from agreement.sides.paired import all_signs
from midpath.comparing.base import Both, Comparing, Given
from midpath.comparing.evidence import AboutQuestion, EvidenceComparing, Marked
from midpath.comparing.figures import alphas, differences
from midpath.comparing.spans import SpanComparing
from midpath.comparing.texts import FlatComparing
from midpath.comparing.votes import PairComparing
from tests.commands.running import run
from tests.comparing.shared_data import OPP115, RTE, WEBIS, missing
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
PLAN = Plan(method="percentile", resamples=12, seed=4)
ANSWERS = {"answers": [{"label": "yes", "yes": True}, {"label": "no", "yes": False}]}


def slowly(comparing: Comparing, items: list[Both], between: Callable[..., Any]) -> list[Any]:
    """Return the intervals of α of the crowd, of gold, of both together, between them, and of the
    difference."""
    units = list(dict.fromkeys(comparing.unit(one) for one in items))

    def estimate(weights: Floats) -> Floats:
        rows = []
        for row in weights:
            times = dict(zip(units, row, strict=True))
            drawn = [one for one in items for _ in range(int(times[comparing.unit(one)]))]
            each = [
                comparing.alpha(Given(given, one.about) for given, one in side)
                for side in (
                    [(one.crowd, one) for one in drawn],
                    [(one.gold, one) for one in drawn],
                    [(one.together, one) for one in drawn],
                )
            ]
            crowd, gold, together = (one.get("d1", one)["value"] for one in each)
            apart = None if crowd is None or gold is None else crowd - gold
            rows.append([crowd, gold, together, float(between(drawn).value), apart])
        return np.array(rows, dtype=np.float64)

    return bootstrap(estimate, len(units), PLAN, comparing.over)


def same(found: Any, slow: Any) -> None:
    assert found.keys() == slow.keys()
    for end in ("low", "high"):
        assert found[end] == (None if slow[end] is None else pytest.approx(slow[end], abs=1e-9))


@pytest.mark.long
@pytest.mark.skipif(missing(WEBIS), reason="the shared Webis data are not here")
def test_flats() -> None:
    texts = list(json.loads(WEBIS.read_bytes())["annotation set"].items())[:60]
    items = []
    for text, given in texts:
        vectors = [tuple(parse_flat(one, text.split())) for one in given.values()]
        items.append(Both(text, vectors[:4], vectors[4:8]))
    items = [one for one in items if one.crowd[0]]
    found = bootstrap_sides("flat", [one.sides for one in items], PLAN)
    slow = slowly(
        FlatComparing({}, {}), items, lambda drawn: alpha_between([one.sides for one in drawn])
    )
    parts = ("crowd", "gold", "together", "between", "difference")
    for part, interval in zip(parts, slow, strict=True):
        same(found[part]["d1"], interval)


@pytest.mark.long
@pytest.mark.skipif(missing(RTE), reason="the shared RTE data are not here")
def test_pairs() -> None:
    by_pair: dict[str, Any] = {}
    for row in list(csv.DictReader(io.StringIO(RTE.read_text())))[:800]:
        by_pair.setdefault(row["pair"], []).append(row)
    items = [
        Both(
            pair,
            [row["answer"] for row in rows[:5]],
            [row["answer"] for row in rows[5:]],
            rows[0]["gold"],
        )
        for pair, rows in by_pair.items()
    ]
    comparing = PairComparing(ANSWERS, ANSWERS)
    found = alphas(comparing, items, PLAN)
    slow = slowly(comparing, items, comparing.between)
    for part, interval in zip(("crowd", "gold", "together", "between"), slow, strict=False):
        same(found[part]["interval"], interval)
    same(found["difference"]["interval"], slow[-1])
    by_measure = {one["measure"]: one for one in differences(comparing, items, PLAN)}
    right = by_measure["right"]
    assert right["mcnemar"]
    assert right["p_sign"] == pytest.approx(right["p_all_signs"])
    apart = [
        comparing.among_themselves(one.crowd, None) - comparing.among_themselves(one.gold, None)  # type: ignore[operator]
        for one in items
    ]
    assert by_measure["own"]["p_all_signs"] == all_signs(apart)
    near = by_luck(np.array([float(one) for one in apart]))
    assert by_measure["own"]["p_all_signs"] == pytest.approx(near, abs=0.02)


def by_luck(apart: Floats) -> float:
    """Return the share of 20,000 random sign assignments whose sum is as far from 0."""
    signs = np.random.default_rng(5).choice([-1.0, 1.0], (20_000, len(apart)))
    return float((np.abs(signs @ apart) >= abs(apart.sum()) - 1e-9).mean())


@pytest.mark.long
@pytest.mark.skipif(missing(OPP115), reason="the shared OPP-115 data are not here")
def test_evidence_over_documents() -> None:
    sizes: dict[str, tuple[int, int]] = {}
    items = []
    for number, text in enumerate(OPP115.read_text().splitlines()):
        line = json.loads(text)
        if line["type"] == "document":
            sizes[line["document"]] = number, len(line["sentences"])
            continue
        given = [Marked(tuple(marks)) for marks in line["answers"].values()]
        items.append(
            Both(str(number), given[:1], given[1:], AboutQuestion(*sizes[line["document"]]))
        )
    comparing = EvidenceComparing({}, {})
    found = alphas(comparing, items, PLAN)
    slow = slowly(comparing, items, comparing.between)
    assert found["between"]["interval"]["over"] == "documents"
    for part, interval in zip(("crowd", "gold", "together", "between"), slow, strict=False):
        same(found[part]["interval"], interval)


def test_spans() -> None:
    luck = Random(6)
    items = [
        Both(f"text {at}", [some_spans(luck) for _ in range(3)], [some_spans(luck)] * 2, 9)
        for at in range(12)
    ]
    comparing = SpanComparing({}, {})
    found = alphas(comparing, items, PLAN)
    slow = slowly(comparing, items, lambda drawn: SimpleNamespace(value=nan))
    for part, interval in zip(("crowd", "gold", "together", "between"), slow, strict=False):
        same(found[part]["interval"], interval)
    same(found["difference"]["interval"], slow[-1])
    assert found["between"]["interval"]["low"] is None
    assert found["crowd"]["interval"]["low"] < found["crowd"]["interval"]["high"]


def some_spans(luck: Random) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (at, at + luck.randint(1, 3), luck.choice("ab")) for at in (0, 3, 6) if luck.random() < 0.7
    )
