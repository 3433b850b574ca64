"""The tables of the papers in LaTeX, with booktabs."""

from collections.abc import Sequence
from dataclasses import replace

from midpath.papers.outcomes import Outcome, PaperOutcome
from midpath.papers.printing.tables import heading_of, table_of
from midpath.tables.latex import HEAD, lines_of


def document(papers: Sequence[PaperOutcome]) -> str:
    """Return the tables of all papers, for \\input."""
    tables = (
        _table(outcome) for each in papers for outcome in each.outcomes if any(outcome.rows())
    )
    return HEAD.format("midpath papers") + "\n\n".join(tables) + "\n"


def _table(outcome: Outcome) -> str:
    table = table_of(outcome)
    named = replace(table, title=heading_of(outcome), key=outcome.entry.key.lower())
    return "\n".join(lines_of(named, f"ll{'r' * (len(table.columns) - 1)}"))
