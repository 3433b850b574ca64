"""Several sets of files for one command, scored one by one and shown in one table."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from midpath.console.errors import CommandError
from midpath.console.streams import file_named, write_file
from midpath.exchange.files import STANDARD, called
from midpath.scoring.scorers.base import Options, Scored, Scorer
from midpath.tables.comma_separated import csv_of
from midpath.tables.latex import latex_of
from midpath.tables.markdown import markdown_of
from midpath.tables.set_rows import Sets
from midpath.tables.table import Part, Table

WRITERS: Mapping[str, Callable[[Table], str]] = {
    ".csv": csv_of,
    ".md": markdown_of,
    ".tex": latex_of,
}
MISSING = "No file of the set has this figure."


class FileSet(NamedTuple):
    """A set: its name, and its file for each option that selects files."""

    name: str
    files: Mapping[str, str | None]


def add_table_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--table",
        type=_place_of_table,
        metavar="OUT",
        help="write the table with a row per set, as CSV (.csv, all digits), Markdown (.md) or "
        "LaTeX with booktabs (.tex)",
    )


def _place_of_table(value: str) -> Path:
    path = Path(value)
    if path.suffix not in WRITERS:
        raise ArgumentTypeError(f"{value!r} does not end in {', '.join(WRITERS)}")
    return path


def file_sets(scorer: Scorer, options: Options) -> list[FileSet]:
    """Return the sets of files. One file per option is one set, whatever the files' names; of
    several, those of the same name are a set. Refuse options that are for a single set."""
    given = {
        option: [named_file(value, option) for value in options[option] or ()]
        for option in scorer.inputs
    }
    if all(len(each) <= 1 for each in given.values()):
        names = [name for each in given.values() for name, _ in each]
        files = {option: each[0][1] if each else None for option, each in given.items()}
        return [FileSet(names[0], files)]
    for option in ("items", *scorer.for_one_set):
        if options[option]:
            shown = f"--{option.replace('_', '-')}"
            raise CommandError(f"{shown} is for one set. Score the sets one after the other.")
    by_option = {option: _by_name(option, each) for option, each in given.items()}
    order = dict.fromkeys(chain.from_iterable(by_option.values()))
    return [
        FileSet(name, {option: each.get(name) for option, each in by_option.items()})
        for name in order
    ]


def named_file(value: str, option: str) -> tuple[str, str]:
    """Return the name of a set, and its file: NAME=FILE, or a file whose name contains it."""
    name, equals, path = value.partition("=")
    if equals and name and path and file_named(value) is None:
        return name, path
    return set_name(value, option), value


def set_name(path: str, option: str) -> str:
    """Return the name of a file without the kind of its content; that of its folder if nothing
    else is left.

    >>> set_name("data/Q500_flat.json", "flat"), set_name("data/Q500/flat.json", "flat")
    ('Q500', 'Q500')
    """
    if path == STANDARD:
        return called(path)
    stem = Path(path).stem
    kind = rf"(?:^|[-_. ]){re.escape(option)}(?=[-_. ]|$)"
    rest = re.sub(kind, "", stem, flags=re.IGNORECASE).strip("-_. ")
    return rest or Path(path).absolute().parent.name or stem


def _by_name(option: str, files: Sequence[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, path in files:
        if name in found:
            raise CommandError(
                f"--{option}: {called(found[name])} and {called(path)} are both named {name}. Name "
                f"one of them: --{option} NAME={path}."
            )
        found[name] = path
    return found


def sets_of(scorer: Scorer, scored: Sequence[tuple[FileSet, Scored]]) -> Sets:
    """Return the table of the sets. Names in it are those of the sets."""
    return Sets(
        {one.name: found.result for one, found in scored},
        scorer.headlines,
        {one.name: list(scorer.remarks(found.result)) for one, found in scored},
        MISSING,
    )


def scored_together(sets: Sets, scored: Sequence[tuple[FileSet, Scored]]) -> Scored:
    """Return the figures of several sets, and the table that prints them."""
    results = [{"set": one.name, "files": _given(one), **found.result} for one, found in scored]
    return Scored(
        {"sets": results},
        _report(sets),
        " ".join(filter(None, (found.fault for _, found in scored))),
        {name: each for _, found in scored for name, each in found.skipped.items()},
        {name: each for _, found in scored for name, each in found.notes.items()},
    )


def write_table(path: Path, sets: Sets) -> None:
    write_file(path, WRITERS[path.suffix](sets.with_ends()).encode())


def _given(one: FileSet) -> dict[str, str]:
    return {option: called(path) for option, path in one.files.items() if path is not None}


def _report(sets: Sets) -> Iterator[Part]:
    yield sets.table()
    intervals = sets.intervals()
    if intervals.rows:
        yield ""
        yield intervals
    yield ""
    yield "All figures of a set: midpath score with its files alone, or --json"
