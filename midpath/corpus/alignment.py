"""Grouping of documents' segments by one method, run by run (ACL 2014 §5; COLING 2014 §4)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.bags import Bags
from midpath.corpus.baselines import PASSES, cluster, topics
from midpath.corpus.chains import Floats
from midpath.corpus.estimates import Maximum, Variational
from midpath.corpus.gibbs import SWEEPS, sample
from midpath.corpus.grouping import Scores
from midpath.corpus.hmm import MAX_ITERATIONS, Progress, fit

STEPS = {"clustering": 1, "lda": PASSES, "hmm": MAX_ITERATIONS, "gibbs": SWEEPS}
MIN_SHARE, MIN_TIMES = 0.001, 3


@dataclass(frozen=True)
class Method:
    """A grouping method; `kind` is clustering, lda, hmm or gibbs.

    An hmm has a topology and an estimate (em, vb), one by Gibbs sampling only a topology.
    """

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
    "vanilla_gibbs": Method("Vanilla HMM, Gibbs", "gibbs", "vanilla"),
    "all_forward_gibbs": Method("All-forward HMM, Gibbs", "gibbs", "all_forward"),
    "strict_forward_gibbs": Method("Strict-forward HMM, Gibbs", "gibbs", "strict_forward"),
}
# The methods with results in the papers, which are compared unless others are named.
COMPARED = tuple(key for key, method in METHODS.items() if method.kind != "gibbs")


class CannotAlign(ValueError):
    pass


@dataclass(frozen=True)
class Run:
    """The result of one run.

    labels : the group of each kept segment
    objective : the final value of what the method maximises, comparable between runs of one method
        with the same number of groups; `objectives` has it from the start where known
    weights : (K × V) p(term | group)
    """

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
    *,
    vectors: Floats | None = None,
) -> Run:
    """Group the segments of `bags`; the result depends only on seed, method, groups and run.

    `vectors`, unit rows for the segments, replace the words in clustering.
    `progress` is called with the iterations done and their maximum; it may raise to stop.
    """
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
        found = cluster(bags, groups, rng, vectors)
        progress(1, 1)
        return Run(found.labels, found.objective, 1, True, found.weights)
    if how.kind == "lda":
        found = topics(bags, groups, rng, progress)
        return Run(found.labels, found.objective, PASSES, True, found.weights)
    if how.kind == "gibbs":
        drawn = sample(bags, groups, how.topology, rng, progress)
        return Run(drawn.labels, drawn.objective, SWEEPS, True, drawn.weights, drawn.objectives)
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
    bags: Bags, weights: Floats, group: int, limit: int, *, by_lift: bool = False
) -> list[tuple[str, float]]:
    """Return the terms of a group with the highest p(term | group), ties in alphabetical order.

    by_lift : rank by p(term | group) / p(term) instead, over the terms with a lift above 1 that
        make up at least a thousandth of the group and occur three times in kept segments. A term
        that occurs only once has a high lift in any group.
    """
    shares = weights[group]
    if by_lift:
        every = np.asarray(bags.counts.sum(axis=0), np.float64).ravel()
        lifts = shares * every.sum() / np.maximum(every, 1)
        characteristic = (shares >= MIN_SHARE) & (every >= MIN_TIMES) & (lifts > 1)
        shares = np.where(characteristic, lifts, 0)
    order = np.argsort(-shares, kind="stable")[:limit]
    return [(bags.terms[number], float(shares[number])) for number in order if shares[number]]


@dataclass(frozen=True)
class Spread:
    """The mean of a figure over runs, and its standard deviation (n − 1).

    `runs` counts the runs for which the figure is defined. The deviation is undefined with fewer
    than two. `reason` says why a value is missing or why only some runs are included.
    """

    mean: float | None
    sd: float | None
    runs: int
    reason: str | None = None


@dataclass(frozen=True)
class Summary:
    """The spreads of all runs, and the best run.

    `spreads` by name: precision, recall, f, agreement. `best` is the run with the highest
    objective, the first on a tie. It is the run to use, since it is chosen without the gold.
    """

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
