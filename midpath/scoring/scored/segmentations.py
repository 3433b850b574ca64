"""`midpath score --flat --nested`: figures of segmentations, their annotators and biases."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from agreement.bootstrap import Plan
from agreement.segmentation.figures import Kind
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import write_json_lines
from midpath.exchange.files import called
from midpath.json_types import Figures
from midpath.reports.segmentations import report, shown_in
from midpath.schemes.nested.trees import BINARY
from midpath.scoring.bias import add_bias
from midpath.scoring.breakdowns import Groupable, add_breakdowns, columns_read
from midpath.scoring.scorers.base import Options, Scored
from midpath.scoring.segment_files import release_in, require_all_read
from midpath.scoring.segmentation_consensus import consensus_lines
from midpath.scoring.segmentations import (
    OTHER,
    Readings,
    read_annotations,
    score,
    score_entailment,
)
from midpath.scoring.tree_files import Recognised


def scored(options: Options, plan: Plan | None, errors: Lines) -> Scored:
    flat = _readings("flat", options, errors)
    nested = _readings("nested", options, errors)
    sides = [side for side in (flat, nested) if side]
    people = options["over"] == "annotators"
    for side in sides:
        side.named = side.named or options["by_worker"]
        if people and not side.named:
            raise CommandError(
                f"{called(options[side.kind])} does not say that its keys are the same "
                "people in every text. If they are, add --by-worker."
            )
    result: Figures = {
        side.kind: score(side, options["weights"] or "items", plan, people=people)
        | {
            "left_out_first": [vars(entry) for entry in side.first_left_out],
            "left_out_annotations": [vars(entry) for entry in side.left_out],
        }
        for side in sides
    }
    if flat and nested:
        result["entailment"] = score_entailment(flat, nested, plan, people=people)
    if options["bias"]:
        add_bias(result, sides, options)
    for side in sides:
        figures = result[side.kind]
        add_breakdowns(figures, options, _groupable(side, options, figures))
    if options["items"]:
        write_json_lines(options["items"], consensus_lines(flat, nested))
    skipped = {called(options[side.kind]): side.skipped for side in sides}
    return Scored(result, report(result), _fault(sides, options), skipped)


def _groupable(side: Readings, options: Options, figures: Figures) -> Groupable:
    keys = Counter(chain.from_iterable(side.keys.values())).values() if side.named else None

    def figures_of(texts: Sequence[str]) -> Figures:
        state = side.kernel.contributions([side.vectors[text] for text in texts])
        return dict(side.kernel.figures(state))

    return Groupable(
        options[side.kind],
        {text: len(vectors) for text, vectors in side.vectors.items() if vectors},
        lambda: {text: len(side.words(text)) for text, vectors in side.vectors.items() if vectors},
        figures_of,
        shown_in(figures),
        keys,
    )


def _fault(sides: Sequence[Readings], options: Options) -> str:
    if any(map(len, (vectors for side in sides for vectors in side.vectors.values()))):
        return ""
    names = " and ".join(called(options[side.kind]) for side in sides)
    return f"Nothing was scored: no annotation of {names} could be read."


def _readings(kind: Kind, options: Options, errors: Lines) -> Readings | None:
    path = options[kind]
    if path is None:
        return None
    name, release = called(path), release_in(path, errors, columns_read(options))
    if release.miscounted:
        errors.write(f"{name}: {release.miscounted} All of them are scored.")
    readings = read_annotations(kind, release, ProgressLine(errors, f"{name}: "))
    if options["strict"]:
        require_all_read(name, readings.all_skipped)
    if readings.form != BINARY:
        named = f": {', '.join(readings.form.labels)}" if readings.form.labels else ""
        trees = Recognised(readings.form.kind, bool(named))
        errors.write(f"{name}: read as {trees}{named}.")
    other = OTHER[kind]
    if readings.misplaced > len(readings.left_out) / 2:
        errors.write(
            f"{name}: {readings.misplaced:,} of the {len(readings.left_out):,} annotations "
            f"that are not {kind} are {other}. If the whole file is, give it with --{other}."
        )
    return readings
