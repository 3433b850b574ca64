"""`manage.py compare`: compare a crowd with a gold set, from release files, without any service."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.segmentation.figures import Kind
from analysis.reports.comparing import Annotated, Sets, compare
from analysis.scoring.segment_files import release_in
from analysis.scoring.segmentations import read_annotations
from analysis.tables.segmentations import number, reason
from annotation.exchange.files import called
from annotation.management.base import MidpathCommand
from annotation.management.streams import insist_on_one_reader

NAMES = {"femn": "FEMN", "iv": "Iterative Voting"}
INPUTS = ("crowd_flat", "crowd_nested", "gold_flat", "gold_nested")
SOURCES = {"crowd": "crowd", "mixed": "both mixed"}


class Command(MidpathCommand):
    help = (
        "Hold a crowd's segmentations against a gold set's of the same texts: α between the two, "
        "how often one set's nested segmentations entail the other's flat ones, and how often the "
        "flat that a strategy picks from the crowd's annotations, or from both sets mixed, is one "
        "of the gold flats. Needs no database. Texts that stand in one set only take no part."
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
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        insist_on_one_reader(options, INPUTS)
        result = compare(
            Sets(
                crowd_flat=self._read("flat", options["crowd_flat"]),
                gold_flat=self._read("flat", options["gold_flat"]),
                crowd_nested=self._read_if_given("nested", options["crowd_nested"]),
                gold_nested=self._read_if_given("nested", options["gold_nested"]),
            )
        )
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(report(result)))
        if not result["texts"]:
            raise CommandError("Nothing was compared: no text has flats of both sets.")

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


def report(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {'texts with flats of both':<31}{result['texts']:>7,}"
    for why, times in result["left_out"].items():
        yield f"  {why:<31}{times:>7,}"
    for kind in ("flat", "nested"):
        if kind in result:
            yield ""
            yield from report_alpha(kind, result[kind])
    for key, title in (
        ("crowd_flat_by_gold_nested", "The crowd's flats, entailed by gold nested"),
        ("gold_flat_by_crowd_nested", "Gold flats, entailed by the crowd's nested"),
    ):
        if key in result:
            yield ""
            yield from report_entailment(title, result[key])
    yield ""
    yield from report_picks(result["picks"])


def report_alpha(kind: str, figures: Mapping[str, Any]) -> Iterator[str]:
    yield f"{kind.capitalize()} segmentation"
    yield f"  {'':<14}{'value':>9}{'within':>11}{'total':>11}"
    for name in ("between", "together"):
        for d, alpha in figures[name].items():
            numbers = f"{number(alpha['within']):>11}{number(alpha['total']):>11}"
            yield f"  {f'α {d} {name}':<14}{number(alpha['value']):>9}{numbers}"
            yield from reason(alpha)


def report_entailment(title: str, figures: Mapping[str, Any]) -> Iterator[str]:
    yield title
    yield f"  {'observed':<14}{number(figures['observed']):>9}"
    yield f"  {'chance':<14}{number(figures['chance']):>9}"
    yield f"  {'pairs':<14}{figures['pairs']:>9,}"
    tenths = " ".join(f"{texts:,}" for texts in figures["texts_by_tenths"])
    yield f"  texts by share entailed, in tenths from 0 to 1: {tenths}"
    yield from reason(figures)


def report_picks(picks: Mapping[str, Any]) -> Iterator[str]:
    yield "Flats picked, and how many are gold"
    yield f"  {'':<28}{'among gold':>11}{'entailed':>11}{'of':>8}{'ties':>7}"
    for name, sources in picks.items():
        for source, row in sources.items():
            title = f"{NAMES.get(name, name)}, {SOURCES[source]}"
            shares = f"{number(row['among_gold']):>11}{number(row['entailed']):>11}"
            yield f"  {title:<28}{shares}{row['texts']:>8,}{row['ties']:>7,}"
            yield from reason(row)
