"""`midpath compare --crowd-flat --gold-flat`: segmentations of two files, optionally with
trees."""

from argparse import ArgumentParser
from collections.abc import Sequence

from agreement.bootstrap import Plan
from agreement.segmentation.figures import Kind
from midpath.comparing.comparers.base import Comparer
from midpath.comparing.matching import item_lines
from midpath.comparing.texts import Annotated, FlatComparing, Sets, annotated_by_both, compare
from midpath.console.output import Lines
from midpath.console.streams import write_json_lines
from midpath.exchange.files import called
from midpath.exchange.release import Release
from midpath.exchange.rows import Skipped
from midpath.reports.compared import report_segmentations
from midpath.scoring.scorers.base import Options, Scored
from midpath.scoring.scorers.segmentations import KINDS
from midpath.scoring.segment_files import release_in, require_all_read
from midpath.scoring.segmentations import read_annotations
from midpath.text.characters import canonical

NOTHING = "Nothing was compared: no text has flat segmentations in both sets."
SIDES = {"crowd": "the crowd's", "gold": "the gold"}


class SegmentationComparer(Comparer):
    place = 5
    name = "segmentations"
    inputs = files = ("crowd_flat", "crowd_nested", "gold_flat", "gold_nested")
    purpose = (
        "With segmentations, also how often one set's nested segmentations entail the other's "
        "flat ones, and how often the flat segmentation that a strategy picks (from the crowd's "
        "annotations or from both sets combined) is one of the gold ones."
    )
    units = "texts"
    examples = """
  midpath compare --crowd-flat Q500_flat.json --gold-flat QG500_flat.json
  midpath compare --crowd-flat Q500_flat.json --gold-flat QG500_flat.json \\
      --crowd-nested Q500_nested.json --gold-nested QG500_nested.json --json
"""
    form = """
"between" uses only pairs of one answer from each side; "together" is α of both sides combined.
FEMN is the flat segmentation that most nested annotations entail.
"""

    def add_files(self, parser: ArgumentParser) -> None:
        for side, whose in SIDES.items():
            for kind in KINDS:
                parser.add_argument(
                    f"--{side}-{kind}", metavar="FILE", help=f"{whose} {kind} segmentations"
                )

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        self.require(options, "crowd_flat", "gold_flat")
        skipped: dict[str, Sequence[Skipped]] = {}
        sets = {
            name: _annotated(name, options, errors, skipped)
            for name in self.inputs
            if options[name] is not None
        }
        crowd, gold = sets.pop("crowd_flat"), sets.pop("gold_flat")
        result = compare(Sets(crowd, gold, **sets), plan)
        if options["items"]:
            texts = annotated_by_both(crowd, gold)
            write_json_lines(options["items"], item_lines(FlatComparing({}, {}), texts))
        fault = "" if result["texts"] else NOTHING
        return Scored(result, report_segmentations(result), fault, skipped)


def _annotated(
    name: str,
    options: Options,
    errors: Lines,
    skipped: dict[str, Sequence[Skipped]],
) -> Annotated:
    """Return the segmentations of a file, and add to `skipped` what was left out of it."""
    path = options[name]
    kind: Kind = "nested" if name.endswith("nested") else "flat"
    release = release_in(path, errors)
    readings = read_annotations(kind, release)
    skipped[called(path)] = readings.all_skipped
    if options["strict"]:
        require_all_read(called(path), readings.all_skipped)
    if bad := readings.left_out:
        errors.write(
            f"{called(path)}: unreadable annotations left out: {len(bad):,}. The first: "
            f"“{bad[0].text[:60]}”, annotation {bad[0].annotation}: {bad[0].message}"
        )
    words = {canonical(text): _words(release, text) for text in readings.vectors}
    return Annotated(words, {canonical(text): one for text, one in readings.trees.items()})


def _words(release: Release, text: str) -> list[str]:
    return list(map(canonical, release.words(text)))


comparer = SegmentationComparer()
