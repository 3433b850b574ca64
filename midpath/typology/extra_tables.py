"""Tables of what is only computed on request: intervals, four classes, divided words."""

from collections.abc import Iterator, Sequence

from midpath.tables.table import Column, Part, Row, Table, figure
from midpath.typology.result_shapes import AdpositionClass, Interval, Morphemes, ResultsOfFile


def extra_lines(found: Sequence[ResultsOfFile]) -> Iterator[Part]:
    intervals = [(one["file"], one["interval"]) for one in found if "interval" in one]
    classes = [(one["file"], one["adposition_class"]) for one in found if "adposition_class" in one]
    if intervals:
        yield from ("", _intervals(intervals))
    if classes:
        yield from ("", _classes(classes))
    for one in found:
        if "morphemes" in one:
            yield from ("", morphemes_line(one["file"], one["morphemes"]))


def _intervals(found: Sequence[tuple[str, Interval]]) -> Table:
    first = found[0][1]
    return Table(
        key="intervals",
        title=f"{first['level']:.0%} interval of the difference from {first['resamples']:,} "
        "resamples of the sentences; undecided if it includes 0",
        first="file",
        columns=[
            Column("low", "difference"),
            Column("high", "difference"),
            Column("SE"),
            Column("decision", "text"),
        ],
        rows=[_interval(file, one) for file, one in found],
    )


def _interval(file: str, one: Interval) -> Row:
    left_out = f"{one['undefined']:,} resamples have no difference and are left out."
    return Row(
        file,
        [
            figure(one["low"], one["reason"]),
            figure(one["high"], one["reason"]),
            one["standard_error"],
            one["decision"],
        ],
        notes=[left_out] if one["undefined"] and not one["reason"] else [],
    )


def _classes(found: Sequence[tuple[str, AdpositionClass]]) -> Table:
    return Table(
        key="classes",
        title="One of four classes; how many function words prefer either side by "
        f"{found[0][1]['bits']:g} bit or more",
        first="file",
        columns=[
            Column("words", "count"),
            Column("left", "count"),
            Column("right", "count"),
            Column("class", "text"),
        ],
        rows=[
            Row(
                file,
                [one["words"], one["left"], one["right"], one["name"]],
                notes=[f"{one['name']}, because {one['reason']}"] if one["reason"] else [],
            )
            for file, one in found
        ],
    )


def morphemes_line(file: str, found: Morphemes) -> str:
    return (
        f"{file}: {found['with_entry']:,} of {found['words']:,} words divided into morphemes by "
        f"{found['entries']:,} entries; {found['types_without_entry']:,} distinct words have none."
    )
