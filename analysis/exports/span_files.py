"""Spans of a campaign in other formats: CoNLL, spaCy, Label Studio, brat, Web Annotation.

The settled spans of a text are the adjudicator's decision, or else the spans in more than half of
its judgments; texts without a decision or a counting judgment are left out. Label Studio also gets
each of these judgments and the gold spans, Web Annotation only the judgments. All of these files
can be uploaded as a set of annotations; all but Web Annotation also as a dataset.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agreement.spans.consensus import Span, span_votes
from analysis.reading.batches import judged_items
from analysis.reading.extent import final_vectors
from analysis.reading.span_material import SpanItem, SpanMaterial
from annotation.exchange.spans.brat import write_brat
from annotation.exchange.spans.conll import Inexpressible, write_conll
from annotation.exchange.spans.label_studio import Task, write_tasks
from annotation.exchange.spans.spacy import write_spacy
from annotation.exchange.spans.web_annotation import write_web_spans
from annotation.models import Campaign
from annotation.schemes.base import Settings
from annotation.schemes.spans.answer import named_spans
from annotation.schemes.spans.settings import APART
from annotation.services.errors import Conflict


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
