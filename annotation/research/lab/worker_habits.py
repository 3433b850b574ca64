"""Tables of each worker's habits, and of their agreement with the others."""

from collections import Counter
from collections.abc import Iterator, Sequence

from annotation.research.common.charts import Chart
from annotation.research.common.names import pseudonym
from annotation.research.lab.campaign_choice import Studied
from annotation.research.results.alpha_readings import in_short
from midpath.tables.figures.bias_figures import Habits
from midpath.tables.segmentations import agreement_columns, agreement_values
from midpath.tables.table import Column, Row, Value
from midpath.text.formatting import counted

NONE_YET = "No report on any worker yet."


def workers(studied: Sequence[Studied]) -> Chart:
    return Chart(
        key="workers",
        title="Worker by worker",
        about="Segments (flat) or tree height (nested) of each worker, divided by the chance "
        "value for the same texts: 1 is chance; below 1 they prefer fewer segments or "
        "flatter trees. A worker who differs from the others may have misunderstood the "
        "instructions.",
        kind="points",
        first="worker",
        across="annotations",
        up="relative to chance",
        columns=[
            Column("campaign", "text", ""),
            Column("annotations", "count", "x"),
            Column("mean segments or height", role=""),
            Column("by chance", role=""),
            Column("relative to chance", role="y"),
            Column("two or three segments", "share", ""),
            Column("sd of lengths", role=""),
            Column("cut left of prepositions", "share", ""),
            Column("cut right of them", "share", ""),
            Column("α with the others", role=""),
            Column("S with the others", role=""),
            Column("S by chance", role=""),
        ],
        rows=[
            Row(
                pseudonym(worker["worker"]),
                (one.name, *_habits(worker), *_agreement(worker)),
                one.name,
            )
            for one, worker in _reported(studied)
        ],
        empty=NONE_YET,
    )


def worker_agreement(studied: Sequence[Studied]) -> Chart:
    rows, undefined = [], Counter[str]()
    for one, worker in _reported(studied):
        alpha, s, chance = _agreement(worker)
        others = worker.get("others", {})
        undefined.update(
            f"{one.name}: {name} is undefined for {{}}. {reason}"
            for figure, name in ((others.get("alpha", {}), "α"), (others.get("S", {}), "S"))
            if (reason := figure.get("reason"))
        )
        values = (one.name, *agreement_values(others), in_short(alpha, s, chance))
        rows.append(Row(pseudonym(worker["worker"]), values, one.name))
    return Chart(
        key="worker-agreement",
        title="S and α, worker by worker",
        about="Each worker compared with the others on the same texts: S of their pairs with "
        "them, and α with the worker’s distance from the others as the disagreement within "
        "texts. Bottom right: they share the crowd’s habit more than its reading of the "
        "texts. Low on both: they agree with no one.",
        kind="points",
        first="worker",
        across="S with the others",
        up="α with the others",
        columns=[
            Column("campaign", "text", ""),
            *agreement_columns(),
            Column("reading", "text", ""),
        ],
        rows=rows,
        empty=NONE_YET,
        readings=[reason.format(counted(times, "worker")) for reason, times in undefined.items()],
    )


def _reported(studied: Sequence[Studied]) -> Iterator[tuple[Studied, Habits]]:
    for one in studied:
        for worker in one.results.get("workers", ()):
            yield one, worker


def _habits(worker: Habits) -> tuple[Value, ...]:
    shares = worker["prepositions"].get("shares") or {}
    mean, expected = worker["mean"], worker["expected"]
    return (
        worker["annotations"],
        mean,
        expected,
        mean / expected if mean is not None and expected else None,
        worker["two_or_three"],
        worker["sd"],
        shares.get("left"),
        shares.get("right"),
    )


def _agreement(worker: Habits) -> tuple[float | None, float | None, float | None]:
    """Return α, S and S by chance; none for a report of an earlier version, which is recomputed
    soon."""
    others = worker.get("others", {})
    alpha, s = others.get("alpha", {}), others.get("S", {})
    return alpha.get("value"), s.get("value"), s.get("chance")
