"""The numbers of pairs as charts and tables: by similarity, by worker, by length."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from annotation.models import Campaign
from annotation.numbers import percent, signed
from annotation.plurals import counted
from annotation.research.common.charts import Chart
from annotation.research.common.names import pseudonym
from annotation.tables.table import Column, Role, Row, Value

Figures = Mapping[str, Any]
MOST_DIFFERING = 25
LONGEST_HEAD = 28
NAMES = {
    "majority": "majority",
    "absolute_majority": "absolute majority",
    "dawid_skene": "Dawid–Skene",
}
MEANINGS = {
    "majority": "the answer with most votes; a tie is no consensus",
    "absolute_majority": "more than half of the votes",
    "dawid_skene": "weighs each worker by how she answers elsewhere",
}


@dataclass(frozen=True)
class Method:
    name: str
    meaning: str
    pairs: int
    ties: int
    accuracy: str
    known: int
    reason: str


def charts_of(campaign: Campaign, results: Figures | None) -> list[Chart]:
    """Return the charts; those by similarity follow the live figures, the others the report."""
    figures, answers = campaign.agreement.figures, _answers(campaign)
    charts = list(_by_stratum(figures, answers)) if figures else []
    if results is None:
        return charts
    return [*charts, _workers(results), _confusion(results, answers), _time(results["time"])]


def methods_of(results: Figures) -> list[Method]:
    return [
        Method(
            name,
            MEANINGS[key],
            found["pairs"],
            found["ties"],
            "" if found["accuracy"] is None else percent(found["accuracy"]),
            found["gold"],
            found.get("accuracy_reason", ""),
        )
        for key, name in NAMES.items()
        for found in (results["consensus"][key],)
    ]


def _answers(campaign: Campaign) -> list[str]:
    return [answer["label"] for answer in campaign.settings["answers"]]


def _by_stratum(figures: Figures, answers: Sequence[str]) -> Iterator[Chart]:
    """Answers as given, and where there are more than two, pooled to yes and no as well."""
    pooled = figures["yes_no"]
    if pooled and len(answers) > 2:
        title = "Consensus by similarity, yes or no"
        yield _strata("yes-no", title, pooled["strata"], ("yes", "no"))
    yield _strata("answers", "Consensus by similarity", figures["strata"], answers)


def _strata(key: str, title: str, strata: Sequence[Figures], labels: Sequence[str]) -> Chart:
    """Table 3 of COLING 2014."""
    votes = sorted({row["votes"] for one in strata for row in one["agree"]}, reverse=True)
    columns = [Column(f"consensus {label}", "share") for label in labels]
    columns += [Column("tie", "share"), Column("pairs", "count", "")]
    columns += [Column(f"winner has {number}", "share", "") for number in votes]
    columns += [Column("absolute majority", "share", ""), Column("pairwise agreement", "share", "")]
    columns.append(Column("α", role=""))
    return Chart(
        key=key,
        title=title,
        about="Of the pairs of each stratum of cosine similarity: which answer won, and in the "
        "table how many votes the winner had (COLING 2014, Table 3).",
        kind="bar",
        first="similarity",
        across="",
        up="share of pairs",
        columns=columns,
        rows=[Row(one["name"], _stratum(one, labels, votes)) for one in strata],
        empty="No pair is judged yet.",
    )


def _stratum(one: Figures, labels: Sequence[str], votes: Sequence[int]) -> list[Value]:
    shares = {row["votes"]: row["share"] for row in one["agree"]}
    return [
        *(one["consensus"].get(label, {"share": 0.0})["share"] for label in labels),
        one["ties"]["share"],
        one["pairs"],
        *(shares.get(number, 0.0) for number in votes),
        one["absolute"]["share"],
        one["pairwise_agreement"],
        one["alpha"]["value"],
    ]


def _workers(results: Figures) -> Chart:
    found = results["worker_agreement"]
    return Chart(
        key="workers",
        title="Workers and the majority",
        about=f"Each worker who judged {found['least']} pairs or more: on what share of them her "
        "answer is that of the majority of the others. The table has it with her own vote counted "
        "in, too, as the papers print it, and how often Dawid–Skene finds her right.",
        kind="points",
        first="worker",
        across="pairs judged",
        up="agrees with the others",
        columns=[
            Column("judged", "count", "x"),
            Column("own vote left out", "share", "y"),
            Column("own vote counted in", "share", ""),
            Column("by Dawid–Skene", "share", ""),
            Column("known", "count", ""),
            Column("of these right", "count", ""),
        ],
        rows=[
            Row(
                pseudonym(one["worker"]),
                [
                    one["judged"],
                    one["with_others"],
                    one["agreement"],
                    one["dawid_skene"],
                    one["gold"],
                    one["gold_right"],
                ],
                "workers",
            )
            for one in found["workers"]
            if one["with_others"] is not None
        ],
        empty=found.get("reason", "No worker’s pairs have a majority without her."),
        readings=list(_quartiles(found)),
    )


def _quartiles(found: Figures) -> Iterator[str]:
    for key, what in (
        ("quartiles", "own vote counted in"),
        ("quartiles_with_others", "own vote left out"),
    ):
        if found[key]:
            low, middle, high = map(percent, found[key])
            yield f"Quartiles, {what}: {low}, median {middle}, {high}."
    if found["left_out"]:
        yield f"{found['left_out']:,} judged fewer than {found['least']} pairs and are left out."
    if found["listed"] > len(found["workers"]):
        listed = counted(found["listed"], "worker")
        yield f"Of {listed} the {len(found['workers']):,} busiest are listed."


def _confusion(results: Figures, answers: Sequence[str]) -> Chart:
    """Across and up are the first two answers, which for yes and no is all."""
    labels = [label for label in answers if label in results["dawid_skene"]["prior"]]
    columns = [
        Column(f"{_quoted(label)} told as such", "share", _axis(place))
        for place, label in enumerate(labels)
    ]
    columns += [
        Column(f"{_quoted(label)} taken for {_quoted(given)}", "share", "")
        for label, given in permutations(labels, 2)
    ]
    return Chart(
        key="confusion",
        title="What workers tell apart",
        about="Where Dawid–Skene estimates an answer to be true, how often each worker gives it. "
        "The table has what she takes for what: her whole confusion matrix.",
        kind="points",
        first="worker",
        across=columns[0].name if columns else "",
        up=columns[1].name if len(labels) > 1 else "",
        columns=columns,
        rows=[
            Row(pseudonym(one["worker"]), list(_matrix(one["confusion"], labels)), "workers")
            for one in results["worker_agreement"]["workers"]
            if len(labels) > 1
        ],
        empty=results["dawid_skene"].get("reason", "No worker has judged enough pairs yet."),
    )


def _quoted(label: str) -> str:
    return f"“{label}”" if len(label) <= LONGEST_HEAD else f"“{label[: LONGEST_HEAD - 1]}…”"


def _axis(place: int) -> Role:
    if place > 1:
        return ""
    return "y" if place else "x"


def _matrix(confusion: Figures, labels: Sequence[str]) -> Iterator[Value]:
    for label in labels:
        yield confusion[label][label]
    for label, given in permutations(labels, 2):
        yield confusion[label][given]


def _time(found: Figures) -> Chart:
    return Chart(
        key="time",
        title="Time against length",
        about="Seconds from claim to submit, by the words of both texts: the median of each bin, "
        "and in the table the quarters beside it.",
        kind="line",
        first="words",
        across="words of the pair",
        up="seconds",
        columns=[
            Column("median seconds"),
            Column("a quarter is below", role=""),
            Column("a quarter is above", role=""),
            Column("judgments", "count", ""),
        ],
        rows=[Row(f"{one['from']:,}–{one['to']:,}", _bin(one)) for one in found["bins"]],
        empty="No judgment has a time yet.",
        readings=list(_correlations(found)),
    )


def _bin(one: Figures) -> list[Value]:
    low, middle, high = one["quartiles"]
    return [middle, low, high, one["judgments"]]


def _correlations(found: Figures) -> Iterator[str]:
    if found["median"] is not None:
        yield f"The median judgment took {counted(round(found['median']), 'second')}."
    for key, name, what in (
        ("pearson", "Pearson r", "is proportional to length"),
        ("spearman", "Spearman ρ", "grows with length at all"),
    ):
        value = found[key]["value"]
        shown = found[key].get("reason", "") if value is None else f"{signed(value, 2)}."
        yield f"{name}, how far time {what}: {shown}"
