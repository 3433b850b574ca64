"""Tables of the reading test."""

from collections.abc import Sequence
from math import exp, log

from midpath.tables.figures.reading_figures import Part, Reader, Reading, Sort
from midpath.tables.table import Column, Row, Table
from midpath.text.formatting import counted

STATES: dict[str, str] = {
    "certified": "certified reader",
    "lost": "no longer certified",
    "open": "not certified yet",
    "other": "answers fit other texts better",
}
DEFINITIONS = (
    (
        "Stake",
        (
            "The value of an initial stake of 1 on “the answers depend on the texts”. A habit’s "
            "stake stays around 1; only one in twenty ever reaches 20."
        ),
    ),
    ("Certified after", "The number of ranked answers at which the stake first reached 20."),
    (
        "p",
        (
            "How often a habit would give ranks at least as good, for a number of answers fixed "
            "in advance."
        ),
    ),
)
ERROR_NOTE = (
    "Workers who read nothing are certified in at most 5 % of all campaigns, however often one "
    "looks."
)
LARGEST = 999_999.5
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def stake(logarithm: float) -> str:
    """Format the odds of a stake for people.

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


def state_shown(state: str, since: int | None = None) -> str:
    """Describe the state of a worker; for one who lost their certificate, with the task since
    which.

    >>> state_shown("certified"), state_shown("lost", 24)
    ('certified reader', 'not since task 24')
    """
    return f"not since task {since:,}" if state == "lost" and since else STATES[state]


def too_early(certified: int, most_ranked: int, usual_answers: int) -> str:
    """Return a sentence if no one is certified because no one has enough ranked answers.

    >>> too_early(0, 5, 20)
    'Too early: usually after about 20 answers. So far no worker has more than 5 ranked answers.'
    >>> too_early(1, 5, 20), too_early(0, 20, 20)
    ('', '')
    """
    if certified or most_ranked >= usual_answers:
        return ""
    return (
        f"Too early: usually after about {usual_answers} answers. So far no worker has more than "
        f"{counted(most_ranked, 'ranked answer')}."
    )


def readers_table(reading: Reading) -> Table:
    """Return a row per worker, those certified soonest first."""
    return Table(
        key="readers",
        title="Do workers’ answers depend on the text?",
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
        empty="This file does not say who answered.",
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
    """Describe how many workers were certified, and how soon."""
    workers = sum(bool(one["ranked"]) for one in reading["readers"])
    if not workers:
        return ["No answers could be ranked: too few others answered the same texts."]
    most_ranked = max(one["ranked"] for one in reading["readers"])
    early = too_early(reading["certified"], most_ranked, reading["usual_answers"])
    certified = f"{reading['certified']:,} of {counted(workers, 'worker')} are certified readers."
    said = [early or certified]
    if reading["other"]:
        said.append(
            f"The answers of {counted(reading['other'], 'worker')} fit other texts better than "
            "their own."
        )
    for share, after in (
        ("Half", reading["half_after"]),
        ("Nine out of ten", reading["nine_tenths_after"]),
    ):
        if after is not None:
            said.append(f"{share} of them were certified by {counted(after, 'ranked answer')}.")
    return said


def sorts_table(sorts: Sequence[Sort], texts: int, runs: int) -> Table:
    """Return a row per kind of simulated worker: the power of the test, and its errors."""
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
            ("Certified", "The share whose stake reached 20 by this many texts."),
            ("Other texts", "The share whose opposite test reached 20 at any time."),
        ),
    )


def _sort(one: Sort) -> Row:
    values = (*one["certified"].values(), one["half_after"], one["nine_tenths_after"], one["other"])
    return Row(one["name"], values, mark="" if one["reads"] else "reads nothing")


def parts_table(parts: Sequence[Part], runs: int) -> Table:
    """Return a row per kind of worker in replayed campaigns: detection and false alarms."""
    return Table(
        key="parts",
        title=f"Replayed as an incoming campaign, {counted(runs, 'time')}",
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
                (one["workers"], one["ranked"], one["certified"], one["half_after"], one["other"]),
                mark="" if one["reads"] else "reads nothing",
            )
            for one in parts
        ],
    )
