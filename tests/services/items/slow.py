"""Filters and orders of items, one item at a time: slow, and obviously correct."""

from collections import Counter
from dataclasses import asdict
from datetime import datetime
from math import log2
from typing import Any

from annotation.models import HIT, Campaign, Decision, Item, Judgment
from annotation.models.dataset import OPENING
from annotation.services.items.filters import ItemFilter

NOTHING = ItemFilter()


def slow_facts(campaign: Campaign) -> list[dict[str, Any]]:
    """Return the filterable facts of each item, in the order of the dataset."""
    hits = HIT.objects.filter(campaign=campaign).select_related("item").order_by("item__position")
    return [_facts(hit) for hit in hits]


def slow_filter(facts: list[dict[str, Any]], wanted: ItemFilter) -> list[dict[str, Any]]:
    return [one for one in facts if all(_met(one, wanted))]


def slow_order(facts: list[dict[str, Any]], order: str, wanted: ItemFilter = NOTHING) -> list[int]:
    """Return the HITs in order; those without the figure are left out."""
    name, back = order.removeprefix("-"), order.startswith("-")
    facts = [one | {"worker": _last_time(one, wanted)} for one in facts]
    placed = [one for one in facts if one[name] is not None]
    if name == "position":
        return [one["hit"] for one in placed]
    tie = "position" if name in ("length", "text", "stratum") else "hit"
    placed.sort(key=lambda one: (_rank(one[name]), one[tie]), reverse=back)
    return [one["hit"] for one in placed]


def _last_time(one: dict[str, Any], wanted: ItemFilter) -> datetime | None:
    """Return when the worker of the filter last judged it, among the judgments that it finds."""
    return max(
        (judgment["at"] for judgment in one["judged"] if _met_by(judgment, wanted)), default=None
    )


def _facts(hit: HIT) -> dict[str, Any]:
    judgments = list(
        Judgment.objects.filter(hit=hit).select_related("assignment__enrolment__worker")
    )
    counting = [one for one in judgments if one.counts]
    times = Counter(tuple(one.vector) for one in counting)
    most = sorted(times.values(), reverse=True)
    weighed = len(counting) > 1
    stratum = hit.item.content.get("stratum")
    return {
        "hit": hit.pk,
        "text": hit.item.text.lower()[:OPENING],
        "texts": _texts(hit.item),
        "position": hit.item.position,
        "length": _words(hit.item.content),
        "stratum": None if stratum is None else str(stratum),
        "judged": [_judgment(one) for one in judgments],
        "reviewed": sum(one.review != "" for one in judgments),
        "late": sum(one.late for one in judgments),
        "judgments": len(counting),
        "latest": max((one.submitted_at for one in counting), default=None),
        "disagreement": hit.summary.disagreement if weighed else None,
        "entropy": _entropy(most) if weighed else None,
        "tie": (weighed and len(most) > 1 and most[0] == most[1]) if counting else None,
        "undecided": hit.summary.undecided if counting else None,
        "decided": Decision.objects.final().filter(hit=hit).exists(),
    }


def _texts(item: Item) -> list[str]:
    sides = (item.content[side]["text"] for side in ("left", "right") if side in item.content)
    return [item.text, *sides]


def _words(content: dict[str, Any]) -> int:
    if "left" in content:
        return sum(len(content[side]["text"].split()) for side in ("left", "right"))
    return len(content["tokens"])


def _judgment(one: Judgment) -> dict[str, Any]:
    return {
        "worker": one.assignment.enrolment.worker.number,
        "at": one.submitted_at,
        "review": one.review or "none",
        "late": one.late,
    }


def _met(one: dict[str, Any], wanted: ItemFilter) -> list[bool]:
    fields = asdict(wanted)
    met = [
        any(wanted.q.lower() in text.lower() for text in one["texts"]),
        not wanted.stratum or one["stratum"] == wanted.stratum,
        any(_met_by(judgment, wanted) for judgment in one["judged"])
        or not any(
            fields[name] is not None for name in ("worker", "since", "until", "review", "late")
        ),
    ]
    for name in ("length", "judgments", "disagreement", "entropy"):
        least, most = fields[f"{name}_from"], fields[f"{name}_to"]
        met.append(least is None or (one[name] is not None and one[name] >= least))
        met.append(most is None or (one[name] is not None and one[name] <= most))
    met += [fields[name] in (None, one[name]) for name in ("tie", "undecided", "decided")]
    return met


def _met_by(judgment: dict[str, Any], wanted: ItemFilter) -> bool:
    return (
        wanted.worker in (None, judgment["worker"])
        and (wanted.since is None or judgment["at"] >= wanted.since)
        and (wanted.until is None or judgment["at"] < wanted.until)
        and wanted.review in (None, judgment["review"])
        and wanted.late in (None, judgment["late"])
    )


def _entropy(times: list[int]) -> float:
    total = sum(times)
    return -sum(count / total * log2(count / total) for count in times)


def _rank(value: Any) -> float | str:
    """Return the sort key of an order: texts from A to Z, all others descending."""
    if isinstance(value, str):
        return value
    return -(value.timestamp() if isinstance(value, datetime) else round(float(value), 9))
