"""COLING 2014, Table 3, as charts."""

from collections.abc import Iterator, Sequence

from annotation.research.common.charts import Chart, drawn
from annotation.tables.figures.pair_figures import PairFigures
from annotation.tables.pairs import strata_tables
from annotation.tables.table import Table


def charts_by_stratum(figures: PairFigures, answers: Sequence[str]) -> Iterator[Chart]:
    """Yield the chart of yes and no, into which more than two answers are pooled, and of all
    answers."""
    for table in reversed(strata_tables(figures, answers)):
        yield drawn(
            _series_first(table),
            "bar",
            up="share of pairs",
            title="Consensus by similarity" + ", yes or no" * (table.key == "yes-no"),
            about="The winning answer among the pairs of each stratum of cosine similarity; the "
            "table also has the number of votes for the winner (COLING 2014, Table 3).",
            empty="No pair has been judged yet.",
        )


def _series_first(table: Table) -> Table:
    """Return the table with the charted columns first, as in all earlier files."""
    places = range(len(table.columns))
    return table.arranged(sorted(places, key=lambda place: table.columns[place].role != "series"))
