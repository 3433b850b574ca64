"""`midpath score --evidence`: figures of questions, and of systems that answer them."""

from collections import Counter
from itertools import chain

from agreement.bootstrap import Plan
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import write_json_lines
from midpath.exchange.evidence.common_form import BadEvidence
from midpath.exchange.evidence.evidence_files import bytes_of, read_evidence_file, text_of
from midpath.exchange.evidence.predictions import read_predictions
from midpath.exchange.files import called
from midpath.exchange.rows import Faults
from midpath.reports.breakdowns import report_breakdowns
from midpath.reports.evidence import report_evidence
from midpath.scoring.breakdowns import add_workload
from midpath.scoring.by_column import BY
from midpath.scoring.evidence import evidence_lines, score_evidence
from midpath.scoring.evidence_breakdowns import UnknownColumn, breakdowns_of
from midpath.scoring.scorers.base import Options, Scored
from midpath.scoring.segment_files import first_fault, require_all_read


def scored(options: Options, plan: Plan | None, errors: Lines) -> Scored:
    path = options["evidence"]
    try:
        evidence = read_evidence_file(path, ProgressLine(errors, f"{called(path)}: "))
        skipped, predictions = {called(path): evidence.skipped}, None
        if options["predictions"]:
            path, left_out = options["predictions"], Faults()
            predictions = read_predictions(text_of(bytes_of(path)), evidence, left_out)
            skipped[called(path)] = left_out.skipped
    except BadEvidence as bad:
        raise CommandError(first_fault(called(path), bad, errors)) from bad
    if options["items"]:
        write_json_lines(options["items"], evidence_lines(evidence, predictions))
    if options["strict"]:
        for name, each in skipped.items():
            require_all_read(name, each)
    result = score_evidence(evidence, predictions, plan)
    try:
        result |= breakdowns_of(evidence, predictions, options[BY] or ())
    except UnknownColumn as error:
        raise CommandError(f"--by: {error}") from error
    answered = Counter(name for one in evidence.questions for name in one.answers)
    add_workload(result, options, answered.values())
    lines = chain(report_evidence(result), report_breakdowns(result, (), "questions"))
    return Scored(result, lines, skipped=skipped)
