"""Files of a campaign of spans: its judgments and all marked spans.

Each is read in one snapshot and contains no creation time, so equal data gives equal bytes. Texts
are identified by themselves, workers and judgments by their numbers. A span is [begin, end, label],
in places from 0. `manage.py score --spans` computes the live figures from the judgments.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import orjson

from agreement.spans.figures import Answer
from analysis.exports.csv_files import csv_parts, moment, seconds
from analysis.reading.batches import judged_in_order, judged_in_turn
from analysis.reading.campaign_judgments import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.span_material import SpanItem, SpanMaterial
from analysis.scoring.spans import span_line
from annotation.json_types import JsonObject
from annotation.models import Campaign
from annotation.schemes.base import Settings
from annotation.schemes.spans.answer import named_spans

JUDGMENT_COLUMNS = (
    *("judgment", "item", "worker", "length", "spans", "unit", "counts", "late", "known", "repeat"),
    *("review", "claimed_at", "submitted_at", "seconds", "words", "gold", *TIMES, *SUGGESTION),
)
SPAN_COLUMNS = (
    *("item", "from", "to", "label", "text", "workers", "judgments", "votes", "words", "gold"),
)
Judged = Iterable[tuple[SpanItem, JudgmentRead]]


def judgments_csv(campaign: Campaign) -> Iterator[bytes]:
    return judgments_in_csv(campaign.settings, _judged(campaign))


def judgments_jsonl(campaign: Campaign) -> Iterator[bytes]:
    return judgments_in_json_lines(campaign.settings, _judged(campaign))


def _judged(campaign: Campaign) -> Judged:
    return judged_in_order(campaign, SpanMaterial(campaign).item_of)


def judgments_in_csv(settings: Settings, judged: Judged) -> Iterator[bytes]:
    """Yield every judgment, also those that do not count."""
    rows = (
        row
        | {name: _json(row[name]) for name in ("spans", "gold")}
        | {name: seconds(row[name]) for name in ("seconds", *TIMES)}
        for row in judgment_rows(settings, judged)
    )
    return csv_parts(JUDGMENT_COLUMNS, rows)


def judgments_in_json_lines(settings: Settings, judged: Judged) -> Iterator[bytes]:
    for row in judgment_rows(settings, judged):
        yield orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def spans_csv(campaign: Campaign) -> Iterator[bytes]:
    read = SpanMaterial(campaign).item_of
    judged = ((read(item), given) for some in judged_in_turn(campaign) for item, given in some)
    return spans_in_csv(campaign.settings, judged)


def spans_in_csv(
    settings: Settings, judged: Iterable[tuple[SpanItem, Sequence[tuple[int, Sequence[int]]]]]
) -> Iterator[bytes]:
    """Yield a row for each marked span, and for each consensus span.

    judged : texts with the judgments that count, by worker
    """
    rows = (row for item, given in judged for row in _rows(settings, item, given))
    return csv_parts(SPAN_COLUMNS, rows)


def judgment_rows(settings: Settings, judged: Judged) -> Iterator[JsonObject]:
    for item, judgment in judged:
        yield row_of(settings, judgment, item)


class _Item(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def words(self) -> int: ...
    @property
    def gold(self) -> Answer | None: ...


def row_of(settings: Settings, judgment: JudgmentRead, item: _Item) -> JsonObject:
    """Return a judgment as a row of files."""
    return {
        "judgment": judgment.pk,
        "item": item.name,
        "worker": str(judgment.worker),
        "length": item.length,
        "spans": listed(named_spans(judgment.vector, settings)),
        "unit": settings["unit"],
        "counts": judgment.counts,
        "late": judgment.late,
        "known": judgment.known,
        "repeat": judgment.repeat,
        "review": judgment.review,
        "claimed_at": moment(judgment.claimed_at),
        "submitted_at": moment(judgment.submitted_at),
        "seconds": judgment.milliseconds / 1000,
        "words": item.words,
        "gold": listed(item.gold),
        **judgment.reported_times,
        **judgment.suggestion_fields,
    }


def _rows(
    settings: Settings, item: SpanItem, given: Iterable[tuple[int, Sequence[int]]]
) -> Iterator[JsonObject]:
    answers = [named_spans(vector, settings) for _, vector in given]
    line = span_line(item.name, answers, item.length, item.gold)
    votes = {tuple(span): count for *span, count in line["votes"]}
    voted, words = ({tuple(span) for span in line[way]} for way in ("voted", "words"))
    gold = None if item.gold is None else set(item.gold)
    for span in sorted({*votes, *words}):
        begin, end, label = span
        yield {
            "item": item.name,
            "from": begin,
            "to": end,
            "label": label,
            "text": item.reading.of(begin, end, settings["unit"]),
            "workers": votes.get(span, 0),
            "judgments": line["n"],
            "votes": span in voted,
            "words": span in words,
            "gold": "" if gold is None else span in gold,
        }


def item_content(item: SpanItem) -> JsonObject:
    return {
        "text": item.reading.text,
        "words": item.reading.words,
        "gold": listed(item.gold),
    }


def listed(answer: Answer | None) -> list[list[int | str]] | None:
    return None if answer is None else [list(span) for span in answer]


def _json(spans: list[list[int | str]] | None) -> str:
    return "" if spans is None else orjson.dumps(spans).decode()
