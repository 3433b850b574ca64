"""Tables that compare workers and each automatic consensus with the decisions."""

from collections.abc import Callable, Sequence

from midpath.tables.figures.decision_figures import (
    AgainstDecisions,
    ConsensusAgainstDecisions,
    WorkerAgainstDecisions,
)
from midpath.tables.table import Column, Row, Table, Value, figure

LIKENESS, SAME = "how alike", "the same"
COLUMNS = (
    Column("how alike", "share", group=LIKENESS, head="mean"),
    Column("how alike, low", "share", "", group=LIKENESS, head="from"),
    Column("how alike, high", "share", "", group=LIKENESS, head="to"),
    Column("the same", "share", "", group=SAME, head="share"),
    Column("the same, low", "share", "", group=SAME, head="from"),
    Column("the same, high", "share", "", group=SAME, head="to"),
)


def workers_against(
    found: Sequence[WorkerAgainstDecisions], name: Callable[[int], str] = str
) -> Table:
    """Return each worker's agreement with the decisions on what they judged."""
    return Table(
        key="workers",
        title="Workers and decisions",
        first="worker",
        columns=[Column("decided", "count", ""), *COLUMNS],
        rows=[Row(name(one["worker"]), [one["decided"], *_similarity(one)]) for one in found],
        empty="No worker has judged any decided item.",
    )


def consensus_against(
    found: Sequence[ConsensusAgainstDecisions], key: str = "consensus", title: str = "Consensus"
) -> Table:
    """Return each automatic consensus compared with the decisions."""
    return Table(
        key=key,
        title=f"{title} and decisions",
        first="consensus",
        columns=[Column("settled", "count", ""), Column("undecided", "count", ""), *COLUMNS],
        rows=[
            Row(one["way"], [one["decided"], one["undecided"], *_similarity(one)]) for one in found
        ],
        empty="There is no consensus here, or no decided item has judgments.",
    )


def apart_table(found: AgainstDecisions) -> Table:
    """Return the similarity of the two independent decisions on an item."""
    return Table(
        key="apart",
        title="Two independent adjudicators",
        first="adjudicators",
        columns=[Column("decided", "count", ""), *COLUMNS],
        rows=[Row("the first two", [found["decided"], *_similarity(found)])],
    )


def reasons_table(reasons: Sequence[tuple[str, int]], uncoded: int, decisions: int) -> Table:
    """Return how many of the final decisions have each reason. A decision may have several, so the
    shares need not add up to 100 %."""
    rows = [*reasons, *([("no reason", uncoded)] if uncoded else [])]
    return Table(
        key="reasons",
        title="Reasons for disagreement",
        first="reason",
        columns=[Column("decisions", "count", ""), Column("share of decisions", "share")],
        rows=[Row(name, [times, times / decisions if decisions else None]) for name, times in rows],
        empty="No reasons yet.",
    )


def _similarity(one: AgainstDecisions) -> list[Value]:
    values: list[Value] = []
    for value, interval in (
        (one["likeness"], one["likeness_interval"]),
        (one["same"], one["same_interval"]),
    ):
        reason = interval.get("reason", "")
        values += [figure(value, reason), figure(interval["low"], reason)]
        values.append(figure(interval["high"], reason))
    return values
