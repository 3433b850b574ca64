"""The one type of result that every measure of the library returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from agreement.bootstrap import USUAL, Estimate, Method, Plan, bootstrap
from agreement.figure import as_exact, as_float

# What can be left out, in the plural and in the singular.
ONE = {
    "empty cells": "empty cell",
    "missing answers": "missing answer",
    "items without an answer": "item without an answer",
    "items with one judgment": "item with one judgment",
    "items that only one of them judged": "item that only one of them judged",
    "items with unequal numbers of judgments": "item with an unequal number of judgments",
    "texts with one answer": "text with one answer",
    "texts of one word": "text of one word",
    "texts without an answer": "text without an answer",
}
Estimator: TypeAlias = Callable[[], tuple[Estimate, int]]  # and the number of units


@dataclass(frozen=True)
class Count:
    """Items, judgments and workers that take part; workers is 0 where they are not known."""

    items: int
    judgments: int
    workers: int

    def of(self, items: str) -> str:
        """Return the counts in words.

        items : what the items are, "items" or "texts"

        >>> Count(1, 2, 0).of("texts")
        '2 judgments of 1 text'
        """
        judgments = _many(self.judgments, "judgment", "judgments")
        workers = f" by {_many(self.workers, 'worker', 'workers')}" if self.workers else ""
        return f"{judgments} of {_many(self.items, items[:-1], items)}{workers}"


@dataclass(frozen=True)
class Interval:
    """A bootstrap interval; low and high are None if it is undefined, and `reason` says why.

    undefined : resamples in which the figure is undefined, which are left out
    """

    low: float | None
    high: float | None
    level: float
    method: str
    resamples: int
    seed: int
    over: str
    undefined: int = 0
    reason: str | None = None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"undefined: {self.reason}"
        return f"{_short(self.low)} to {_short(self.high)} ({self.level:.0%})"

    def to_dict(self) -> dict[str, object]:
        """Return the interval ready for JSON."""
        return dict(vars(self))


@dataclass(frozen=True, repr=False)
class Result:
    """A measure of agreement.

    measure : its name
    value : None if it is undefined; `reason` then says why
    exact : the same as a fraction
    n : the items, judgments and workers that take part
    left_out : the number of things that take no part, by what they are
    observed, expected : the parts of the formula in the measure's docstring, where it has them
    details : more figures, as the measure's docstring says

    >>> import agreement
    >>> agreement.alpha([["a", "a", "b"], ["a", "b", "b"]])
    nominal α: 0.444 (n = 6 judgments of 3 items by 2 workers)
    """

    measure: str
    exact: Fraction | None
    n: Count
    reason: str | None = None
    left_out: Mapping[str, int] = field(default_factory=dict)
    observed: Fraction | None = None
    expected: Fraction | None = None
    details: Mapping[Any, Any] = field(default_factory=dict)
    estimator: Estimator | None = field(default=None, compare=False)
    over: str = "items"

    @property
    def value(self) -> float | None:
        return as_float(self.exact)

    def __float__(self) -> float:
        """Return the value; raise ValueError if it is undefined."""
        if self.value is None:
            raise ValueError(f"{self.measure} is undefined. {self.reason}")
        return self.value

    def __repr__(self) -> str:
        return f"{self.measure}: {self}"

    def __str__(self) -> str:
        shown = f"undefined: {self.reason}" if self.value is None else _short(self.value)
        return f"{shown} (n = {self.n.of(self.over)}{left_out_text(self.left_out)})"

    def interval(
        self,
        level: float = USUAL.level,
        seed: int = USUAL.seed,
        resamples: int = USUAL.resamples,
        method: Method = USUAL.method,
    ) -> Interval:
        """Return a bootstrap interval (BCa), which resamples whole items.

        The same seed gives the same interval, whatever the order of the items. Its cost grows with
        the number of resamples times items.

        >>> import agreement
        >>> data = [[1, 2, 3, 3, 2, 1, 4, 1], [1, 2, 3, 3, 2, 2, 4, 2]]
        >>> print(agreement.alpha(data).interval(seed=7))
        0.138 to 1.000 (95%)
        """
        if self.estimator is None:
            raise ValueError(f"There is no interval of {self.measure}.")
        estimate, units = self.estimator()
        plan = Plan(level, method, resamples, seed)
        found: Any = bootstrap(estimate, units, plan, self.over)[0]
        return Interval(**found)

    def to_dict(self) -> dict[str, object]:
        """Return the result ready for JSON, without details.

        >>> import agreement
        >>> found = agreement.alpha([["a", "a", "b"], ["a", "b", "b"]]).to_dict()
        >>> found["exact"], found["n"], found["left_out"]
        ('4/9', {'items': 3, 'judgments': 6, 'workers': 2}, {})
        """
        return {
            "measure": self.measure,
            "value": self.value,
            "exact": as_exact(self.exact),
            "reason": self.reason,
            "observed": as_exact(self.observed),
            "expected": as_exact(self.expected),
            "n": dict(vars(self.n)),
            "left_out": dict(self.left_out),
        }


def left_out_text(left_out: Mapping[str, int]) -> str:
    """Return what is left out as the end of a sentence.

    >>> left_out_text({"empty cells": 1})
    '; left out: 1 empty cell'
    """
    without = ", ".join(_many(many, ONE[what], what) for what, many in left_out.items())
    return f"; left out: {without}" if without else ""


def _short(number: float) -> str:
    """Return three decimals, without a sign if all are 0.

    >>> _short(-0.0001)
    '0.000'
    """
    return f"{round(number, 3) + 0.0:.3f}"


def _many(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"
