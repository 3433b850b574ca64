"""Decisions in files: a file of all of them, and the part of gold files about final decisions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from analysis.exports.csv_files import csv_file, moment
from analysis.exports.export import Export, Sink, of_extents
from analysis.reading.extent import Decided, Extent, decisions_of, final_of
from annotation.models import Campaign, Item
from annotation.schemes import scheme_of
from midpath.kernels.base import Settled

Content = dict[str, Any]
COLUMNS = (
    *("decision", "position", "item", "answer", "how", "adjudicator", "apart", "stands", "note"),
    *("decided_at", "withdrawn_at", "version", "judgments_seen", "blind", "judgments_since"),
    "reasons",
)


def decisions_csv(extent: Extent, sink: Sink) -> None:
    rows = [
        row
        | {
            "judgments_seen": len(row["judgments_seen"]),
            "withdrawn_at": row["withdrawn_at"] or "",
            "reasons": " | ".join(row["reasons"]),
        }
        for row in decision_rows(extent)
    ]
    sink.write(csv_file(COLUMNS, rows))


def decisions_jsonl(extent: Extent, sink: Sink) -> None:
    for row in decision_rows(extent):
        sink.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))


COMMON: Mapping[str, Export] = {
    "decisions-csv": of_extents(decisions_csv, "decisions.csv"),
    "decisions-jsonl": of_extents(decisions_jsonl, "decisions.jsonl"),
}


def decision_rows(extent: Extent) -> Iterator[Content]:
    campaign = extent.campaign
    scheme = scheme_of(campaign)
    found = decisions_of(extent)
    items = Item.objects.select_related("document").in_bulk({one.item for one in found})
    for one in found:
        yield {
            "decision": one.pk,
            "position": one.position,
            "item": one.text,
            "answer": scheme.written(one.vector, items[one.item], campaign.settings),
            "payload": one.payload,
            "vector": list(one.vector),
            "how": one.how,
            "adjudicator": one.adjudicator,
            "apart": one.apart,
            "stands": one.final,
            "note": one.note,
            "decided_at": moment(one.decided_at),
            "withdrawn_at": one.withdrawn_at and moment(one.withdrawn_at),
            "version": one.seen.get("version"),
            "judgments_seen": one.seen.get("judgments", []),
            "blind": bool(one.seen.get("blind")),
            "judgments_since": one.since,
            "reasons": list(one.reasons),
        }


def decided_and_settled(
    final: Mapping[int, Decided],
    names: Mapping[int, str],
    settled: Mapping[int, Settled | None],
    write: Callable[[Sequence[int], int], object],
) -> dict[str, Content]:
    """Return the part of a gold file about decisions, for items by name: each final decision, and
    the gold answer of each item. A decision takes precedence over any consensus. Without a
    decision, the gold answer is the workers' consensus, with its method; items without a consensus
    have none.

    `settled` is the consensus by item, and `write` writes a vector in the file's format.
    """
    decisions, gold = {}, {}
    for item, name in names.items():
        if item in final:
            answer = write(final[item].vector, item)
            decisions[name] = _decision_content(final[item], answer)
            gold[name] = {"from": "decision", "answer": answer}
        elif found := settled.get(item):
            gold[name] = {"from": found[0], "answer": write(found[1], item)}
    return {"decisions": decisions, "gold": gold}


def decided_in_rows(
    campaign: Campaign, items: Sequence[int], write: Callable[[Sequence[int]], str]
) -> dict[int, Content]:
    """Return the decision columns of a consensus table for these items, by their numbers."""
    return {
        item: {"decision": write(one.vector), "adjudicator": one.adjudicator}
        for item, one in final_of(Extent(campaign, tuple(items))).items()
    }


NOT_DECIDED: Content = {"decision": "", "adjudicator": ""}


def _decision_content(one: Decided, answer: object) -> Content:
    return {
        "answer": answer,
        "how": one.how,
        "adjudicator": one.adjudicator,
        "apart": one.apart,
        "blind": bool(one.seen.get("blind")),
        "note": one.note,
        "decided_at": moment(one.decided_at),
        "judgments_since": one.since,
    }
