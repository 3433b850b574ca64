"""Terminal report of a crowd compared with gold."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from midpath.reports.crowd import first_of, in_groups, value_of
from midpath.tables.compared_answers import (
    PARTS,
    alpha_table,
    cells_table,
    nearest_table,
    systems_table,
)
from midpath.tables.comparison import DIRECTIONS, agreement_table, entailment_table, picks_table
from midpath.tables.differences import differences_table
from midpath.tables.notes import interval_notes
from midpath.tables.table import Column, Part, Row, Table, figure
from midpath.text.formatting import counted

Figures = Mapping[str, Any]
DECIMALS = 5
MAX_CELLS = 20


def report_compared(result: Figures) -> Iterator[Part]:
    """Return the figures of pairs, labels, evidence or spans."""
    counts = {"answered by both": result["items"]}
    counts |= {f"answers of {side}": times for side, times in _answers(result)}
    cells = cells_table(result)
    return in_groups(
        [_counts("items", counts | result["left_out"])],
        [_alphas(result["alpha"], alpha_table(result))],
        [_alike(result)],
        *([table] for table in (nearest_table(result), systems_table(result)) if table.rows),
        [cells.title, *first_of(cells, MAX_CELLS)] if cells.rows else [],
        _differences(result),
    )


def report_segmentations(result: Figures) -> Iterator[Part]:
    return in_groups(
        [_counts("texts", {"texts with flats of both": result["texts"], **result["left_out"]})],
        [agreement_table(result, decimals=DECIMALS)],
        _entailment(result),
        [picks_table(result, decimals=3)],
        _differences(result),
    )


def _entailment(result: Figures) -> Iterator[Part]:
    directions = [(title, result[key]) for key, title in DIRECTIONS.items() if key in result]
    if directions:
        yield entailment_table(result, decimals=3)
    for title, found in directions:
        tenths = " ".join(f"{texts:,}" for texts in found["texts_by_tenths"])
        yield f"  {title}: texts by share entailed, in tenths from 0 to 1: {tenths}"


def _answers(result: Figures) -> Iterator[tuple[str, int]]:
    for side in ("crowd", "gold"):
        yield PARTS[side][0], result["answers"][side]


def _counts(key: str, counts: Mapping[str, int]) -> Table:
    return Table(
        key=key,
        columns=[Column("", "count")],
        rows=[Row(why, [times]) for why, times in counts.items()],
    )


def _alphas(found: Figures, table: Table) -> Table:
    """Return the table of α with its intervals, and the difference of the two sides' α."""
    rows = [
        replace(row, notes=[*row.notes, *interval_notes(found[part])])
        for part, row in zip(PARTS, table.rows, strict=True)
    ]
    if "difference" in found:
        apart = found["difference"]
        notes = list(interval_notes(apart))
        rows.append(Row("the crowd less gold", [figure(apart["value"])], notes=notes))
    columns: Sequence[Column] = [replace(table.columns[0], decimals=DECIMALS)]
    return replace(table, columns=columns, rows=rows)


def _alike(result: Figures) -> Table:
    alike, settled = result["alike"], result["settled"]
    decided = settled["same"] + settled["different"]
    return Table(
        key="alike",
        title="How alike the two are",
        columns=[Column("share", "share", decimals=3), Column("items", "count")],
        rows=[
            Row(
                "answer by answer",
                [value_of(alike), alike["items"]],
                notes=list(interval_notes(alike)),
            ),
            Row(
                "settled alike",
                [value_of(settled), decided],
                notes=[f"no consensus on one side: {counted(settled['undecided'], 'item')}"]
                if settled["undecided"]
                else [],
            ),
        ],
    )


def _differences(result: Figures) -> Iterator[Part]:
    if "differences" in result:
        yield differences_table(result, decimals=DECIMALS)
