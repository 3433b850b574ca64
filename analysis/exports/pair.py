"""Files of a campaign of pairs: its judgments.

Each is read in one snapshot and contains no creation time, so equal data gives equal bytes. Pairs
are identified by their names in the dataset, workers and judgments by their numbers. `manage.py
score --pairs` computes the live figures from the judgments.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from agreement.votes.pair_figures import stratum_of
from analysis.exports.csv_files import crowd_kit_parts, csv_parts, moment, seconds
from analysis.reading.batches import judged_in_order, judged_items
from analysis.reading.judgment_rows import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.pair_material import PairMaterial
from annotation.models import Campaign
from midpath.exchange.judged.choices import Task, write_choices
from midpath.exchange.pairs.content import as_decimal
from midpath.gold.compact_votes import Known
from midpath.gold.pair_votes import PairItem, from_millionths

SIDES = ("left", "right")
JUDGMENT_COLUMNS = (
    *("judgment", "pair", "worker", "answer", "means", "counts", "late", "known", "repeat"),
    *("review", "left", "right", "marked", "claimed_at", "submitted_at", "seconds", "words"),
    *("stratum", "similarity", "gold", *TIMES, *SUGGESTION),
)
Content = dict[str, Any]
Judged = Iterable[tuple[PairItem, JudgmentRead]]
Given = tuple[int, Sequence[int]]  # a worker and the vector of their answer
NOTHING: Content = {}


def judgments_csv(campaign: Campaign) -> Iterator[bytes]:
    material = PairMaterial(campaign)
    return judgments_in_csv(material, judged_in_order(campaign, material.item_of))


def judgments_jsonl(campaign: Campaign) -> Iterator[bytes]:
    material = PairMaterial(campaign)
    return judgments_in_json_lines(material, judged_in_order(campaign, material.item_of))


def crowd_kit(campaign: Campaign) -> Iterator[bytes]:
    material = PairMaterial(campaign)
    return for_crowd_kit(material, judged_in_order(campaign, material.item_of))


def label_studio(campaign: Campaign) -> Iterator[bytes]:
    material = PairMaterial(campaign)
    items = (one for some in judged_items(campaign, "position") for one in some if one.given)
    return for_label_studio(material, ((material.item_of(one.item), one.given) for one in items))


def judgments_in_csv(material: PairMaterial, judged: Judged) -> Iterator[bytes]:
    """Yield every judgment, also those that do not count; keywords are separated by semicolons."""
    rows = (
        row
        | {side: "; ".join(row["keywords"].get(side, ())) for side in SIDES}
        | {"similarity": "" if row["similarity"] is None else as_decimal(row["similarity"])}
        | {name: seconds(row[name]) for name in ("seconds", *TIMES)}
        for row in judgment_rows(material, judged)
    )
    return csv_parts(JUDGMENT_COLUMNS, rows)


def judgments_in_json_lines(material: PairMaterial, judged: Judged) -> Iterator[bytes]:
    for row in judgment_rows(material, judged):
        row["similarity"] = from_millionths(row["similarity"])
        yield orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def for_crowd_kit(material: PairMaterial, judged: Judged) -> Iterator[bytes]:
    """Yield the judgments that count, in crowd-kit's format."""
    return crowd_kit_parts(
        (item.name, judgment.worker, material.answer(judgment))
        for item, judgment in judged
        if judgment.counts
    )


def for_label_studio(
    material: PairMaterial, items: Iterable[tuple[PairItem, Sequence[Given]]]
) -> Iterator[bytes]:
    """Yield the judgments that count, by pair, and the gold answers as ground truth."""
    return write_choices(
        (
            Task(
                item.name,
                {side: item.content[side]["text"] for side in SIDES},
                {str(worker): [material.answers[vector[0]]] for worker, vector in given},
                None if item.gold is None else [item.gold],
            )
            for item, given in items
        ),
        "pair",
    )


def judgment_rows(material: PairMaterial, judged: Judged) -> Iterator[Content]:
    for item, judgment in judged:
        similarity, stratum = (item.content.get(name) for name in ("similarity", "stratum"))
        extra = {"stratum": stratum_of(stratum, similarity), "similarity": similarity}
        yield row_of(material, judgment, item, extra)


def row_of(
    material: PairMaterial,
    judgment: JudgmentRead,
    item: PairItem | Known,
    extra: Mapping[str, Any] = NOTHING,
) -> Content:
    """Return a judgment as a row of files; `extra` has further values of the pair."""
    answer, given = material.answer(judgment), judgment.payload.get("keywords") or {}
    return {
        "judgment": judgment.pk,
        "pair": item.name,
        "worker": str(judgment.worker),
        "answer": answer,
        "means": "yes" if answer in material.yes else "no",
        **judgment.status,
        "keywords": {side: list(given.get(side, ())) for side in SIDES},
        "marked": bool(judgment.payload.get("marked", False)),
        "claimed_at": moment(judgment.claimed_at),
        "submitted_at": moment(judgment.submitted_at),
        "seconds": judgment.milliseconds / 1000,
        "words": item.words,
        **extra,
        "gold": item.gold,
        **judgment.reported_times,
        **judgment.suggestion_fields,
    }
