"""Seeded bootstrap intervals of any figure (Efron, Tibshirani, An Introduction to the Bootstrap).

A campaign has n units (texts or annotators). A resample draws n of them with replacement, so it is
a row of n weights: whole numbers that sum to n. `bootstrap` passes many such rows at once to the
caller's function, which computes the figures from the weights.

percentile : the quantiles of the resampled figures
bca : the quantiles at Phi(z + (z + q) / (1 - a (z + q))). q is the normal quantile of either end.
    z is the normal quantile of the share of resampled figures below the observed one (equal ones
    count half). a is the acceleration, estimated by leaving out one unit at a time, or one of a
    thousand groups of units where there are more than a thousand. This method is the default
    because it corrects for bias and skew, which alpha of few texts has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from statistics import NormalDist
from typing import Literal, NamedTuple, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from agreement.sampling import SEED, Draws

Floats: TypeAlias = NDArray[np.float64]
Estimate: TypeAlias = Callable[[Floats], Floats]  # rows of weights
Method: TypeAlias = Literal["bca", "percentile"]

CELLS = 2**21  # cells in a block of weights
GROUPS = 1000  # maximum number of groups left out one at a time to estimate the acceleration
MAX_UNDEFINED = 0.05  # largest share of undefined resamples that an interval may have


class Tell(Protocol):
    """Progress callback: unit, done, total."""

    def __call__(self, of: str, done: int, total: int, /) -> object: ...


def nobody(of: str, done: int, total: int, /) -> None:
    """Ignore progress."""


class Plan(NamedTuple):
    """The method, number and seed of resamples, and the level, which is between 0 and 1; `tell` is
    called with the progress of long work."""

    level: float = 0.95
    method: Method = "bca"
    resamples: int = 1000
    seed: int = SEED
    tell: Tell = nobody

    def check(self) -> None:
        """Raise ValueError if the method is unknown or a number is out of range."""
        if self.method not in get_args(Method):
            methods = " and ".join(get_args(Method))
            raise ValueError(f"There is no method {self.method!r}, only {methods}.")
        if not 0 < self.level < 1:
            raise ValueError(f"The level is between 0 and 1, such as 0.95, and not {self.level}.")
        if not isinstance(self.resamples, int) or self.resamples < 1:
            raise ValueError(f"There is at least one resample, and not {self.resamples}.")
        if not isinstance(self.seed, int) or self.seed < 0:
            raise ValueError(f"The seed is a whole number of 0 or more, and not {self.seed}.")


USUAL = Plan()


def bootstrap(
    estimate: Estimate, units: int, plan: Plan = USUAL, over: str = "texts"
) -> list[dict[str, object]]:
    """Return the interval of each figure that `estimate` gives, ready for JSON.

    estimate : takes weights (rows, units) and returns figures (rows, figures), NaN where undefined
    over : the name of the units, shown to people

    Undefined intervals have low and high None and a "reason". An interval is undefined if there are
    fewer than two units, if the figure itself is undefined, or if it is undefined in more than one
    in twenty resamples. Fewer undefined resamples are left out and counted as "undefined". Raises
    ValueError if the plan is out of range (see `Plan.check`).

    >>> scores = np.array([1.0, 2, 3, 4, 10])
    >>> [mean] = bootstrap(lambda w: (w @ scores / w.sum(axis=1))[:, None], 5)
    >>> round(mean["low"], 2), round(mean["high"], 2), mean["method"]
    (2.0, 7.83, 'bca')
    """
    plan.check()
    observed = estimate(np.ones((1, max(units, 1))))[0] if units else np.array([])
    if units < 2:
        reason = f"An interval over {over} needs at least two of them."
        return [_undefined(plan, over, reason) for _ in range(max(len(observed), 1))]
    draws = Draws(plan.seed)
    reporter = _BlockReporter(plan, units)
    resampled = reporter.estimated(estimate, _resamples(units, plan, draws))
    left_out = None
    if plan.method == "bca":
        left_out = reporter.estimated(estimate, _left_out(units, draws))
    return [
        _interval(
            plan, over, float(figure), resampled[:, i], None if left_out is None else left_out[:, i]
        )
        for i, figure in enumerate(observed)
    ]


class _BlockReporter:
    """Computes estimates block by block and reports progress after each; not for a single block."""

    def __init__(self, plan: Plan, units: int) -> None:
        self._done, groups = 0, min(units, GROUPS) if plan.method == "bca" else 0
        self._total = plan.resamples + groups
        self._report = plan.tell if plan.resamples > CELLS // units else nobody

    def estimated(self, estimate: Estimate, blocks: Iterable[Floats]) -> Floats:
        found = []
        for rows in blocks:
            found.append(estimate(rows))
            self._done += len(rows)
            self._report("resamples", self._done, self._total)
        return np.concatenate(found)


def _resamples(units: int, plan: Plan, draws: Draws) -> Iterator[Floats]:
    height = max(1, CELLS // units)
    for start in range(0, plan.resamples, height):
        rows = min(height, plan.resamples - start)
        drawn = draws.below(units, rows * units) + np.repeat(np.arange(rows) * units, units)
        weights = np.bincount(drawn, minlength=rows * units)
        yield weights.reshape(rows, units).astype(np.float64)


def _left_out(units: int, draws: Draws) -> Iterator[Floats]:
    """Yield rows of weights that each leave out one unit, or one group of units."""
    groups = min(units, GROUPS)
    group = np.argsort(draws.below(2**32, units), kind="stable") % groups
    height = max(1, CELLS // units)
    for start in range(0, groups, height):
        numbers = np.arange(start, min(start + height, groups))
        yield (group != numbers[:, None]).astype(np.float64)


def _interval(
    plan: Plan, over: str, observed: float, resampled: Floats, left_out: Floats | None
) -> dict[str, object]:
    if np.isnan(observed):
        return _undefined(plan, over, "The figure itself is undefined.")
    defined = resampled[~np.isnan(resampled)]
    undefined = len(resampled) - len(defined)
    if undefined > MAX_UNDEFINED * len(resampled):
        reason = f"In {undefined} of {len(resampled)} resamples the figure is undefined."
        return _undefined(plan, over, reason)
    ends = (1 - plan.level) / 2, (1 + plan.level) / 2
    if left_out is not None:
        ends = _corrected(ends, observed, defined, left_out[~np.isnan(left_out)])
    low, high = np.quantile(defined, ends).tolist()
    result = {"low": low, "high": high} | _about(plan, over)
    return result | {"undefined": undefined} if undefined else result


def _corrected(
    ends: tuple[float, float], observed: float, resampled: Floats, left_out: Floats
) -> tuple[float, float]:
    """Return the shares at which the BCa method reads the quantiles."""
    normal = NormalDist()
    near = np.isclose(resampled, observed, rtol=1e-12, atol=1e-12)
    below = float(np.mean(np.where(near, 0.5, resampled < observed)))
    edge = 0.5 / len(resampled)
    z = normal.inv_cdf(min(max(below, edge), 1 - edge))
    apart = left_out.mean() - left_out if len(left_out) else np.zeros(1)
    spread = float((apart**2).sum()) ** 1.5
    a = float((apart**3).sum()) / (6 * spread) if spread > 1e-30 else 0.0
    low, high = (_shifted(normal, z, a, normal.inv_cdf(end)) for end in ends)
    return low, high


def _shifted(normal: NormalDist, z: float, a: float, q: float) -> float:
    shrink = 1 - a * (z + q)
    return normal.cdf(z + (z + q) / shrink) if shrink > 0 else float(z + q > 0)


def _undefined(plan: Plan, over: str, reason: str) -> dict[str, object]:
    nothing: dict[str, object] = {"low": None, "high": None}
    return nothing | _about(plan, over) | {"reason": reason}


def _about(plan: Plan, over: str) -> dict[str, object]:
    return {
        "level": plan.level,
        "method": plan.method,
        "resamples": plan.resamples,
        "seed": plan.seed,
        "over": over,
    }
