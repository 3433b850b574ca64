"""`midpath score --labels`: figures of labels that workers gave, their consensus and workers."""

from collections.abc import Sequence
from functools import partial
from itertools import chain

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import bytes_in, write_json_lines
from midpath.exchange.files import called
from midpath.exchange.judged.matrix import is_number
from midpath.exchange.labels.judged import JudgedLabels, Level, read_judged_labels
from midpath.json_types import Figures
from midpath.reports.breakdowns import report_breakdowns
from midpath.reports.labels import BY_GROUP, report_labels
from midpath.scoring.breakdowns import (
    Groupable,
    add_breakdowns,
    add_three,
    counts_of,
    lengths_in,
)
from midpath.scoring.labels import (
    LabelCrowd,
    figures_of_labels,
    label_crowd_in,
    label_lines,
    score_labels,
    unseen_labels,
)
from midpath.scoring.reading_arguments import reading_options
from midpath.scoring.scorers.base import Options, Scored, wanted_in
from midpath.scoring.segment_files import require_judged
from midpath.text.formatting import counted

NUMBERS = (
    "The labels are numbers, which α takes as names. If they are ratings, add --level ordinal or "
    "--level interval."
)


def scored(options: Options, plan: Plan | None, errors: Lines) -> Scored:
    path = options["labels"]
    name = called(path)
    judged = judged_in(path, options, errors)
    crowd = label_crowd_in(judged)
    result = score_labels(judged, crowd, plan, options["models"] or ())
    add_breakdowns(result, options, _groupable(path, judged, crowd))
    add_three(result, options, crowd.ballots)
    for label, times in unseen_labels(crowd).items():
        items = counted(times, "item")
        errors.write(f"{name}: the gold answer of {items} is {label}, but no judgment has it.")
    if options["items"]:
        write_json_lines(options["items"], label_lines(crowd, options["models"] or ()))
    notes = [*judged.notes, *([NUMBERS] if _may_be_ratings(judged, options) else [])]
    lines = chain(report_labels(result), report_breakdowns(result, BY_GROUP, "items"))
    return Scored(result, lines, skipped={name: judged.skipped}, notes={name: notes})


def judged_in(path: str, options: Options, errors: Lines) -> JudgedLabels:
    """Return the labels of a valid file; raise CommandError for an invalid one."""
    name = called(path)
    level: Level | None = options["scale"]
    progress, wanted = ProgressLine(errors, f"{name}: "), wanted_in(options)
    judged = read_judged_labels(
        path, bytes_in(path), level, progress, wanted, reading_options(options)
    )
    require_judged(name, judged, options, errors)
    return judged


def _groupable(path: str, judged: JudgedLabels, crowd: LabelCrowd) -> Groupable:
    ballots = crowd.ballots

    def figures_of(items: Sequence[str]) -> Figures:
        return figures_of_labels(crowd._replace(ballots=ballots.only({*items})))

    return Groupable(
        path,
        counts_of(ballots.item_names, ballots.items),
        partial(lengths_in, judged.judgments),
        figures_of,
        BY_GROUP,
        counts_of(ballots.worker_names, ballots.workers).values(),
    )


def _may_be_ratings(judged: JudgedLabels, options: Options) -> bool:
    """Return whether more than two labels, all numbers, are read without a level."""
    labels = {label for answer in judged.judgments.answers for label in answer}
    is_chosen = options["scale"] is not None or judged.kind != "one"
    return not is_chosen and len(labels) > 2 and all(map(is_number, labels))
