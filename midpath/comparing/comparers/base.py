"""The contract of two files of one kind, a crowd's and gold's, read by `midpath compare`."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agreement.bootstrap import Plan
from midpath.comparing.base import Comparing
from midpath.comparing.figures import compare_answers
from midpath.comparing.matching import FileSide, item_lines, matched_by_name
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.streams import write_json_lines
from midpath.exchange.rows import Skipped
from midpath.reports.compared import report_compared
from midpath.scoring.scorers.base import Options, Scored, Scorer

NOTHING = "Nothing was compared: no item has answers from both sides."


class Sides(NamedTuple):
    """The contents of two files, and the comparison of their answers. `skipped` is what was left
    out of each file, by its name, and `notes` say how each was read."""

    comparing: Comparing
    crowd: FileSide
    gold: FileSide
    skipped: Mapping[str, Sequence[Skipped]] = {}
    notes: Mapping[str, Sequence[str]] = {}


class Comparer(Scorer):
    """A kind of files of two sides, their options and their part of the help. `purpose` is a
    sentence."""

    items = (
        "one line per item: the answers and consensus of both sides, their similarity, and the "
        "rank (most different first)"
    )

    def require(self, options: Options, *names: str) -> None:
        """Raise an error unless these files are given."""
        for name in names:
            if options[name] is None:
                given = next(one for one in self.inputs if options[one] is not None)
                option, other = (f"--{one.replace('_', '-')}" for one in (name, given))
                raise CommandError(f"{other} needs a second file. Give it with {option}.")


class AnswerComparer(Comparer):
    """A kind of two files with answers to named items."""

    @abstractmethod
    def sides(self, options: Options, errors: Lines) -> Sides:
        """Read both files, or raise CommandError."""

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        return self.compared(self.sides(options, errors), options, plan)

    def compared(self, sides: Sides, options: Options, plan: Plan | None) -> Scored:
        """Return the figures of two sides, and write the lines of --items."""
        comparing, crowd, gold, skipped, notes = sides
        found = matched_by_name(crowd, gold)
        result = compare_answers(comparing, *found, plan)
        if options["items"]:
            write_json_lines(options["items"], item_lines(comparing, found.items))
        fault = "" if found.items else NOTHING
        return Scored(result, report_compared(result), fault, skipped, notes)
