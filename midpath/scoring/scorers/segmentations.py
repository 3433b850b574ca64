"""`midpath score --flat --nested`: figures of segmentations, their annotators and biases."""

from argparse import ArgumentParser
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from agreement.bootstrap import Plan
from agreement.prepositions import languages, prepositions_of, read_words
from agreement.segmentation.bias import bias_figures, count_flats, count_nesteds, count_prepositions
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.figures import Kind
from agreement.tally import Tally
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import write_json_lines
from midpath.exchange.files import called
from midpath.json_types import Figures, Results
from midpath.reports.segmentations import report
from midpath.schemes.nested.trees import BINARY
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
    own = ("weights", "bias", "prepositions", "by_worker", "over")
    requires = {"prepositions": "bias", "over": "interval"}
    for_one_set = ("bias",)
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
        _add_bias_options(parser)

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
            _add_bias(result, sides, options)
        if options["items"]:
            write_json_lines(options["items"], consensus_lines(flat, nested))
        skipped = {called(options[side.kind]): side.skipped for side in sides}
        return Scored(result, report(result), _fault(sides, options), skipped)


def _fault(sides: Sequence[Readings], options: Options) -> str:
    if any(map(len, (vectors for side in sides for vectors in side.vectors.values()))):
        return ""
    names = " and ".join(called(options[side.kind]) for side in sides)
    return f"Nothing was scored: no annotation of {names} could be read."


def _add_bias_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--bias",
        action="store_true",
        help="show the annotators' preferences regardless of the text: segments, their lengths, "
        "cuts around prepositions, heights of trees compared with random trees",
    )
    parser.add_argument(
        "--prepositions",
        metavar="LIST",
        help=f"for --bias: a language ({', '.join(languages())}; default en) or a file with one "
        "word per line",
    )
    parser.add_argument(
        "--by-worker",
        action="store_true",
        help="show each annotator against the others, and what they prefer with --bias. Only where "
        'the keys "1", "2", ... of the file mean the same person in every text; tables and '
        "Midpath's own files say so themselves",
    )


def _add_bias(result: Figures, sides: Sequence[Readings], options: Options) -> None:
    name = options["prepositions"] or "en"
    try:
        words = read_prepositions(name)
    except OSError as error:
        known = ", ".join(languages())
        raise CommandError(
            f"{name} is neither a language with a list of prepositions ({known}) nor a file "
            f"that can be read: {error.strerror}."
        ) from error
    except UnicodeError as error:
        raise CommandError(f"{name} is not UTF-8 text.") from error
    for readings in sides:
        result[readings.kind]["bias"] = score_bias(readings, words, by_worker=options["by_worker"])


def _readings(kind: Kind, options: Options, errors: Lines) -> Readings | None:
    path = options[kind]
    if path is None:
        return None
    name, release = called(path), release_in(path, errors)
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


def read_prepositions(name: str) -> frozenset[str]:
    """Return Midpath's list of a language, or the list in a file; raises OSError, UnicodeError."""
    if name in languages():
        return prepositions_of(name)
    return read_words(Path(name).read_text(encoding="utf-8"))


def score_bias(readings: Readings, prepositions: Collection[str], *, by_worker: bool) -> Figures:
    """Return `agreement.segmentation.bias.bias_figures`; "workers" has the same for each annotation
    key."""
    everybody, workers = Tally(), dict[str, Tally]()
    for text, vectors in readings.trees.items():
        words = readings.words(text)
        everybody.shift(_count(readings, words, vectors, prepositions), 1)
        if by_worker:
            for key, vector in zip(readings.keys[text], vectors, strict=True):
                share = _count(readings, words, [vector], prepositions)
                workers.setdefault(key, Tally()).shift(share, 1)
    figures: Figures = bias_figures(everybody)
    if by_worker:
        figures["workers"] = {key: bias_figures(state) for key, state in workers.items()}
    return figures


def _count(
    readings: Readings,
    words: Sequence[str],
    vectors: Sequence[Vector],
    prepositions: Collection[str],
) -> Tally:
    if readings.kind == "nested":
        return count_nesteds(vectors)
    return count_flats(vectors) + count_prepositions(words, vectors, prepositions)
