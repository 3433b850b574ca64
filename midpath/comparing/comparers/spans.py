"""`midpath compare --crowd-spans --gold-spans`: marked spans of two files, or the gold spans."""

from argparse import ArgumentParser

from midpath.comparing.comparers.base import AnswerComparer, Sides
from midpath.comparing.matching import FileSide
from midpath.comparing.spans import SpanComparing
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.exchange.files import called
from midpath.exchange.spans.judged import JudgedSpans, Spans
from midpath.exchange.wanted import GOLD
from midpath.scoring.reading_arguments import NAMES
from midpath.scoring.scored.spans import judged_in
from midpath.scoring.scorers.base import Options


class SpanComparer(AnswerComparer):
    place = 3
    name = "spans"
    choices = ("control", "model_answers", "fragments")
    inputs = files = ("crowd_spans", "gold_spans")
    own = NAMES
    purpose = "With spans, there is no α between the two."
    units = "texts"
    examples = """
  midpath compare --crowd-spans spans.jsonl --gold-spans label-studio.json
"""
    form = """
Items are matched by their names, texts by their words. A line of --items has the answers of each
side with their counts, most frequent first: a pair's answer, a list of labels, a question's
sentences from 0, spans as [from, up to, label], or boundaries.
"""

    def add_files(self, parser: ArgumentParser) -> None:
        parser.add_argument("--crowd-spans", metavar="FILE", help="the crowd's spans")
        parser.add_argument(
            "--gold-spans",
            metavar="FILE",
            help="the gold spans (default: the gold spans of the crowd's file)",
        )

    def sides(self, options: Options, errors: Lines) -> Sides:
        self.require(options, "crowd_spans")
        path, other = options["crowd_spans"], options["gold_spans"]
        crowd = judged_in(path, options, errors)
        mine, theirs = judged_side(crowd), known_side(crowd)
        skipped = {called(path): crowd.skipped}
        notes = {called(path): crowd.notes}
        if other is not None:
            judged = judged_in(other, options, errors)
            theirs = judged_side(judged)
            skipped[called(other)] = judged.skipped
            notes[called(other)] = judged.notes
            if judged.unit != crowd.unit:
                raise CommandError(
                    f"{called(path)} counts {crowd.unit} and {called(other)} {judged.unit}. "
                    "Compare two files with the same unit."
                )
        elif not theirs.said:
            raise CommandError(
                f"{called(path)} has no gold spans. Give another file with --gold-spans."
            )
        return Sides(SpanComparing({}, {}), mine, theirs, skipped, notes)


def judged_side(judged: JudgedSpans) -> FileSide:
    said: dict[str, list[tuple[str, Spans]]] = {name: [] for name in judged.lengths}
    for row in judged.rows:
        said[row.item].append((row.worker, row.spans))
    return FileSide(said, judged.lengths, judged.lengths)


def known_side(judged: JudgedSpans) -> FileSide:
    """Return the gold spans as those of one annotator."""
    known = {name: judged.gold[name] for name in judged.lengths if name in judged.gold}
    said = {name: [(GOLD, spans)] for name, spans in known.items()}
    return FileSide(said, judged.lengths, judged.lengths)


comparer = SpanComparer()
