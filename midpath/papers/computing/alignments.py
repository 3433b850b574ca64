"""Alignment of privacy policies: the computations for H14 (ACL 2014) and for P14, Fig. 1 and 2."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import mean, stdev

import numpy as np

from agreement.evidence.answer_sets import shared_places
from midpath.corpus.alignment import METHODS, align, summary
from midpath.corpus.bags import Bags, Terms, bags_of
from midpath.corpus.grouping import AnswerSets, Scores, oracle, score
from midpath.corpus.similarity import ONE, tfidf
from midpath.papers.data import Data, Section
from midpath.papers.entries import Cell, Chart, Found, Line

OPP = "OPP-115"
SEED, GROUPS = 1, 10
RUNS, CURVE_RUNS = 10, 3
CURVES = (1, 2, 4, 6, 8, 10, 14, 20)
CURVE_METHODS = {"clustering": "Clustering", "vanilla": "HMM, EM", "vanilla_vb": "HMM, VB"}
OF_TABLE = {
    "clustering": "Clust.",
    "lda": "LDA",
    "vanilla": "Vanilla",
    "all_forward": "All F.",
    "strict_forward": "Strict F.",
}
SHARES = ("precision", "recall", "f")
CURVE_SHARES = (*SHARES, "agreement")
ACL = Terms(bigrams=True, least_percent=5, most_percent=98)
COLING = Terms(
    least_documents=10,
    stopwords=True,
    domain_words=(
        *("privacy", "policy", "personal", "information", "service"),
        *("web", "site", "website", "com", "please"),
    ),
    fewest_words=10,
)


@dataclass(frozen=True)
class Aligned:
    """The sections of policies as bags of terms, and the experts' categories as answer-sets.

    Sections that `bags` leaves out are in no set.
    """

    bags: Bags
    texts: Sequence[str]
    gold: AnswerSets


def aligned(policies: Sequence[Sequence[Section]], terms: Terms) -> Aligned:
    """Return the sections; two belong together if at least one expert gave each the same
    category."""
    bags = bags_of([[section.text for section in policy] for policy in policies], terms)
    sections = list(chain.from_iterable(policies))
    sets: defaultdict[str, list[int]] = defaultdict(list)
    for row, segment in enumerate(bags.segments.tolist()):
        for category, votes in sections[segment].votes.items():
            if votes:
                sets[category].append(row)
    texts = [sections[segment].text for segment in bags.segments.tolist()]
    return Aligned(bags, texts, AnswerSets([sets[name] for name in sorted(sets)]))


def averages(rows: Mapping[str, Sequence[str]]) -> Found:
    """Return the mean over the categories of each column of a printed table."""
    columns = zip(*(row for name, row in rows.items() if name != "Average"), strict=True)
    return Found([Line("Average", [Cell(mean(map(_number, column))) for column in columns])])


def policies_of_opp(data: Data) -> Found:
    """Return the sections and tokens per policy, mean and standard deviation."""
    sections = [len(policy) for policy in data.policies]
    tokens = [sum(len(one.text.split()) for one in policy) for policy in data.policies]
    cells = [Cell(None), Cell(len(data.policies)), Cell(None)]
    cells += [Cell(float(each(values))) for values in (sections, tokens) for each in (mean, stdev)]
    return Found([Line("86 policies", cells, OPP)])


def f_of_clustering(rows: Mapping[str, Sequence[str]]) -> Found:
    """Return F of the printed precision and recall of the methods with a single run."""
    lines = []
    for label in (name for name in rows if name.startswith("Clust.")):
        precision, _, recall, *_ = (float(cell) if cell else 0.0 for cell in rows[label])
        f = 2 * precision * recall / (precision + recall)
        lines.append(Line(label, [*[Cell(None)] * 4, Cell(f)]))
    return Found(lines)


def methods(data: Data) -> Found:
    """Return the scores of each method over its runs, and the best F of the HMMs."""
    given = aligned(data.policies, ACL)
    lines, best = [], {}
    for method, label in OF_TABLE.items():
        found = _runs(given, method, GROUPS, _times(method, RUNS))
        spreads = summary(found, [0.0] * len(found)).spreads
        cells = [
            cell for name in SHARES for cell in (Cell(spreads[name].mean), Cell(spreads[name].sd))
        ]
        lines.append(Line(f"{label}, human QA", cells, OPP))
        best[label] = max(one.f or 0.0 for one in found)
    one_group = score(np.zeros(len(given.texts), np.int64), given.gold).shares
    single = [cell for name in SHARES for cell in (Cell(one_group[name]), Cell(None))]
    lines.append(Line("one group, human QA", single, OPP))
    remark = f"The best run of the strict-forward HMM has F {best['Strict F.']:.3f} on OPP-115."
    return Found(lines, remarks=[remark])


def overlaps(data: Data) -> Found:
    """Return the share of the sections in any category that are in more than one."""
    sets = defaultdict[str, list[tuple[int, int]]](list)
    for number, policy in enumerate(data.policies):
        for place, section in enumerate(policy):
            for category, votes in section.votes.items():
                if votes:
                    sets[category].append((number, place))
    share = shared_places(sets.values()).value or 0
    cell = Cell(float(100 * share))
    return Found([Line("sections in more than one answer-set, %", [cell], OPP)])


def curves(data: Data) -> Found:
    """Return precision, recall, F and agreement by the number of groups, the best F of each
    method, and the best threshold of the cosine."""
    given = aligned(data.policies, COLING)
    best = oracle(given.gold, tfidf(given.texts))
    lines: list[Line] = []
    series: dict[str, dict[str, list[tuple[float, float]]]] = {name: {} for name in CURVE_SHARES}
    for method, label in CURVE_METHODS.items():
        points = {groups: _mean_scores(given, method, groups) for groups in CURVES}
        for name in CURVE_SHARES:
            series[name][label] = [(float(k), values[name]) for k, values in points.items()]
        top = max(CURVES[1:], key=lambda groups: points[groups]["f"])
        lines.append(Line(label, [Cell(points[top]["f"]), Cell(f"K = {top}")], OPP))
    lines.append(Line("one group", [Cell(best.by_f.scores.one_group.f), Cell("K = 1")], OPP))
    level = best.by_agreement.scores.agreement or 0.0
    series["agreement"]["cosine oracle"] = [(float(k), level) for k in CURVES]
    threshold = Cell(f"cosine {best.by_f.at / ONE:.2f}")
    lines.append(Line("cosine oracle", [Cell(best.by_f.scores.f), threshold], OPP))
    charts = [
        Chart(f"p14-{name}", f"{name.title()} by number of groups", "groups (K)", name, each)
        for name, each in series.items()
    ]
    return Found(lines, charts)


def _mean_scores(given: Aligned, method: str, groups: int) -> dict[str, float]:
    found = _runs(given, method, groups, _times(method, CURVE_RUNS))
    return {name: mean(one.shares[name] or 0.0 for one in found) for name in CURVE_SHARES}


def _runs(given: Aligned, method: str, groups: int, times: int) -> list[Scores]:
    labels = (align(given.bags, method, groups, SEED, run).labels for run in range(times))
    return [score(each, given.gold) for each in labels]


def _times(method: str, runs: int) -> int:
    """Return the number of runs; clustering runs once, as in the papers."""
    return 1 if METHODS[method].kind == "clustering" else runs


def _number(text: str) -> float:
    return float(text.replace(",", ""))
