"""`midpath score --flat --nested`: figures of segmentations, their annotators and biases."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import TYPE_CHECKING

from agreement.bootstrap import Plan
from midpath.console.output import Lines
from midpath.json_types import Results
from midpath.lazy import LazyModule
from midpath.scoring.bias_options import add_bias_options
from midpath.scoring.breakdowns import NAMES as BREAKDOWNS
from midpath.scoring.scorers.base import Options, Scored, Scorer, add_files_argument
from midpath.tables.headlines import SEGMENTATIONS, segmentation_remarks

if TYPE_CHECKING:
    from agreement.segmentation.figures import Kind
    from midpath.scoring.scored import segmentations
else:
    segmentations = LazyModule("midpath.scoring.scored.segmentations")

KINDS: tuple["Kind", ...] = ("flat", "nested")


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
        return segmentations.scored(options, plan, errors)


scorer = SegmentationScorer()
