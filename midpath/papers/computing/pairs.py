"""Judged pairs of texts: the computations for P14 (COLING 2014 pairs)."""

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from agreement.sampling import Draws
from agreement.tally import Tally
from agreement.votes.pair_figures import pair_contribution, pair_figures
from agreement.votes.pair_intervals import Judged, bootstrap_pairs
from agreement.votes.pair_shapes import PairFigures
from agreement.votes.workers import agreement
from midpath.corpus.similarity import millionths, tfidf
from midpath.papers.data import RTE, Data
from midpath.papers.entries import Cell, Found, Line

ON_RTE = "RTE"
SEED, CHOSEN, PAIRS = 1, 5, 250
SUPPORTS = (5, 4, 3)
ROWS = ("5 workers agree", "4 workers agree", "3 workers agree", "Consensus-yes", "Consensus-no")
STRATA = 4
MIDDLES = (125_000, 375_000, 625_000, 875_000)

Table = Mapping[str, Sequence[str]]


def everything(rows: Table) -> Found:
    """Return the columns for all strata together, from the printed strata of 250 pairs."""
    columns = [_shares(_printed(rows, level), "all") for level in (0, 1)]
    none = [Cell(None)] * STRATA
    return Found(
        [
            Line(row, [*none, Cell(columns[0][at]), *none, Cell(columns[1][at])])
            for at, row in enumerate(ROWS)
        ]
    )


def text_figures(rows: Table) -> Found:
    """Return the figures in the text that follow from the printed strata."""
    sections, paragraphs = (_printed(rows, level) for level in (0, 1))
    four = [sum(_shares(each, "all")[:2]) for each in (sections, paragraphs)]
    alike = [_percent(each["pairwise_agreement"]) for each in (sections, paragraphs)]
    r = [each["r"]["value"] for each in (sections, paragraphs)]
    return Found(
        [
            Line("four or more of five agree, %", list(map(Cell, four))),
            Line("pairwise agreement, new design, %", list(map(Cell, alike))),
            Line("r of cosine and consensus", list(map(Cell, r))),
        ]
    )


def rte_strata(data: Data) -> Found:
    """Return Table 3 for pairs of a text and a hypothesis: five of ten judgments, drawn."""
    votes, cosines = _rte(data)
    found = _figures(votes, cosines)
    columns = [_shares(found, column["name"]) for column in found["strata"]]
    pairs = [Cell(column["pairs"]) for column in found["strata"]]
    lines = [Line("pairs", pairs, ON_RTE)]
    for at, row in enumerate(ROWS):
        lines.append(Line(row, [Cell(column[at]) for column in columns], ON_RTE))
    return Found(lines)


def rte_text(data: Data) -> Found:
    """Return the figures in the text for the same pairs, with intervals over pairs."""
    votes, cosines = _rte(data)
    found = _figures(votes, cosines)
    judged = [Judged(votes[pair], cosines[pair]) for pair in votes]
    between = bootstrap_pairs(judged)
    four = sum(_shares(found, "all")[:2])
    return Found(
        [
            Line("four or more of five agree, %", [Cell(four)], ON_RTE),
            Line(
                "pairwise agreement, new design, %",
                [_cell(found["pairwise_agreement"], between["pairwise"], 100)],
                ON_RTE,
            ),
            Line("r of cosine and consensus", [_cell(found["r"]["value"], between["r"])], ON_RTE),
            Line("nominal α", [_cell(found["alpha"]["value"], between["alpha"])], ON_RTE),
        ]
    )


def rte_workers(data: Data) -> Found:
    """Return how many workers judged ten pairs or more, and the quartiles of their agreement."""
    rows = [(row.pair, row.worker, row.answer) for row in data.rte.judgments]
    found = agreement(rows)
    everyone = len({worker for _, worker, _ in rows})
    quartiles = [Cell(float(100 * value)) for value in found.quartiles]
    return Found([Line("RTE", [Cell(everyone), Cell(len(found.records)), *quartiles], ON_RTE)])


def _printed(rows: Table, level: int) -> PairFigures:
    """Return the figures of the printed strata of one level, 250 pairs in each.

    The table does not say which pairs have which answer with how many votes; no figure depends on
    it. The pairs have the cosine in the middle of their stratum.
    """
    state = Tally()
    for at in range(STRATA):
        column = level * (STRATA + 1) + at
        shares = [float(rows[row][column]) for row in ROWS]
        times = [round(share * PAIRS / 100) for share in shares]
        winning = [votes for votes, n in zip(SUPPORTS, times, strict=False) for _ in range(n)]
        for number, votes in enumerate(winning):
            won, lost = ("yes", "no") if number < times[3] else ("no", "yes")
            labels = [won] * votes + [lost] * (CHOSEN - votes)
            state += pair_contribution(labels, similarity=MIDDLES[at])
    return pair_figures(state)


def _shares(found: PairFigures, name: str) -> list[float]:
    """Return a column of Table 3, in percent."""
    column = next(one for one in found["strata"] if one["name"] == name)
    agree = {one["votes"]: one["share"] for one in column["agree"]}
    answers = [column["consensus"].get(answer) for answer in ("yes", "no")]
    shares = [agree.get(votes) for votes in SUPPORTS]
    shares += [None if answer is None else answer["share"] for answer in answers]
    return [100 * (share or 0.0) for share in shares]


def _figures(votes: Mapping[str, list[str]], cosines: Mapping[str, int]) -> PairFigures:
    return pair_figures(
        Tally.total(
            pair_contribution(each, similarity=cosines[pair]) for pair, each in votes.items()
        )
    )


def _rte(data: Data) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Return five judgments of each pair, drawn from ten, and the cosine of its texts."""
    votes: defaultdict[str, list[str]] = defaultdict(list)
    for row in data.rte.judgments:
        votes[row.pair].append(row.answer)
    draws = Draws(SEED)
    chosen = {
        pair: [each[at] for at in draws.below(2**32, len(each)).argsort(kind="stable")[:CHOSEN]]
        for pair, each in votes.items()
    }
    return chosen, dict(_cosines(data))


def _cosines(data: Data) -> Iterator[tuple[str, int]]:
    with data.path(RTE).open(newline="", encoding="utf-8") as file:
        texts = {row["pair"]: (row["text"], row["hypothesis"]) for row in csv.DictReader(file)}
    rows = tfidf(text for both in texts.values() for text in both)
    alike = np.asarray(rows[::2].multiply(rows[1::2]).sum(axis=1), np.float64).ravel()
    yield from zip(texts, millionths(alike).tolist(), strict=True)


def _cell(value: float | None, ends: Mapping[str, object], times: int = 1) -> Cell:
    low, high = ends["low"], ends["high"]
    if value is None or not isinstance(low, float) or not isinstance(high, float):
        return Cell(value)
    return Cell(times * value, times * low, times * high)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
