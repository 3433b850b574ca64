"""Segments of documents put into groups by one of eight methods, run by run (ACL 2014 §5; COLING
2014 §4)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray

from corpus.bags import Bags
from corpus.baselines import PASSES, cluster, topics
from corpus.chains import Floats
from corpus.estimates import Maximum, Variational
from corpus.grouping import Scores
from corpus.hmm import MOST_ITERATIONS, Progress, fit

STEPS = {"clustering": 1, "lda": PASSES, "hmm": MOST_ITERATIONS}
LEAST_SHARE, LEAST_TIMES = 0.001, 3


@dataclass(frozen=True)
class Method:
    """`kind` is clustering, lda or hmm; only an hmm has a topology and an estimate (em, vb)."""

    title: str
    kind: str
    topology: str = ""
    estimate: str = ""


METHODS = {
    "clustering": Method("Clustering", "clustering"),
    "lda": Method("LDA", "lda"),
    "vanilla": Method("Vanilla HMM, EM", "hmm", "vanilla", "em"),
    "all_forward": Method("All-forward HMM, EM", "hmm", "all_forward", "em"),
    "strict_forward": Method("Strict-forward HMM, EM", "hmm", "strict_forward", "em"),
    "vanilla_vb": Method("Vanilla HMM, VB", "hmm", "vanilla", "vb"),
    "all_forward_vb": Method("All-forward HMM, VB", "hmm", "all_forward", "vb"),
    "strict_forward_vb": Method("Strict-forward HMM, VB", "hmm", "strict_forward", "vb"),
}


class CannotAlign(ValueError):
    pass


@dataclass(frozen=True)
class Run:
    """`labels`: the group of each segment kept. `objective`: what the method makes as high as it
    can, at the end, comparable between runs of one method with as many groups; `objectives` has it
    from the start, where it is known. `weights` (K × V): p(term | group)."""

    labels: NDArray[np.int64]
    objective: float
    iterations: int
    converged: bool
    weights: Floats
    objectives: list[float] = field(default_factory=list)


def align(
    bags: Bags,
    method: str,
    groups: int,
    seed: int,
    run: int,
    progress: Progress = lambda done, total: None,
) -> Run:
    """What is drawn depends on seed, method, groups and run, and on nothing else. `progress` is
    told how many iterations of at most how many are done; to stop, it raises."""
    if groups < 1:
        raise CannotAlign("The number of groups is at least 1.")
    if not bags.counts.shape[0]:
        raise CannotAlign("No segment is left: ask for fewer words in a segment.")
    if not bags.counts.shape[1]:
        raise CannotAlign("No term is left: let rarer or more frequent terms stay.")
    if not bags.counts.nnz:
        raise CannotAlign(
            "Terms are left only in segments that are too short: ask for fewer words in a segment."
        )
    how = METHODS[method]
    rng = np.random.default_rng([seed, run, groups, *method.encode()])
    progress(0, STEPS[how.kind])
    if how.kind == "clustering":
        found = cluster(bags, groups, rng)
        progress(1, 1)
        return Run(found.labels, found.objective, 1, True, found.weights)
    if how.kind == "lda":
        found = topics(bags, groups, rng, progress)
        return Run(found.labels, found.objective, PASSES, True, found.weights)
    estimate = Variational() if how.estimate == "vb" else Maximum()
    fitted = fit(bags, groups, how.topology, estimate, rng, progress)
    return Run(
        fitted.labels,
        fitted.objectives[-1],
        fitted.iterations,
        fitted.converged,
        fitted.weights,
        fitted.objectives,
    )


def top_terms(
    bags: Bags, weights: Floats, group: int, most: int, *, by_lift: bool = False
) -> list[tuple[str, float]]:
    """The terms of a group with the highest p(term | group), or, by lift, with the highest
    p(term | group) / p(term), above 1, of those that make up at least a thousandth of the group
    and stand three times in segments that were kept: what stands once is peculiar wherever it is.
    Of equal ones the first by alphabet."""
    shares = weights[group]
    if by_lift:
        every = np.asarray(bags.counts.sum(axis=0), np.float64).ravel()
        lifts = shares * every.sum() / np.maximum(every, 1)
        held = (shares >= LEAST_SHARE) & (every >= LEAST_TIMES) & (lifts > 1)
        shares = np.where(held, lifts, 0)
    order = np.argsort(-shares, kind="stable")[:most]
    return [(bags.terms[number], float(shares[number])) for number in order if shares[number]]


@dataclass(frozen=True)
class Spread:
    """Over the runs for which a figure is defined, `runs` of them: their mean, and their standard
    deviation (n − 1), undefined with fewer than two. `reason` says why one of the two is missing,
    or why the figure is for some of the runs."""

    mean: float | None
    sd: float | None
    runs: int
    reason: str | None = None


@dataclass(frozen=True)
class Summary:
    """`spreads` by name: precision, recall, f, agreement. `best` is the run with the highest
    objective, the first of equal ones: the one to take, as it is chosen without looking at gold."""

    spreads: dict[str, Spread]
    best: int


def summary(scores: Sequence[Scores], objectives: Sequence[float]) -> Summary:
    spreads = {}
    for name in ("precision", "recall", "f", "agreement"):
        values = [value for each in scores if (value := each.shares[name]) is not None]
        reasons = [each.reasons[name] for each in scores if name in each.reasons]
        spreads[name] = _spread(values, reasons[0] if reasons else None)
    return Summary(spreads, int(np.argmax(objectives)))


def _spread(values: list[float], reason: str | None) -> Spread:
    if not values:
        return Spread(None, None, 0, reason)
    mean = fsum(values) / len(values)
    if len(values) == 1:
        why = "One run has no standard deviation."
        return Spread(mean, None, 1, f"{reason} {why}" if reason else why)
    squares = fsum((value - mean) ** 2 for value in values)
    return Spread(mean, sqrt(squares / (len(values) - 1)), len(values), reason)
