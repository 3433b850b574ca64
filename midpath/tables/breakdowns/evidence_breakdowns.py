"""Tables of breakdowns of evidence: by a column of the questions, errors of a system, and places in
several answer-sets."""

from collections.abc import Iterator, Mapping, Sequence

from midpath.json_types import Results
from midpath.tables.table import Column, Row, Table, Value, figure

OWN_NAMES = {
    "category": "category",
    "categories": "category (consensus)",
    "document": "document",
    "length": "number of words",
}
FACTORS = {
    "scope": ("relevant", "related", "irrelevant"),
    "subjectivity": ("objective", "subjective"),
    "silence": ("nobody", "some", "more than half", "all"),
    "expectedness": ("expected", "unexpected"),
}
SYSTEMS = ("human", "no answer", "word count 3")
ERRORS = {"missed": "misses an answer", "invented": "invents one", "elsewhere": "is elsewhere"}
ERRORS_ABOUT = (
    "A system misses an answer if it marks nothing, unless more than half of the workers say that "
    "there is no answer. If they do, it invents an answer by marking anything. It is elsewhere if "
    "no worker marked any of its sentences. Scope, subjectivity and expectedness are the majority "
    "of the workers who answered that question; silence is how many workers find no answer "
    "(PrivacyQA, Table 8)."
)


def by_column_tables(found: Mapping[str, Results], decimals: int | None = None) -> list[Table]:
    """Return a table for each column, those that every campaign may have first."""
    own = [column for column in OWN_NAMES if column in found]
    others = sorted(found.keys() - OWN_NAMES.keys())
    return [by_column_table(column, found[column], decimals) for column in (*own, *others)]


def by_column_table(
    column: str, found: Results, decimals: int | None = None, named: Sequence[str] = SYSTEMS
) -> Table:
    """Return agreement and F1 for each value of a column of the questions, the most frequent value
    first. Of the baselines, only those in `named` are shown."""
    groups: Sequence[Results] = list(found["values"].values())
    systems = [
        one["system"]
        for group in groups[:1]
        for one in group["systems"]
        if one["system"] in named or not one["system"].startswith("word count")
    ]
    return Table(
        key=f"by-{column}",
        title=f"By {OWN_NAMES.get(column, column)}",
        first=OWN_NAMES.get(column, column),
        columns=[
            Column("questions", "count", ""),
            Column("α", decimals=decimals),
            *(Column(f"F1, {name}", group="F1", head=name, decimals=decimals) for name in systems),
        ],
        rows=[
            Row(value, list(_group(found["values"][value], systems)))
            for value in _ordered(column, found["values"])
        ],
        empty="No question has a value in this column.",
    )


def _ordered(column: str, values: Mapping[str, Results]) -> list[str]:
    """Return the values as they are shown; stored results have no order."""
    if column == "length":
        return sorted(values, key=int)
    return sorted(values, key=lambda value: (-values[value]["questions"], value))


def _group(group: Results, systems: Sequence[str]) -> Iterator[Value]:
    rows = {one["system"]: one for one in group["systems"]}
    yield group["questions"]
    yield figure(group["alpha"]["value"], group["alpha"].get("reason", ""))
    for name in systems:
        yield figure(rows[name]["f1"], rows[name].get("reason", ""))


def errors_table(found: Results, name: str = "system") -> Table:
    """Return a system's errors: in all questions with an answer, and by what the experts say."""
    rows = [("all questions", found["all"])]
    rows += [
        (f"{factor}: {value}", found["by"][factor][value])
        for factor, values in FACTORS.items()
        if factor in found["by"]
        for value in (*values, "no agreement", "not given")
        if value in found["by"][factor]
    ]
    return Table(
        key="errors",
        title=f"Errors of {name}",
        about=ERRORS_ABOUT,
        first="questions",
        columns=[
            Column("questions", "count", ""),
            *(Column(head, "count") for head in ERRORS.values()),
            Column("errors", "share", ""),
        ],
        rows=[
            Row(label, [one["questions"], *(one[error] for error in ERRORS), one["share"]])
            for label, one in rows
        ],
    )


def answer_sets_table(found: Mapping[str, Results]) -> Table:
    """Return the share of the marked sentences, and sections, that are in several answer-sets."""
    return Table(
        key="answer-sets",
        title="In several answer sets",
        about="Of the sentences and sections that any worker marked for any question, those that "
        "were marked for more than one (ACL 2014, section 4.1).",
        first="in several answer sets",
        columns=[Column("share", "share"), Column("marked", "count", "")],
        rows=[
            Row(name, [figure(one["value"], one.get("reason", "")), one["places"]])
            for name, one in found.items()
        ],
    )
