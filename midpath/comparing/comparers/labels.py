"""`midpath compare --crowd-labels --gold-labels`: labels of two files, or the gold labels."""

from argparse import ArgumentParser
from collections.abc import Iterable
from fractions import Fraction

from agreement.votes.scale_alpha import number_of
from midpath.comparing.comparers.base import AnswerComparer, Sides
from midpath.comparing.matching import FileSide
from midpath.comparing.votes import LabelComparing
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.exchange.files import called
from midpath.exchange.labels.judged import JudgedLabels
from midpath.exchange.wanted import GOLD
from midpath.schemes.label.settings import SCALE
from midpath.scoring.reading_arguments import NAMES
from midpath.scoring.scored.labels import judged_in
from midpath.scoring.scorers.base import Options


class LabelsInFiles(LabelComparing):
    """Labels from files: places on a scale are any numbers."""

    def __init__(self, judged: JudgedLabels, sides: Iterable[FileSide]) -> None:
        super().__init__({"kind": judged.kind, "level": judged.level}, {})
        given = {label for side in sides for label in labels_in(side)}
        self._labels = sorted(given, key=number_of) if self.kind == SCALE else sorted(given)

    @property
    def labels(self) -> list[str]:
        return self._labels

    @property
    def width(self) -> Fraction:
        return number_of(self._labels[-1]) - number_of(self._labels[0]) or Fraction(1)


class LabelComparer(AnswerComparer):
    place = 1
    name = "labels"
    choices = ("control", "model_answers")
    inputs = files = ("crowd_labels", "gold_labels")
    own = NAMES
    levels = ("nominal", "ordinal", "interval")
    purpose = (
        "With labels, both files must have the same kind: one label, any number, or places on "
        "one scale."
    )
    units = "items"
    examples = """
  midpath compare --crowd-labels labels.csv --gold-labels experts.csv --level ordinal
"""

    def add_files(self, parser: ArgumentParser) -> None:
        parser.add_argument("--crowd-labels", metavar="FILE", help="the crowd's labels")
        parser.add_argument(
            "--gold-labels",
            metavar="FILE",
            help="the gold labels (default: the column gold of the crowd's file)",
        )

    def sides(self, options: Options, errors: Lines) -> Sides:
        self.require(options, "crowd_labels")
        path, other = options["crowd_labels"], options["gold_labels"]
        crowd = judged_in(path, options, errors)
        mine, theirs = judged_side(crowd), known_side(crowd)
        skipped = {called(path): crowd.skipped}
        notes = {called(path): crowd.notes}
        if other is not None:
            judged = judged_in(other, options, errors)
            theirs = judged_side(judged)
            skipped[called(other)] = judged.skipped
            notes[called(other)] = judged.notes
            require_one_kind((path, crowd), (other, judged))
        elif not theirs.said:
            raise CommandError(
                f"{called(path)} has no gold labels: the column gold is missing. Give another "
                "file with --gold-labels."
            )
        return Sides(LabelsInFiles(crowd, (mine, theirs)), mine, theirs, skipped, notes)


def judged_side(judged: JudgedLabels) -> FileSide:
    rows = judged.judgments
    said: dict[str, list[tuple[str, object]]] = {name: [] for name in rows.items}
    for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True):
        said[rows.items[item]].append((rows.workers[worker], rows.answers[answer]))
    return FileSide(said, judged.gold)


def known_side(judged: JudgedLabels) -> FileSide:
    """Return the gold labels as those of one annotator."""
    known = {name: judged.gold[name] for name in judged.judgments.items if name in judged.gold}
    return FileSide({name: [(GOLD, answer)] for name, answer in known.items()})


def labels_in(side: FileSide) -> set[str]:
    said = {label for given in side.said.values() for _, answer in given for label in answer}
    return said.union(*side.about.values())


def require_one_kind(*files: tuple[str, JudgedLabels]) -> None:
    """Refuse labels of two different kinds."""
    one, other = ((judged.kind, judged.level) for _, judged in files)
    if one == other:
        return
    kinds = (
        f"{called(path)} has {judged.level if judged.kind == SCALE else judged.kind}"
        for path, judged in files
    )
    raise CommandError(
        f"{', and '.join(kinds)}: these kinds of labels cannot be compared. A column kind states "
        "the kind of each file: one, any, ordinal or interval."
    )


comparer = LabelComparer()
