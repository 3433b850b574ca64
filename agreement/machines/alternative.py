"""The alternative annotator test: could a model replace one of the workers?

Calderon, Reichart and Dror, The Alternative Annotator Test for LLM-as-a-Judge, ACL 2025
(https://aclanthology.org/2025.acl-long.782/). Each worker j is left out in turn. On each of their
items i that others answered too, the score of an answer a is its mean similarity to the others'
answers,

    S(a, i, j) = mean over the others k of likeness(a, answer of k to i)

and both the worker's and the model's answer are scored against the same others: the model's score
is higher, equal or lower. Over the n items of worker j, with W^f = 1 where the model's score is at
least the worker's, W^h = 1 where the worker's is at least the model's, and d = W^h - W^f,

    rho_j = mean of W^f                            the advantage probability of the model over j
    H0: mean of d >= epsilon                       against: < epsilon
    t = (mean d - epsilon) / (sd / sqrt(n))        p = P(T <= t) with n - 1 degrees of freedom

epsilon is what the model saves in cost and time, as a share of items: the paper advises .1 for a
crowd, .15 for skilled workers and .2 for experts. The null hypotheses that Benjamini and Yekutieli
(2001) reject at a false discovery rate q mark the workers that the model beats; the winning
rate omega is their share, and the model passes at a half or more. rho, the mean of rho_j over the
tested workers, compares models with each other.

Scores are compared as fractions, so ties are exact. As in the authors' own code, only workers with
at least `MINIMUM` such items are tested, because the t-test means little below that. If all d of a
worker are equal, sd is 0; p is then 0 if mean d < epsilon and 1 otherwise, which is the limit of
the test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import atan, cos, pi, sin, sqrt
from typing import Generic, NamedTuple, TypeVar

import numpy as np

Worker = TypeVar("Worker", bound=Hashable)
Answer = TypeVar("Answer", bound=Hashable)
Likeness = Callable[[Answer, Answer], Fraction]

MINIMUM = 30
RATE = 0.05
PASSES = Fraction(1, 2)
CROWD, SKILLED, EXPERTS = Fraction(1, 10), Fraction(3, 20), Fraction(1, 5)
NOBODY = "No worker has 30 items that the model and another worker answered, too."


class Held(NamedTuple, Generic[Worker]):
    """A worker compared with the model: on how many items the model's answer is nearer to the
    others' answers than the worker's, as near, and farther."""

    worker: Worker
    nearer: int
    alike: int
    farther: int

    @property
    def items(self) -> int:
        return self.nearer + self.alike + self.farther

    @property
    def advantage(self) -> Fraction:
        return Fraction(self.nearer + self.alike, self.items)

    def p(self, epsilon: Fraction) -> float:
        """Return the p-value against the null hypothesis that the model is worse by epsilon.

        >>> round(Held("ann", 12, 20, 8).p(Fraction(1, 10)), 4)
        0.0411
        >>> Held("ann", 0, 40, 0).p(Fraction(1, 10)), Held("ann", 0, 0, 40).p(Fraction(1, 10))
        (0.0, 1.0)
        """
        n, apart = self.items, self.farther - self.nearer
        squares = self.nearer + self.farther - Fraction(apart * apart, n)
        if not squares:
            return 0.0 if Fraction(apart, n) < epsilon else 1.0
        t = float(Fraction(apart, n) - epsilon) / sqrt(squares / (n - 1) / n)
        return student_below(t, n - 1)


class Verdict(NamedTuple):
    """The verdict at one epsilon: p of each tested worker, the workers that the model beats,
    and their share."""

    epsilon: Fraction
    p: Sequence[float]
    won: Sequence[bool]

    @property
    def winning_rate(self) -> Fraction:
        return Fraction(sum(self.won), len(self.won))

    @property
    def passes(self) -> bool:
        return self.winning_rate >= PASSES


class Alternative(NamedTuple, Generic[Worker]):
    """The whole test. `tested` lists the workers with enough items, in input order; `too_few`
    counts the others. Without a tested worker, `reason` says why there is no result."""

    tested: Sequence[Held[Worker]]
    too_few: int
    items: int
    advantage: Fraction | None
    verdicts: Sequence[Verdict]
    reason: str | None = None


def alternative(
    items: Iterable[tuple[Answer, Sequence[tuple[Worker, Answer]]]],
    likeness: Likeness[Answer],
    *,
    epsilons: Sequence[Fraction] = (CROWD, SKILLED, EXPERTS),
    least: int = MINIMUM,
    rate: float = RATE,
) -> Alternative[Worker]:
    """Return the test of a model against workers.

    items : for each item the model's answer, and (worker, answer) pairs
    likeness : the similarity of two answers to one item, from 0 to 1

    Items with fewer than two workers take no part. Raises ValueError if `least` is below two.

    >>> said = [("a", "a", "b"), ("b", "b", "b"), ("a", "b", "a")] * 10
    >>> items = [("a" if "a" in one else "b", list(zip("xyz", one))) for one in said]
    >>> found = alternative(items, lambda one, other: Fraction(one == other))
    >>> print(found.advantage, [(held.nearer, held.farther) for held in found.tested])
    1 [(0, 0), (10, 0), (10, 0)]
    >>> [str(verdict.winning_rate) for verdict in found.verdicts]
    ['1', '1', '1']
    """
    if least < 2:
        raise ValueError("The test of one worker needs at least two items.")
    counts: dict[Worker, Counter[int]] = {}
    taken = 0
    for model, given in items:
        if len(given) < 2:
            continue
        taken += 1
        for worker, sign in _signs(model, given, likeness):
            counts.setdefault(worker, Counter())[sign] += 1
    compared = [Held(who, times[1], times[0], times[-1]) for who, times in counts.items()]
    tested = [one for one in compared if one.items >= least]
    too_few = len(compared) - len(tested)
    if not tested:
        return Alternative([], too_few, taken, None, [], NOBODY)
    verdicts = []
    for epsilon in epsilons:
        p = [one.p(epsilon) for one in tested]
        verdicts.append(Verdict(epsilon, p, rejected(p, rate)))
    advantage = sum((one.advantage for one in tested), Fraction(0)) / len(tested)
    return Alternative(tested, too_few, taken, advantage, verdicts)


def _signs(
    model: Answer, given: Sequence[tuple[Worker, Answer]], likeness: Likeness[Answer]
) -> list[tuple[Worker, int]]:
    """Return for each worker 1 where the model is nearer to the others, 0 where as near, -1 where
    farther.

    Sums replace means, because both are over the same others.
    """
    times = Counter(answer for _, answer in given)
    different = dict.fromkeys([model, *times])
    near = {(one, other): likeness(one, other) for one in different for other in times}
    totals = {
        one: sum((count * near[one, other] for other, count in times.items()), Fraction(0))
        for one in different
    }
    signs = []
    for worker, answer in given:
        own = totals[answer] - near[answer, answer]
        theirs = totals[model] - near[model, answer]
        signs.append((worker, (theirs > own) - (theirs < own)))
    return signs


def rejected(p: Sequence[float], rate: float) -> list[bool]:
    """Return which null hypotheses are rejected at a false discovery rate under any dependence
    (Benjamini and Yekutieli 2001, theorem 1.3).

    With m hypotheses and c = 1 + 1/2 + ... + 1/m, the i smallest p-values are rejected, for the
    largest i whose i-th smallest p is at most i rate / (m c).

    >>> rejected([.001, .04, .02, .9], .05)  # of bounds .006, .012, .018, .024
    [True, False, False, False]
    >>> rejected([.001, .0119, .02, .9], .05), rejected([], .05)
    ([True, True, False, False], [])
    """
    m = len(p)
    order = sorted(range(m), key=p.__getitem__)
    bound = rate / (m * sum(1 / i for i in range(1, m + 1))) if m else 0.0
    last = max((i for i, at in enumerate(order, 1) if p[at] <= i * bound), default=0)
    found = [False] * m
    for at in order[:last]:
        found[at] = True
    return found


def student_below(t: float, degrees: int) -> float:
    """Return P(T <= t) of Student's distribution with whole degrees of freedom.

    Computed by the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4, exact except for
    rounding. Raises ValueError for less than one degree.

    >>> round(student_below(-1.0, 1), 6), round(student_below(2.228139, 10), 6)
    (0.25, 0.975)
    """
    if degrees < 1:
        raise ValueError("Student's distribution has at least one degree of freedom.")
    angle = atan(abs(t) / sqrt(degrees))
    odd = degrees % 2
    # Each term of the sum is the previous one times square times 2/3, 4/5, ... or 1/2, 3/4, ...
    steps = np.arange(1, (degrees - odd) // 2)
    factors = (2 * steps / (2 * steps + 1)) if odd else ((2 * steps - 1) / (2 * steps))
    terms = np.concatenate([[1.0], np.cumprod(factors * cos(angle) ** 2)])
    if odd:
        series = cos(angle) * float(terms.sum()) if degrees > 1 else 0.0
        inside = 2 / pi * (angle + sin(angle) * series)
    else:
        inside = sin(angle) * float(terms.sum())
    inside = min(max(inside, 0.0), 1.0)
    return (1 - inside) / 2 if t < 0 else (1 + inside) / 2
