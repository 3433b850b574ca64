"""`manage.py reading`: test whether each worker's answers depend on the text, from files, without a
database."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TypedDict, Unpack

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from agreement.reading.ranks import COMPARED, ranks_of_all
from agreement.segmentation.figures import Kind
from analysis.signals import files, replays, trials
from analysis.signals.gathering import Gathered, Given, gather, plan_of_file
from analysis.signals.reading_figures import figures_of, parts_of_replay, sorts_of_trial
from analysis.signals.reading_tests import NestedReading, PairReading, ReadingTest
from annotation.management.base import MidpathCommand
from midpath.console.arguments import add_seed, positive
from midpath.console.streams import bytes_in
from midpath.exchange.evidence.common_form import BadEvidence
from midpath.exchange.evidence.evidence_files import read_evidence_file
from midpath.exchange.files import called
from midpath.exchange.labels.judged import read_judged_labels
from midpath.exchange.pairs.judged import read_judged_pairs
from midpath.garbage import no_collection
from midpath.scoring.pairs import pairs_of
from midpath.scoring.segment_files import first_fault, release_in, require_rows, tell_skipped
from midpath.scoring.segmentations import read_annotations
from midpath.tables.figures.reading_figures import Sort
from midpath.tables.reading import ERROR_NOTE, parts_table, readers_table, said_of, sorts_table
from midpath.tables.table import Part
from midpath.tables.terminal import printed
from midpath.text.formatting import percent

STEPS = (10, 20, 30, 60, 100, 200, 500, 1000)
FEW = "Too few others answered the same texts of {}: the reading test needs two answers a text."
USUAL_ANSWERS = {
    "nested": NestedReading.usual_answers,
    "pairs": PairReading.usual_answers,
}
Read = Callable[[str, Mapping[str, object], OutputWrapper], tuple[list[Given], bool]]


class Flags(TypedDict):
    """The flags that are read here, but for the one that names the file."""

    by_worker: bool
    trial: bool
    replay: bool
    runs: int
    workers: int
    texts: int
    compared: int
    others: int | None
    mixed: int
    seed: int
    json: bool


class Command(MidpathCommand):
    help = (
        "The reading test: does a worker's answer depend on the text, or could it come from a "
        "habit? Each answer is ranked: does it fit the others' answers to its own text better "
        "than their answers to other texts of the same kind? At most one habit in twenty is "
        "certified; docs/metrics/reading-test.md explains why. Needs no database, and reads the "
        "files that manage.py score reads. --trial simulates workers in the crowd of the file: "
        "how soon readers are certified, and how rarely habits are."
    )
    examples = """
  manage.py reading --flat annotations.csv
  manage.py reading --pairs judgments.csv --json
  manage.py reading --flat Q500_flat.json --trial --runs 10000 --texts 60

For files of segmentations in the release format, --by-worker is needed to identify annotators. The
order of the work is random, so the stakes are valid for one look at the whole file.
"""

    def add_arguments(self, parser: CommandParser) -> None:
        for kind in READ:
            parser.add_argument(
                f"--{kind}", metavar="FILE", help=f"as manage.py score --{kind} reads it"
            )
        parser.add_argument(
            "--by-worker",
            action="store_true",
            help='the keys "1", "2", ... of a release file mean the same person in every text',
        )
        parser.add_argument("--trial", action="store_true", help="simulate workers in this crowd")
        parser.add_argument(
            "--replay",
            action="store_true",
            help="replay up to 700 texts as live campaigns, with 15 %% spammers of four kinds",
        )
        for name, default, what in (
            ("runs", 1000, "workers of each sort in a trial, or replayed campaigns"),
            ("workers", 60, "workers of a replayed campaign"),
            ("texts", 60, "texts that each of them gets"),
            ("compared", COMPARED, "texts to compare with the text of an answer"),
        ):
            parser.add_argument(
                f"--{name}",
                type=positive(int, 10**6),
                default=default,
                metavar="N",
                help=f"{what} (default: {default:,})",
            )
        parser.add_argument(
            "--others",
            type=positive(int, 1000),
            metavar="R",
            help="number of other judgments per text (default: that of most texts)",
        )
        parser.add_argument(
            "--mixed",
            type=positive(int, 99),
            default=30,
            metavar="PERCENT",
            help="the share of answers that mixed workers give from a habit (default: 30)",
        )
        add_seed(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Unpack[Flags]) -> None:
        kind, path = _file_in(options)
        with no_collection():
            given, named = READ[kind](path, options, self.stderr)
            gathered, named = gather(given), named or options["by_worker"]
            tables, result = self._found(kind, path, gathered, named, options)
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, ensure_ascii=False))
        else:
            self.stdout.write(printed(iter(tables), self.stdout))

    def _found(
        self, kind: str, path: str, gathered: Gathered, named: bool, options: Flags
    ) -> tuple[list[Part], dict[str, object]]:
        plan = plan_of_file(gathered, options["seed"], options["others"])
        if plan is None:
            raise CommandError(FEW.format(called(path)))
        if not (named or options["trial"] or options["replay"]):
            raise CommandError(
                f"{called(path)} does not say that its keys are the same people in every "
                "text. If they are, add --by-worker; --trial needs no names."
            )
        plan = plan._replace(compared=options["compared"])
        tables: list[Part] = []
        result: dict[str, object] = {}
        if named:
            ranks = ranks_of_all(gathered.answers, plan)
            usual = USUAL_ANSWERS.get(kind, ReadingTest.usual_answers)
            found = figures_of(gathered, ranks, plan, usual)
            tables.extend([readers_table(found), *said_of(found)])
            result["reading"] = found
        if options["trial"]:
            sorts = self._trial(kind, gathered, plan.others + 1, options)
            tables.append(sorts_table(sorts, options["texts"], options["runs"]))
            tables.append(ERROR_NOTE)
            result["trial"] = {
                "runs": options["runs"],
                "texts": options["texts"],
                "compared": options["compared"],
                "seed": options["seed"],
                "mixed": options["mixed"],
                "others": plan.others,
                "sorts": sorts,
            }
        if options["replay"]:
            crowd = trials.crowd_of(gathered, plan.others + 1, options["seed"])
            workers, count, seed = options["workers"], options["runs"], options["seed"]
            runs = replays.replayed(kind, crowd, workers=workers, runs=count, seed=seed)
            parts, above = parts_of_replay(runs), replays.share_ranked(runs)
            tables.extend([parts_table(parts, options["runs"]), _ranking(above)])
            result["replay"] = {
                "workers": workers,
                "runs": count,
                "seed": seed,
                "parts": parts,
                "reader_above_spammer": above,
            }
        return tables, result

    def _trial(self, kind: str, gathered: Gathered, width: int, options: Flags) -> list[Sort]:
        crowd = trials.crowd_of(gathered, width, options["seed"])
        if crowd.texts < options["texts"]:
            raise CommandError(
                f"Only {crowd.texts:,} texts have {width} answers, and others of their kind: "
                f"no one can judge {options['texts']:,}. Use a lower --texts or --others."
            )
        outcomes = trials.run(
            kind,
            crowd,
            mixed=options["mixed"] / 100,
            runs=options["runs"],
            texts=options["texts"],
            compared=options["compared"],
            seed=options["seed"],
        )
        steps = [step for step in STEPS if step < options["texts"]]
        return sorts_of_trial(outcomes, [*steps, options["texts"]], options["texts"])


def _ranking(above: float | None) -> str:
    if above is None:
        return "There is no reader, or no spammer, to compare."
    return (
        f"A reader’s highest stake is above a spammer’s in {percent(above)} of all pairs of them."
    )


def _file_in(options: Mapping[str, object]) -> tuple[str, str]:
    """Return the kind of the file and its path."""
    given = [(kind, str(options[kind])) for kind in READ if options[kind] is not None]
    if len(given) != 1:
        flags = ", ".join(f"--{kind}" for kind in READ)
        raise CommandError(f"Give one file, with one of {flags}.")
    return given[0]


def _segmentations(kind: Kind) -> Read:
    def read(
        path: str, options: Mapping[str, object], errors: OutputWrapper
    ) -> tuple[list[Given], bool]:
        readings = read_annotations(kind, release_in(path, errors))
        tell_skipped(called(path), readings.skipped, errors)
        return list(files.of_segmentations(readings)), readings.named

    return read


def _pairs(
    path: str, options: Mapping[str, object], errors: OutputWrapper
) -> tuple[list[Given], bool]:
    judged = read_judged_pairs(path, bytes_in(path))
    require_rows(called(path), judged.errors, judged.error_count, errors)
    tell_skipped(called(path), judged.skipped, errors, judged.notes)
    return list(files.of_pairs(pairs_of(judged))), True


def _labels(
    path: str, options: Mapping[str, object], errors: OutputWrapper
) -> tuple[list[Given], bool]:
    judged = read_judged_labels(path, bytes_in(path))
    require_rows(called(path), judged.errors, judged.error_count, errors)
    tell_skipped(called(path), judged.skipped, errors, judged.notes)
    return list(files.of_labels(judged)), True


def _evidence(
    path: str, options: Mapping[str, object], errors: OutputWrapper
) -> tuple[list[Given], bool]:
    try:
        evidence = read_evidence_file(path)
    except BadEvidence as bad:
        raise CommandError(first_fault(called(path), bad, errors)) from bad
    tell_skipped(called(path), evidence.skipped, errors)
    return list(files.of_evidence(evidence)), True


def _all() -> Iterator[tuple[str, Read]]:
    yield "flat", _segmentations("flat")
    yield "nested", _segmentations("nested")
    yield from {"pairs": _pairs, "labels": _labels, "evidence": _evidence}.items()


READ: Mapping[str, Read] = dict(_all())
