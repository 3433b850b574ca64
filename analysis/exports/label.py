"""Files of a campaign of labels: its judgments.

Each is read in one snapshot and contains no creation time, so equal data gives equal bytes. Texts
are identified by themselves, workers and judgments by their numbers; a place on a scale is its
number from 1. Several labels are separated by bars. `manage.py score --labels` computes the live
figures from the judgments.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from analysis.exports.csv_files import crowd_kit_parts, csv_parts, moment, seconds
from analysis.reading.batches import judged_in_order, judged_items
from analysis.reading.judgment_rows import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.label_material import LabelMaterial
from annotation.models import Campaign
from midpath.exchange.judged.choices import Task, write_choices
from midpath.gold.compact_votes import Known
from midpath.gold.label_votes import LabelItem, given
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import codes, codes_of, names_of
from midpath.schemes.label.settings import SCALE

DIVIDER = "|"
JUDGMENT_COLUMNS = (
    *("judgment", "item", "worker", "label", "names", "kind", "counts", "late", "known", "repeat"),
    *("review", "claimed_at", "submitted_at", "seconds", "words", "gold", *TIMES, *SUGGESTION),
)
# For items that are parts of documents: the document, and the position in it, from 1.
PLACES = {
    "sections": ("document", "section"),
    "paragraphs": ("document", "section", "paragraph"),
    "questions": ("document",),
}
Content = dict[str, Any]
Judged = Iterable[tuple[LabelItem, JudgmentRead]]
Given = tuple[int, Sequence[int]]  # a worker and the vector of their answer


def judgments_csv(campaign: Campaign) -> Iterator[bytes]:
    places = PLACES.get(campaign.dataset.details.get("parts", ""), ())
    return judgments_in_csv(campaign.settings, _judged(campaign), places)


def judgments_jsonl(campaign: Campaign) -> Iterator[bytes]:
    return judgments_in_json_lines(campaign.settings, _judged(campaign))


def crowd_kit(campaign: Campaign) -> Iterator[bytes]:
    return for_crowd_kit(campaign.settings, _judged(campaign))


def label_studio(campaign: Campaign) -> Iterator[bytes]:
    read = LabelMaterial(campaign).item_of
    items = (one for some in judged_items(campaign, "position") for one in some if one.given)
    return for_label_studio(campaign.settings, ((read(one.item), one.given) for one in items))


def _judged(campaign: Campaign) -> Judged:
    return judged_in_order(campaign, LabelMaterial(campaign).item_of)


def judgments_in_csv(
    settings: Settings, judged: Judged, places: Sequence[str] = ()
) -> Iterator[bytes]:
    """Yield every judgment, also those that do not count."""
    rows = (
        row
        | {name: written(row[name]) for name in ("label", "names", "gold")}
        | {name: seconds(row[name]) for name in ("seconds", *TIMES)}
        for row in judgment_rows(settings, judged)
    )
    return csv_parts((*JUDGMENT_COLUMNS, *places), rows)


def judgments_in_json_lines(settings: Settings, judged: Judged) -> Iterator[bytes]:
    for row in judgment_rows(settings, judged):
        yield orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def for_crowd_kit(settings: Settings, judged: Judged) -> Iterator[bytes]:
    """Yield the judgments that count, in crowd-kit's format.

    If the labels of a scale are numbers themselves, they are written instead of the places, which
    would be confused with them."""
    mistaken = {one["label"] for one in settings["labels"]} & {*codes(settings)}
    named = names_of if mistaken else codes_of
    return crowd_kit_parts(
        (item.name, judgment.worker, written(named(judgment.vector, settings)))
        for item, judgment in judged
        if judgment.counts
    )


def for_label_studio(
    settings: Settings, items: Iterable[tuple[LabelItem, Sequence[Given]]]
) -> Iterator[bytes]:
    """Yield the judgments that count, by item, and the gold labels as ground truth."""
    names = dict(zip(codes(settings), (one["label"] for one in settings["labels"]), strict=True))
    return write_choices(
        (
            Task(
                item.name,
                {"text": item.name, **{one["name"]: one["text"] for one in item.texts}},
                {str(worker): names_of(vector, settings) for worker, vector in given},
                None if item.gold is None else [names[code] for code in item.gold],
            )
            for item, given in items
        ),
        "item",
    )


def judgment_rows(settings: Settings, judged: Judged) -> Iterator[Content]:
    for item, judgment in judged:
        yield {**row_of(settings, judgment, item), **item.place}


def row_of(settings: Settings, judgment: JudgmentRead, item: LabelItem | Known) -> Content:
    """Return a judgment as a row of files."""
    kind, level = settings["kind"], settings["level"]
    return {
        "judgment": judgment.pk,
        "item": item.name,
        "worker": str(judgment.worker),
        "label": given(codes_of(judgment.vector, settings), kind),
        "names": names_of(judgment.vector, settings),
        "kind": level if kind == SCALE else kind,
        **judgment.status,
        "claimed_at": moment(judgment.claimed_at),
        "submitted_at": moment(judgment.submitted_at),
        "seconds": judgment.milliseconds / 1000,
        "words": item.words,
        "gold": None if item.gold is None else given(item.gold, kind),
        **judgment.reported_times,
        **judgment.suggestion_fields,
    }


def written(labels: Sequence[str] | str | None) -> str:
    """Return labels separated by bars. A bar alone is the answer that no label fits."""
    if labels is None or isinstance(labels, str):
        return labels or ""
    return DIVIDER.join(labels) or DIVIDER
