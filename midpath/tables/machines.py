"""Tables that compare a set with a crowd."""

from collections.abc import Callable, Sequence

from midpath.tables.decisions import consensus_against
from midpath.tables.figures.bias_figures import Preferences
from midpath.tables.figures.machines import AlternativeTest, ComparedWorker, Lens
from midpath.tables.table import Column, Row, Table, Value
from midpath.text.formatting import percent

# The annotators for whom the paper recommends each value of epsilon.
ADVISED = {0.1: "a crowd", 0.15: "skilled annotators", 0.2: "experts"}


def verdicts_table(test: AlternativeTest) -> Table:
    """Return the winning rate by epsilon, with the annotators for whom each epsilon is
    recommended."""
    return Table(
        key="verdicts",
        title="Against how many workers it wins",
        first="ε",
        columns=[
            Column("advised for", "text", ""),
            Column("workers it wins against", "count"),
            Column("winning rate ω", "share"),
            Column("could stand in", "text", "", head="could replace"),
        ],
        rows=[
            Row(
                f"{one['epsilon']:g}",
                (
                    ADVISED.get(one["epsilon"], ""),
                    one["won"],
                    one["winning_rate"],
                    "yes" if one["passes"] else "no",
                ),
            )
            for one in test["verdicts"]
        ],
        empty=test["reason"],
    )


def workers_table(test: AlternativeTest, name: Callable[[int], str]) -> Table:
    """Return each tested worker compared with the model, those with most items first."""
    epsilons = [one["epsilon"] for one in test["verdicts"]]
    return Table(
        key="workers",
        title="Worker by worker",
        first="worker",
        columns=[
            Column("items", "count"),
            Column("nearer", "count", group="the machine is"),
            Column("as near", "count", group="the machine is"),
            Column("farther", "count", group="the machine is"),
            Column("advantage", "share"),
            *(
                Column(f"p at ε {epsilon:g}", "text", group="p at ε", head=f"{epsilon:g}")
                for epsilon in epsilons
            ),
        ],
        rows=[Row(name(one["worker"]), _of_worker(one)) for one in test["workers"]],
        empty=test["reason"],
    )


def _of_worker(one: ComparedWorker) -> tuple[Value, ...]:
    return (
        one["nearer"] + one["alike"] + one["farther"],
        one["nearer"],
        one["alike"],
        one["farther"],
        one["advantage"],
        *(
            written_p(p) + (" wins" if won else "")
            for p, won in zip(one["p"], one["won"], strict=True)
        ),
    )


def written_p(value: float) -> str:
    """Format a p-value for people.

    >>> written_p(0.0), written_p(0.00042), written_p(0.0411)
    ('< .001', '< .001', '.041')
    """
    return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")


def settled_table(lens: Lens) -> Table:
    """Return how often its answer equals the workers' consensus, by each consensus method."""
    return Table(
        key="settled",
        title="Agreement with the consensus",
        first="settled by",
        columns=[
            Column("items settled", "count"),
            Column("its answer is it", "share"),
            Column("undecided", "count"),
        ],
        rows=[
            Row(
                one["way"],
                (
                    one["settled"],
                    one["agreeing"] / one["settled"] if one["settled"] else None,
                    one["undecided"],
                ),
            )
            for one in lens["settled"]
        ],
        empty="No item of the set has an answer from a worker.",
    )


def decided_tables(lens: Lens) -> list[Table]:
    """Return its answers compared with all decisions and with blind ones; empty if no item that it
    answers is decided."""
    decided = lens["decided"]
    found = [
        consensus_against(decided["all"], "decided", "This set and the workers’ consensus"),
        consensus_against(decided["blind"], "blind", "The same, blind,"),
    ]
    return [table for table in found if table.rows]


def biases_table(lens: Lens) -> Table | None:
    """Return its preferences and the crowd's, as in the bias laboratory; None if the scheme has
    none."""
    own, crowd = lens["biases"], lens["crowd_biases"]
    if own is None or crowd is None:
        return None
    named: list[tuple[str, Preferences]] = [("this set", own), ("the workers", crowd)]
    return Table(
        key="biases",
        title="Preferences regardless of the text",
        first="answers of",
        columns=[
            Column("segments or height, mean", decimals=2),
            Column("by chance", decimals=2),
            Column("two or three segments", "share"),
            Column("SD of their lengths", decimals=2),
            Column("cut on both sides of a preposition", "share"),
        ],
        rows=[Row(name, _preferences(one)) for name, one in named],
    )


def _preferences(one: Preferences) -> Sequence[Value]:
    shares = one["prepositions"].get("shares")
    return (
        one["mean"],
        one["expected"],
        one["two_or_three"],
        one["sd"],
        shares["both"] if shares else None,
    )


def majority_agreement(lens: Lens) -> tuple[str, str]:
    """Describe its agreement with the workers' majority vote, and theirs for comparison."""
    items, middle = lens["majority"]["items"], lens["crowd_majority"]
    value = percent(lens["majority"]["agreeing"] / items) if items else ""
    return value, f"the workers’ median {percent(middle[1])}" if middle else ""
