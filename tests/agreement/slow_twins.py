"""Slow reference implementations of `agreement.twins`, from the definitions. Test oracles."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, exp, log, prod

Row = tuple[int, int, int]


def pairs(rows: Sequence[Row]) -> Counter[tuple[int, int, int, bool]]:
    """Count each (text, earlier, later, identical)."""
    return Counter(
        (text, who, other, answer == another)
        for (text, who, answer), (same, other, another) in combinations(rows, 2)
        if text == same
    )


def binomial_tail(n: int, p: Fraction, least: int) -> Fraction:
    return sum((comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(least, n + 1)), Fraction(0))


def identical_before(
    odds: Sequence[Fraction], before: Sequence[bool], alike: int
) -> list[Fraction]:
    """Return P(X = x) by enumerating which others are identical."""
    weights: Counter[int] = Counter()
    for chosen in combinations(range(len(odds)), alike):
        weights[sum(before[at] for at in chosen)] += prod(odds[at] for at in chosen)  # type: ignore[assignment]
    total = sum(weights.values())
    return [Fraction(weights[x]) / total for x in range(sum(before) + 1)]


def chances(rows: Sequence[Row], workers: int) -> dict[tuple[int, int, int], float]:
    """Return the chance of each (text, earlier, later), one worker's b at a time."""
    found = [(text, one, other, same) for text, one, other, same in pairs(rows).elements()]
    usual = sum(same for *_, same in found) / len(found)
    offset = {}
    for text in {text for text, *_ in found}:
        here = [same for each, _, _, same in found if each == text]
        offset[text] = _logit((sum(here) + 5 * usual) / (len(here) + 5))
    own = [0.0] * workers

    def p(text: int, one: int, other: int) -> float:
        return 1 / (1 + exp(-(offset[text] + own[one] + own[other])))

    for _ in range(400):
        for who in range(workers):
            mine = [row for row in found if who in row[1:3]]
            slope = sum(same - p(text, one, other) for text, one, other, same in mine) - own[who]
            bend = sum(p(*row[:3]) * (1 - p(*row[:3])) for row in mine) + 1
            own[who] += slope / bend / 2
    return {(text, one, other): p(text, one, other) for text, one, other, _ in found}


def _logit(p: float) -> float:
    p = min(max(p, 1e-6), 1 - 1e-6)
    return log(p / (1 - p))
