"""A slow reference implementation of the alternative annotator test, from the paper's
definition."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from statistics import mean, stdev

from scipy.stats import t as student

Said = tuple[str, Sequence[tuple[str, str]]]
Likeness = Callable[[str, str], Fraction]


def score(answer: str, others: Sequence[str], likeness: Likeness) -> Fraction:
    return mean([Fraction(likeness(answer, other)) for other in others])


def indicators(items: Sequence[Said], worker: str, likeness: Likeness) -> list[tuple[int, int]]:
    """Return W^f and W^h of each item of a worker."""
    found = []
    for model, given in items:
        others = [answer for who, answer in given if who != worker]
        own = [answer for who, answer in given if who == worker]
        if own and others:
            mine, theirs = score(own[0], others, likeness), score(model, others, likeness)
            found.append((int(theirs >= mine), int(mine >= theirs)))
    return found


def p_value(found: Sequence[tuple[int, int]], epsilon: Fraction) -> float:
    d = [human - model for model, human in found]
    if len(set(d)) == 1:
        return float(d[0] >= epsilon)
    t = (mean(d) - float(epsilon)) / (stdev(d) / len(d) ** 0.5)
    return float(student.cdf(t, len(d) - 1))


def rejected(p: Sequence[float], rate: float) -> list[bool]:
    m = len(p)
    harmonic = sum(1 / i for i in range(1, m + 1))
    steps = [i for i in range(1, m + 1) if sorted(p)[i - 1] <= i / m * rate / harmonic]
    return [one <= sorted(p)[max(steps) - 1] if steps else False for one in p]
