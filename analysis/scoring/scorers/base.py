"""The contract of a kind of file that `manage.py score` reads."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from django.core.management.base import CommandParser, OutputWrapper

from agreement.bootstrap import Plan
from annotation.tables.terminal import Part

Options = Mapping[str, Any]
Figures = dict[str, Any]


class Scored(NamedTuple):
    """The figures, and the tables and lines that print them. `fault` ends the command after these,
    if nothing at all could be scored."""

    result: Figures
    lines: Iterator[Part]
    fault: str = ""


class Scorer(ABC):
    """A kind of file, its options, and its part of the help.

    Options are named as argparse names them, such as "by_worker" for --by-worker.

    place : its place in the help, among the others
    inputs : the options of which any chooses it
    files : all its options that name a file to read
    own : the options that go with it only, beside `inputs`
    requires : which other option an option requires
    levels : the words that it takes as --level, beside the share that goes with --interval
    alone : the message for one of its options without any of `inputs`
    asked : its part of the sentence that asks for a file; if empty, it has a sentence of its own
    """

    place: ClassVar[int]
    name: ClassVar[str]
    inputs: ClassVar[tuple[str, ...]]
    files: ClassVar[tuple[str, ...]]
    own: ClassVar[tuple[str, ...]] = ()
    requires: ClassVar[Mapping[str, str]] = {}
    levels: ClassVar[tuple[str, ...]] = ()
    alone: ClassVar[Mapping[str, str]] = {}
    asked: ClassVar[str] = ""
    purpose: ClassVar[str]  # continues "Compute the agreement "
    units: ClassVar[str]  # which intervals are over
    items: ClassVar[str] = ""  # the content of a line of --items, as its help tells it
    examples: ClassVar[str]  # a command a line
    form: ClassVar[str] = ""  # a paragraph about its files

    @abstractmethod
    def add_files(self, parser: CommandParser) -> None:
        """Add the options that name files and what they hold."""

    def add_options(self, parser: CommandParser) -> None:  # noqa: B027 (not every kind has any)
        """Add its other options, which the help shows after those that all share."""

    @abstractmethod
    def score(self, options: Options, plan: Plan | None, errors: OutputWrapper) -> Scored:
        """Return the figures of the files that the options name, and write the lines of --items.

        plan : of intervals; None if none are asked for
        errors : takes remarks and progress

        Raises CommandError if a file cannot be read.
        """
