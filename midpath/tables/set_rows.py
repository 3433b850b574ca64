"""Results of several sets in one table, a set per row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from midpath.json_types import Results
from midpath.tables.figures.common import Interval
from midpath.tables.notes import interval_notes
from midpath.tables.table import Column, Row, Table, Undefined, Value, figure

RESAMPLED = {"value", "observed", "share"}  # the keys of values that have an interval


class Headline(NamedTuple):
    """A column of the table, and where a set's figures have its value: under `key`, after `path`.

    It is left out if no set has the figure; if it is `optional`, also if all have none or 0.
    """

    column: Column
    path: Sequence[str] = ()
    key: str = "value"
    optional: bool = False

    def found_in(self, result: Results) -> Results | None:
        """Return the figure, with its interval if it has one; None if the set does not have it."""
        found: Results | None = result
        for part in self.path:
            found = found.get(part) if found is not None else None
        return found if found is not None and self.key in found else None

    def value_in(self, result: Results, missing: str) -> Value:
        """Return the value; undefined, with the reason, if there is none.

        missing : the reason if the set does not have the figure
        """
        found = self.found_in(result)
        if found is None:
            return Undefined(missing)
        reason = found.get(f"{self.key}_reason") or found.get("reason") or ""
        return figure(found[self.key], reason)

    def is_in(self, results: Sequence[Results]) -> bool:
        every = [found for one in results if (found := self.found_in(one)) is not None]
        return any(found[self.key] for found in every) if self.optional else bool(every)


class Sets(NamedTuple):
    """The figures of sets by name, with the columns of their table.

    `remarks` are sentences about sets, by name, and `missing` is the reason for a figure that a set
    does not have.
    """

    results: Mapping[str, Results]
    headlines: Sequence[Headline]
    remarks: Mapping[str, Sequence[str]]
    missing: str

    @property
    def shown(self) -> list[Headline]:
        results = list(self.results.values())
        return [one for one in self.headlines if one.is_in(results)]

    def table(self) -> Table:
        rows = [
            Row(
                name,
                [one.value_in(result, self.missing) for one in self.shown],
                notes=[*self._sampled(result), *self.remarks.get(name, ())],
            )
            for name, result in self.results.items()
        ]
        return Table(
            key="sets",
            title="Agreement, set by set",
            first="set",
            columns=[one.column for one in self.shown],
            rows=rows,
        )

    def intervals(self) -> Table:
        """Return the table of the figures' intervals, as text; without rows if there are none."""
        shown = [one for one in self.shown if self._has_interval(one)]
        columns = [replace(one.column, form="text") for one in shown]
        rows = [
            Row(name, [_range(one, result) for one in shown])
            for name, result in self.results.items()
        ]
        title = f"Intervals: {self._resampling}" if shown else ""
        return Table(
            key="intervals", title=title, first="set", columns=columns, rows=rows if shown else []
        )

    def with_ends(self) -> Table:
        """Return the table with the ends of intervals next to their figures, for a file."""
        table, columns = self.table(), list[tuple[Column, list[Value]]]()
        for place, one in enumerate(self.shown):
            columns.append((one.column, [row.values[place] for row in table.rows]))
            if self._has_interval(one):
                found = [_interval(one, result) for result in self.results.values()]
                lows: list[Value] = [each["low"] if each else None for each in found]
                highs: list[Value] = [each["high"] if each else None for each in found]
                columns += [(_end(one.column, "low"), lows), (_end(one.column, "high"), highs)]
        rows = [
            replace(row, values=[values[number] for _, values in columns])
            for number, row in enumerate(table.rows)
        ]
        return replace(table, columns=[column for column, _ in columns], rows=rows)

    def _has_interval(self, one: Headline) -> bool:
        return any(_interval(one, result) for result in self.results.values())

    @property
    def _resampling(self) -> str:
        """Return how intervals were computed, which is the same for all."""
        every = (_interval(one, each) for one in self.shown for each in self.results.values())
        found = next(one for one in every if one)
        return (
            f"{found['level']:.0%} from {found['resamples']:,} resamples of the {found['over']}, "
            f"seed {found['seed']}"
        )

    def _sampled(self, result: Results) -> Iterator[str]:
        for one in self.shown:
            found = one.found_in(result)
            if found is not None and found.get("sampled"):
                plain = {key: value for key, value in found.items() if key != "interval"}
                yield from (f"{one.column.name}: {note}" for note in interval_notes(plain))


def _interval(one: Headline, result: Results) -> Interval | None:
    found = one.found_in(result)
    if found is None or one.key not in RESAMPLED:
        return None
    return cast(Interval | None, found.get("interval"))


def _range(one: Headline, result: Results) -> Value:
    found = _interval(one, result)
    if not found:
        return None
    if found["low"] is None or found["high"] is None:
        return Undefined(found.get("reason", ""))
    return f"{one.column.shown(found['low'])} to {one.column.shown(found['high'])}"


def _end(column: Column, end: str) -> Column:
    head = f"{column.head}, {end}" if column.head else ""
    return replace(column, name=f"{column.name}, {end}", head=head)
