"""`midpath compare --crowd-pairs --gold-pairs`: judged pairs of two files, or gold answers."""

from argparse import ArgumentParser
from collections.abc import Collection, Iterable

from midpath.comparing.comparers.base import AnswerComparer, Sides
from midpath.comparing.matching import FileSide
from midpath.comparing.votes import PairComparing
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.exchange.files import called
from midpath.exchange.pairs.judged import JudgedPairs
from midpath.exchange.wanted import GOLD
from midpath.schemes.pair.named_answers import settings_of
from midpath.scoring.pairs import pairs_of
from midpath.scoring.reading_arguments import NAMES
from midpath.scoring.scored.pairs import judged_in
from midpath.scoring.scorers.base import Options


class PairComparer(AnswerComparer):
    place = 2
    name = "pairs"
    choices = ("control", "model_answers")
    inputs = files = ("crowd_pairs", "gold_pairs")
    own = ("yes", *NAMES)
    purpose = (
        "With pairs, labels and spans, you may leave out the second file: gold is then the gold "
        "answers of the first file."
    )
    units = "pairs"
    examples = """
  midpath compare --crowd-pairs judgments.csv --gold-pairs experts.csv --interval
  midpath compare --crowd-pairs judgments.csv --json
"""

    def add_files(self, parser: ArgumentParser) -> None:
        parser.add_argument("--crowd-pairs", metavar="FILE", help="the crowd's judged pairs")
        parser.add_argument(
            "--gold-pairs",
            metavar="FILE",
            help="the gold pairs (default: the gold answers of the crowd's file)",
        )
        parser.add_argument(
            "--yes",
            metavar="ANSWER",
            action="append",
            help="for pairs: an answer that counts as yes; may be given several times (default: "
            "what the files say, else yes, same message, same topic)",
        )

    def sides(self, options: Options, errors: Lines) -> Sides:
        self.require(options, "crowd_pairs")
        path, other = options["crowd_pairs"], options["gold_pairs"]
        crowd = judged_in(path, options, errors)
        mine = judged_side(crowd)
        known = known_side(mine)
        theirs, judged = known, crowd
        if other is not None:
            judged = judged_in(other, options, errors)
            theirs = judged_side(judged)
        elif not known.said:
            raise CommandError(
                f"{called(path)} has no gold answers: the column gold is missing. Give another "
                "file with --gold-pairs."
            )
        named = [answers_in(side) for side in (mine, theirs)]
        require_yes(options["yes"] or (), named)
        settings = (
            settings_by(options["yes"], answers, of)
            for answers, of in zip(named, (crowd, judged), strict=True)
        )
        skipped = {called(path): crowd.skipped, called(other or path): judged.skipped}
        notes = {called(path): crowd.notes, called(other or path): judged.notes}
        return Sides(PairComparing(*settings), mine, theirs, skipped, notes)


def judged_side(judged: JudgedPairs) -> FileSide:
    pairs = pairs_of(judged)
    return FileSide(
        {name: [(vote.worker, vote.answer) for vote in pair.votes] for name, pair in pairs.items()},
        {name: pair.gold for name, pair in pairs.items() if pair.gold is not None},
    )


def known_side(side: FileSide) -> FileSide:
    """Return the gold answers in a side's file as those of one annotator."""
    return FileSide({name: [(GOLD, answer)] for name, answer in side.about.items()})


def answers_in(side: FileSide) -> set[str]:
    return {answer for said in side.said.values() for _, answer in said}


def settings_by(
    yes: Collection[str] | None, answers: Collection[str], judged: JudgedPairs
) -> dict[str, object]:
    """Return the settings of a side: its answers, and which of them mean yes."""
    if not yes:
        return settings_of(answers, judged.means)
    return {"answers": [{"label": one, "yes": one in yes} for one in sorted(answers)]}


def require_yes(yes: Collection[str], named: Iterable[set[str]]) -> None:
    known = set[str]().union(*named)
    if unknown := sorted(set(yes) - known):
        answers = ", ".join(sorted(known)[:10])
        raise CommandError(
            f"--yes {unknown[0]}: no one gave this answer. The answers are: {answers}."
        )


comparer = PairComparer()
