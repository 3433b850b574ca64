"""Bootstrap intervals of the evidence figures, over documents.

Questions on one document share its sentences and often their experts. So each resample draws whole
documents, with all their questions. Every figure is computed from sums over the documents drawn, so
a resample is a matrix product.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from agreement.bootstrap import USUAL, Floats, Plan, bootstrap

Figure = dict[str, object]
FIGURES = ("alpha", "f1_human", "unanswerable", "disagreement")


def bootstrap_evidence(
    documents: Sequence[Mapping[str, int]], plan: Plan = USUAL
) -> dict[str, Figure]:
    """Return the intervals of pooled alpha, F1 human, the share unanswerable and disagreement.

    documents : the sum of the contributions of each document's questions, in any order

    >>> from agreement.evidence.figures import question_contribution
    >>> alike, apart = [{0}, {0}], [{0}, {1}]
    >>> documents = [question_contribution("d", [4] * 9, answers) for answers in (alike, apart) * 4]
    >>> found = bootstrap_evidence(documents, Plan(method="percentile"))["f1_human"]
    >>> found["low"] < 0.5 < found["high"], found["over"]
    (True, 'documents')
    """
    sums = np.array(sorted(map(_sums, documents)), dtype=np.float64).reshape(-1, 8)

    def estimate(weights: Floats) -> Floats:
        apart, labels, yes, human, paired, nobody, answered, disagree = (weights @ sums).T
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = 2 * yes * (labels - yes) / (labels * (labels - 1))
            expected[expected == 0] = np.nan
            found = [1 - apart / labels / expected, human / paired]
            return np.column_stack([*found, nobody / answered, disagree / paired])

    intervals = bootstrap(estimate, len(documents), plan, "documents")
    if len(intervals) < len(FIGURES):
        intervals = intervals * len(FIGURES)
    return dict(zip(FIGURES, intervals, strict=True))


def bootstrap_means(documents: Sequence[Sequence[float]], plan: Plan = USUAL) -> Figure:
    """Return the interval of a mean over questions.

    documents : the questions' values, grouped by document

    >>> bootstrap_means([[0.5], [0.5, 0.5]])["low"]
    0.5
    """
    parts = sorted((sum(values), len(values)) for values in documents if values)
    sums = np.array(parts, dtype=np.float64).reshape(-1, 2)

    def estimate(weights: Floats) -> Floats:
        total, questions = (weights @ sums).T
        with np.errstate(invalid="ignore"):
            mean: Floats = total / questions
        return mean[:, None]

    return bootstrap(estimate, len(parts), plan, "documents")[0]


def _sums(state: Mapping[str, int]) -> tuple[float, ...]:
    apart = labels = yes = human = paired = answered = disagree = 0.0
    for key, count in state.items():
        kind, _, rest = key.partition("/")
        last = rest.rpartition("/")
        if kind == "sentences":
            what = last[0].rpartition("/")[2]
            if what == "unlike":
                apart += count / (int(last[2]) - 1)
            elif what == "label":
                labels += count
                yes += count * (last[2] == "yes")
        elif kind == "human" and last[0] == "f1":
            human += count / int(last[2])
        elif kind == "answers":
            paired += count * (int(rest) > 1)
            answered += count * (int(rest) > 0)
        elif kind == "apart":
            disagree += count * (int(rest) > 1)
    nobody = state.get("unanswerable/majority", 0)
    return apart, labels, yes, human, paired, nobody, answered, disagree
