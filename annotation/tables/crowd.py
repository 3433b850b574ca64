"""Tables of a crowd with categorical answers: the consensus, the workers, and times."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from annotation.tables.figures.crowd_figures import Bin, Method, Time, Worker, WorkerAgreement
from annotation.tables.table import Column, Row, Table, Value, figure

Unit = Literal["pairs", "items"]
METHODS = {
    "majority": ("majority", "the answer with most votes; a tie is no consensus"),
    "absolute_majority": ("absolute majority", "more than half of the votes"),
    "dawid_skene": ("Dawid–Skene", "weighs each worker by their answers to other items"),
    "median": ("median", "the middle answer on the scale; two different middle answers tie"),
}


def methods_table(found: Mapping[str, Method], unit: Unit, called: str = "") -> Table:
    """Return the number of items that each consensus method settles, and its accuracy.

    unit : the noun for items in the figures, such as "pairs"
    called : the noun for people, such as "texts"
    """
    return Table(
        key="methods",
        title="Consensus",
        first="consensus",
        columns=[
            Column(unit, "count", head=called),
            Column("ties", "count"),
            Column("accuracy", "share", decimals=2),
            Column("known", "count"),
        ],
        rows=[
            Row(name, [one[unit], one["ties"], _accuracy(one), one["gold"]], about=meaning)
            for key, (name, meaning) in METHODS.items()
            if (one := found.get(key))
        ],
    )


def _accuracy(one: Method) -> Value:
    return figure(one["accuracy"], one.get("accuracy_reason", ""))


def workers_table(found: WorkerAgreement, name: Callable[[str], str] = str) -> Table:
    """Return how often each worker with enough judgments agrees with the majority."""
    return Table(
        key="workers",
        title="Workers and the majority",
        first="worker",
        columns=[
            Column("judged", "count", "x"),
            Column("own vote left out", "share", "y"),
            Column("own vote counted in", "share", ""),
            Column("by Dawid–Skene", "share", ""),
            Column("known", "count", ""),
            Column("of these right", "count", ""),
        ],
        rows=[Row(name(one["worker"]), list(_worker(one)), "workers") for one in found["workers"]],
        empty=found.get("reason", ""),
    )


def _worker(one: Worker) -> Iterator[Value]:
    yield one["judged"]
    yield one["with_others"]
    yield one["agreement"]
    yield one["dawid_skene"]
    yield one["gold"]
    yield one["gold_right"]


def time_table(found: Time) -> Table:
    """Return the seconds from claim to submission, by the number of words judged."""
    return Table(
        key="time",
        title="Time against length",
        first="words",
        columns=[
            Column("median seconds"),
            Column("a quarter is below", role=""),
            Column("a quarter is above", role=""),
            Column("judgments", "count", ""),
        ],
        rows=[Row(_lengths(one), list(_bin(one))) for one in found["bins"]],
        empty="No judgment times yet.",
    )


def _lengths(one: Bin) -> str:
    first, last = f"{one['from']:,}", f"{one['to']:,}"
    return first if first == last else f"{first}–{last}"


def _bin(one: Bin) -> Iterator[Value]:
    low, middle, high = one["quartiles"]
    yield from (middle, low, high, one["judgments"])
