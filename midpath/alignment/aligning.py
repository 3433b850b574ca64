"""Alignment of documents: their segments are grouped, run by run, and scored against golds.

Called by `midpath align` and by the job of a server.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from midpath.alignment.golds import Gold
from midpath.alignment.options.alignment import CURVED, AlignmentOptions
from midpath.alignment.places import Named
from midpath.alignment.result_shapes import Grouping
from midpath.alignment.segment_corpus import SegmentCorpus
from midpath.corpus.alignment import (
    COMPARED,
    METHODS,
    CannotAlign,
    Run,
    align,
    summary,
    top_terms,
)
from midpath.corpus.grouping import Scores, oracle, score
from midpath.corpus.similarity import Rows, tfidf
from midpath.corpus.word_vectors import WordVectors
from midpath.corpus.words import as_listed
from midpath.json_types import Figures
from midpath.progress import Failed, Progress

# Steps of each fit: a model's maximum number of iterations.
STEPS = 100
TOPS = 15
FIGURES = ("precision", "recall", "f", "agreement")


@dataclass(frozen=True)
class AlignmentSpec:
    """The options of an alignment, and the methods to compare.

    The options' method makes the groups that are stored. If `compare` is set, the table has all of
    `methods`. With `curves` those of COLING 2014, Fig. 1, are also fitted with 1, 2, … up to that
    many groups. With `vectors`, clustering and the cosine use them instead of words.
    """

    options: AlignmentOptions
    methods: tuple[str, ...] = COMPARED
    vectors: WordVectors | None = None

    @property
    def table(self) -> list[str]:
        """Return the methods in the table, in the order of METHODS."""
        chosen = {self.options.method, *(self.methods if self.options.compare else ())}
        return [key for key in METHODS if key in chosen]

    @property
    def curved(self) -> list[str]:
        named = [key for key in CURVED if key in self.methods]
        return (named or list(self.methods)) if self.options.curves else []

    def fits(self) -> Iterator[tuple[str, int]]:
        """Yield each method and number of groups to fit, once."""
        of_table = [(key, self.options.groups) for key in self.table]
        of_curves = [(key, k) for key in self.curved for k in range(1, self.options.curves + 1)]
        yield from dict.fromkeys((*of_table, *of_curves))

    @property
    def steps(self) -> int:
        return len(list(self.fits())) * self.options.runs * STEPS


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
class _Fitted:
    """The runs of a method with one number of groups.

    Only the weights of the best run are kept, because they are large.
    """

    best: Run | None = None
    labels: list[NDArray[np.int64]] = field(default_factory=list)
    summaries: list[Figures] = field(default_factory=list)
    scores: dict[str, list[Scores]] = field(default_factory=dict)

    @property
    def objectives(self) -> list[float]:
        return [each["objective"] for each in self.summaries]

    def add(self, run: Run, golds: Sequence[Placed]) -> None:
        if self.best is None or run.objective > self.best.objective:
            self.best = run
        self.labels.append(run.labels.astype(np.int32))
        self.summaries.append(
            {
                "run": len(self.summaries),
                "objective": run.objective,
                "iterations": run.iterations,
                "converged": run.converged,
            }
        )
        for gold in golds:
            self.scores.setdefault(gold.key, []).append(score(run.labels, gold.pairs))


def align_documents(
    documents: Iterable[Named],
    spec: AlignmentSpec,
    golds: Sequence[Gold],
    progress: Progress = lambda done, total: None,
) -> Aligned:
    """Align documents; raises Failed if nothing is left to align.

    `progress` is called with steps; it may raise to stop.
    """
    corpus = SegmentCorpus(documents, spec.options, spec.vectors)
    placed = [place_gold(gold, corpus.row_of) for gold in golds]
    fitted = _fit_all(corpus, spec, placed, progress)
    chosen = fitted[spec.options.method, spec.options.groups]
    rows: Rows = corpus.vectors.rows if corpus.vectors else tfidf(corpus.texts)
    steps = spec.steps

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
        "tops": _tops(corpus, spec, chosen),
        "disagreements": {
            gold.key: disagreements(gold, chosen.labels)
            for gold in placed
            if gold.verdicts and gold.verdicts[0].item is not None
        },
    }
    runs = [labels.tolist() for labels in chosen.labels]
    return Aligned(found, {"places": [list(place) for place in corpus.places], "runs": runs})


def _fit_all(
    corpus: SegmentCorpus, spec: AlignmentSpec, golds: Sequence[Placed], progress: Progress
) -> dict[tuple[str, int], _Fitted]:
    total, seed = spec.steps, spec.options.seed
    vectors = corpus.vectors.rows if corpus.vectors else None
    found: dict[tuple[str, int], _Fitted] = {}
    before = 0
    progress(0, total)

    def report(done: int, of: int) -> None:
        progress(before + STEPS * min(done, of) // of, total)

    for method, groups in spec.fits():
        fitted = found[method, groups] = _Fitted()
        for run in range(spec.options.runs):
            try:
                made = align(corpus.bags, method, groups, seed, run, report, vectors=vectors)
                fitted.add(made, golds)
            except CannotAlign as error:
                raise Failed(str(error)) from error
            before += STEPS
            progress(before, total)
    return found


def _line(key: str, fitted: _Fitted, golds: Sequence[Placed]) -> Figures:
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
    spec: AlignmentSpec, fitted: Mapping[tuple[str, int], _Fitted], gold: str
) -> dict[str, list[Figures]]:
    """Return means over the runs for which a figure is defined; None if it is for none."""
    return {
        key: [
            {"groups": groups} | _means(fitted[key, groups], gold)
            for groups in range(1, spec.options.curves + 1)
        ]
        for key in spec.curved
    }


def _means(fitted: _Fitted, gold: str) -> Figures:
    spreads = summary(fitted.scores[gold], fitted.objectives).spreads
    whys = {name: one.reason for name, one in spreads.items() if one.mean is None}
    return {name: spreads[name].mean for name in FIGURES} | ({"why": whys} if whys else {})


def _tops(corpus: SegmentCorpus, spec: AlignmentSpec, chosen: _Fitted) -> list[Figures]:
    """Return for each group of the best run its terms by p(term | group), and by lift.

    The lift is how much more frequent a term is in the group than elsewhere.
    """
    best = chosen.best
    if best is None:
        return []
    found = []
    for group in range(spec.options.groups):
        here = best.labels == group
        by_probability, by_lift = (
            [
                [as_listed(term), value]
                for term, value in top_terms(corpus.bags, best.weights, group, TOPS, by_lift=lift)
            ]
            for lift in (False, True)
        )
        found.append(
            {
                "group": group,
                "segments": int(here.sum()),
                "documents": len(np.unique(corpus.document_of[here])),
                "by_probability": by_probability,
                "by_lift": by_lift,
            }
        )
    return found
