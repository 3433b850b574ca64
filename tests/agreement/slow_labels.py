"""Label figures computed pair by pair from their definitions: slow and simple."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from statistics import median
from typing import Any

from agreement.votes.label_figures import Kind, Level

Answers = list[tuple[str, ...]]
Compare = Callable[[Any, Any], Fraction]


def unequal(a: object, b: object) -> Fraction:
    return Fraction(a != b)


def slow_alpha(units: list[list[Any]], difference: Compare = unequal) -> Fraction | None:
    together = [unit for unit in units if len(unit) > 1]
    everything = [value for unit in together for value in unit]
    n = len(everything)
    observed = sum(
        (
            sum((difference(a, b) for a, b in permutations(unit, 2)), Fraction(0)) / (len(unit) - 1)
            for unit in together
        ),
        Fraction(0),
    )
    expected = sum((difference(a, b) for a, b in permutations(everything, 2)), Fraction(0))
    return 1 - (observed / n) / (expected / n / (n - 1)) if expected else None


def slow_scale_alpha(units: list[list[str]], level: str) -> Fraction | None:
    given = [Fraction(value) for unit in units if len(unit) > 1 for value in unit]

    def interval(a: str, b: str) -> Fraction:
        return (Fraction(a) - Fraction(b)) ** 2

    def ordinal(a: str, b: str) -> Fraction:
        low, high = sorted((Fraction(a), Fraction(b)))
        ends = Fraction(given.count(low) + given.count(high), 2)
        return (sum(low <= value <= high for value in given) - ends) ** 2

    return slow_alpha(units, interval if level == "interval" else ordinal)


def slow_figures(items: list[Answers], kind: Kind, level: Level) -> dict[str, Any]:
    """Return the exact values of the figures; None where undefined."""
    items = [answers for answers in items if answers]
    sets = [[frozenset(answer) for answer in answers] for answers in items]
    labels = {label for answers in sets for answer in answers for label in answer}
    of_labels = {
        label: slow_alpha([[label in answer for answer in answers] for answers in sets])
        for label in labels
    }
    firsts = [[min(answer, default="") for answer in answers] for answers in sets]
    if kind == "any":
        known = [value for value in of_labels.values() if value is not None]
        alpha = sum(known, Fraction(0)) / len(known) if known else None
    else:
        alpha = slow_alpha(firsts) if kind == "one" else slow_scale_alpha(firsts, level)
    shares = [
        Fraction(sum(a == b for a, b in pairs), len(pairs))
        for answers in sets
        if (pairs := list(combinations(answers, 2)))
    ]
    consensus, ties, absolute = slow_majority(sets, kind)
    found = {
        "items": len(items),
        "judgments": sum(map(len, items)),
        "one_judgment": sum(len(answers) == 1 for answers in items),
        "alpha": alpha,
        "pairwise": sum(shares, Fraction(0)) / len(shares) if shares else None,
        "consensus": consensus,
        "ties": ties,
        "absolute": absolute,
        "of_labels": of_labels,
        "given": Counter(label for answers in sets for answer in answers for label in answer),
    }
    if kind == "scale":
        values = [Fraction(value) for unit in firsts for value in unit]
        found["nominal"] = slow_alpha(firsts)
        found["mean"] = sum(values, Fraction(0)) / len(values) if values else None
        found["median"] = median(values) if values else None
    return found


def slow_majority(sets: list[list[frozenset[str]]], kind: Kind) -> tuple[dict[str, int], int, int]:
    """Return the items won by each label, the ties, and the absolute majorities."""
    consensus: Counter[str] = Counter()
    ties = absolute = 0
    for answers in sets:
        times = Counter(label for answer in answers for label in answer)
        best = [label for label in times if times[label] == max(times.values())]
        if kind == "any":
            taken = [label for label in times if times[label] > len(answers) / 2]
            tied = any(times[label] == len(answers) / 2 for label in times)
            absolute += not tied
        else:
            taken, tied = (best if len(best) == 1 else []), len(best) > 1
            absolute += any(count > len(answers) / 2 for count in times.values())
        consensus.update(taken)
        ties += tied
    return dict(consensus), ties, absolute


def slow_disagreement(answers: Answers, kind: Kind, labels: Sequence[str]) -> Fraction | None:
    def apart(a: tuple[str, ...], b: tuple[str, ...]) -> Fraction:
        if kind == "any":
            return Fraction(len(set(a) ^ set(b)), len(labels))
        if kind == "one":
            return Fraction(a != b)
        return Fraction(abs(labels.index(a[0]) - labels.index(b[0])), len(labels) - 1)

    pairs = [apart(a, b) for a, b in combinations(answers, 2)]
    return sum(pairs, Fraction(0)) / len(pairs) if pairs else None
