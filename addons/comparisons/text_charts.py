"""The stored results of a comparison of segmentations as figures, charts and tables. Only words are
computed here."""

from collections.abc import Iterator, Sequence

from annotation.research.common.charts import Chart, drawn
from annotation.research.common.figure_caption import Figure
from midpath.json_types import Results
from midpath.tables.comparison import (
    ALPHA,
    DIRECTIONS,
    DISTANCES,
    ENTAILED,
    SOURCES,
    STRATEGIES,
    WANTED,
    agreement_table,
    entailment_table,
    picks_table,
)
from midpath.tables.differences import interval_text
from midpath.tables.shapes import distribution
from midpath.tables.table import Row, Table, is_known
from midpath.text.formatting import UNDEFINED, counted, percent, signed

ACROSS_PAIRS = "pairs entailed"


def cells_of(results: Results) -> list[Figure]:
    return [*_alpha_cells(results), *_entailment_cells(results)]


def omitted_of(results: Results) -> list[tuple[str, str, int]]:
    """Return each strategy and source that picks nothing for some texts, with the reason and the
    number of texts."""
    return [
        (STRATEGIES[name][0], f"{SOURCES[source][0]}: {why}", times)
        for name, sources in _picks(results)
        for source, found in sources.items()
        for why, times in sorted(found["left_out"].items())
    ]


def charts_of(results: Results) -> list[Chart]:
    if "flat" not in results:
        return [_agreement(results)]
    return [_agreement(results), _entailment(results), _tenths(results), _picked(results)]


def _alpha_cells(results: Results) -> Iterator[Figure]:
    for (kind, d), (label, words) in DISTANCES.items():
        if kind not in results:
            continue
        between, together = results[kind]["between"][d], results[kind]["together"][d]
        value, value_together = between["value"], together["value"]
        shown = UNDEFINED if value_together is None else signed(value_together)
        yield Figure(
            label=f"α between, {label}",
            value="" if value is None else signed(value),
            note=between.get("reason")
            or f"{_interval(between)}together {shown} · {counted(between['texts'], 'text')}",
            definition=f"{words} {ALPHA}",
        )


def _interval(between: Results) -> str:
    return f"95%: {bounds} · " if (bounds := interval_text(between)) else ""


def _entailment_cells(results: Results) -> Iterator[Figure]:
    for key, label in DIRECTIONS.items():
        if (found := results.get(key)) is None:
            continue
        observed = found["observed"]
        yield Figure(
            label=label,
            value="" if observed is None else percent(observed),
            note=found.get("reason")
            or f"chance {percent(found['chance'])} · {counted(found['pairs'], 'pair')}, "
            f"{counted(found['texts'], 'text')}",
            definition=ENTAILED,
        )


def _agreement(results: Results) -> Chart:
    table = agreement_table(results)
    return drawn(
        table,
        "bar",
        up="α",
        rows=_rows_if_any(table),
        empty=results["flat" if "flat" in results else "nested"]["between"]["d1"].get("reason", ""),
        readings=[*table.readings, *table.notes],
    )


def _entailment(results: Results) -> Chart:
    table = entailment_table(results)
    return drawn(table, "bar", up="of pairs", readings=table.notes)


def _tenths(results: Results) -> Chart:
    known = [(label, results[key]) for key, label in DIRECTIONS.items() if key in results]
    counts = [(label, dict(enumerate(found["texts_by_tenths"]))) for label, found in known]
    table = distribution(
        counts,
        key="tenths",
        title="Entailed pairs per text",
        about="Texts by their share of entailed pairs (LAW 2013, Fig. 4). Further right, the "
        "two sets agree more.",
        first=ACROSS_PAIRS,
        label=lambda tenth: f"{10 * tenth} to {10 * (tenth + 1)}%",
        empty=WANTED
        if not known
        else "No text has a flat segmentation in one set and a tree in the other.",
        readings=[f"{label}: {counted(found['texts'], 'text')}." for label, found in known],
    )
    return drawn(table, "bar", across=ACROSS_PAIRS, up="of texts")


def _picked(results: Results) -> Chart:
    table = picks_table(results)
    return drawn(table, "bar", up="of texts", rows=_rows_if_any(table))


def _rows_if_any(table: Table) -> Sequence[Row]:
    """Return the rows, or none if the first figure of each is undefined."""
    return table.rows if any(is_known(row.values[0]) for row in table.rows) else ()


def _picks(results: Results) -> list[tuple[str, Results]]:
    """Return the strategies in order; JSON in the database does not preserve it."""
    return [(name, results["picks"][name]) for name in STRATEGIES]
