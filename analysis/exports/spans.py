"""Files of a campaign of spans: its judgments, all marked spans, and spans in other formats (CoNLL,
spaCy, Label Studio, brat, Web Annotation).

Each is read in one snapshot and contains no creation time, so equal data gives equal bytes. Texts
are identified by themselves, workers and judgments by their numbers. A span is [begin, end, label],
in places from 0. `manage.py score --spans` computes the live figures from the judgments.

The settled spans of a text are the adjudicator's decision, or else the spans in more than half of
its judgments; texts without a decision or a counting judgment are left out. Label Studio also gets
each of these judgments and the gold spans, Web Annotation only the judgments. All of the other
formats can be uploaded as a set of annotations; all but Web Annotation also as a dataset.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from agreement.spans.consensus import Span, span_votes
from agreement.spans.figures import Answer
from analysis.exports.csv_files import csv_parts, moment, seconds
from analysis.reading.batches import judged_in_order, judged_in_turn, judged_items
from analysis.reading.extent import final_vectors
from analysis.reading.judgment_rows import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.span_material import SpanMaterial
from annotation.models import Campaign
from annotation.services.errors import Conflict
from midpath.exchange.spans.brat import write_brat
from midpath.exchange.spans.conll import Inexpressible, write_conll
from midpath.exchange.spans.label_studio import Task, write_tasks
from midpath.exchange.spans.spacy import write_spacy
from midpath.exchange.spans.web_annotation import write_web_spans
from midpath.gold.span_lines import SpanItem, listed
from midpath.schemes.base import Settings
from midpath.schemes.spans.answer import named_spans
from midpath.schemes.spans.settings import APART
from midpath.scoring.spans import span_line

JUDGMENT_COLUMNS = (
    *("judgment", "item", "worker", "length", "spans", "unit", "counts", "late", "known", "repeat"),
    *("review", "claimed_at", "submitted_at", "seconds", "words", "gold", *TIMES, *SUGGESTION),
)
SPAN_COLUMNS = (
    *("item", "from", "to", "label", "text", "workers", "judgments", "votes", "words", "gold"),
)
Content = dict[str, Any]
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


def judgment_rows(settings: Settings, judged: Judged) -> Iterator[Content]:
    for item, judgment in judged:
        yield row_of(settings, judgment, item)


class Pattern(NamedTuple):
    """A placeholder text for all texts whose rows are filled in."""

    name: str = ""
    length: int = 0
    words: int = 0
    gold: Answer | None = None


def row_of(settings: Settings, judgment: JudgmentRead, item: SpanItem | Pattern) -> Content:
    """Return a judgment as a row of files."""
    return {
        "judgment": judgment.pk,
        "item": item.name,
        "worker": str(judgment.worker),
        "length": item.length,
        "spans": listed(named_spans(judgment.vector, settings)),
        "unit": settings["unit"],
        **judgment.status,
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
) -> Iterator[Content]:
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


def _json(spans: list[list[int | str]] | None) -> str:
    return "" if spans is None else orjson.dumps(spans).decode()


class Settled(NamedTuple):
    """A judged or decided text: its judgments by worker, and its settled spans, in characters."""

    number: int
    item: SpanItem
    judged: dict[str, list[Span]]
    spans: list[Span]


class AnsweredText(NamedTuple):
    """A text with the judgments that count, by worker, and its decision, if any."""

    item: SpanItem
    given: Sequence[tuple[int, Sequence[int]]]
    decided: Sequence[int] | None


def spans_conll(campaign: Campaign) -> Iterator[bytes]:
    """Yield the settled spans in the format of CoNLL-2003, or raise Conflict if that is not
    possible."""
    try:
        yield from in_conll(settled_in(campaign), campaign.settings)
    except Inexpressible as error:
        raise Conflict(str(error)) from error


def spans_spacy(campaign: Campaign) -> Iterator[bytes]:
    return in_spacy(settled_in(campaign), campaign.settings)


def spans_label_studio(campaign: Campaign) -> Iterator[bytes]:
    return in_label_studio(settled_in(campaign), campaign.settings)


def spans_brat(campaign: Campaign) -> Iterator[bytes]:
    return in_brat(settled_in(campaign), campaign.settings)


def spans_web_annotation(campaign: Campaign) -> Iterator[bytes]:
    return in_web_annotation(settled_in(campaign))


def in_conll(settled: Iterable[Settled], settings: Settings) -> Iterator[bytes]:
    texts = ((one.item.reading.text, one.item.reading.words, one.spans) for one in settled)
    return write_conll(texts, labels_of(settings))


def in_spacy(settled: Iterable[Settled], settings: Settings) -> Iterator[bytes]:
    texts = ((one.item.reading.text, one.spans) for one in settled)
    return write_spacy(texts, overlapping=settings["overlap"] != APART)


def in_label_studio(settled: Iterable[Settled], settings: Settings) -> Iterator[bytes]:
    unit = settings["unit"]
    return write_tasks(
        Task(
            one.item.reading.text,
            one.judged,
            one.spans,
            None if one.item.gold is None else in_characters(one.item, one.item.gold, unit),
        )
        for one in settled
    )


def in_brat(settled: Iterable[Settled], settings: Settings) -> Iterator[bytes]:
    texts = ((f"{one.number:06}", one.item.reading.text, one.spans) for one in settled)
    return write_brat(texts, labels_of(settings))


def in_web_annotation(settled: Iterable[Settled]) -> Iterator[bytes]:
    return write_web_spans((one.item.name, one.item.reading.text, one.judged) for one in settled)


def labels_of(settings: Settings) -> list[str]:
    return [one["label"] for one in settings["labels"]]


def settled_in(campaign: Campaign) -> Iterator[Settled]:
    return settled_of(campaign.settings, _answered_texts(campaign))


def settled_of(settings: Settings, texts: Iterable[AnsweredText]) -> Iterator[Settled]:
    """Yield the texts that have a decision or a judgment that counts."""
    unit = settings["unit"]
    for number, (item, given, decided) in enumerate(texts, 1):
        answers = {
            str(worker): in_characters(item, named_spans(vector, settings), unit)
            for worker, vector in given
        }
        if decided is not None:
            final = named_spans(decided, settings)
            yield Settled(number, item, answers, in_characters(item, final, unit))
        elif answers:
            yield Settled(number, item, answers, span_votes(list(answers.values())).chosen)


def _answered_texts(campaign: Campaign) -> Iterator[AnsweredText]:
    """Yield the texts in the dataset's order."""
    read = SpanMaterial(campaign).item_of
    for some in judged_items(campaign, "position"):
        decided = final_vectors(campaign, [item for item, _ in some])
        for item, given in some:
            yield AnsweredText(read(item), given, decided.get(item.pk))


def in_characters(item: SpanItem, spans: Sequence[Span], unit: str) -> list[Span]:
    return [(*item.reading.characters(begin, end, unit), label) for begin, end, label in spans]
