"""The part of `manage.py score` for files of evidence."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from django.core.management.base import CommandError, CommandParser

from agreement.bootstrap import Plan
from analysis.scoring.evidence import evidence_lines, score_evidence
from analysis.tables.evidence import report_evidence
from annotation.exchange.evidence.files import bytes_of, read_evidence_file, text_of
from annotation.exchange.evidence.form import BadEvidence
from annotation.exchange.evidence.predictions import read_predictions
from annotation.exchange.files import called
from annotation.exchange.rows import RowError
from annotation.management.streams import write_json_lines

FIRST = 5


class Output(Protocol):
    def write(self, msg: str) -> object: ...


def add_evidence_arguments(parser: CommandParser) -> None:
    parser.add_argument(
        "--evidence",
        metavar="FILE",
        help="questions on documents and the sentences that answer them: JSON lines (.jsonl), "
        "SQuAD (.json) or PrivacyQA's table (.csv, .tsv); with the baselines",
    )
    parser.add_argument(
        "--predictions",
        metavar="FILE",
        help="for --evidence: a system's answers, a line each "
        '{"question": id, "sentences": [0, 3]}, [] for no answer; a question without an id is '
        "called by its document and its number there, document/1",
    )


def score_evidence_files(
    options: Mapping[str, Any], plan: Plan | None, errors: Output
) -> tuple[dict[str, Any], Iterator[str]]:
    """Return the figures, and the lines that print them."""
    path = options["evidence"]
    try:
        evidence = read_evidence_file(path)
        predictions = None
        if options["predictions"]:
            path = options["predictions"]
            predictions = read_predictions(text_of(bytes_of(path)), evidence)
    except BadEvidence as bad:
        raise CommandError(told(called(path), bad, errors)) from bad
    if options["items"]:
        write_json_lines(options["items"], evidence_lines(evidence, predictions))
    result = score_evidence(evidence, predictions, plan)
    return result, report_evidence(result)


def told(path: str, bad: BadEvidence, errors: Output) -> str:
    """Return the first error as a message; write the next ones to `errors`."""
    for wrong in bad.errors[1:FIRST]:
        errors.write(f"{path}: {placed(wrong)}")
    many = len(bad.errors)
    more = f" {many:,} faults in all; nothing was read." if many > 1 else ""
    return f"{path}: {placed(bad.errors[0])}{more}"


def placed(wrong: RowError) -> str:
    line = f"line {wrong.row}" if wrong.row else ""
    place = ", ".join(filter(None, (line, wrong.column)))
    return f"{place}: {wrong.message}" if place else wrong.message
