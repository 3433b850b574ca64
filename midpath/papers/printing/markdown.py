"""The page of the papers, in Markdown."""

from collections.abc import Iterator, Sequence

from midpath.papers.entries import Chart
from midpath.papers.outcomes import Outcome, PaperOutcome, count
from midpath.papers.printing.tables import data_of, heading_of, notes_of, table_of
from midpath.tables.markdown import line_of

PICTURES = "img/papers"
HEAD = """\
# The papers, recomputed

Midpath implements the methods of six papers. This page goes through their tables and figures: a
line with the printed values, and below it our values, as far as they follow from the paper itself
or from available data. `make papers` writes the page, and `midpath papers` prints the same tables
([options](command-line.md#the-papers)). [Printed figures](metrics/printed-figures.md) has the
exact fractions, [figures](metrics/README.md) the formulas, and
[what the papers describe](papers-rows.md) all methods, tasks and plans with their place in Midpath.

- **printed** is the paper's value, and **computed** is ours, by the paper's definition from what it
  prints. Equal values are shown with the printed decimals, others with one more;
  amounts of money have two.
- Lines with another name are computed on other data, because the paper's own data is not available.
  They are not meant to equal the printed values. Brackets contain a 95 % bootstrap interval.
- **simulated** marks a simulated crowd (seeded). Its figures show that the computation works and
  how its results look; they say nothing about people.
- – means that the paper prints no value there, or that none can be computed.
"""


def page(papers: Sequence[PaperOutcome]) -> str:
    """Return the page of all papers."""
    return "\n".join([HEAD, *_summary(papers), *(part for each in papers for part in _paper(each))])


def block(outcome: Outcome) -> str:
    """Return the part of the page about one entry."""
    return "\n".join(_block(outcome))


def file_name(chart: Chart) -> str:
    return f"{chart.key.lower()}.svg"


def _summary(papers: Sequence[PaperOutcome]) -> Iterator[str]:
    yield "| paper | printed cells | equal | different | unavailable | further cells computed |"
    yield "|---|---|---|---|---|---|"
    rows = [(f"{each.paper.key}, {each.paper.venue}", each.outcomes) for each in papers]
    if len(papers) > 1:
        rows.append(("in all", [one for each in papers for one in each.outcomes]))
    for name, outcomes in rows:
        found = count(outcomes)
        cells = found.printed, found.equal, found.different, found.unavailable, found.other
        yield f"| {name} | {' | '.join(f'{cell:,}' for cell in cells)} |"
    yield ""


def _paper(each: PaperOutcome) -> Iterator[str]:
    yield f"## {each.paper.key}: {each.paper.title}"
    yield ""
    yield f"*{each.paper.venue}.* {each.paper.question}"
    yield ""
    for outcome in each.outcomes:
        yield from _block(outcome)


def _block(outcome: Outcome) -> Iterator[str]:
    yield f"### {heading_of(outcome)}"
    yield ""
    if outcome.entry.about:
        yield outcome.entry.about
        yield ""
    table = table_of(outcome)
    if table.rows:
        heads = [table.first, *(column.heading for column in table.columns)]
        yield line_of(heads)
        yield "|---" * len(heads) + "|"
        yield from (line_of([row.label, *map(str, row.values)]) for row in table.rows)
        yield ""
    for chart in outcome.charts:
        yield f"![Chart: {chart.title}, as in the paper]({PICTURES}/{file_name(chart)})"
        yield ""
    if data := data_of(outcome):
        yield f"Computed on: {data}."
        yield ""
    notes = notes_of(outcome)
    yield from (f"- {note}" for note in notes)
    yield from [""] * bool(notes)
