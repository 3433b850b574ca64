"""`manage.py compare`: compare a crowd with a gold set, from release files, without any service."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.bootstrap import USUAL
from agreement.segmentation.figures import Kind
from analysis.comparing.texts import Annotated, Sets, compare
from analysis.scoring.segment_files import release_in
from analysis.scoring.segmentations import read_annotations
from annotation.exchange.files import called
from annotation.management.base import MidpathCommand
from annotation.management.streams import insist_on_one_reader
from annotation.tables.comparison import DIRECTIONS, agreement_table, entailment_table, picks_table
from annotation.tables.differences import differences_table
from annotation.tables.table import Column, Row, Table
from annotation.tables.terminal import Part, printed

INPUTS = ("crowd_flat", "crowd_nested", "gold_flat", "gold_nested")


class Command(MidpathCommand):
    help = (
        "Compare a crowd's segmentations with a gold set's of the same texts: α between the two, "
        "how often one set's nested segmentations entail the other's flat ones, and how often the "
        "flat that a strategy picks from the crowd's annotations, or from both sets mixed, is one "
        "of the gold flats. Needs no database. Texts that are in only one of the sets are left out."
    )
    examples = """
  manage.py compare --crowd-flat Q500_flat.json --gold-flat QG500_flat.json
  manage.py compare --crowd-flat Q500_flat.json --gold-flat QG500_flat.json \\
      --crowd-nested Q500_nested.json --gold-nested QG500_nested.json --json

"between" looks only at pairs of one annotation from each set; "together" is α of both sets as one.
FEMN is the flat that most nested annotations entail. docs/metrics.md defines every figure, and
`manage.py score --help` describes the files.
"""

    def add_arguments(self, parser: CommandParser) -> None:
        for side, who in (("crowd", "the crowd's"), ("gold", "the gold")):
            parser.add_argument(
                f"--{side}-flat", metavar="FILE", required=True, help=f"{who} flat segmentations"
            )
            parser.add_argument(
                f"--{side}-nested", metavar="FILE", help=f"{who} nested segmentations"
            )
        parser.add_argument(
            "--interval",
            action="store_true",
            help="add intervals of α, over texts that are drawn for both sets at once, and in what "
            "the two differ, with exact tests",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        insist_on_one_reader(options, INPUTS)
        result = compare(
            Sets(
                crowd_flat=self._read("flat", options["crowd_flat"]),
                gold_flat=self._read("flat", options["gold_flat"]),
                crowd_nested=self._read_if_given("nested", options["crowd_nested"]),
                gold_nested=self._read_if_given("nested", options["gold_nested"]),
            ),
            USUAL if options["interval"] else None,
        )
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, ensure_ascii=False))
        else:
            self.stdout.write(printed(report(result), self.stdout))
        if not result["texts"]:
            raise CommandError("Nothing was compared: no text has flat segmentations in both sets.")

    def _read_if_given(self, kind: Kind, path: str | None) -> Annotated | None:
        return None if path is None else self._read(kind, path)

    def _read(self, kind: Kind, path: str) -> Annotated:
        release = release_in(path, self.stderr)
        readings = read_annotations(kind, release)
        if bad := readings.left_out:
            self.stderr.write(
                f"{called(path)}: annotations that take no part, unreadable: {len(bad):,}. "
                f"The first: “{bad[0].text[:60]}”, annotation {bad[0].annotation}: {bad[0].message}"
            )
        words = {text: release.words(text) for text in readings.vectors}
        return Annotated(words, readings.vectors)


def report(result: Mapping[str, Any]) -> Iterator[Part]:
    counts = {"texts with flats of both": result["texts"], **result["left_out"]}
    yield Table(
        key="texts",
        title="",
        first="",
        columns=[Column("", "count")],
        rows=[Row(why, [times]) for why, times in counts.items()],
    )
    yield ""
    yield agreement_table(result, decimals=5)
    directions = [(title, result[key]) for key, title in DIRECTIONS.items() if key in result]
    if directions:
        yield ""
        yield entailment_table(result, decimals=3)
    for title, found in directions:
        tenths = " ".join(f"{texts:,}" for texts in found["texts_by_tenths"])
        yield f"  {title}: texts by share entailed, in tenths from 0 to 1: {tenths}"
    yield ""
    yield picks_table(result, decimals=3)
    if "differences" in result:
        yield ""
        yield differences_table(result, decimals=5)
