"""The figures of a crowd as charts and tables: by worker, confusion matrix, by length."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from annotation.research.common.charts import Chart, drawn
from annotation.research.common.names import pseudonym
from midpath.tables.crowd import time_table, workers_table
from midpath.tables.figures.crowd_figures import CrowdFigures, Time, WorkerAgreement
from midpath.tables.table import Column, Role, Row, Value
from midpath.text.formatting import counted, percent, signed

MAX_DIFFERING = 25
MAX_HEAD_LENGTH = 28


def crowd_charts(
    results: CrowdFigures | None, answers: Sequence[str], noun: str, length_of: str = ""
) -> list[Chart]:
    """Return the charts of a crowd's report.

    noun : what workers judge, such as a pair
    length_of : the text whose words are counted, by default the noun
    """
    if results is None:
        return []
    return [
        workers_chart(results, noun),
        confusion_chart(results, answers, noun),
        time_chart(results["time"], length_of or f"the {noun}", noun),
    ]


def workers_chart(results: CrowdFigures, noun: str) -> Chart:
    found = results["worker_agreement"]
    table = workers_table(found, pseudonym)
    others = [column.name for column in table.columns].index("own vote left out")
    return drawn(
        table,
        "points",
        across=f"{noun}s judged",
        up="agrees with the others",
        about=f"Each worker who judged at least {found['least']} {noun}s: the share of these on "
        "which they gave the majority answer of the others. The table also counts their own "
        "vote, as the papers do, and shows how often they are right according to "
        "Dawid–Skene.",
        rows=[row for row in table.rows if row.values[others] is not None],
        empty=table.empty or f"No worker’s {noun}s have a majority without their vote.",
        readings=list(_quartiles(found, noun)),
    )


def _quartiles(found: WorkerAgreement, noun: str) -> Iterator[str]:
    for quartiles, what in (
        (found["quartiles"], "own vote counted in"),
        (found["quartiles_with_others"], "own vote left out"),
    ):
        if quartiles:
            low, middle, high = map(percent, quartiles)
            yield f"Quartiles, {what}: {low}, median {middle}, {high}."
    if found["left_out"]:
        yield f"{found['left_out']:,} judged fewer than {found['least']} {noun}s and are left out."
    if found["listed"] > len(found["workers"]):
        listed = counted(found["listed"], "worker")
        yield f"The {len(found['workers']):,} busiest of {listed} are listed."


def confusion_chart(results: CrowdFigures, answers: Sequence[str], noun: str) -> Chart:
    """The axes are the first two answers; with yes and no, these are all."""
    labels = [label for label in answers if label in results["dawid_skene"]["prior"]]
    columns = [
        Column(
            f"{_quoted(label)} told as such",
            "share",
            _axis(place),
            head=f"{_quoted(label)} recognized",
        )
        for place, label in enumerate(labels)
    ]
    columns += [
        Column(f"{_quoted(label)} taken for {_quoted(given)}", "share", "")
        for label, given in permutations(labels, 2)
    ]
    return Chart(
        key="confusion",
        title="Confusion between answers",
        about="How often each worker gives an answer where Dawid–Skene estimates it to be true. "
        "The table has the whole confusion matrix.",
        kind="points",
        first="worker",
        across=columns[0].heading if columns else "",
        up=columns[1].heading if len(labels) > 1 else "",
        columns=columns,
        rows=[
            Row(pseudonym(one["worker"]), list(_matrix(one["confusion"] or {}, labels)), "workers")
            for one in results["worker_agreement"]["workers"]
            if len(labels) > 1
        ],
        empty=results["dawid_skene"].get("reason", f"No worker has judged enough {noun}s yet."),
    )


def _quoted(label: str) -> str:
    return f"“{label}”" if len(label) <= MAX_HEAD_LENGTH else f"“{label[: MAX_HEAD_LENGTH - 1]}…”"


def _axis(place: int) -> Role:
    if place > 1:
        return ""
    return "y" if place else "x"


def _matrix(
    confusion: Mapping[str, Mapping[str, float | None]], labels: Sequence[str]
) -> Iterator[Value]:
    for label in labels:
        yield confusion[label][label]
    for label, given in permutations(labels, 2):
        yield confusion[label][given]


def time_chart(found: Time, length_of: str, noun: str) -> Chart:
    return drawn(
        time_table(found),
        "line",
        across=f"words of the {noun}",
        up="seconds",
        about=f"Seconds from claim to submit, by the number of words of {length_of}: the median "
        "of each bin; the table also has the quartiles.",
        readings=list(_correlations(found)),
    )


def _correlations(found: Time) -> Iterator[str]:
    if found["median"] is not None:
        seconds = round(found["median"])
        took = counted(seconds, "second") if seconds else "less than a second"
        yield f"The median judgment took {took}."
    for one, name, what in (
        (found["pearson"], "Pearson r", "linear"),
        (found["spearman"], "Spearman ρ", "monotonic"),
    ):
        value = one["value"]
        shown = one.get("reason", "") if value is None else f"{signed(value, 2)}."
        yield f"{name} of time and length ({what}): {shown}"
