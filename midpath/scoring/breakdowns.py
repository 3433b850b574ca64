"""The options of `score` that break figures down: by length or a column, and by worker."""

from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from agreement.groups import Ints
from agreement.three import three_figures
from agreement.votes.ballots import AnyBallots
from agreement.workload import workload_figures
from midpath.breakdowns import LENGTH, Breakdown, Shown, break_down, by_length, by_value
from midpath.console.errors import CommandError
from midpath.console.streams import bytes_in
from midpath.exchange.files import STANDARD, called
from midpath.exchange.judged.cells import MISSING
from midpath.exchange.judged.item_columns import BadColumn, read_item_column
from midpath.exchange.judged.numbered_rows import JudgmentColumns
from midpath.json_types import Figures, JsonMapping
from midpath.text.formatting import counted

NAMES = ("by", "item_columns", "workload")
MAX_GROUPS = 500
NO_LENGTHS = (
    "--by length needs the number of words of each item: a column words, or the texts themselves "
    "as items."
)


class Groupable(NamedTuple):
    """The items of a file, and how to compute the figures of some of them.

    judged : the number of judgments of each item
    lengths : returns the number of words of each item
    workers : the number of judgments of each worker; None if the file does not name them
    columns : the values of each item by column, if the file's reader has read them
    """

    path: str
    judged: Mapping[str, int]
    lengths: Callable[[], Mapping[str, int]]
    figures_of: Callable[[Sequence[str]], JsonMapping]
    shown: Sequence[Shown]
    workers: Collection[int] | None
    columns: Mapping[str, Mapping[str, str]] | None = None


def add_breakdown_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--item-columns",
        metavar="FILE",
        help="for --by and --tags: a table of the items that has the column (default: the file of "
        "judgments itself)",
    )
    parser.add_argument(
        "--workload",
        action="store_true",
        help="add how judgments are distributed over workers: Lorenz curve, Gini coefficient, how "
        "many did fewer than five",
    )


def add_three_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--three",
        action="store_true",
        help="for --pairs and --labels: add the pairwise agreement of three random workers per "
        "item, to compare crowds of different sizes; it is exact, nothing is drawn",
    )


def columns_read(options: JsonMapping) -> tuple[str, ...]:
    """Return the columns of the file of judgments that are read in addition to those of its
    reader."""
    if options.get("item_columns"):
        return ()
    named = (*(options.get("by") or ()), options.get("tags"))
    return tuple(name for name in named if name and name != LENGTH)


def require_column(options: JsonMapping) -> None:
    """Raise an error for a table of items without a column to read in it."""
    columns = {*(options["by"] or ()), options.get("tags")} - {LENGTH, None}
    if options["item_columns"] and not columns:
        raise CommandError("--item-columns goes with --by COLUMN or --tags.")


def add_breakdowns(result: Figures, options: JsonMapping, found: Groupable) -> None:
    """Add what the options request to the figures of a file."""
    if options["by"]:
        result["breakdowns"] = list(_breakdowns(options, found))
    add_workload(result, options, found.workers)


def add_workload(result: Figures, options: JsonMapping, workers: Collection[int] | None) -> None:
    """Add how judgments are distributed over workers, if requested.

    workers : the number of judgments of each; None if the file does not name them
    """
    if options["workload"]:
        result["workload"] = workload_figures(workers or ())
        if workers is None:
            result["workload"]["reason"] = (
                "The file does not say who made which annotation. If its keys mean the same person "
                "in every text, add --by-worker."
            )


def add_three(
    result: Figures, options: JsonMapping, ballots: AnyBallots, yes: Collection[object] = ()
) -> None:
    """Add the agreement of three random workers, if requested; with the answers that count as yes,
    also that on yes and no."""
    if not options["three"]:
        return
    items, labels = ballots.items.tolist(), ballots.labels.tolist()
    result["three"] = {"given": three_figures(zip(items, labels, strict=True))}
    if yes:
        as_yes = [ballots.label_names[label] in yes for label in labels]
        result["three"]["yes_no"] = three_figures(zip(items, as_yes, strict=True))


def column_of(
    options: JsonMapping, path: str, column: str, items: Collection[str]
) -> dict[str, str]:
    """Return the value in a column for each item that has one."""
    file = options["item_columns"] or path
    if file == path == STANDARD:
        raise CommandError(
            "A column cannot be read from standard input, which is read only once. Give a file."
        )
    try:
        return read_item_column(file, bytes_in(file), column, items)
    except BadColumn as error:
        advice = "" if options["item_columns"] else " Or name a table with --item-columns."
        raise CommandError(f"{called(file)}: {error}{advice}") from error


def _breakdowns(options: JsonMapping, found: Groupable) -> Iterator[Breakdown]:
    for by in dict.fromkeys(options["by"]):
        if by == LENGTH:
            groups = by_length(found.lengths())
        else:
            groups = by_value(_values(options, found, by))
        if len(groups) > MAX_GROUPS:
            raise CommandError(
                f"--by {by}: there are {counted(len(groups), 'different value')}; at most "
                f"{MAX_GROUPS} are allowed."
            )
        yield break_down(by, groups, found.judged, found.figures_of, found.shown)


def _values(options: JsonMapping, found: Groupable, by: str) -> Mapping[str, str]:
    if found.columns is None or options["item_columns"]:
        return column_of(options, found.path, by, found.judged)
    values = {item: cells[by] for item, cells in found.columns.items() if cells.get(by)}
    if not values:
        names = dict.fromkeys(name for cells in found.columns.values() for name in cells)
        raise CommandError(
            f"{called(found.path)}: no item has the column {by}. The columns are: "
            f"{', '.join(names) or 'none'}."
        )
    return values


def counts_of(names: Sequence[str], numbers: Ints) -> dict[str, int]:
    """Return how often each name occurs among the numbers of names."""
    times = np.bincount(numbers, minlength=len(names))
    return dict(zip(names, times.tolist(), strict=True))


def lengths_in(rows: JudgmentColumns) -> dict[str, int]:
    """Return the number of words of each item: its column words, or the words of its name."""
    known = {
        rows.items[item]: words
        for item, words in zip(rows.item, rows.words, strict=True)
        if words != MISSING
    }
    return known or lengths_of_names(rows.items)


def lengths_of_names(items: Collection[str]) -> dict[str, int]:
    """Return the number of words of items that are texts; raise an error if none has two words."""
    lengths = {item: len(item.split()) for item in items}
    if all(length < 2 for length in lengths.values()):
        raise CommandError(NO_LENGTHS)
    return lengths
