"""The results of papers for a terminal."""

from collections.abc import Iterator, Sequence

from midpath.papers.outcomes import Outcome, PaperOutcome, count
from midpath.papers.printing.tables import data_of, heading_of, notes_of, table_of
from midpath.tables.table import Part


def parts_of(papers: Sequence[PaperOutcome]) -> Iterator[Part]:
    """Yield tables and lines: each entry of each paper, and the counts of cells."""
    for each in papers:
        yield f"{each.paper.key}: {each.paper.title} ({each.paper.venue})"
        for outcome in each.outcomes:
            yield ""
            yield from _parts(outcome)
        yield ""
        yield f"{each.paper.key}: {count(each.outcomes)}"
        yield ""
    if len(papers) > 1:
        yield f"In all: {count([one for each in papers for one in each.outcomes])}"


def _parts(outcome: Outcome) -> Iterator[Part]:
    yield heading_of(outcome)
    table = table_of(outcome)
    if table.rows:
        yield table
    if data := data_of(outcome):
        yield f"  Computed on: {data}."
    yield from (f"  {note}" for note in notes_of(outcome))
