"""`manage.py score`: agreement of files of judgments, without any database or service."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.bootstrap import USUAL
from agreement.prepositions import languages
from agreement.segmentation import Kind
from annotation.exchange.judged_pairs import JudgedPairs, read_judged_pairs
from annotation.exchange.release import BadRelease, read_release_file
from annotation.exchange.rows import RowError
from annotation.management.base import MidpathCommand, no_collection, write_json_lines
from tasks.evidence_command import add_evidence_arguments, score_evidence_files
from tasks.judged_tables import report_pairs
from tasks.pair_scoring import crowd_in, pair_lines, score_pairs, unseen_gold, yes_of
from tasks.release_bias import read_prepositions, score_bias
from tasks.score_tables import report
from tasks.scoring import (
    OTHER,
    Readings,
    consensus_lines,
    read_annotations,
    score,
    score_entailment,
)

FIRST_LEFT_OUT = 5


class Command(MidpathCommand):
    help = (
        "Compute the agreement of segmentations in the release format: α, S and, where both kinds "
        "are given, how often nested segmentations entail flat ones; or that of judged pairs: by "
        "similarity, with each consensus and its workers. Needs no database. Annotations that "
        "cannot be read are left out, counted by reason, and one of each reason is named; --json "
        "names all. To hold one set against another, a crowd against gold: manage.py compare."
    )
    examples = """
  manage.py score --flat Q500_flat.json --nested Q500_nested.json
  manage.py score --flat Q500_flat.json --json > figures.json
  manage.py score --flat Q500_flat.json --interval
  manage.py score --flat Q500_flat.json --items consensus.jsonl
  manage.py score --flat Q500_flat.json --nested Q500_nested.json --bias
  manage.py score --pairs judgments.csv --json
  manage.py score --evidence evidence.jsonl --predictions system.jsonl

A file of segmentations holds {"items": n, "annotation set": {text: {"1": annotation, "2":
annotation}}}; an annotation is a pipe string "a | b c", a bracket string "(a (b c))", a list of
boundaries or a string of digits "1020".

A file of pairs is a table with the columns worker, pair and answer, one judgment a row, or the same
as JSON lines. It may have the columns stratum, similarity (0 to 1), gold (the known answer),
seconds and words; docs/files.md has the rest.
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--flat", metavar="FILE", help="flat segmentations, release format")
        parser.add_argument("--nested", metavar="FILE", help="nested segmentations, release format")
        parser.add_argument("--pairs", metavar="FILE", help="judged pairs, CSV or JSON lines")
        parser.add_argument(
            "--yes",
            metavar="ANSWER",
            action="append",
            default=[],
            help="for --pairs: an answer that counts as yes; may be given several times (default: "
            "what the file says, else yes, same message, same topic)",
        )
        add_evidence_arguments(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--interval",
            action="store_true",
            help="say how far each figure might lie elsewhere on other such texts: 95 %%, "
            "bootstrap over texts or pairs, 1,000 resamples, BCa, always the same seed",
        )
        parser.add_argument(
            "--items",
            metavar="OUT.jsonl",
            help="write one line a text: its modes, majority, FEMN, Iterative Voting and their "
            "ties (of a majority the boundaries that tie, counted from 0); or one line a pair: "
            "its votes, its majority, Dawid–Skene",
        )
        parser.add_argument(
            "--weights",
            choices=("items", "annotations"),
            default="items",
            help="what weighs alike in α's within: each text (as the papers; the default) or each "
            "annotation (Krippendorff's own)",
        )
        self._add_bias_arguments(parser)

    def _add_bias_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--bias",
            action="store_true",
            help="show what annotators prefer, whatever the text: segments, their lengths, cuts "
            "around prepositions, heights of trees beside those of random trees",
        )
        parser.add_argument(
            "--prepositions",
            metavar="LIST",
            default="en",
            help=f"for --bias: a language ({', '.join(languages())}; default en) or a file with "
            "one word a line",
        )
        parser.add_argument(
            "--by-worker",
            action="store_true",
            help='for --bias: the same for each annotator. Only where the keys "1", "2", ... mean '
            "the same person in every text, as in Midpath's own gold files",
        )

    def handle(self, **options: Any) -> None:
        with no_collection():
            self._score(options)

    def _score(self, options: dict[str, Any]) -> None:
        if options["evidence"] or options["predictions"]:
            self._print(*score_evidence_files(options, self.stderr), options)
            return
        if options["pairs"]:
            self._score_pairs(options)
            return
        if not (options["flat"] or options["nested"]):
            raise CommandError(
                "Give a file with --flat, with --nested, or both, or with --pairs. "
                "One of evidence goes with --evidence."
            )
        flat = self._readings("flat", options["flat"])
        nested = self._readings("nested", options["nested"])
        result: dict[str, Any] = {
            readings.kind: score(readings, options["weights"], intervals=options["interval"])
            | {
                "left_out_first": [vars(entry) for entry in readings.first_left_out],
                "left_out_annotations": [vars(entry) for entry in readings.left_out],
            }
            for readings in (flat, nested)
            if readings
        }
        if flat and nested:
            result["entailment"] = score_entailment(flat, nested, intervals=options["interval"])
        if options["bias"]:
            self._add_bias(result, [side for side in (flat, nested) if side], options)
        if options["items"]:
            write_json_lines(Path(options["items"]), consensus_lines(flat, nested))
        self._print(result, report(result), options)

    def _print(
        self, result: Mapping[str, Any], lines: Iterator[str], options: Mapping[str, Any]
    ) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(lines))

    def _score_pairs(self, options: Mapping[str, Any]) -> None:
        if options["flat"] or options["nested"] or options["bias"]:
            raise CommandError("--pairs goes without --flat, --nested and --bias.")
        path = options["pairs"]
        judged = self._judged(path)
        yes = yes_of(judged, options["yes"])
        result = score_pairs(judged, yes, USUAL if options["interval"] else None)
        crowd = crowd_in(judged)
        for gold, times in unseen_gold(crowd).items():
            self.stderr.write(f"{path}: {gold} is known of {times:,} pairs, but no judgment is it.")
        if options["items"]:
            write_json_lines(Path(options["items"]), pair_lines(crowd))
        self._print(result, report_pairs(result), options)

    def _judged(self, path: str) -> JudgedPairs:
        try:
            judged = read_judged_pairs(path, Path(path).read_bytes())
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        if not judged.errors:
            return judged
        for wrong in judged.errors[1:FIRST_LEFT_OUT]:
            self.stderr.write(f"{path}: {placed(wrong)}")
        many = judged.error_count
        more = f" {many:,} faults in all; nothing was scored." if many > 1 else ""
        raise CommandError(f"{path}: {placed(judged.errors[0])}{more}")

    def _add_bias(
        self, result: dict[str, Any], sides: list[Readings], options: Mapping[str, Any]
    ) -> None:
        name = options["prepositions"]
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
            result[readings.kind]["bias"] = score_bias(
                readings, words, by_worker=options["by_worker"]
            )

    def _readings(self, kind: Kind, path: str | None) -> Readings | None:
        if path is None:
            return None
        try:
            release = read_release_file(path)
        except BadRelease as error:
            raise CommandError(error.message) from error
        if release.miscounted:
            self.stderr.write(f"{path}: {release.miscounted} All of them are scored.")
        readings = read_annotations(kind, release)
        other = OTHER[kind]
        if readings.misplaced > len(readings.left_out) / 2:
            self.stderr.write(
                f"{path}: {readings.misplaced:,} of the {len(readings.left_out):,} annotations "
                f"that are not {kind} are {other}. If the whole file is, give it with --{other}."
            )
        return readings


def placed(error: RowError) -> str:
    row = f"row {error.row}" if error.row else ""
    place = ", ".join(filter(None, (row, error.column and f"column {error.column}")))
    return f"{place}: {error.message}" if place else error.message
