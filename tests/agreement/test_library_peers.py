"""The library and other packages on random data with missing answers: no defined figure differs."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import isnan
from typing import Any
from warnings import catch_warnings, simplefilter

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score

import agreement
from tests.agreement.slow_labels import slow_alpha
from tests.agreement.test_dawid_skene import PEERS
from tests.agreement.test_shared import ROOT
from tests.helpers.programs import output_of
from tests.helpers.tiers import by_tier

LEVELS = ("nominal", "ordinal", "interval", "ratio")
MISSING = (0.0, 0.2, 0.4, 0.6, 0.8)
SEEDS = range(by_tier(quick=1, long=40))
NLTK = """
import json, sys
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import jaccard_distance

found = []
for rows in json.load(sys.stdin):
    task = AnnotationTask([tuple(row) for row in rows])
    sets = [(who, item, frozenset(range(label))) for who, item, label in rows]
    found.append([float(task.alpha()), float(AnnotationTask(sets, jaccard_distance).alpha())])
print(json.dumps(found))
"""
STATSMODELS = """
import json, sys
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

print(json.dumps([float(fleiss_kappa(aggregate_raters(rows)[0])) for rows in json.load(sys.stdin)]))
"""
FRAMES = """
import json, sys
sys.path.insert(0, sys.argv[1])
import agreement, pandas, polars, pyarrow

rows = json.load(sys.stdin)
columns = dict(zip(["item", "worker", "label"], zip(*rows)))
expected = agreement.alpha(rows, by="rows")
found = []
for make in (pandas.DataFrame, polars.DataFrame, pyarrow.table):
    frame = make({name: list(column) for name, column in columns.items()})
    found.append(agreement.alpha(frame) == expected)
wide = {"ann": [1, 2, None, 4], "bob": [1, 3, 3, 4]}
for make in (pandas.DataFrame, polars.DataFrame, pyarrow.table):
    found.append(agreement.alpha(make(wide), "interval", by="items").exact)
print(found[:3], len(set(found[3:])))
"""
Matrix = NDArray[np.float64]
UNITS = st.lists(st.lists(st.integers(0, 4), max_size=4), max_size=6)


def random_matrix(seed: int, share: float, raters: int = 5, items: int = 40) -> Matrix:
    random = np.random.default_rng(seed)
    truth = random.integers(1, 6, size=items)
    noise = random.integers(-1, 2, size=(raters, items)) * (random.random((raters, items)) < 0.5)
    matrix: Matrix = np.clip(truth + noise, 1, 5).astype(float)
    matrix[random.random(matrix.shape) < share] = np.nan
    return matrix


def have(package: str) -> bool:
    return any((PEERS / "lib").glob(f"python3.*/site-packages/{package}"))


def ask(program: str, given: object) -> Any:
    return json.loads(output_of(PEERS / "bin" / "python", "-c", program, typed=json.dumps(given)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("share", MISSING)
def test_alpha_is_krippendorff_s(level: Any, share: float) -> None:
    for seed in SEEDS:
        matrix = random_matrix(seed, share)
        theirs = krippendorff.alpha(reliability_data=matrix, level_of_measurement=level)
        ours = agreement.alpha(matrix, level)
        assert ours.value == pytest.approx(theirs, abs=1e-12)
        assert ours.n.judgments <= np.count_nonzero(~np.isnan(matrix))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@pytest.mark.parametrize("share", MISSING)
def test_kappa_is_scikit_learn_s(weights: Any, share: float) -> None:
    for seed in SEEDS:
        matrix = random_matrix(seed, share, raters=2, items=200)
        both = matrix[:, ~np.isnan(matrix).any(axis=0)].astype(int)
        with catch_warnings():
            simplefilter("ignore")
            theirs = cohen_kappa_score(*both, labels=range(1, 6), weights=weights)
        ours = agreement.kappa(matrix, weights)
        assert isnan(theirs) if ours.value is None else ours.value == pytest.approx(theirs)
        assert ours.n.items == both.shape[1]


@pytest.mark.skipif(not have("nltk"), reason=f"no nltk at {PEERS} (make peers)")
def test_alpha_is_nltk_s() -> None:
    matrices = [random_matrix(seed, share) for seed in SEEDS for share in MISSING]
    rows = [
        [(int(rater), int(item), int(matrix[rater, item])) for rater, item in places]
        for matrix in matrices
        for places in [np.argwhere(~np.isnan(matrix)).tolist()]
    ]
    for given_rows, (nominal, jaccard) in zip(rows, ask(NLTK, rows), strict=True):
        votes = [(item, rater, label) for rater, item, label in given_rows]
        sets = [(item, rater, frozenset(range(label))) for item, rater, label in votes]
        assert agreement.alpha(votes).value == pytest.approx(nominal, abs=1e-9)
        found = agreement.alpha(sets, agreement.jaccard)
        assert found.value == pytest.approx(jaccard, abs=1e-9)


@pytest.mark.skipif(not have("statsmodels"), reason=f"no statsmodels at {PEERS} (make peers)")
def test_fleiss_kappa_is_that_of_statsmodels() -> None:
    given_rows = [random_matrix(seed, 0).T.astype(int).tolist() for seed in SEEDS]
    for rows, theirs in zip(given_rows, ask(STATSMODELS, given_rows), strict=True):
        assert agreement.kappa(rows, by="items").value == pytest.approx(theirs)


@pytest.mark.skipif(not have("polars"), reason=f"no polars at {PEERS} (make peers)")
def test_frames_of_pandas_polars_and_pyarrow_are_read_alike() -> None:
    matrix = random_matrix(1, 0.4)
    rows = [
        (f"item {item}", f"é{rater}", None if isnan(label) else str(label))
        for (rater, item), label in np.ndenumerate(matrix)
    ]
    command = (PEERS / "bin" / "python", "-c", FRAMES, str(ROOT))
    assert output_of(*command, typed=json.dumps(rows)) == "[True, True, True] 1\n"


def ratio(a: int, b: int) -> Fraction:
    return Fraction(a - b, a + b) ** 2 if a + b else Fraction(0)


@pytest.mark.parametrize(
    ("level", "difference"),
    [
        ("nominal", lambda a, b: Fraction(a != b)),
        ("interval", lambda a, b: Fraction(a - b) ** 2),
        ("ratio", ratio),
        (lambda a, b: abs(a - b) / 4, lambda a, b: Fraction(abs(a - b), 4)),
    ],
)
@given(units=UNITS)
def test_alpha_equals_its_slow_twin(level: Any, difference: Any, units: list[list[int]]) -> None:
    rows = [
        (item, worker, label)
        for item, unit in enumerate(units)
        for worker, label in enumerate(unit)
    ]
    found = agreement.alpha(rows, level)
    assert found.exact == slow_alpha(units, difference)
    assert (found.value is None) == (found.reason is not None)
    assert found.left_out.get("items with one judgment", 0) == sum(len(unit) == 1 for unit in units)


def slow_gwet(units: list[list[int]], k: int, weight: Callable[[int, int], Fraction]) -> Any:
    """Compute AC1 or AC2 pair by pair."""
    judged = [unit for unit in units if unit]
    shared = [unit for unit in judged if len(unit) > 1]
    if not shared:
        return None
    observed = sum(
        sum((weight(a, b) for a, b in permutations(unit, 2)), Fraction(0))
        / (len(unit) * (len(unit) - 1))
        for unit in shared
    ) / len(shared)
    p = [
        sum(Fraction(unit.count(one), len(unit)) for unit in judged) / len(judged)
        for one in range(k)
    ]
    weights = sum(weight(a, b) for a in range(k) for b in range(k))
    expected = weights * sum(one * (1 - one) for one in p) / (k * (k - 1))
    return (observed - expected) / (1 - expected) if expected != 1 else None


@given(units=UNITS)
def test_gwet_s_coefficients_equal_their_slow_twins(units: list[list[int]]) -> None:
    rows = [
        (item, worker, label)
        for item, unit in enumerate(units)
        for worker, label in enumerate(unit)
    ]
    labels = range(5)
    weights: dict[Any, Callable[[int, int], Fraction]] = {
        "linear": lambda a, b: 1 - Fraction(abs(a - b), 4),
        "quadratic": lambda a, b: 1 - Fraction((a - b) ** 2, 16),
    }
    equal = slow_gwet(units, 5, lambda a, b: Fraction(a == b))
    assert agreement.ac1(rows, labels=labels).exact == equal
    for name, weight in weights.items():
        assert agreement.ac2(rows, name, labels=labels).exact == slow_gwet(units, 5, weight)


@given(
    st.lists(st.tuples(*[st.none() | st.integers(0, 3)] * 3), max_size=6),
    st.sampled_from([("linear", 1), ("quadratic", 2)]),
)
def test_weighted_kappa_and_pairwise_equal_their_slow_twins(
    cells: list[tuple[int | None, ...]], weights: Any
) -> None:
    name, power = weights
    shared = [(a, b) for a, b, _ in cells if a is not None and b is not None]
    found = agreement.kappa([row[:2] for row in cells], name, by="items", method="cohen")
    apart = sum(abs(a - b) ** power for a, b in shared) * len(shared)
    chance = sum(abs(a - b) ** power for a, _ in shared for _, b in shared)
    assert found.exact == (1 - Fraction(apart, chance) if chance else None)
    shares = []
    for row in cells:
        pairs = [a == b for a, b in combinations([one for one in row if one is not None], 2)]
        shares += [Fraction(sum(pairs), len(pairs))] if pairs else []
    mean = sum(shares) / len(shares) if shares else None
    assert agreement.pairwise(cells, by="items").exact == mean


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=6))
def test_fleiss_weighted_kappa_equals_its_slow_twin(items: list[list[int]]) -> None:
    found = agreement.kappa(items, "linear", by="items", method="fleiss")
    every = [label for unit in items for label in unit]
    observed = sum(Fraction(abs(a - b), 6) for unit in items for a, b in permutations(unit, 2))
    expected = Fraction(sum(abs(a - b) for a in every for b in every), len(every) ** 2)
    assert found.exact == (1 - observed / len(items) / expected if expected else None)
