"""`midpath score --spans`: figures of spans that workers marked, their consensus and workers."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from agreement.bootstrap import Plan
from agreement.spans.figures import span_contribution, span_figures
from agreement.tally import Tally
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import bytes_in, write_json_lines
from midpath.exchange.files import called
from midpath.exchange.spans.judged import JudgedSpans
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.json_types import Figures
from midpath.reports.breakdowns import report_breakdowns
from midpath.reports.spans import BY_GROUP, report_spans
from midpath.scoring.breakdowns import Groupable, add_breakdowns
from midpath.scoring.reading_arguments import reading_options
from midpath.scoring.scorers.base import Options, Scored, wanted_in
from midpath.scoring.segment_files import require_judged
from midpath.scoring.spans import SpanCrowd, score_spans, span_crowd_in, span_lines


def scored(options: Options, plan: Plan | None, errors: Lines) -> Scored:
    path = options["spans"]
    judged = judged_in(path, options, errors)
    crowd = span_crowd_in(judged)
    result = score_spans(judged, crowd, plan)
    add_breakdowns(result, options, _groupable(path, crowd))
    if options["items"]:
        write_json_lines(options["items"], span_lines(crowd))
    name = called(path)
    return Scored(
        result,
        chain(report_spans(result), report_breakdowns(result, BY_GROUP, "texts")),
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


def _groupable(path: str, crowd: SpanCrowd) -> Groupable:
    """Return the texts; their lengths are in the unit of the spans."""
    answers = crowd.by_text()

    def figures_of(texts: Sequence[str]) -> Figures:
        state = Tally.total(span_contribution(answers[one], crowd.lengths[one]) for one in texts)
        return dict(span_figures(state))

    return Groupable(
        path,
        {text: len(given) for text, given in answers.items()},
        lambda: {text: crowd.lengths[text] for text in answers},
        figures_of,
        BY_GROUP,
        Counter(vote.worker for vote in crowd.votes).values(),
    )
