"""An alignment's stored results for its page: the main figures, a table of the methods, the groups.

Only words are computed here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from addons.alignment.pages.charts import charts_against
from annotation.research.common.charts import Chart
from annotation.research.common.figure_caption import Figure
from midpath.alignment.result_shapes import AlignmentFigures, Gold, Shares, Spread, TopTerms
from midpath.alignment.tables.scores import PAIRS, measures_of, methods_table
from midpath.tables.table import Table
from midpath.text.formatting import counted, signed

Order = Literal["by_lift", "by_probability"]
MILLION = 1_000_000
SHOWN_WORDS = 8

MAJORITY = (
    "The share of judged pairs, together or apart, on which the model agrees with the majority "
    "of workers. For comparison: the quartiles of the same share over workers who judged at "
    "least ten pairs, of all pairs that they judged, with their own votes counted in the "
    "majority (COLING 2014, Fig. 2)."
)
HARMONIC = (
    "The harmonic mean of precision and recall. The single-cluster baseline (all in one group) "
    "finds every pair that belongs together, so its F is high where many do. Compare any F with "
    "it."
)
TOGETHER = (
    "Of the pairs that the model puts in one group, the share that belong together. For random "
    "groups it is about that of the single-cluster baseline."
)
MEASURES = {
    "f": ("F", HARMONIC),
    "precision": ("Precision", TOGETHER),
    "recall": (
        "Recall",
        "Of the pairs that belong together, the share that the model puts in one group.",
    ),
    "agreement": ("Agreement with the majority", MAJORITY),
}
OVER_RUNS = "Mean and standard deviation over the runs."
BEST = "The best run is chosen by these pairs, so its F is an upper bound."
ORACLE = (
    "The result of the best threshold on the cosine of two segments for these pairs. It makes "
    "no groups, so it is an upper bound for methods that use only the words (COLING 2014, §4.2)."
)
LEFT_OUT = {
    "unjudged": "not judged yet",
    "ties": "without a majority",
    "elsewhere": "of texts that are not in these documents",
    "not_kept": "with a segment too short for the model",
    "unreadable": "with votes that cannot be read",
}


@dataclass(frozen=True)
class Against:
    """The figures for one gold campaign. `methods` is their table, if there are several. `crowd` is
    true if its disagreements are listed."""

    key: str
    title: str
    counted: str
    figures: Sequence[Figure]
    methods: Table | None
    charts: Sequence[Chart]
    crowd: bool


@dataclass(frozen=True)
class Card:
    """A group, counted from 1."""

    number: int
    segments: int
    documents: int
    by_lift: Sequence[str]
    by_probability: Sequence[str]


def against_each(results: AlignmentFigures) -> list[Against]:
    return [_against(results, gold) for gold in results["golds"]]


def cards_of(results: AlignmentFigures) -> list[Card]:
    return [
        Card(
            number=top["group"] + 1,
            segments=top["segments"],
            documents=top["documents"],
            by_lift=words_of(top, "by_lift")[:SHOWN_WORDS],
            by_probability=words_of(top, "by_probability")[:SHOWN_WORDS],
        )
        for top in results["tops"]
    ]


def words_of(top: TopTerms, by: Order) -> list[str]:
    return [term for term, _ in top[by]]


def counted_of(gold: Gold) -> str:
    """Return a sentence about the number of pairs behind the figures, and the pairs left out."""
    sentence = f"{counted(gold['pairs'], 'pair')}, {gold['yes']:,} of which belong together"
    left = [
        f"{count:,} {LEFT_OUT.get(reason, reason)}"
        for reason, count in sorted(gold["left_out"].items())
        if count
    ]
    return f"{sentence}. Left out: {', '.join(left)}." if left else f"{sentence}."


def _against(results: AlignmentFigures, gold: Gold) -> Against:
    return Against(
        key=gold["key"],
        title=gold["title"],
        counted=counted_of(gold),
        figures=list(_figures(results, gold, measures_of(gold))),
        methods=methods_table(results, gold) if len(results["table"]) > 1 else None,
        charts=charts_against(results, gold),
        crowd=gold["key"] in results["disagreements"],
    )


def _figures(results: AlignmentFigures, gold: Gold, measures: Sequence[str]) -> Iterator[Figure]:
    row = next(one for one in results["table"] if one["method"] == results["method"])
    for name in measures:
        label, definition = MEASURES[name]
        spread = row["scores"][gold["key"]][name]
        note = " · ".join(_notes(spread, gold, name))
        about = f"{definition} {OVER_RUNS}" + (f" {BEST}" if "best" in spread else "")
        yield Figure(label, _value(spread["mean"]), note, about)
    yield _oracle(results, gold)


def _notes(spread: Spread, gold: Gold, name: str) -> Iterator[str]:
    """Yield the notes of a measure. Recall has no baseline, since a single cluster finds every
    pair."""
    yield _note(spread)
    if spread["mean"] is None or name == "recall":
        return
    yield f"single cluster {_score(gold['one_group'], name)}"
    if name == "agreement":
        yield f"singletons {_score(gold['all_apart'], name)}"
        yield _crowd(gold)


def _crowd(gold: Gold) -> str:
    if not gold["quartiles"]:
        return f"no quartiles of workers: {gold['why']}"
    low, median, high = (signed(value) for value in gold["quartiles"])
    return f"quartiles of {counted(gold['workers'], 'worker')} {low}, {median}, {high}"


def _oracle(results: AlignmentFigures, gold: Gold) -> Figure:
    found = results["oracle"][gold["key"]]
    best, agreed = found["f"], found["agreement"]
    if best["f"] is None:
        return Figure("F of the cosine oracle", "", best["why"]["f"], ORACLE)
    note = _from(best["threshold"])
    if gold["kind"] == PAIRS:
        note = f"{note} · agreement {_value(agreed['agreement'])}, {_from(agreed['threshold'])}"
    return Figure("F of the cosine oracle", _value(best["f"]), note, ORACLE)


def _from(millionths: int) -> str:
    """Describe a threshold: above 1 there is no pair, from 0 on all are included."""
    if millionths > MILLION:
        return "no pair taken together"
    return f"from cosine {millionths / MILLION:.3f}" if millionths else "all pairs taken together"


def _score(shares: Shares, name: str) -> str:
    value = shares.get(name)
    return signed(value) if isinstance(value, float | int) else ""


def _value(value: float | None) -> str:
    return "" if value is None else signed(value)


def _note(spread: Spread) -> str:
    if spread["mean"] is None:
        return str(spread.get("why") or "Undefined in every run.")
    if spread["sd"] is None:
        return "one run"
    best = f", best {signed(best)}" if (best := spread.get("best")) is not None else ""
    note = f"± {signed(spread['sd'])} over {counted(spread['runs'], 'run')}{best}"
    return f"{note}, none in others: {spread['why']}" if "why" in spread else note
