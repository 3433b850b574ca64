"""`midpath score --spans`: figures of spans that workers marked, their consensus and workers."""

from argparse import ArgumentParser
from typing import TYPE_CHECKING

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.lazy import LazyModule
from midpath.scoring.breakdowns import NAMES as BREAKDOWNS
from midpath.scoring.reading_arguments import NAMES
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument
from midpath.tables.headlines import SPANS

if TYPE_CHECKING:
    from midpath.scoring.scored import spans
else:
    spans = LazyModule("midpath.scoring.scored.spans")


class SpanScorer(Scorer):
    place = 3
    name = "spans"
    choices = ("control", "model_answers", "fragments")
    inputs = files = ("spans",)
    own = (*NAMES, *BREAKDOWNS)
    for_one_set = BREAKDOWNS
    headlines = SPANS
    purpose = "of labelled spans in texts"
    units = "texts"
    items = (
        "one line per text: the votes for each span, and the spans settled by votes and by words"
    )
    examples = """
  midpath score --spans spans.jsonl --interval
  midpath score --spans label-studio.json
"""
    form = """
A file of spans is JSON lines with worker, item, length (the words or characters of the text) and
spans, a list of [from, up to, label] in places from 0; or a table or Parquet with these columns,
spans as JSON in a cell. Optional: gold (the gold spans), seconds and words; see
docs/files.md. Files of CoNLL, spaCy, Prodigy, doccano, Label Studio and brat are read as well.
"""

    def add_files(self, parser: ArgumentParser) -> None:
        add_files_argument(
            parser,
            "spans",
            "texts and the spans that workers marked in them: JSON lines, a table (CSV or "
            "TSV), Parquet, or a file of CoNLL, spaCy, Prodigy, doccano, Label Studio or brat",
        )

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        return spans.scored(options, plan, errors)


scorer = SpanScorer()
