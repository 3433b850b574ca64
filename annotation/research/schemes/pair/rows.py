"""Pairs of texts for pages: both texts, the votes by answer, the chosen keywords."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.contrib.humanize.templatetags.humanize import apnumber

from annotation.models import HIT, Campaign, Item, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow
from annotation.tables.figures.pair_figures import PairSummary

MILLION = 1_000_000
STRATA = ("[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]")
MAX_KEYWORDS = 12
SIDES = {"left": "First text", "right": "Second text"}
YES_NO = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Vote:
    label: str
    yes: bool
    count: int
    most: int


@dataclass(frozen=True)
class Choice:
    """The consensus of the votes; `label` is empty if the best are tied."""

    name: str
    label: str
    support: str
    tied: str = ""


@dataclass(frozen=True)
class Side:
    """One text with the keywords that were copied from it, the most frequent first."""

    heading: str
    title: str
    document: str
    text: str
    keywords: Sequence[tuple[str, int]]


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


def rows_of(campaign: Campaign, hits: Sequence[HIT]) -> list[JudgedPairRow]:
    judged: defaultdict[int, list[tuple[int, Kept]]] = defaultdict(list)
    counting = Judgment.objects.counting().filter(hit__in=[hit.pk for hit in hits]).order_by("pk")
    for hit_id, vector, payload in counting.values_list("hit_id", "vector", "payload"):
        judged[hit_id].append((vector[0], payload))
    return [_row(campaign, hit, judged[hit.pk]) for hit in hits]


def answer_of(campaign: Campaign, judgment: Judgment) -> Answer:
    keywords = judgment.payload.get("keywords") or {}
    return Answer(
        campaign.settings["answers"][judgment.vector[0]]["label"],
        [(heading, keywords[side]) for side, heading in SIDES.items() if keywords.get(side)],
        judgment.payload.get("marked") is True,
    )


def dispute_of(campaign: Campaign, summary: ItemSummary) -> Dispute:
    found: PairSummary = summary.summary
    ties = len(found.get("ties", ()))
    return {
        "hit": summary.hit,
        "name": _name(summary.hit.item),
        "judgments": summary.judgments,
        "distinct": summary.distinct,
        "disagreement": summary.disagreement,
        "ties": ties,
        "answer": "" if ties else found.get("winner") or "",
    }


def _row(campaign: Campaign, hit: HIT, judged: Judged) -> JudgedPairRow:
    answers, content = campaign.settings["answers"], hit.item.content
    counts = Counter(index for index, _ in judged)
    return {
        "hit": hit,
        "template": "research/schemes/pair/summary.html",
        "summary": getattr(hit, "summary", None),
        "judgments": len(judged),
        "sides": [_side(side, content[side], judged) for side in SIDES],
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


def _side(side: str, content: PairText, judged: Judged) -> Side:
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
    )


def _consensus(answers: Sequence[PossibleAnswer], counts: Counter[int]) -> Iterable[Choice]:
    """The majority vote; with more than two answers, also yes against no."""
    yield _choice("majority", {answer["label"]: counts[n] for n, answer in enumerate(answers)})
    kinds = {answer["yes"] for answer in answers}
    if len(answers) > 2 and len(kinds) == 2:
        pooled = Counter[str]()
        for index, answer in enumerate(answers):
            pooled[YES_NO[answer["yes"]]] += counts[index]
        yield _choice("yes or no", pooled)


def _choice(name: str, votes: Mapping[str, int]) -> Choice:
    most, n = max(votes.values()), sum(votes.values())
    best = [label for label, count in votes.items() if count == most]
    support = f"{most} of {n}"
    if len(best) > 1:
        return Choice(name, "", f"{support} each", f"tie of {apnumber(len(best))}")
    absolute = "more than half" if 2 * most > n else "not more than half"
    return Choice(name, best[0], f"{support}, {absolute}")


def _similarity(millionths: int | None) -> str:
    """Truncate a similarity instead of rounding it, so that it never leaves its stratum."""
    return "" if millionths is None else f"{millionths // 1000 / 1000:.3f}"


def stratum_name(stratum: int | str | None) -> str:
    if isinstance(stratum, int) and 0 <= stratum < len(STRATA):
        return STRATA[stratum]
    return "" if stratum is None else str(stratum)


def _name(item: Item) -> str:
    return f"{item.text}: {item.content['left']['text']}"
