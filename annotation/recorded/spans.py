"""Recorded spans: judgments, or files of CoNLL, spaCy, Label Studio or brat."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import NamedTuple

from annotation.models import Item
from annotation.recorded.base import (
    BadFile,
    Given,
    Recorded,
    RecordedReader,
    require_no_error,
    wanted_by,
)
from midpath.exchange.judged.cells import short
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.rows import Faults, Skipped
from midpath.exchange.spans.formats import CONLL, form_of, read_marked
from midpath.exchange.spans.judged import JudgedSpans, read_judged_spans
from midpath.exchange.spans.marked_text import (
    BYTE_ORDER_MARK,
    Marked,
    Solid,
    Span,
    Spans,
    same_labels,
    without_mark,
)
from midpath.exchange.spans.scoring_input import BOOKKEEPING
from midpath.exchange.spans.tag_names import label_meant
from midpath.exchange.spans.web_annotation import ENDING, WebSpans, read_web_spans
from midpath.exchange.wanted import GOLD
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.schemes.spans.answer import FIELD
from midpath.schemes.spans.gold_answers import changed
from midpath.schemes.spans.places import CHARACTERS, WORDS, reading_of
from midpath.schemes.spans.settings import APART, CROSSING, NESTED
from midpath.text.characters import name_of

QUESTION = "What is named in the text?"


class Found(NamedTuple):
    """An annotator's spans in the file's text; `text` is None if the file has only its length, and
    `length` is in the unit."""

    spans: Spans
    unit: str
    length: int
    text: Solid | None


class SpanReader(RecordedReader):
    form = (
        "CoNLL (.conll), CoNLL-U, WebAnno, UIMA XMI, spaCy, Prodigy, doccano, Label Studio, "
        "Argilla, Hugging Face, brat (.zip), Midpath’s Web Annotation (.jsonld); or a table, JSON "
        "lines or Parquet with worker, item, length and spans, and maybe gold"
    )
    has_gold = has_predictions = True

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        if PurePath(filename).suffix.lower() == ENDING:
            return _of_web(body, take)
        if form := form_of(filename, body):
            return _of_form(form, filename, body, take, control)
        judged = read_judged_spans(filename, body, options=reading)
        require_no_error(judged.errors, judged.error_count)
        answers = _known(judged) if take == GOLD else _judged(judged)
        found = _recorded(answers, judged.unit, judged.skipped, judged.not_counted)
        return replace(found, notes=judged.notes)

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        """Return the spans in the unit of these settings, with their labels."""
        reading, wanted = reading_of(item), settings["unit"]
        found = _placed(given.answer, reading.text)
        spans, theirs = found.spans, found.text
        if theirs is not None:
            text = Solid(reading.text)
            if not reading.text.startswith(BYTE_ORDER_MARK):
                said, spans = without_mark(theirs.text, spans)
                theirs = theirs if said == theirs.text else Solid(said)
            if name_of(theirs.text) != name_of(reading.text):
                raise InvalidAnswer(
                    "The dataset has a different text with this name, so positions do not match. "
                    "Leave it out, or import this file as a dataset.",
                    field="text",
                )
            spans = theirs.spans_in(text, spans)
        elif found.length != reading.length(found.unit):
            raise InvalidAnswer(
                f"The file counts {found.length:,} {found.unit} in this text, but the dataset has "
                f"{reading.length(found.unit):,}. Leave it out, or correct it.",
                field="length",
            )
        names = [one["label"] for one in settings["labels"]]
        listed = [
            changed([begin, end, label_meant(label, names)], reading, found.unit, wanted)
            for begin, end, label in spans
        ]
        return {FIELD: listed}

    def names_of(self, item: Item) -> Iterator[str]:
        """Yield the name of a text or document, and a document's text on one line, with and without
        a byte order mark."""
        yield item.text
        yield (name := name_of(reading_of(item).text))
        yield BYTE_ORDER_MARK + name


def _placed(given: Found | WebSpans, text: str) -> Found:
    """Return the spans; those of Web Annotation are located in the dataset's text."""
    if isinstance(given, Found):
        return given
    try:
        return Found(given.on(text), CHARACTERS, len(text), None)
    except ValueError as error:
        raise InvalidAnswer(str(error), field="target") from error


def _of_web(body: bytes, take: str) -> Recorded:
    """Return each worker's spans; the format has no gold answers."""
    faults = Faults()
    found = read_web_spans(body, faults)
    require_no_error(faults.errors, faults.error_count)
    answers = {
        name: [Given(one.row, "annotation", who, one) for who, one in workers.items()]
        for name, workers in found.items()
    }
    return _recorded({} if take == GOLD else answers, CHARACTERS, faults.skipped)


def _of_form(form: str, filename: str, body: bytes, take: str, control: str) -> Recorded:
    faults = Faults()
    answers: dict[str, list[Given]] = {}
    for marked in read_marked(form, filename, body, faults, wanted_by(take, control)):
        name = name_of(marked.text)
        if name in answers:
            faults.refuse(marked.row, "text", f"Duplicate text {short(name)}. Keep one.")
            continue
        answers[name] = list(_given(marked, take))
        for column in sorted(marked.columns.keys() - BOOKKEEPING):
            faults.skip_field(marked.row, column)
    require_no_error(faults.errors, faults.error_count, faults.controls)
    if not answers:
        faults.refuse(0, "", "The file contains no texts.")
        raise BadFile(faults.errors)
    answered = {name: given for name, given in answers.items() if given}
    return _recorded(answered, WORDS if form == CONLL else CHARACTERS, faults.skipped)


def _given(marked: Marked, take: str) -> Iterable[Given]:
    text = Solid(marked.text)
    answers = marked.answers if take != GOLD else {}
    if take == GOLD and marked.known is not None:
        answers = {GOLD: marked.known}
    for who, spans in answers.items():
        yield Given(marked.row, "spans", who, Found(spans, CHARACTERS, len(marked.text), text))


def _recorded(
    answers: dict[str, list[Given]], unit: str, skipped: Sequence[Skipped], not_counted: int = 0
) -> Recorded:
    spans = [given.answer.spans for each in answers.values() for given in each]
    settings = partial(settings_of, spans, unit)
    return Recorded(answers, settings, not_counted=not_counted, skipped=skipped)


def settings_of(answers: Sequence[Spans], unit: str) -> dict[str, object]:
    """Return settings that allow these spans: their labels, and whether they overlap."""
    labels = sorted({label for spans in answers for _, _, label in same_labels(spans)}) or ["Span"]
    overlaps = {overlap_of(spans) for spans in answers}
    overlap = next(one for one in (CROSSING, NESTED, APART) if one in overlaps or one == APART)
    return {
        "unit": unit,
        "overlap": overlap,
        "question": QUESTION,
        "labels": [{"label": label} for label in labels],
    }


def overlap_of(spans: Iterable[Span]) -> str:
    """Return how the spans of an answer overlap.

    >>> overlap_of([(0, 2, "a"), (2, 3, "a")]), overlap_of([(0, 3, "a"), (1, 3, "b")])
    ('none', 'nested')
    >>> overlap_of([(0, 2, "a"), (1, 3, "b")])
    'any'
    """
    found = APART
    around: list[int] = []
    for begin, end, _ in sorted(spans, key=lambda span: (span[0], -span[1])):
        while around and around[-1] <= begin:
            around.pop()
        if around and end > around[-1]:
            return CROSSING
        found = NESTED if around else found
        around.append(end)
    return found


def _judged(judged: JudgedSpans) -> dict[str, list[Given]]:
    found: defaultdict[str, list[Given]] = defaultdict(list)
    for row in judged.rows:
        answer = Found(row.spans, judged.unit, judged.lengths[row.item], None)
        found[row.item].append(Given(row.row, "spans", row.worker, answer))
    return dict(found)


def _known(judged: JudgedSpans) -> dict[str, list[Given]]:
    rows = {row.item: row.row for row in reversed(judged.rows)}
    return {
        item: [Given(rows[item], GOLD, GOLD, Found(spans, judged.unit, judged.lengths[item], None))]
        for item, spans in judged.gold.items()
    }


reader = SpanReader()
