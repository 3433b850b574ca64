"""Tables of the reading test."""

from collections.abc import Sequence
from math import exp, log

from annotation.plurals import counted
from annotation.tables.figures.reading import Part, Reader, Reading, Sort
from annotation.tables.table import Column, Row, Table

STATES: dict[str, str] = {
    "certified": "certified reader",
    "open": "not certified yet",
    "other": "answers fit other texts better",
}
DEFINITIONS = (
    (
        "Stake",
        (
            "What a stake of 1 on “the answers depend on the texts” has become. A habit’s stays "
            "around 1; only one in twenty ever reaches 20."
        ),
    ),
    ("Certified after", "The number of ranked answers at which the stake first reached 20."),
    (
        "p",
        (
            "How often a habit would give ranks at least as good, at a number of answers that was "
            "fixed beforehand."
        ),
    ),
)
ERROR_NOTE = (
    "Those that read nothing are certified in at most 5 % of all campaigns, whenever one looks."
)
LARGEST = 999_999.5
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def stake(logarithm: float) -> str:
    """Return the odds of a stake as people read them.

    >>> stake(0.0), stake(3.0), stake(9.0), stake(100.0), stake(-9.0)
    ('1.0', '20', '8,103', '10⁴³', '0.0001')
    """
    if logarithm > log(LARGEST):
        return "10" + f"{logarithm / log(10):.0f}".translate(RAISED)
    odds = exp(logarithm)
    if odds >= 10:
        return f"{odds:,.0f}"
    if odds >= 0.1:
        return f"{odds:.1f}"
    return f"{odds:.1g}" if odds >= 0.0001 else "0.0001"


def readers_table(reading: Reading) -> Table:
    """Return a line a worker, those certified soonest first."""
    return Table(
        key="readers",
        title="Does each worker’s answer depend on the text?",
        first="worker",
        columns=[
            Column("answers", "count"),
            Column("ranked", "count"),
            Column("state", "text"),
            Column("certified after", "count"),
            Column("stake", "text"),
            Column("highest", "text"),
            Column("against", "text"),
            Column("p", decimals=4),
        ],
        rows=[_reader(one) for one in reading["readers"]],
        definitions=DEFINITIONS,
        readings=list(said_of(reading)),
        empty="No file here says who answered.",
    )


def _reader(one: Reader) -> Row:
    values = (
        one["answers"],
        one["ranked"],
        STATES[one["state"]],
        one["certified_at"],
        stake(one["stake"]),
        stake(one["highest"]),
        stake(one["stake_against"]),
        one["p"],
    )
    return Row(one["worker"], values)


def said_of(reading: Reading) -> Sequence[str]:
    """Return in sentences how many were certified, and how soon."""
    workers = sum(bool(one["ranked"]) for one in reading["readers"])
    if not workers:
        return ["No answer could be ranked: too few others answered the same texts."]
    said = [
        (
            f"{reading['certified']:,} of {counted(workers, 'worker')} certified as readers; of "
            f"{reading['other']:,} the answers fit other texts better than their own."
        )
    ]
    for share, after in (
        ("Half", reading["half_after"]),
        ("Nine tenths", reading["nine_tenths_after"]),
    ):
        if after is not None:
            said.append(f"{share} of them were certified by {counted(after, 'ranked answer')}.")
    return said


def sorts_table(sorts: Sequence[Sort], texts: int, runs: int) -> Table:
    """Return a line a sort of simulated workers: the power of the test, and its errors."""
    steps = list(sorts[0]["certified"]) if sorts else []
    return Table(
        key="sorts",
        title=f"Simulated workers, {runs:,} of each sort, {texts:,} texts",
        first="who",
        columns=[
            *(Column(f"by {step}", "share", group="certified", head=step) for step in steps),
            Column("half after", "count"),
            Column("nine tenths after", "count"),
            Column("other texts", "share"),
        ],
        rows=[_sort(one) for one in sorts],
        definitions=(
            ("Certified", "The share whose stake had reached 20 by so many texts."),
            ("Other texts", "The share of whom the test on the other side reached 20 at any time."),
        ),
    )


def _sort(one: Sort) -> Row:
    values = (*one["certified"].values(), one["half_after"], one["nine_tenths_after"], one["other"])
    return Row(one["name"], values, mark="" if one["reads"] else "reads nothing")


def parts_table(parts: Sequence[Part], runs: int) -> Table:
    """Return a line a sort of workers in replayed campaigns: detection and false alarms."""
    return Table(
        key="parts",
        title=f"Replayed as a campaign that comes in, {counted(runs, 'time')}",
        first="who",
        columns=[
            Column("workers", "count"),
            Column("ranked answers each", "count"),
            Column("certified", "share"),
            Column("half after", "count"),
            Column("other texts", "share"),
        ],
        rows=[
            Row(
                one["name"],
                (
                    one["workers"],
                    one["ranked"],
                    one["certified"],
                    one["half_after"],
                    one["other"],
                ),
                mark="" if one["reads"] else "reads nothing",
            )
            for one in parts
        ],
    )
