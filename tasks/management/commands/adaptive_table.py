"""`manage.py adaptive_table`: cost and quality of adaptive redundancy."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import NotRequired, TypedDict

import numpy as np
from django.core.management.base import CommandError, CommandParser

from agreement.groups import Ints
from agreement.segmentation.planning import Expected, Votes, as_it_is, expect
from agreement.skills import model_fit
from analysis.reports.planning import votes_of_campaign
from analysis.simulation.settling import NO_GOLD, ORDERS, Collected, Rule, collect
from annotation.management.base import MidpathCommand, campaign_named
from midpath.console.arguments import add_seed, positive
from midpath.console.streams import bytes_in
from midpath.exchange.files import called
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.scoring.segment_files import require_rows, tell_skipped
from midpath.tables.table import Column, Row, Table
from midpath.tables.terminal import printed
from midpath.text.formatting import percent

FIXED = (1, 3, 5, 10)
ADAPTIVE = ((2, 10), (3, 10), (4, 10), (5, 10), (6, 10))

Items = list[tuple[Votes, int | None]]


class Plan(TypedDict):
    """A plan with what it is expected to cost and to find; `campaign` is one that bought it. If it
    was simulated, `min_posterior` is 0 for a majority, and `by_posterior` is the accuracy of the
    most probable answers."""

    begin: int
    most: int
    adaptive: bool
    pairs: int
    judgments: float | None
    per_pair: float | None
    agree: float | None
    accuracy: float | None
    exact: str | None
    known: int
    campaign: NotRequired[int]
    min_posterior: NotRequired[float]
    by_posterior: NotRequired[float | None]


class Command(MidpathCommand):
    help = (
        "Compare ways to collect judgments, from judged pairs with several answers each: a fixed "
        "number of workers, or a few at first and then one more at a time until more than half "
        "agree. Prints for each how many judgments it takes and, if there are gold answers, the "
        "share of correct majorities (a tie is broken at random). The numbers are exact averages "
        "over all orders in which the judgments could have come, so there is no seed. With "
        "--campaign, it adds the judgments that a campaign has so far. With --posterior, it adds "
        "the adaptive ways settled by majority and by posterior, each with the accuracy of the "
        f"most probable answers. These are means over {ORDERS} random orders."
    )
    examples = """
  manage.py adaptive_table judgments.csv
  manage.py adaptive_table judgments.csv --begin 3 --most 10
  manage.py adaptive_table judgments.csv --campaign 12
  manage.py adaptive_table judgments.csv --begin 3 --most 10 --posterior 90
  manage.py adaptive_table judgments.csv --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="judged pairs, as manage.py score --pairs reads them; - is standard input"
        )
        parser.add_argument(
            "--begin", type=positive(int), metavar="K", help="start with K judgments"
        )
        parser.add_argument("--most", type=positive(int), metavar="N", help="request at most N")
        parser.add_argument("--campaign", metavar="ID", help="add this campaign as it is")
        parser.add_argument(
            "--posterior",
            type=positive(float, most=100),
            metavar="PERCENT",
            help="add simulations of settling by posterior: request judgments until the best "
            "answer is this probable",
        )
        add_seed(parser)
        parser.add_argument("--json", action="store_true", help="print the numbers as JSON")

    def handle(
        self,
        *,
        file: str,
        begin: int | None,
        most: int | None,
        posterior: float | None,
        seed: int,
        **options: object,
    ) -> None:
        judged, plans = self._judged(file), self._plans(begin, most)
        items = votes_of_file(judged)
        rows = [_row(first, maximum, expect(items, first, maximum)) for first, maximum in plans]
        if options["campaign"] is not None:
            campaign = campaign_named(str(options["campaign"]))
            bought = as_it_is(votes_of_campaign(campaign))
            row = _row(campaign.redundancy, campaign.most_judgments, bought)
            row["campaign"] = campaign.pk
            rows.append(row)
        if posterior is not None:
            rows += _simulated(judged, plans, posterior / 100, seed)
        if options["json"]:
            self.stdout.write(json.dumps(rows, indent=2))
            return
        self.stdout.write(printed([_table(rows)], self.stdout))

    def _judged(self, path: str) -> JudgedPairs:
        judged = read_judged_pairs(path, bytes_in(path))
        require_rows(called(path), judged.errors, judged.error_count, self.stderr)
        tell_skipped(called(path), judged.skipped, self.stderr, judged.notes)
        return judged

    def _plans(self, begin: int | None, maximum: int | None) -> list[tuple[int, int | None]]:
        if begin is None and maximum is None:
            return [*((n, None) for n in FIXED), *ADAPTIVE]
        if begin is None:
            raise CommandError("--most requires --begin. Give --begin, too.")
        if maximum is not None and maximum < begin:
            raise CommandError(
                f"--most {maximum} is less than --begin {begin}: give one no smaller."
            )
        return [(begin, maximum)]


def votes_of_file(judged: JudgedPairs) -> Items:
    """Return the number of votes for each answer to each pair, and the index of the true answer."""
    gold = {facts.gold for facts in judged.pairs.values() if facts.gold is not None}
    labels = sorted({row.answer for row in judged.rows} | gold)
    number = {label: place for place, label in enumerate(labels)}
    votes: dict[str, list[int]] = {}
    for row in judged.rows:
        votes.setdefault(row.pair, [0] * len(labels))[number[row.answer]] += 1
    return [
        (tuple(counts), None if (known := judged.pairs[pair].gold) is None else number[known])
        for pair, counts in votes.items()
    ]


def _simulated(
    judged: JudgedPairs, plans: Sequence[tuple[int, int | None]], min_posterior: float, seed: int
) -> list[Plan]:
    rows = []
    for first, most in plans:
        if most is not None:
            votes, gold = _votes_by_worker(judged, most)
            known = int((gold != NO_GOLD).sum())
            for least in (None, min_posterior) if votes.n_items else ():
                found = collect(votes, gold, Rule(first, most, least), seed)
                rows.append(_simulated_row(found, Rule(first, most, least), votes.n_items, known))
    return rows


def _votes_by_worker(judged: JudgedPairs, least: int) -> tuple[model_fit.Votes, Ints]:
    """Return the votes on the pairs with at least this many, and the gold answers."""
    names = sorted(
        {row.answer for row in judged.rows}
        | {facts.gold for facts in judged.pairs.values() if facts.gold is not None}
    )
    times = Counter(row.pair for row in judged.rows)
    rows = [row for row in judged.rows if times[row.pair] >= least]
    pairs, items = np.unique([row.pair for row in rows], return_inverse=True)
    people, workers = np.unique([row.worker for row in rows], return_inverse=True)
    labels = np.array([names.index(row.answer) for row in rows], dtype=np.int64)
    known = [judged.pairs[pair].gold for pair in pairs.tolist()]
    gold = np.array([NO_GOLD if one is None else names.index(one) for one in known])
    return model_fit.Votes(items, workers, labels, len(pairs), len(people), len(names)), gold


def _simulated_row(found: Collected, rule: Rule, pairs: int, known: int) -> Plan:
    return {
        "begin": rule.first,
        "most": rule.most,
        "adaptive": True,
        "pairs": pairs,
        "judgments": found.judgments,
        "per_pair": found.judgments / pairs,
        "agree": found.settled,
        "accuracy": found.by_majority if known else None,
        "exact": None,
        "known": known,
        "min_posterior": rule.min_posterior or 0.0,
        "by_posterior": found.by_posterior if known else None,
    }


def _row(first: int, maximum: int | None, found: Expected) -> Plan:
    each, right = found.judgments, found.accuracy
    return {
        "begin": first,
        "most": maximum or first,
        "adaptive": maximum is not None,
        "pairs": found.items,
        "judgments": None if each is None else float(each * found.items),
        "per_pair": None if each is None else float(each),
        "agree": None if found.settled is None else float(found.settled),
        "accuracy": None if right is None else float(right),
        "exact": None if right is None else str(right),
        "known": found.known,
    }


def _table(rows: Sequence[Plan]) -> Table:
    simulated = any("min_posterior" in row for row in rows)
    return Table(
        key="adaptive",
        first="begin with",
        columns=[
            Column("at most", "text"),
            Column("pairs", "count"),
            Column("judgments", "count"),
            Column("per pair"),
            Column("agree", decimals=4),
            Column("right", decimals=4),
            *([Column("right by posterior", decimals=4)] * simulated),
        ],
        rows=[_line(row, simulated=simulated) for row in rows],
    )


def _line(row: Plan, *, simulated: bool) -> Row:
    maximum = str(row["most"]) if row["adaptive"] else "fixed"
    mark = f"campaign {row['campaign']}, as it is" if "campaign" in row else ""
    if "min_posterior" in row:
        posterior = row["min_posterior"]
        mark = f"simulated, posterior {percent(posterior)}" if posterior else "simulated, majority"
    numbers = [row["pairs"], row["judgments"], row["per_pair"], row["agree"], row["accuracy"]]
    numbers += [row.get("by_posterior")] * simulated
    return Row(str(row["begin"]), [maximum, *numbers], mark=mark)
