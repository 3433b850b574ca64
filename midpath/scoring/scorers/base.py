"""The contract of a kind of file that `midpath score` reads."""

from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.exchange.rows import Skipped
from midpath.exchange.wanted import Wanted
from midpath.json_types import Figures, JsonMapping, Results
from midpath.tables.set_rows import Headline
from midpath.tables.table import Part

Options = JsonMapping


class Scored(NamedTuple):
    """The figures, and the tables and lines that print them. `fault` ends the command after these,
    if nothing could be scored. `skipped` is what was left out of each file, by its name; `notes`
    say how each was read."""

    result: Figures
    lines: Iterator[Part]
    fault: str = ""
    skipped: Mapping[str, Sequence[Skipped]] = {}
    notes: Mapping[str, Sequence[str]] = {}


class Scorer(ABC):
    """A kind of file, its options, and its part of the help.

    Options have argparse's names, such as "by_worker" for --by-worker.

    place : its position in the help
    inputs : the options that select it
    files : all its options that name a file to read
    own : the options, other than `inputs`, that are valid only with it and others that name them
    requires : the option that another option requires
    levels : the words that it takes as --level, in addition to the share for --interval
    choices : the options that choose among the answers in its files
    for_one_set : its options that are valid only with one set of files
    headlines : the figures in the table of several sets, a set per row
    alone : the message for one of its options without any of `inputs`
    """

    place: ClassVar[int]
    name: ClassVar[str]
    inputs: ClassVar[tuple[str, ...]]
    files: ClassVar[tuple[str, ...]]
    own: ClassVar[tuple[str, ...]] = ()
    requires: ClassVar[Mapping[str, str]] = {}
    levels: ClassVar[tuple[str, ...]] = ()
    choices: ClassVar[tuple[str, ...]] = ()
    for_one_set: ClassVar[tuple[str, ...]] = ()
    headlines: ClassVar[Sequence[Headline]] = ()
    alone: ClassVar[Mapping[str, str]] = {}
    purpose: ClassVar[str]  # continues "Compute agreement: "
    units: ClassVar[str]  # the units of intervals
    items: ClassVar[str] = ""  # the content of a line of --items, as described in the help
    examples: ClassVar[str]  # one command per line
    form: ClassVar[str] = ""  # a paragraph about its files

    @abstractmethod
    def add_files(self, parser: ArgumentParser) -> None:
        """Add the options that name files and their content."""

    def add_options(self, parser: ArgumentParser) -> None:  # noqa: B027 (not every kind has any)
        """Add its other options, which the help shows after the common ones."""

    def remarks(self, result: Results) -> Iterable[str]:
        """Return sentences about a set's figures, for below the table of several sets."""
        return ()

    @abstractmethod
    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        """Return the figures of the files that the options name, one for each option, and write
        the lines of --items.

        plan : the plan of intervals; None if none are requested
        errors : takes remarks and progress

        Raises CommandError if a file cannot be read.
        """


def wanted_in(options: Options) -> Wanted:
    """Return which answers of a file to read."""
    control, predictions = options["control"] or "", options["model_answers"]
    return Wanted(control, predictions=predictions, fragments=options["fragments"])


def add_files_argument(parser: ArgumentParser, name: str, about: str) -> None:
    """Add an option that names any number of files, one per set."""
    parser.add_argument(f"--{name}", nargs="+", action="extend", metavar="FILE", help=about)
