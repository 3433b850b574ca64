"""`midpath score --pairs`: figures of judged pairs, their consensus and their workers."""

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.lazy import LazyModule
from midpath.scoring.breakdowns import NAMES as BREAKDOWNS
from midpath.scoring.reading_arguments import NAMES
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument
from midpath.tables.headlines import PAIRS

if TYPE_CHECKING:
    from midpath.scoring.scored import pairs
else:
    pairs = LazyModule("midpath.scoring.scored.pairs")


class PairScorer(Scorer):
    place = 2
    name = "pairs"
    choices = ("control", "model_answers")
    inputs = files = ("pairs",)
    own = ("yes", "models", *NAMES, *BREAKDOWNS, "three")
    for_one_set = ("models", *BREAKDOWNS, "three")
    headlines = PAIRS
    purpose = "of judged pairs (by similarity, with each consensus and the workers)"
    units = "pairs"
    items = "one line per pair: its votes, its majority, Dawid–Skene"
    examples = """
  midpath score --pairs judgments.csv --interval
"""
    form = """
A file of pairs is a table with the columns worker, pair and answer, one judgment per row, or the
same as JSON lines, Parquet or an Excel workbook; crowd-kit's worker, task and label, or Label
Studio's choices.
Optional columns: stratum, similarity (0 to 1), gold (the gold answer), seconds and words; see
docs/files.md.
"""

    def add_files(self, parser: ArgumentParser) -> None:
        add_files_argument(
            parser,
            "pairs",
            "judged pairs: a table (CSV or TSV, crowd-kit's too), JSON lines, Parquet or "
            "Label Studio's choices",
        )
        parser.add_argument(
            "--yes",
            metavar="ANSWER",
            action="append",
            help="for --pairs: an answer that counts as yes; may be given several times (default: "
            "what the file says, else yes, same message, same topic)",
        )

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        return pairs.scored(options, plan, errors)


scorer = PairScorer()
