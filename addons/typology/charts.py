"""A typology's stored results as lists of words, a chart and tables."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from addons.typology.figures import TABLE
from addons.typology.models import Typology
from addons.typology.results import results_of
from annotation.research.common.charts import Chart
from midpath.tables.figures.text_figures import Proposed
from midpath.tables.table import Column, Row, Table, Value
from midpath.typology.result_shapes import Precision, Results, Zone
from midpath.typology.result_tables import (
    INDICATORS,
    indicator_table,
    proposed_table,
    ranked_table,
    zone_name,
)

SHOWN = 50
# The columns for proposed words: frequency, LCE and RCE.
PROPOSED = (1, 2, 3)
THIS = "this corpus"


def ranked_of(typology: Typology) -> Table:
    """Return the first words of the three lists, without their frequencies."""
    table = ranked_table(results_of(typology))
    places = [place for place, column in enumerate(table.columns) if column.head != "times"]
    return replace(table, rows=table.rows[:SHOWN]).arranged(places)


def proposed_tables(typology: Typology) -> list[tuple[str, Table]]:
    """Return the proposed words of each possible side, for readers."""
    return [
        (side, proposed_table([(side, words)]).arranged(PROPOSED))
        for side, words in proposed_of(typology)
    ]


def proposed_of(typology: Typology) -> list[tuple[str, Sequence[Proposed]]]:
    """Return the proposed words for each possible side: one if decided, none for too few words."""
    found = results_of(typology)
    proposed = found["proposed"]
    if found["decision"] == "undefined":
        return []
    if proposed["side"]:
        return [(proposed["side"], proposed["words"])]
    return [(side, words) for side, words in proposed["either"].items() if words]


def words_of_side(typology: Typology, side: str) -> list[str]:
    """Return the words proposed for a side, the most likely first.

    If there are none for that side, they are those of the first side that has any.
    """
    proposed = dict(proposed_of(typology)) if typology.results else {}
    rows = proposed.get(side) or next(iter(proposed.values()), [])
    return [row["word"] for row in rows]


def charts_of(typology: Typology) -> list[Chart]:
    found = results_of(typology)
    return [*_gains(found["precision"]), _languages(found)]


def indicators_of(typology: Typology) -> Table | None:
    """Return how well each indicator finds the known function words; None without a list."""
    precision = results_of(typology)["precision"]
    return None if precision is None else indicator_table(precision)


def tables_of(typology: Typology) -> list[Table]:
    """Return the tables that can be downloaded as CSV."""
    found = results_of(typology)
    indicators = indicators_of(typology)
    return [
        *([] if indicators is None else [indicators]),
        ranked_table(found),
        proposed_table(proposed_of(typology)),
    ]


def _gains(precision: Precision | None) -> list[Chart]:
    """Return Figures 1 and 2 of the paper for the known function words."""
    if precision is None or precision["mean"] is None:
        return []
    return [
        _gain("gain-by-words", "words", "N words", precision["by_size"]),
        _gain("gain-by-vocabulary", "vocabulary", "V distinct words", precision["by_vocabulary"]),
    ]


def _gain(key: str, by: str, across: str, zones: Sequence[Zone]) -> Chart:
    return Chart(
        key=key,
        title=f"Gain over frequency by {by}",
        about=(
            "How much better each indicator finds the function words than frequency does: "
            "(AP − AP of Fr) / AP of Fr, mean AP of the sub-samples with "
            f"{across} (COLING 2014, Figures 1 and 2). Above zero is better than frequency."
        ),
        kind="line",
        first=across,
        across=across,
        up="gain over Fr",
        columns=[
            Column("sub-samples", "count", role=""),
            *(Column(name, "difference") for name in INDICATORS[1:]),
        ],
        rows=[
            Row(
                zone_name(zone),
                [
                    zone["samples"],
                    *((zone["gain"] or {}).get(name) for name in INDICATORS[1:]),
                ],
            )
            for zone in zones
        ],
        empty="",
    )


def _languages(found: Results) -> Chart:
    return Chart(
        key="languages",
        title="Compared with the languages of the paper",
        about=(
            "Languages to the right of zero were classified as prepositional, those to the "
            "left as postpositional. The shape shows the true type: Estonian, Finnish, "
            "Hungarian and Lithuanian were misclassified. COLING 2014, Table 3: 300,000 "
            "sentences each, lists of 200 words by entropy."
        ),
        kind="points",
        first="language",
        across="ρ(TL) − ρ(TR)",
        up="ρ(TL)",
        columns=[
            Column("code", "text", "mark"),
            Column("family", "text", ""),
            Column("ρ(TL)", role="y"),
            Column("ρ(TR)", role=""),
            Column("ρ(TL) − ρ(TR)", role="x"),
            Column("classified as", "text", ""),
            Column("is", "text", ""),
        ],
        rows=list(_language_rows(found)),
        empty="",
    )


def _language_rows(found: Results) -> Iterator[Row]:
    if found["difference"] is not None:
        values: list[Value] = [
            "this",
            "",
            found["rho_left"],
            found["rho_right"],
            found["difference"],
        ]
        yield Row(THIS, [*values, found["decision"], ""], THIS)
    for one in TABLE:
        values = [one.code, one.family, one.rho_left, one.rho_right, one.difference]
        yield Row(one.language, [*values, one.predicted, one.true], f"{one.true} languages")
    for number, (left, right) in enumerate(found["samples"]["each"], 1):
        if left is not None and right is not None:
            values = ["", "", left, right, left - right, "", ""]
            yield Row(f"sample {number}", values, "its samples")
