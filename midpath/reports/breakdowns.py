"""Terminal report of figures by length or by a column, of the workload, and of three workers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from midpath.breakdowns import Shown
from midpath.json_types import Results
from midpath.reports.crowd import first_of, shortened
from midpath.tables.breakdowns.cuts import at_prepositions_table, verb_phrases_table
from midpath.tables.breakdowns.groups_and_workers import (
    breakdown_table,
    three_table,
    workload_table,
)
from midpath.tables.figures.bias_figures import BiasFigures
from midpath.tables.table import Part, Table

DECIMALS = 4
MAX_WORDS = 20


def report_breakdowns(found: Results, shown: Sequence[Shown], units: str) -> Iterator[Part]:
    """Yield the tables that were requested, each with an empty line before it."""
    for one in found.get("breakdowns", ()):
        yield ""
        yield from _with_readings(breakdown_table(one, shown, units, shortened, DECIMALS))
    if "three" in found:
        yield ""
        yield three_table(found["three"], units)
    if "workload" in found:
        yield ""
        yield from _with_readings(workload_table(found["workload"]))


def report_cuts(bias: BiasFigures) -> Iterator[Part]:
    """Yield the cuts at each preposition, and around verb phrases if there are tags."""
    if bias.get("at_prepositions"):
        table = at_prepositions_table([("", bias["at_prepositions"])])
        yield from first_of(table, MAX_WORDS)
    if "verb_phrases" in bias:
        table = verb_phrases_table([("", bias["verb_phrases"])])
        yield replace(table, title="", empty=bias["verb_phrases"].get("reason", ""))
        yield from (f"  {reading}" for reading in table.readings)


def _with_readings(table: Table) -> Iterator[Part]:
    yield table
    yield from (f"  {note}" for note in table.readings)
