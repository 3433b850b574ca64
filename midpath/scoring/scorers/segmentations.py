"""`midpath score --flat --nested`: figures of segmentations, their annotators and biases."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from agreement.bootstrap import Plan
from agreement.segmentation.figures import Kind
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import write_json_lines
from midpath.exchange.files import called
from midpath.json_types import Figures, Results
from midpath.reports.segmentations import report, shown_in
from midpath.schemes.nested.trees import BINARY
from midpath.scoring.bias import add_bias, add_bias_options
from midpath.scoring.breakdowns import NAMES as BREAKDOWNS
from midpath.scoring.breakdowns import Groupable, add_breakdowns, columns_read
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument
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
from midpath.tables.headlines import SEGMENTATIONS, segmentation_remarks

KINDS: tuple[Kind, ...] = ("flat", "nested")


class SegmentationScorer(Scorer):
    place = 5
    name = "segmentations"
    inputs = files = KINDS
    own = ("weights", "bias", "prepositions", "tags", "by_worker", "over", *BREAKDOWNS)
    requires = {"prepositions": "bias", "tags": "bias", "over": "interval"}
    for_one_set = ("bias", *BREAKDOWNS)
    headlines = SEGMENTATIONS
    purpose = (
        "of segmentations (α, S and, if both kinds are given, how often nested segmentations "
        "entail flat ones)"
    )
    units = "texts"
    items = (
        "one line per text: its modes, majority, FEMN, Iterative Voting, their support and ties "
        "(for a majority, the tied boundaries, counted from 0) and the distance between its "
        "annotations"
    )
    examples = """
  midpath score --flat Q500_flat.json --nested Q500_nested.json
  midpath score --flat Q500_flat.json --json > figures.json
  midpath score --flat Q500_flat.json --interval --level .9 --resamples 5000
  midpath score --flat Q500_flat.json --items consensus.jsonl
  midpath score --flat Q500_flat.json --nested Q500_nested.json --bias
  midpath score --flat annotations.csv --interval --over annotators
"""
    form = """
A file of segmentations contains {"items": n, "annotation set": {text: {"1": annotation, "2":
annotation}}}; an annotation is a pipe string "a | b c", a bracket string "(a (b c))", a list of
boundaries or a string of digits "1020". Trees may be n-ary, "(a b c)", and labelled as in
treebanks, "(S (NP a b) c)". Or it is a table (.csv, .tsv, .xlsx), JSON lines or Parquet with the
columns item (the text; or its name, with a column text), worker and annotation, one annotation per
row.
"""

    def add_files(self, parser: ArgumentParser) -> None:
        for kind in KINDS:
            add_files_argument(
                parser,
                kind,
                f"{kind} segmentations: the release format, or a table (.csv, .tsv), JSON "
                "lines or Parquet of item, worker and annotation",
            )

    def add_options(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--weights",
            choices=("items", "annotations"),
            help="which units weigh equally in α's within: texts (items, as in the papers; the "
            "default) or annotations (Krippendorff's own)",
        )
        parser.add_argument(
            "--over",
            choices=("texts", "annotators"),
            help="what is resampled for an interval of segmentations: texts (default), or "
            "annotators, if the file identifies them or --by-worker is given",
        )
        add_bias_options(parser)

    def remarks(self, result: Results) -> Iterator[str]:
        return segmentation_remarks(result)

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
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


scorer = SegmentationScorer()
