"""`midpath score --pairs`: figures of judged pairs, their consensus and their workers."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import chain

from agreement.bootstrap import Plan
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import bytes_in, write_json_lines
from midpath.exchange.files import called
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.json_types import Figures
from midpath.reports.breakdowns import report_breakdowns
from midpath.reports.pairs import BY_GROUP, report_pairs
from midpath.scoring.breakdowns import (
    Groupable,
    add_breakdowns,
    add_three,
    counts_of,
    lengths_in,
)
from midpath.scoring.pairs import (
    Crowd,
    crowd_in,
    only_pairs,
    pair_lines,
    score_pairs,
    tallied_figures,
    unseen_gold,
    yes_of,
)
from midpath.scoring.reading_arguments import reading_options
from midpath.scoring.scorers.base import Options, Scored, wanted_in
from midpath.scoring.segment_files import require_judged


def scored(options: Options, plan: Plan | None, errors: Lines) -> Scored:
    path = options["pairs"]
    judged = judged_in(path, options, errors)
    yes, crowd = yes_of(judged, options["yes"] or ()), crowd_in(judged)
    if unknown := sorted(set(options["yes"] or ()) - set(crowd.ballots.label_names)):
        known = ", ".join(sorted(crowd.ballots.label_names)[:10])
        raise CommandError(
            f"--yes {unknown[0]}: no one gave this answer. The answers are: {known}."
        )
    result = score_pairs(judged, crowd, yes, plan, options["models"] or ())
    add_breakdowns(result, options, _groupable(path, judged, crowd, yes))
    add_three(result, options, crowd.ballots, yes)
    for gold, times in unseen_gold(crowd).items():
        pairs = "1 pair" if times == 1 else f"{times:,} pairs"
        errors.write(
            f"{called(path)}: the gold answer of {pairs} is {gold}, but no judgment has it."
        )
    if options["items"]:
        write_json_lines(options["items"], pair_lines(crowd, options["models"] or ()))
    name = called(path)
    return Scored(
        result,
        chain(report_pairs(result), report_breakdowns(result, BY_GROUP, "pairs")),
        skipped={name: judged.skipped},
        notes={name: judged.notes},
    )


def judged_in(path: str, options: Options, errors: Lines) -> JudgedPairs:
    """Return the judgments of a valid file; raise CommandError for an invalid one."""
    judged = read_judged_pairs(
        path,
        bytes_in(path),
        ProgressLine(errors, f"{called(path)}: "),
        wanted_in(options),
        reading_options(options),
    )
    require_judged(called(path), judged, options, errors)
    return judged


def _groupable(path: str, judged: JudgedPairs, crowd: Crowd, yes: Collection[str]) -> Groupable:
    ballots = crowd.ballots

    def figures_of(pairs: Sequence[str]) -> Figures:
        return tallied_figures(only_pairs(crowd, {*pairs}), yes)

    return Groupable(
        path,
        counts_of(ballots.item_names, ballots.items),
        partial(lengths_in, judged.judgments),
        figures_of,
        BY_GROUP,
        counts_of(ballots.worker_names, ballots.workers).values(),
    )
