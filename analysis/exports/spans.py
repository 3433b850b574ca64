"""Files of a campaign of spans: its judgments, the spans anybody marked, and gold with all of it.

Each is read in one snapshot and holds no time of its own, so equal data gives equal bytes. A text
is its own name, a worker and a judgment have their numbers. A span is [from, up to, label], in
places from 0. `manage.py score --spans` computes the live figures from the judgments.
"""

from collections.abc import Iterator
from typing import Any

import orjson

from agreement.spans.figures import Answer
from agreement.spans.workers import ways_of, workers_of
from analysis.exports.csv_files import csv_file, moment, seconds
from analysis.exports.decisions import in_gold
from analysis.exports.terms import terms_of
from analysis.kernels.spans import SpanKernel
from analysis.reading.campaign_judgments import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.span_material import SpanItem, SpanMaterial
from analysis.scoring.spans import figures_of_spans, span_lines
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.schemes.spans.answer import named_spans
from annotation.services.work.counting import withdrawn_from

FORMAT = "midpath spans 1"
JUDGMENT_COLUMNS = (
    *("judgment", "item", "worker", "length", "spans", "unit", "counts", "late", "known", "repeat"),
    *("review", "claimed_at", "submitted_at", "seconds", "words", "gold", *TIMES, *SUGGESTION),
)
SPAN_COLUMNS = (
    *("item", "from", "to", "label", "text", "workers", "judgments", "votes", "words", "gold"),
)
Content = dict[str, Any]


def judgments_csv(campaign: Campaign) -> bytes:
    return judgments_in_csv(SpanMaterial(campaign))


def judgments_jsonl(campaign: Campaign) -> bytes:
    return judgments_in_json_lines(SpanMaterial(campaign))


def judgments_in_csv(material: SpanMaterial) -> bytes:
    """Return every judgment, also those that do not count."""
    rows = [
        row
        | {name: _json(row[name]) for name in ("spans", "gold")}
        | {name: seconds(row[name]) for name in ("seconds", *TIMES)}
        for row in judgment_rows(material)
    ]
    return csv_file(JUDGMENT_COLUMNS, rows)


def judgments_in_json_lines(material: SpanMaterial) -> bytes:
    rows = judgment_rows(material)
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)


def spans_csv(campaign: Campaign) -> bytes:
    """Return a row for each span that anybody marked, and for each that a consensus has."""
    material = SpanMaterial(campaign)
    items = {item.name: item for item in material.items.values()}
    unit = campaign.settings["unit"]
    rows = [row for line in span_lines(material.counting()) for row in _rows(line, items, unit)]
    return csv_file(SPAN_COLUMNS, rows)


def span_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with texts, judgments that count, consensus, figures and terms."""
    material = SpanMaterial(campaign)
    crowd = material.counting()
    state = AgreementState.objects.filter(campaign=campaign).first()
    counting = [row for row in judgment_rows(material) if row["counts"]]
    content = {
        "format": FORMAT,
        "campaign": terms_of(campaign) | {"most_judgments": campaign.most_judgments},
        "workers": material.sources,
        "items": {item.name: _item(item) for item in material.items.values()},
        "judgments": [{name: row[name] for name in row if name != "counts"} for row in counting],
        "consensus": {line["item"]: line for line in span_lines(crowd)},
        "figures": {
            "version": state.version if state else 0,
            "judgments": len(counting),
            "not_counted": len(material.judgments) - len(counting),
            "withdrawn": withdrawn_from(campaign),
            "not_folded": sum(one.counts != one.folded for one in material.judgments),
            "agreement": figures_of_spans(crowd),
            "workers": workers_of(crowd.votes, crowd.gold),
            "ways": ways_of(crowd.votes, crowd.gold),
        },
        **in_gold(
            campaign,
            SpanKernel(),
            {pk: item.name for pk, item in material.items.items()},
            material.vectors(),
            lambda vector, _: listed(named_spans(vector, campaign.settings)),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def judgment_rows(material: SpanMaterial) -> Iterator[Content]:
    for item, judgment in material.in_order():
        yield _judgment(material, item, judgment)


def _judgment(material: SpanMaterial, item: SpanItem, judgment: JudgmentRead) -> Content:
    return {
        "judgment": judgment.pk,
        "item": item.name,
        "worker": str(judgment.worker),
        "length": item.length,
        "spans": listed(material.answer(judgment)),
        "unit": material.settings["unit"],
        "counts": judgment.counts,
        "late": judgment.late,
        "known": judgment.known,
        "repeat": judgment.repeat,
        "review": judgment.review,
        "claimed_at": moment(judgment.claimed_at),
        "submitted_at": moment(judgment.submitted_at),
        "seconds": judgment.milliseconds / 1000,
        "words": len(item.reading.words),
        "gold": listed(item.gold),
        **judgment.times_told,
        **judgment.beside_suggestion,
    }


def _rows(line: Content, items: dict[str, SpanItem], unit: str) -> Iterator[Content]:
    item = items[line["item"]]
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
            "text": item.reading.of(begin, end, unit),
            "workers": votes.get(span, 0),
            "judgments": line["n"],
            "votes": span in voted,
            "words": span in words,
            "gold": "" if gold is None else span in gold,
        }


def _item(item: SpanItem) -> Content:
    words = [list(place) for place in item.reading.words]
    return {"text": item.reading.text, "words": words, "gold": listed(item.gold)}


def listed(answer: Answer | None) -> list[list[int | str]] | None:
    return None if answer is None else [list(span) for span in answer]


def _json(spans: list[list[int | str]] | None) -> str:
    return "" if spans is None else orjson.dumps(spans).decode()
