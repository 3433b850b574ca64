"""Alignment of documents: their segments are grouped, run by run, and scored against golds.

Called by `midpath align` and by the job of a server.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from midpath.alignment.alignment_golds import (
    Placed,
    disagreements,
    gold_results,
    oracle_results,
    place_gold,
)
from midpath.alignment.fitting import AlignmentSpec, Fitted, runs_of
from midpath.alignment.golds import Gold
from midpath.alignment.places import Named
from midpath.alignment.result_shapes import Grouping
from midpath.alignment.segment_corpus import SegmentCorpus
from midpath.corpus.alignment import METHODS, summary
from midpath.corpus.grouping import Scores, oracle, score
from midpath.corpus.similarity import Rows, tfidf
from midpath.json_types import Figures
from midpath.parts import InParts, one_by_one
from midpath.progress import Progress

FIGURES = ("precision", "recall", "f", "agreement")


@dataclass(frozen=True)
class Aligned:
    """The result of an alignment.

    `results` contains counts, the runs of the chosen method ("fits"), golds, the table, the oracle
    of the cosine, curves, the terms of each group in the "best" run, and pairs on which models and
    crowd disagree. Groups count from 0, thresholds are in millionths of the cosine, and a figure
    that is None comes with a reason. `grouping` has the "places" of the kept segments and, for each
    of the chosen method's "runs", the group of each.
    """

    results: Figures
    grouping: Grouping


@dataclass
class _Runs:
    """The runs of a method with one number of groups, and the terms of the best run's groups."""

    tops: list[Figures] = field(default_factory=list)
    labels: list[NDArray[np.int32]] = field(default_factory=list)
    summaries: list[Figures] = field(default_factory=list)
    scores: dict[str, list[Scores]] = field(default_factory=dict)

    @property
    def objectives(self) -> list[float]:
        return [each["objective"] for each in self.summaries]

    def add(self, run: Fitted, golds: Sequence[Placed]) -> None:
        if not self.labels or run.objective > max(self.objectives):
            self.tops = run.tops
        labels = run.labels
        self.labels.append(labels)
        self.summaries.append(
            {
                "run": len(self.summaries),
                "objective": run.objective,
                "iterations": run.iterations,
                "converged": run.converged,
            }
        )
        for gold in golds:
            self.scores.setdefault(gold.key, []).append(score(labels, gold.pairs))


def align_documents(
    documents: Iterable[Named],
    spec: AlignmentSpec,
    golds: Sequence[Gold],
    progress: Progress = lambda done, total: None,
    in_parts: InParts = one_by_one,
) -> Aligned:
    """Align documents; raises Failed if nothing is left to align.

    `progress` is called with steps; it may raise to stop. `in_parts` computes the runs.
    """
    corpus = SegmentCorpus(documents, spec.options, spec.vectors)
    placed = [place_gold(gold, corpus.row_of) for gold in golds]
    runs = runs_of(corpus, spec)
    fitted = _scored(zip(spec.runs(), in_parts(runs, progress), strict=True), placed)
    chosen = fitted[spec.chosen]
    rows: Rows = corpus.vectors.rows if corpus.vectors else tfidf(corpus.texts)
    steps = runs.total

    def waits(_done: int, _total: int) -> None:
        """Let the caller stop while cosines are computed, which counts as no step."""
        progress(steps, steps)

    found = corpus.description() | {
        "fits": chosen.summaries,
        "best": int(np.argmax(chosen.objectives)),
        "golds": [gold_results(gold, chosen.scores[gold.key][0]) for gold in placed],
        "table": [_line(key, fitted[key, spec.options.groups], placed) for key in spec.table],
        "oracle": {gold.key: oracle_results(oracle(gold.pairs, rows, waits)) for gold in placed},
        "curves": {gold.key: _curves(spec, fitted, gold.key) for gold in placed},
        "tops": chosen.tops,
        "disagreements": {
            gold.key: disagreements(gold, chosen.labels)
            for gold in placed
            if gold.verdicts and gold.verdicts[0].item is not None
        },
    }
    groups = [labels.tolist() for labels in chosen.labels]
    return Aligned(found, {"places": [list(place) for place in corpus.places], "runs": groups})


def _scored(
    runs: Iterable[tuple[tuple[str, int, int], Fitted]], golds: Sequence[Placed]
) -> dict[tuple[str, int], _Runs]:
    """Return the runs by their method and number of groups, compared with the golds."""
    found: dict[tuple[str, int], _Runs] = {}
    for (method, groups, _), fitted in runs:
        found.setdefault((method, groups), _Runs()).add(Fitted(*fitted), golds)
    return found


def _line(key: str, fitted: _Runs, golds: Sequence[Placed]) -> Figures:
    """Return one line of ACL 2014, Table 3."""
    scores = {}
    for gold in golds:
        spreads = summary(fitted.scores[gold.key], fitted.objectives).spreads
        scores[gold.key] = {
            name: {"mean": one.mean, "sd": one.sd, "runs": one.runs}
            | ({"why": one.reason} if one.reason else {})
            for name, one in spreads.items()
        }
        every = [one.f for one in fitted.scores[gold.key] if one.f is not None]
        scores[gold.key]["f"]["best"] = max(every, default=None)
    return {"method": key, "title": METHODS[key].title, "scores": scores}


def _curves(
    spec: AlignmentSpec, fitted: Mapping[tuple[str, int], _Runs], gold: str
) -> dict[str, list[Figures]]:
    """Return means over the runs for which a figure is defined; None if it is for none."""
    return {
        key: [
            {"groups": groups} | _means(fitted[key, groups], gold)
            for groups in range(1, spec.options.curves + 1)
        ]
        for key in spec.curved
    }


def _means(fitted: _Runs, gold: str) -> Figures:
    spreads = summary(fitted.scores[gold], fitted.objectives).spreads
    whys = {name: one.reason for name, one in spreads.items() if one.mean is None}
    return {name: spreads[name].mean for name in FIGURES} | ({"why": whys} if whys else {})
