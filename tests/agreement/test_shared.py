"""Worked cases and real data stored next to the project, where available.

MIDPATH_SHARED names the folder; the default is ../shared.
"""

import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from agreement.segmentation.alpha import Weights, alpha
from agreement.segmentation.boundaries import (
    IllFormed,
    format_nested,
    parse_flat,
    parse_nested,
    read_flat,
)
from agreement.segmentation.chance import agreement_over_chance
from agreement.segmentation.consensus import iterative_voting, most_entailed
from agreement.segmentation.counting import count_item, take_apart
from agreement.segmentation.distance import distance
from agreement.segmentation.entailment import chance_entailment, entails
from agreement.segmentation.figures import contribution, figures
from agreement.segmentation.null import null_counts
from agreement.tally import Tally

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("MIDPATH_SHARED", ROOT.parent / "shared"))
CASES = SHARED / "cases.json"
WEBIS = SHARED / "data" / "webis" / "webis_flat.json"


def vectors(rows: list[list[int]]) -> list[tuple[int, ...]]:
    return [tuple(row) for row in rows]


def run_nested_from_boundaries(given: list[int]) -> object:
    return format_nested([f"w{i}" for i in range(len(given) + 1)], given)


def run_alpha(given: Any) -> dict[str, Fraction | None]:
    kind = given.get("kind", "nested")
    counts = take_apart(
        Tally.total(count_item(kind, vectors(item)) for item in given["data"].values())
    )
    weights: Weights = "annotations" if given.get("within") == "krippendorff" else "items"
    result = alpha(counts, given["k"], weights)
    return {"alpha": result.value, "within": result.within, "between": result.total}


def run_s(given: Any) -> dict[str, Fraction | None]:
    kind = given["kind"]
    state = Tally.total(count_item(kind, vectors(item)) for item in given["data"].values())
    result = agreement_over_chance(take_apart(state), kind, given.get("k", 1))
    return {"with_diagonal": result.value, "without_diagonal": result.distinct}


def run_femn(given: Any) -> dict[str, object]:
    choice = most_entailed(vectors(given["flat"]), vectors(given["nested"]))
    winners = [list(flat) for flat in choice.ties] or [list(choice.winner or ())]
    return {"count": choice.support, "winners": winners}


def run_iterative_voting(given: Any) -> list[list[int]]:
    flats, nesteds = vectors(given["flat"]), vectors(given["nested"])
    if not given["multiset"]:
        flats, nesteds = list(dict.fromkeys(flats)), list(dict.fromkeys(nesteds))
    choice = iterative_voting(flats, nesteds)
    return [list(flat) for flat in choice.ties] or [list(choice.winner or ())]


RUN: dict[str, Callable[[Any], object]] = {
    "flat_boundaries": lambda text: list(parse_flat(text)),
    "nested_boundaries": lambda text: list(parse_nested(text)),
    "nested_from_boundaries": run_nested_from_boundaries,
    "dist": lambda given: distance(given["a"], given["b"], given["k"]),
    "alpha": run_alpha,
    "null_numerators": lambda given: {
        str(x): count
        for x, count in null_counts(given["kind"], given["words"], given.get("k", 1)).items()
    },
    "S": run_s,
    "entails": lambda given: entails(given["nested"], given["flat"]),
    "chance_entailment": lambda given: chance_entailment(given["words"], given["segments"]),
    "femn": run_femn,
    "iterative_voting": run_iterative_voting,
}


def is_ours(case: dict[str, Any]) -> bool:
    """Leave out cases of readings that docs/metrics rules out (pooled, singles as zero)."""
    given = case["input"]
    return case["metric"] in RUN and not (
        isinstance(given, dict)
        and (given.get("within") == "pooled" or given.get("singles") == "zero")
    )


def exact(value: object) -> object:
    """Return the case's expected value, with fractions as Fraction."""
    if isinstance(value, dict):
        return (
            Fraction(value["exact"])
            if "exact" in value
            else {k: exact(v) for k, v in value.items()}
        )
    return value


def load_cases() -> list[Any]:
    cases = json.loads(CASES.read_text()) if CASES.exists() else []
    return [
        pytest.param(case, id=f"{case['metric']}-{case['id']}") for case in cases if is_ours(case)
    ]


@pytest.mark.skipif(not CASES.exists(), reason=f"no worked cases at {CASES} (MIDPATH_SHARED)")
@pytest.mark.parametrize("case", load_cases())
def test_worked_case(case: dict[str, Any]) -> None:
    expected = exact(case["expected"])
    run = RUN[case["metric"]]
    if isinstance(expected, dict) and "error" in expected:
        with pytest.raises(IllFormed) as error:
            run(case["input"])
        assert error.value.reason == expected["why"]
        return
    got = run(case["input"])
    if isinstance(got, dict) and isinstance(expected, dict):
        got = {key: got[key] for key in expected}
    assert got == expected


@pytest.mark.long
@pytest.mark.skipif(not WEBIS.exists(), reason=f"no real queries at {WEBIS} (MIDPATH_SHARED)")
def test_real_queries() -> None:
    """Webis-QSeC-10, half of the training set: 2,424 queries by ten people each."""
    state, unanimous = Tally(), 0
    for text, annotations in json.loads(WEBIS.read_text())["annotation set"].items():
        item = [read_flat(raw, text.split()) for raw in annotations.values()]
        unanimous += len(set(item)) == 1
        state.shift(contribution("flat", item), 1)
    shows: Any = figures("flat", state)
    assert (shows["items"], shows["annotations"], unanimous) == (2424, 24256, 77)
    agreement = shows["alpha"]["d1"]
    assert round(agreement["value"], 5) == 0.37677
    assert round(agreement["within"], 6) == 0.151818
    assert round(agreement["total"], 6) == 0.243598
    assert round(shows["S"]["d1"]["value"], 5) == 0.83061
