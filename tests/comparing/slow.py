"""Two sides of answers by the definitions alone: every pair of answers, every sign assignment."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

Answers = Sequence[Any]
Items = Mapping[str, tuple[Answers, Answers]]  # by item, the crowd's answers and the gold ones
Apart = Callable[[Any, Any], Fraction]


def mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def nominal(one: Any, other: Any) -> Fraction:
    return Fraction(one != other)


def squared(one: Any, other: Any) -> Fraction:
    return (Fraction(one[0]) - Fraction(other[0])) ** 2


def slow_between(items: Items, apart: Apart = nominal) -> Fraction | None:
    """Return 1 minus the ratio of two means: over items, the mean over pairs with one answer of
    each side; and the mean over such pairs of any two items."""
    within = [mean([apart(a, b) for a, b in product(*sides)]) for sides in items.values()]
    observed = mean([one for one in within if one is not None])
    crowd, gold = ([a for sides in items.values() for a in sides[at]] for at in (0, 1))
    expected = mean([apart(a, b) for a, b in product(crowd, gold)])
    return 1 - observed / expected if observed is not None and expected else None


def slow_alike(items: Items, alike: Apart) -> Fraction | None:
    each = [mean([alike(a, b) for a, b in product(*sides)]) for sides in items.values()]
    return mean([one for one in each if one is not None])


def most(answers: Answers) -> Any:
    """Return the most frequent answer; None in a tie."""
    times = Counter(answers).most_common()
    return times[0][0] if len(times) == 1 or times[0][1] > times[1][1] else None


def marked(answers: Answers) -> Any:
    """Return the sentences marked by more than half. If there are none, return () if more than half
    marked nothing, else None."""
    half = len(answers) / 2
    found = tuple(at for at in range(3) if sum(at in answer for answer in answers) > half)
    return found if found or sum(not answer for answer in answers) > half else None


def slow_nearest(items: Items, *, mixed: bool) -> Fraction | None:
    """Return how often the most frequent answer equals gold's, ties counted as a random choice."""
    right = []
    for crowd, gold in items.values():
        if (known := most(gold)) is not None:
            times = Counter([*crowd, *gold] if mixed else crowd)
            best = [answer for answer, count in times.items() if count == max(times.values())]
            right.append(Fraction(known in best, len(best)))
    return mean(right)


def slow_nearest_marks(items: Items, alike: Apart, *, mixed: bool) -> Fraction | None:
    """Return the likeness between the sentences marked by more than half of the crowd and those
    marked by gold."""
    both = []
    for crowd, gold in items.values():
        pick, known = marked([*crowd, *gold] if mixed else crowd), marked(gold)
        if pick is not None and known is not None:
            both.append(alike(pick, known))
    return mean(both)


def among(answers: Answers, alike: Apart) -> Fraction | None:
    """Return the mean likeness of two answers of one side."""
    pairs = [(a, b) for at, a in enumerate(answers) for b in answers[at + 1 :]]
    return mean([alike(a, b) for a, b in pairs])


def slow_tests(apart: Sequence[Fraction]) -> tuple[float, float]:
    """Return p of the sign test and of the permutation test, by all sign assignments."""
    moved = [one for one in apart if one]
    ways = list(product((-1, 1), repeat=len(moved)))
    higher = sum(one > 0 for one in moved)
    far = abs(2 * higher - len(moved))
    signs = sum(abs(sum(way)) >= far for way in ways) / len(ways)
    sums = [sum((s * abs(d) for s, d in zip(way, moved, strict=True)), Fraction(0)) for way in ways]
    observed = abs(sum(moved, Fraction(0)))
    return signs, sum(abs(one) >= observed for one in sums) / len(ways)
