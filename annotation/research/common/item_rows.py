"""The parts of rows that schemes share: items in the list, disputed items, votes, gold answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.contrib.humanize.templatetags.humanize import apnumber

from annotation.models import HIT, ItemSummary, Judgment
from annotation.models.work.judgment import JudgmentQuerySet
from annotation.schemes.mixins import HasGoldAnswers
from midpath.schemes.base import InvalidAnswer, Settings


class ItemRow(TypedDict):
    """The context of `template`, which shows one item in the list; each scheme adds its own."""

    hit: HIT
    template: str
    summary: ItemSummary | None
    name: NotRequired[str]


class Dispute(TypedDict):
    """A row of the table of the most disputed items. `ties` counts the answers tied for the
    consensus, and `answer` is the consensus in words."""

    hit: HIT
    judgments: int
    distinct: int
    disagreement: float | None
    ties: int
    name: NotRequired[str]
    answer: NotRequired[str]


@dataclass(frozen=True)
class Choice:
    """The consensus of the votes; `label` is empty if the best are tied."""

    name: str
    label: str
    support: str
    tied: str = ""


def majority_of(name: str, votes: Mapping[str, int]) -> Choice:
    most, n = max(votes.values()), sum(votes.values())
    best = [label for label, count in votes.items() if count == most]
    support = f"{most} of {n}"
    if len(best) > 1:
        return Choice(name, "", f"{support} each", f"tie of {apnumber(len(best))}")
    absolute = "more than half" if 2 * most > n else "not more than half"
    return Choice(name, best[0], f"{support}, {absolute}")


def judged_in(hits: Sequence[HIT]) -> JudgmentQuerySet:
    """Return the judgments of HITs that count."""
    counting = Judgment.objects.counting().filter(hit__in=[hit.pk for hit in hits])
    return counting.order_by("pk")


def known_answer(scheme: HasGoldAnswers, hit: HIT, settings: Settings) -> str:
    """Return the gold answer; one that is impossible in the campaign is shown as none."""
    try:
        known = scheme.known_vector(hit.item, settings)
    except InvalidAnswer:
        return ""
    return "" if known is None else scheme.written(known, hit.item, settings)


def disputed(summary: ItemSummary, ties: int = 0) -> Dispute:
    return {
        "hit": summary.hit,
        "judgments": summary.judgments,
        "distinct": summary.distinct,
        "disagreement": summary.disagreement,
        "ties": ties,
    }
