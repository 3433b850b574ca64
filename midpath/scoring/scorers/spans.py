"""`midpath score --spans`: figures of spans that workers marked, their consensus and workers."""

from argparse import ArgumentParser

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import bytes_in, write_json_lines
from midpath.exchange.files import called
from midpath.exchange.spans.judged import JudgedSpans
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.reports.spans import report_spans
from midpath.scoring.reading_arguments import NAMES, reading_options
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument, wanted_in
from midpath.scoring.segment_files import require_judged
from midpath.scoring.spans import score_spans, span_crowd_in, span_lines
from midpath.tables.headlines import SPANS


class SpanScorer(Scorer):
    place = 3
    name = "spans"
    choices = ("control", "model_answers", "fragments")
    inputs = files = ("spans",)
    own = NAMES
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
        path = options["spans"]
        judged = judged_in(path, options, errors)
        crowd = span_crowd_in(judged)
        result = score_spans(judged, crowd, plan)
        if options["items"]:
            write_json_lines(options["items"], span_lines(crowd))
        name = called(path)
        return Scored(
            result,
            report_spans(result),
            skipped={name: judged.skipped},
            notes={name: judged.notes},
        )


def judged_in(path: str, options: Options, errors: Lines) -> JudgedSpans:
    """Return the spans of a valid file; raise CommandError for an invalid one."""
    name = called(path)
    judged = read_scored_spans(
        path,
        bytes_in(path),
        ProgressLine(errors, f"{name}: "),
        wanted_in(options),
        reading_options(options),
    )
    require_judged(name, judged, options, errors)
    return judged


scorer = SpanScorer()
