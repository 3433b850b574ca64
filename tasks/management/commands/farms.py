"""`manage.py farms`: simulated farms of accounts in a replayed crowd. Needs no database."""

import json
from collections.abc import Sequence
from statistics import median_low
from typing import Literal, TypedDict, Unpack, get_args

from django.core.management.base import CommandError, CommandParser

from analysis.signals import files, trials
from analysis.signals.farms import FARMS, HONEST, Found, crowd_with
from analysis.signals.gathering import gather, usual_answers
from annotation.management.base import MidpathCommand
from midpath.console.arguments import add_seed, positive
from midpath.exchange.files import called
from midpath.garbage import no_collection
from midpath.scoring.segment_files import release_in, tell_skipped
from midpath.scoring.segmentations import read_annotations
from midpath.tables.table import Column, Row, Table
from midpath.tables.terminal import printed

NOTES = (
    "Vouched: certified if twins count as others in the reading test. Certified: as Midpath does "
    "it, without their twins. Lost: was certified and no longer is; after: the median number of "
    "texts answered until then. Flagged: has twins, follows, or fits other texts better."
)


class Counts(TypedDict):
    """The workers of one sort in one crowd, counted by what the tests say about them."""

    farm: str
    seed: int
    workers: str
    count: int
    vouched: int
    certified: int
    lost: int
    lost_after: float | None
    twinned: int
    follows: int
    flagged: int


class Outcome(TypedDict):
    """The counts of crowds with a farm, and sums over those without."""

    rows: Sequence[Counts]
    clean_crowds: int
    clean_workers: int
    clean_workers_certified: int
    clean_workers_lost: int
    clean_losses: int
    clean_ranked: int
    clean_crowds_flagged: int
    clean_workers_flagged: int


Counted = Literal[
    "count", "vouched", "certified", "lost", "lost_after", "twinned", "follows", "flagged"
]
COUNTED: tuple[Counted, ...] = get_args(Counted)


class Flags(TypedDict):
    """The flags that are read here."""

    flat: str
    runs: int
    clean: int
    honest: int
    texts: int
    seed: int
    json: bool


class Command(MidpathCommand):
    help = (
        "Simulate farms of accounts and copyists in campaigns with honest workers, who give the "
        "answers of the crowd in a file of flat segmentations. Shows for each sort of account how "
        "many are certified, lost their certificate, have twins, follow others and are flagged, "
        "and the same of honest workers in crowds without a farm. Needs no database."
    )
    examples = """
  manage.py farms --flat annotations.json
  manage.py farms --flat annotations.json --runs 1 --clean 0 --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--flat", metavar="FILE", required=True, help="as manage.py score --flat reads it"
        )
        for name, default, least, what in (
            ("runs", 3, 1, "crowds with each sort of account, each with its own seed"),
            ("clean", 100, 0, "crowds without a farm"),
            ("honest", 40, 2, "honest workers of a crowd"),
            ("texts", 500, 2, "texts of a crowd"),
        ):
            parser.add_argument(
                f"--{name}",
                type=positive(int, 10_000) if least else _count,
                default=default,
                metavar="N",
                help=f"{what} (default: {default})",
            )
        add_seed(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Unpack[Flags]) -> None:
        with no_collection():
            path, seed = options["flat"], options["seed"]
            readings = read_annotations("flat", release_in(path, self.stderr))
            tell_skipped(called(path), readings.skipped, self.stderr)
            gathered = gather(files.of_segmentations(readings))
            width = usual_answers(gathered)
            if width < 2 or options["honest"] < width:
                raise CommandError(
                    f"{called(path)} has {width} answers to most texts. It needs two or more, and "
                    "a crowd at least as many honest workers."
                )
            crowd = trials.crowd_of(gathered, width, seed)
            honest, texts = options["honest"], options["texts"]
            rows: list[Counts] = []
            for sort in FARMS:
                for run in range(options["runs"]):
                    found = crowd_with(
                        crowd, sort, seed=seed + run, honest_workers=honest, texts=texts
                    )
                    rows += [_row(sort, seed + run, found, of) for of in (sort, HONEST)]
            clean = [
                crowd_with(crowd, HONEST, seed=seed + run, honest_workers=honest, texts=texts)
                for run in range(options["clean"])
            ]
        flagged = [sum(one.flagged for one in found) for found in clean]
        workers = [one for found in clean for one in found]
        result: Outcome = {
            "rows": rows,
            "clean_crowds": len(clean),
            "clean_workers": len(workers),
            "clean_workers_certified": sum(one.state == "certified" for one in workers),
            "clean_workers_lost": sum(one.state == "lost" for one in workers),
            "clean_losses": sum(one.losses for one in workers),
            "clean_ranked": sum(one.ranked for one in workers),
            "clean_crowds_flagged": sum(map(bool, flagged)),
            "clean_workers_flagged": sum(flagged),
        }
        if options["json"]:
            self.stdout.write(json.dumps(result, indent=2, ensure_ascii=False))
            return
        self.stdout.write(printed([_table(rows), NOTES, _said(result)], self.stdout))


def _count(text: str) -> int:
    return 0 if text == "0" else positive(int, 10_000)(text)


def _row(farm: str, seed: int, found: Sequence[Found], of: str) -> Counts:
    own = [one for one in found if one.sort == of]
    times = [one.lost_after for one in own if one.lost_after is not None]
    return {
        "farm": farm,
        "seed": seed,
        "workers": of if of == HONEST else "farm",
        "count": len(own),
        "vouched": sum(one.vouched == "certified" for one in own),
        "certified": sum(one.state == "certified" for one in own),
        "lost": sum(one.state == "lost" for one in own),
        "lost_after": median_low(times) if times else None,
        "twinned": sum(one.twins > 0 for one in own),
        "follows": sum(one.follows for one in own),
        "flagged": sum(one.flagged for one in own),
    }


def _table(rows: Sequence[Counts]) -> Table:
    return Table(
        key="farms",
        title="Farms together with honest workers",
        first="farm",
        columns=[
            Column("seed", "count"),
            Column("workers", "text"),
            *(Column(name.replace("_", " "), "count") for name in COUNTED),
        ],
        rows=[
            Row(one["farm"], (one["seed"], one["workers"], *(one[name] for name in COUNTED)))
            for one in rows
        ],
    )


def _said(result: Outcome) -> str:
    return (
        f"{result['clean_crowds']:,} crowds without a farm: {result['clean_workers_flagged']:,} of "
        f"{result['clean_workers']:,} honest workers flagged, in "
        f"{result['clean_crowds_flagged']:,} crowds; {result['clean_workers_certified']:,} "
        f"certified, {result['clean_workers_lost']:,} no longer; {result['clean_losses']:,} "
        f"certificates ended in {result['clean_ranked']:,} ranked answers."
    )
