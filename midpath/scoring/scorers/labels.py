"""`midpath score --labels`: figures of labels that workers gave, their consensus and workers."""

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.lazy import LazyModule
from midpath.scoring.breakdowns import NAMES as BREAKDOWNS
from midpath.scoring.reading_arguments import NAMES
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument
from midpath.tables.headlines import LABELS

if TYPE_CHECKING:
    from midpath.scoring.scored import labels
else:
    labels = LazyModule("midpath.scoring.scored.labels")


class LabelScorer(Scorer):
    place = 1
    name = "labels"
    choices = ("control", "model_answers")
    inputs = files = ("labels",)
    own = ("models", *NAMES, *BREAKDOWNS, "three")
    levels = ("nominal", "ordinal", "interval")
    for_one_set = ("models", *BREAKDOWNS, "three")
    headlines = LABELS
    purpose = "of labels (one or any number per item, or a place on a scale)"
    units = "items"
    items = "one line per item: the votes for each label, its majority, Dawid–Skene"
    examples = """
  midpath score --labels labels.csv
  midpath score --labels ratings.csv --level ordinal --interval --json
"""
    form = """
A file of labels is a table with the columns worker, item and label (or other usual names), one
judgment per row; a matrix with a row for each item and a column for each worker; the same as JSON
lines, Parquet or an Excel workbook; a batch of Mechanical Turk; or a file of Label Studio, doccano,
Prodigy or spaCy.
Several labels are separated by | (a single | means none); a | anywhere means that any number may
be given. On a scale (--level ordinal or --level interval), labels are numbers. Optional columns:
gold (the gold label), seconds and words; see docs/files.md.
"""

    def add_files(self, parser: ArgumentParser) -> None:
        add_files_argument(
            parser,
            "labels",
            "items and the labels that workers gave them: a table (CSV or TSV, crowd-kit's "
            "too), JSON lines, Parquet, Excel, or a file of Label Studio, doccano, Prodigy or "
            "spaCy",
        )

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        return labels.scored(options, plan, errors)


scorer = LabelScorer()
