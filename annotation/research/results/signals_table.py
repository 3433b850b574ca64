"""Tables of the signals of a campaign's workers."""

from collections.abc import Callable, Iterable, Sequence
from math import log

from annotation.models import Campaign, WorkerSignals
from midpath.tables.reading import stake, state_shown
from midpath.tables.table import Cell, Column, Row, Table, Value

TEN = log(10)
CERTIFIED = "certified at 20"
AGAIN = "consistency with themselves"
COLUMNS = (
    Column("reading test", "text"),
    Column("stake", "text"),
    Column("judgments", "count"),
    Column("median seconds", decimals=1, head="median time"),
    Column("faster than others", "share"),
    Column("most frequent answer", "share"),
    Column("with the majority", "share"),
    Column(AGAIN, "share", head="consistency on repeats"),
    Column("α with the others", decimals=2),
    Column("S with the others", decimals=2),
    Column("twins", "count"),
)


def columns_of(campaign: Campaign) -> tuple[Column, ...]:
    """Return the columns for a campaign's page; without repeats, their columns are left out."""
    return tuple(one for one in COLUMNS if campaign.repeat_every or one.name != AGAIN)


def cells_of(one: WorkerSignals, campaign: Campaign, *, tested: bool) -> list[Cell]:
    """Return a worker's signals for a campaign's page."""
    shown = columns_of(campaign)
    cells = zip(values_of(one, tested=tested), COLUMNS, strict=True)
    return [Cell(value, column) for value, column in cells if column in shown]


def values_of(one: WorkerSignals, *, tested: bool = True) -> tuple[Value, ...]:
    """Return a worker's signals, one value for each of COLUMNS."""
    return (
        state_shown(one.state, one.lost_since) if tested else None,
        stake(one.stake) if tested else None,
        one.judgments,
        None if one.milliseconds is None else one.milliseconds / 1000,
        one.faster,
        one.same,
        one.majority,
        one.consistency,
        one.alpha,
        one.s,
        one.twins,
    )


def signals_table(workers: Iterable[WorkerSignals], name: Callable[[int], str]) -> Table:
    """Return the signals of all workers in full, for a file."""
    columns = [
        *(Column(column.name.replace("stake", "stake, about"), column.form) for column in COLUMNS),
        Column("group of twins", "count"),
        Column("repeats earlier answers", "text"),
        Column("repeated", "count"),
        Column("ranked answers", "count"),
        Column("certified after", "count"),
        Column("certificate lost after", "count"),
        Column("not since task", "count"),
        *(Column(f"log10 of the {which}") for which in ("stake", "highest stake", "stake against")),
        Column("p at a fixed time"),
    ]
    return Table(
        key="signals",
        title="Signals",
        first="worker",
        columns=columns,
        rows=[
            Row(
                name(one.enrolment.worker.number),
                (
                    *values_of(one),
                    one.cluster,
                    "yes" if one.follows else "no",
                    one.repeated,
                    one.ranked,
                    one.certified_at,
                    one.lost_at,
                    one.lost_since,
                    *(power / TEN for power in (one.stake, one.highest, one.against)),
                    one.p,
                ),
            )
            for one in workers
        ],
    )


def course_rows(ranks: Sequence[Sequence[float]]) -> list[Row]:
    """Return a row for each ranked answer: its rank, and both stakes after it."""
    return [
        Row(
            str(number),
            (
                stake_for / TEN,
                stake_against / TEN,
                log(20) / TEN,
                *(int(count) for count in counts),
                p,
            ),
        )
        for number, (_, *counts, p, stake_for, stake_against) in enumerate(ranks, 1)
    ]
