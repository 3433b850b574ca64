"""The table of an entry, for a terminal, Markdown and LaTeX."""

from midpath.papers.outcomes import Outcome
from midpath.tables.table import Column, Row, Table


def table_of(outcome: Outcome) -> Table:
    """Return the printed and the computed lines of each row, one below the other."""
    entry = outcome.entry
    columns = [Column("source", "text", head=" "), *(_column(name) for name in entry.columns)]
    rows, last = [], ""
    for label, source, cells in outcome.rows():
        rest = [""] * (len(entry.columns) - len(cells))
        rows.append(Row("" if label == last else label, [source, *cells, *rest]))
        last = label
    return Table(key=entry.key, columns=columns, rows=rows, first=entry.first)


def _column(name: str) -> Column:
    return Column(name, "text")


def heading_of(outcome: Outcome) -> str:
    return f"{outcome.entry.place}: {outcome.entry.title}"


def notes_of(outcome: Outcome) -> list[str]:
    """Return the sentences below the table: differences, remarks, and what is unavailable."""
    entry = outcome.entry
    statuses = list(outcome.statuses())
    different = {label for label, _, status in statuses if status == "different"}
    reasons: dict[str, list[str]] = {}
    for label, why in entry.differences.items():
        if label in different or (not label and outcome.lines):
            reasons.setdefault(why, []).append(label)
    notes = [
        f"{', '.join(labels)}: {why}" if any(labels) else why for why, labels in reasons.items()
    ]
    notes += outcome.remarks
    if entry.unavailable:
        notes.append(f"Unavailable: {entry.unavailable}")
    notes += [f"Not computed here: {why}." for why in outcome.missing]
    return notes


def data_of(outcome: Outcome) -> str:
    """Return the names of the data; empty without any."""
    return "; ".join(outcome.on)
