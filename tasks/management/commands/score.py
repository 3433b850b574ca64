"""`manage.py score`: compute agreement from files of judgments, without database or service."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agreement.bootstrap import Plan
from agreement.prepositions import languages
from agreement.segmentation.figures import Kind
from analysis.scoring.evidence_command import add_evidence_arguments, score_evidence_files
from analysis.scoring.options import (
    EVIDENCE,
    PAIRS,
    add_bias_arguments,
    add_input_arguments,
    add_interval_arguments,
    add_output_arguments,
    insist_on_sense,
    plan_of,
)
from analysis.scoring.pairs import crowd_in, pair_lines, score_pairs, unseen_gold, yes_of
from analysis.scoring.release_bias import read_prepositions, score_bias
from analysis.scoring.segment_files import insist_on_rows, release_in
from analysis.scoring.segmentations import (
    OTHER,
    Readings,
    consensus_lines,
    read_annotations,
    score,
    score_entailment,
)
from analysis.tables.pairs import report_pairs
from analysis.tables.segmentations import report
from annotation.exchange.files import STANDARD, called
from annotation.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from annotation.management.base import MidpathCommand
from annotation.management.streams import (
    ProgressLine,
    bytes_in,
    no_collection,
    write_json_lines,
)

Result = dict[str, Any]


class Command(MidpathCommand):
    help = (
        "Compute the agreement of segmentations: α, S and, where both kinds are given, how often "
        "nested segmentations entail flat ones; or that of judged pairs: by similarity, with each "
        "consensus and its workers; or that of evidence. Needs no database. Annotations that "
        "cannot be read are left out, counted by reason, and one of each reason is named; --json "
        "names all. To hold one set against another, a crowd against gold: manage.py compare."
    )
    examples = """
  manage.py score --flat Q500_flat.json --nested Q500_nested.json
  manage.py score --flat Q500_flat.json --json > figures.json
  manage.py score --flat Q500_flat.json --interval --level .9 --resamples 5000
  manage.py score --flat Q500_flat.json --items consensus.jsonl
  manage.py score --flat Q500_flat.json --nested Q500_nested.json --bias
  manage.py score --flat annotations.csv --interval --over annotators
  manage.py score --pairs judgments.csv --json
  manage.py score --evidence evidence.jsonl --predictions system.jsonl

A file of segmentations holds {"items": n, "annotation set": {text: {"1": annotation, "2":
annotation}}}; an annotation is a pipe string "a | b c", a bracket string "(a (b c))", a list of
boundaries or a string of digits "1020". Or it is a table (.csv, .tsv) with the columns item (the
text; or its name, beside a column text), worker and annotation, one annotation a row.

A file of pairs is a table with the columns worker, pair and answer, one judgment a row, or the same
as JSON lines. It may have the columns stratum, similarity (0 to 1), gold (the known answer),
seconds and words; docs/files.md has the rest. A file called - is standard input.
"""

    def add_arguments(self, parser: CommandParser) -> None:
        add_input_arguments(parser)
        add_evidence_arguments(parser)
        add_output_arguments(parser)
        add_interval_arguments(parser)
        add_bias_arguments(parser)

    def handle(self, **options: Any) -> None:
        what, plan = insist_on_sense(options), plan_of(options)
        with no_collection():
            if what == EVIDENCE:
                self._print(*score_evidence_files(options, plan, self.stderr), options)
            elif what == PAIRS:
                self._score_pairs(options, plan)
            else:
                self._score_segmentations(options, plan)

    def _score_segmentations(self, options: Mapping[str, Any], plan: Plan | None) -> None:
        flat = self._readings("flat", options["flat"])
        nested = self._readings("nested", options["nested"])
        sides = [side for side in (flat, nested) if side]
        people = options["over"] == "annotators"
        for side in sides:
            side.named = side.named or options["by_worker"]
            if people and not side.named:
                raise CommandError(
                    f"{called(options[side.kind])} does not say that its keys are the same people "
                    "in every text. If they are, add --by-worker."
                )
        result: Result = {
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
            self._add_bias(result, sides, options)
        if options["items"]:
            write_json_lines(options["items"], consensus_lines(flat, nested))
        self._print(result, report(result), options)
        if not any(map(len, (vectors for side in sides for vectors in side.vectors.values()))):
            names = " and ".join(called(options[side.kind]) for side in sides)
            raise CommandError(f"Nothing was scored: no annotation of {names} could be read.")

    def _print(self, result: Result, lines: Iterator[str], options: Mapping[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, ensure_ascii=False))
        elif str(options["items"]) == STANDARD:
            self.stderr.write("\n".join(lines), style_func=str)
        else:
            self.stdout.write("\n".join(lines))

    def _score_pairs(self, options: Mapping[str, Any], plan: Plan | None) -> None:
        path = options["pairs"]
        judged = self._judged(path)
        yes, crowd = yes_of(judged, options["yes"] or ()), crowd_in(judged)
        if unknown := sorted(set(options["yes"] or ()) - set(crowd.ballots.label_names)):
            known = ", ".join(sorted(crowd.ballots.label_names)[:10])
            raise CommandError(
                f"--yes {unknown[0]}: nobody gave this answer. The answers are: {known}."
            )
        result = score_pairs(judged, crowd, yes, plan)
        for gold, times in unseen_gold(crowd).items():
            pairs = "1 pair" if times == 1 else f"{times:,} pairs"
            self.stderr.write(f"{called(path)}: {gold} is known of {pairs}, but no judgment is it.")
        if options["items"]:
            write_json_lines(options["items"], pair_lines(crowd))
        self._print(result, report_pairs(result), options)

    def _judged(self, path: str) -> JudgedPairs:
        body = bytes_in(path)
        seen = ProgressLine(self.stderr, f"{called(path)}: ")
        judged = read_judged_pairs(path, body, seen)
        insist_on_rows(called(path), judged.errors, judged.error_count, self.stderr)
        return judged

    def _add_bias(self, result: Result, sides: list[Readings], options: Mapping[str, Any]) -> None:
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
            result[readings.kind]["bias"] = score_bias(
                readings, words, by_worker=options["by_worker"]
            )

    def _readings(self, kind: Kind, path: str | None) -> Readings | None:
        if path is None:
            return None
        name, release = called(path), release_in(path, self.stderr)
        if release.miscounted:
            self.stderr.write(f"{name}: {release.miscounted} All of them are scored.")
        readings = read_annotations(kind, release, ProgressLine(self.stderr, f"{name}: "))
        other = OTHER[kind]
        if readings.misplaced > len(readings.left_out) / 2:
            self.stderr.write(
                f"{name}: {readings.misplaced:,} of the {len(readings.left_out):,} annotations "
                f"that are not {kind} are {other}. If the whole file is, give it with --{other}."
            )
        return readings
