"""Pairs of texts for pages: both texts, the votes by answer, the chosen keywords."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.urls import reverse

from annotation.models import HIT, Campaign, Item, ItemSummary, Judgment
from annotation.research.common.charts import Chart, drawn
from annotation.research.common.item_rows import (
    Choice,
    Dispute,
    ItemRow,
    disputed,
    judged_in,
    majority_of,
)
from annotation.research.datasets.corpora import stratum_name
from annotation.research.results.crowd_charts import crowd_charts
from annotation.research.schemes.base import Link, Panel, SchemeView
from midpath.tables.figures.crowd_figures import CrowdFigures
from midpath.tables.figures.pair_figures import PairFigures, PairSummary
from midpath.tables.pairs import STRATA_DEFINITIONS, strata_tables
from midpath.tables.table import Table
from midpath.text.shared_words import Piece, marked_pieces, shared_words

MAX_KEYWORDS = 12
SIDES = {"left": "First text", "right": "Second text"}
OTHER_SIDE = {"left": "right", "right": "left"}
YES_NO = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Vote:
    label: str
    yes: bool
    count: int
    most: int


@dataclass(frozen=True)
class Side:
    """One text with the keywords that were copied from it, the most frequent first, and the other
    text."""

    heading: str
    title: str
    document: str
    text: str
    keywords: Sequence[tuple[str, int]]
    other: str = ""

    @property
    def pieces(self) -> list[Piece]:
        """Return the text with the words of both texts and the copied keywords marked (COLING 2014,
        Table 4)."""
        shared = shared_words(self.text, self.other)
        return marked_pieces(self.text, shared, [keyword for keyword, _ in self.keywords])


@dataclass(frozen=True)
class Answer:
    label: str
    keywords: Sequence[tuple[str, Sequence[str]]]
    marked: bool


class JudgedPairRow(ItemRow):
    judgments: int
    sides: Sequence[Side]
    votes: Sequence[Vote]
    consensus: Sequence[Choice]
    similarity: str
    stratum: str
    gold: str
    why: str


class Kept(TypedDict, total=False):
    """The stored part of a judgment besides its answer: the keywords by side."""

    keywords: Mapping[str, Sequence[str]] | None


class PairText(TypedDict):
    """One text of a pair, as its item stores it."""

    text: str
    title: NotRequired[str | None]
    document: NotRequired[str | None]


class PossibleAnswer(TypedDict):
    """An answer that the campaign offers; `yes`: it counts as yes."""

    label: str
    yes: bool


Judged = Sequence[tuple[int, Kept]]


class PairView(SchemeView):
    alike = "whether it is the same answer, regardless of the words marked"
    heading = "Both texts and their votes"
    opened = "votes"
    settled = "pairs"
    crowd_note = "The charts by similarity always use the last version."

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[JudgedPairRow]:
        judged: defaultdict[int, list[tuple[int, Kept]]] = defaultdict(list)
        for hit_id, vector, payload in judged_in(hits).values_list("hit_id", "vector", "payload"):
            judged[hit_id].append((vector[0], payload))
        return [_row(campaign, hit, judged[hit.pk]) for hit in hits]

    def answer(self, campaign: Campaign, judgment: Judgment) -> Answer:
        keywords = judgment.payload.get("keywords") or {}
        return Answer(
            campaign.settings["answers"][judgment.vector[0]]["label"],
            [(heading, keywords[side]) for side, heading in SIDES.items() if keywords.get(side)],
            judgment.payload.get("marked") is True,
        )

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        found: PairSummary = summary.summary
        ties = len(found.get("ties", ()))
        return {
            **disputed(summary, ties),
            "name": _name(summary.hit.item),
            "answer": "" if ties else found.get("winner") or "",
        }

    def crowd_charts(self, campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
        """Return the charts by similarity from the live figures, and the report's charts."""
        figures = _figures(campaign)
        answers = _answers(campaign)
        return [
            *(charts_by_stratum(figures, answers) if figures else ()),
            *crowd_charts(results, answers, "pair", "both texts"),
        ]

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return [
            Panel(
                "below",
                "research/schemes/pair/strata.html",
                "research/schemes/pair/live_strata.html",
                lambda: {
                    "strata": strata_tables(_figures(campaign), _answers(campaign)),
                    "strata_definitions": STRATA_DEFINITIONS,
                },
            )
        ]

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("crowd", "Consensus", reverse("research:crowd", args=(campaign.pk,)))]


def _row(campaign: Campaign, hit: HIT, judged: Judged) -> JudgedPairRow:
    answers, content = campaign.settings["answers"], hit.item.content
    counts = Counter(index for index, _ in judged)
    return {
        "hit": hit,
        "template": "research/schemes/pair/summary.html",
        "summary": getattr(hit, "summary", None),
        "judgments": len(judged),
        "sides": [_side(side, content, judged) for side in SIDES],
        "votes": [
            Vote(answer["label"], answer["yes"], counts[index], max(len(judged), 1))
            for index, answer in enumerate(answers)
        ],
        "consensus": list(_consensus(answers, counts)) if judged else [],
        "similarity": _similarity(content.get("similarity")),
        "stratum": stratum_name(content.get("stratum")),
        "gold": content.get("gold") or "",
        "why": content.get("why") or "",
    }


def _side(side: str, pair: Mapping[str, PairText], judged: Judged) -> Side:
    content, other = pair[side], pair[OTHER_SIDE[side]]
    chosen = Counter(
        " ".join(keyword.split()).lower()
        for _, payload in judged
        for keyword in (payload.get("keywords") or {}).get(side, ())
    )
    return Side(
        SIDES[side],
        content.get("title") or "",
        content.get("document") or "",
        content["text"],
        chosen.most_common(MAX_KEYWORDS),
        other["text"],
    )


def _consensus(answers: Sequence[PossibleAnswer], counts: Counter[int]) -> Iterable[Choice]:
    """The majority vote; with more than two answers, also yes against no."""
    yield majority_of("majority", {answer["label"]: counts[n] for n, answer in enumerate(answers)})
    kinds = {answer["yes"] for answer in answers}
    if len(answers) > 2 and len(kinds) == 2:
        pooled = Counter[str]()
        for index, answer in enumerate(answers):
            pooled[YES_NO[answer["yes"]]] += counts[index]
        yield majority_of("yes or no", pooled)


def _similarity(millionths: int | None) -> str:
    """Truncate a similarity instead of rounding it, so that it never leaves its stratum."""
    return "" if millionths is None else f"{millionths // 1000 / 1000:.3f}"


def _name(item: Item) -> str:
    return f"{item.text}: {item.content['left']['text']}"


def _figures(campaign: Campaign) -> PairFigures:
    figures: PairFigures = campaign.agreement.figures
    return figures


def _answers(campaign: Campaign) -> list[str]:
    return [answer["label"] for answer in campaign.settings["answers"]]


def charts_by_stratum(figures: PairFigures, answers: Sequence[str]) -> Iterator[Chart]:
    """Yield the chart of yes and no, into which more than two answers are pooled, and of all
    answers."""
    for table in reversed(strata_tables(figures, answers)):
        yield drawn(
            _series_first(table),
            "bar",
            up="share of pairs",
            title="Consensus by similarity" + ", yes or no" * (table.key == "yes-no"),
            about="The winning answer among the pairs of each stratum of cosine similarity; the "
            "table also has the number of votes for the winner (COLING 2014, Table 3).",
            empty="No pair has been judged yet.",
        )


def _series_first(table: Table) -> Table:
    """Return the table with the charted columns first, as in all earlier files."""
    places = range(len(table.columns))
    return table.arranged(sorted(places, key=lambda place: table.columns[place].role != "series"))


view = PairView()
