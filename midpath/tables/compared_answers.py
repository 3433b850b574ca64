"""Tables of a comparison of two sides whose answers are pairs, labels, sentences or spans."""

from collections.abc import Iterator, Mapping

from midpath.json_types import Results
from midpath.tables.crowd import convergence
from midpath.tables.table import Column, Form, Role, Row, Table, Value, figure

BETWEEN = (
    "α between uses only pairs of one answer from each side, so agreement within a side does "
    "not raise it: 1 if both sides give the same answers to each item, 0 if an answer of the "
    "other side is no closer on the same item than on any other."
)
PARTS = {
    "between": ("between", BETWEEN),
    "together": ("together", "α of both sides combined."),
    "crowd": ("the crowd", "α of the crowd alone, on the items that both answered."),
    "gold": ("gold", "α of gold alone, on the items that both answered."),
}
WAYS = {
    "majority": "Majority",
    "absolute_majority": "Absolute majority",
    "median": "Median",
    "places": "Place by place",
    "dawid_skene": "Dawid–Skene",
}
# The answers that a consensus method uses: the crowd's, or those of both sides.
SOURCES = {"nearest": "the crowd", "mixed": "both mixed"}
# Each measure of how near a consensus method comes to gold, with its name, its format and its role
# in a chart.
NEAREST: Mapping[str, tuple[str, Form, Role]] = {
    "accuracy": ("as gold", "share", "series"),
    "alike": ("alike", "share", ""),
    "gold": ("items", "count", ""),
}
# The people of one side, and the system of the other.
SYSTEMS = ("%s: people", "%s: a system")


def alpha_table(results: Results) -> Table:
    """Return α of each side, of both, and between them."""
    return Table(
        key="agreement",
        title="α between the sides and within",
        about=" ".join(about for _, about in PARTS.values()),
        first="answers",
        columns=[Column("α")],
        rows=[
            Row(name, [figure(found["value"], found.get("reason", ""))])
            for name, found in ((PARTS[key][0], results["alpha"][key]) for key in PARTS)
        ],
    )


def nearest_table(results: Results) -> Table:
    """Return how often each consensus method gives the gold answer, using the crowd's answers and,
    if the results contain it, those of both sides."""
    sources = {key: name for key, name in SOURCES.items() if results.get(key)}
    parts = [part for part in NEAREST if any(part in one for one in results["nearest"].values())]
    return Table(
        key="nearest",
        title="Which consensus comes closest to gold",
        about="The share of items with a gold consensus for which this consensus method gives "
        "the gold answer: from the crowd’s answers, and from both sides combined (the "
        "experiment of LAW 2013, section 5). For pairs and labels, a tie counts as the "
        "share of tied answers that are correct; sentences and spans without a consensus "
        "are left out.",
        first="settled by",
        columns=[
            Column(f"{NEAREST[part][0]}, {name}", NEAREST[part][1], NEAREST[part][2], *heads)
            for part in parts
            for name in sources.values()
            for heads in [(NEAREST[part][0], name)]
        ],
        rows=[
            Row(
                name,
                [_near(results[source][key], part) for part in parts for source in sources],
                mark=max(convergence(results[source][key]) for source in sources),
            )
            for key, name in WAYS.items()
            if key in results["nearest"]
        ],
        empty="This scheme has no other consensus methods.",
    )


def _near(found: Results, part: str) -> Value:
    return figure(found[part], found.get("accuracy_reason", "") if part == "accuracy" else "")


def systems_table(results: Results) -> Table:
    """Return F1 of the side with one answer per question, and of people against each other."""
    shares = ("F1", "precision", "recall")
    return Table(
        key="systems",
        title="A system against people",
        about="A side that answers each question once is a system. People: the best F1 of each "
        "against another’s sentences, averaged. A system: its best F1 against all people "
        "but one, averaged over the one left out, so that it is compared with as many "
        "people as each of them is. “Answerable” is how often it is right about whether the "
        "document answers the question at all. After PrivacyQA, section 4.",
        first="side",
        columns=[
            *(Column(name, "share", "" if at else "series") for at, name in enumerate(shares)),
            Column("answerable", "share", ""),
            Column("questions", "count", ""),
        ],
        rows=[
            Row(SYSTEMS[at] % PARTS[found["system"]][0], list(_system(found)))
            for at, found in enumerate(results.get("systems", ()))
        ],
    )


def _system(found: Results) -> Iterator[Value]:
    reason = found.get("reason", "")
    yield from (figure(found[name], reason) for name in ("f1", "precision", "recall"))
    yield figure(found["answerability"]["value"], reason)
    yield found["questions"]


def cells_table(results: Results) -> Table:
    """Return the confusion matrix of both sides, the most frequent cells first."""
    return Table(
        key="cells",
        title="Consensus of both sides",
        about="Items by the consensus of each side. Items without a consensus on one side are "
        "left out.",
        first="the crowd",
        columns=[Column("gold", "text", ""), Column("items", "count")],
        rows=[Row(crowd, [gold, times]) for crowd, gold, times in results["settled"]["cells"]],
    )
