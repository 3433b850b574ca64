"""Tables of a crowd with categorical answers: the consensus, the workers, and times."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from midpath.tables.figures.crowd_figures import (
    Bin,
    Fit,
    Method,
    Time,
    Worker,
    WorkerAgreement,
)
from midpath.tables.table import Column, Form, Row, Table, Value, figure

Unit = Literal["pairs", "items"]
METHODS = {
    "majority": ("majority", "the answer with most votes; a tie is no consensus"),
    "absolute_majority": ("absolute majority", "more than half of the votes"),
    "dawid_skene": ("Dawid–Skene", "weighs each worker by their answers to other items"),
    "median": ("median", "the middle answer on the scale; two different middle answers tie"),
    "one_coin": (
        "one coin",
        "estimates how often each worker is right; use it if workers judge few items",
    ),
    "mace": (
        "MACE",
        "estimates how often each worker knows the answer; use it if some answer at random",
    ),
    "glad": (
        "GLAD",
        "estimates each worker’s skill and each item’s ease; use it to find difficult items",
    ),
}
# The columns of workers' skills by model, in its own unit.
SKILLS: Mapping[str, tuple[str, Form]] = {
    "one_coin": ("right by one coin", "share"),
    "mace": ("knows by MACE", "share"),
    "glad": ("skill by GLAD", "number"),
}
NO_FITS: Mapping[str, Fit] = {}


def methods_table(
    found: Mapping[str, Method], unit: Unit, called: str = "", fits: Mapping[str, Fit] = NO_FITS
) -> Table:
    """Return the number of items that each consensus method settles, and its accuracy.

    unit : the noun for items in the figures, such as "pairs"
    called : the noun for people, such as "texts"
    fits : how the estimation of each model ended
    """
    return Table(
        key="methods",
        title="Consensus",
        first="consensus",
        columns=[
            Column(unit, "count", head=called),
            Column("ties", "count"),
            Column("accuracy", "share", decimals=2),
            Column("gold", "count"),
        ],
        rows=[
            Row(
                name,
                [one[unit], one["ties"], _accuracy(one), one["gold"]],
                about=meaning,
                mark=convergence(fits.get(key)),
            )
            for key, (name, meaning) in METHODS.items()
            if (one := found.get(key))
        ],
    )


def convergence(fit: Fit | None) -> str:
    """Return a remark on a model whose estimation was stopped before it converged.

    >>> convergence({"rounds": 1000, "converged": False}), convergence(None)
    ('not converged after 1,000 rounds', '')
    """
    if fit is None or fit.get("converged", True):
        return ""
    return f"not converged after {fit['rounds']:,} rounds"


def _accuracy(one: Method) -> Value:
    return figure(one["accuracy"], one.get("accuracy_reason", ""))


def workers_table(found: WorkerAgreement, name: Callable[[str], str] = str) -> Table:
    """Return how often each worker with enough judgments agrees with the majority, and their skills
    by the models that were computed."""
    known = {key for one in found["workers"] for key in one.get("skills", {})}
    models = [key for key in SKILLS if key in known]
    return Table(
        key="workers",
        title="Workers and the majority",
        first="worker",
        columns=[
            Column("judged", "count", "x"),
            Column("own vote left out", "share", "y"),
            Column("own vote counted in", "share", ""),
            Column("by Dawid–Skene", "share", ""),
            *(Column(*SKILLS[key], "") for key in models),
            Column("gold", "count", ""),
            Column("of these right", "count", ""),
        ],
        rows=[
            Row(name(one["worker"]), list(_worker(one, models)), "workers")
            for one in found["workers"]
        ],
        empty=found.get("reason", ""),
    )


def _worker(one: Worker, models: Iterable[str]) -> Iterator[Value]:
    yield one["judged"]
    yield one["with_others"]
    yield one["agreement"]
    yield one["dawid_skene"]
    skills = one.get("skills", {})
    yield from (skills.get(key) for key in models)
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
