"""The lines of a gold file of evidence: its documents, and its questions with their answers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from midpath.exchange.evidence.common_form import Answer, Document, Question
from midpath.json_types import JsonObject
from midpath.schemes.base import Item, Settings
from midpath.schemes.evidence.vector import Meaning, meaning_of

FORMAT = "midpath evidence 1"
MEANING_FIELDS = ("relevance", "subjectivity", "categories", "likelihood", "cause")


class Answered(NamedTuple):
    """An answer by its worker's number; its vector, and the marked spans if they are read."""

    worker: int
    vector: Sequence[int]
    spans: Sequence[Sequence[int]] | None = None


def question_of(
    item: Item, document: str, answered: Iterable[Answered], settings: Settings
) -> Question:
    """Return a question on a document, with these answers."""
    content, extra = item.content, dict(item.content.get("extra", {}))
    options = content.get("options")
    if options:
        extra["options"] = options
    return Question(
        id=item.text,
        document=document,
        text=content["question"],
        answers={
            str(worker): answer_of(meaning_of(vector, settings), spans, options)
            for worker, vector, spans in answered
        },
        category=content.get("category", ""),
        extra=extra,
    )


def answer_of(
    meaning: Meaning, spans: Sequence[Sequence[int]] | None, options: Sequence[str] | None
) -> Answer:
    said: dict[str, object] = {name: getattr(meaning, name) for name in MEANING_FIELDS}
    said["categories"] = list(meaning.categories)
    if options and meaning.choice is not None:
        said["choice"] = options[meaning.choice]
    return Answer(
        sentences=meaning.sentences,
        spans=tuple((start, end) for start, end in spans or ()),
        meta={name: value for name, value in said.items() if value},
    )


def document_content(document: Document) -> JsonObject:
    return {
        "sentences": document.sentences,
        "sections": [[section.title, section.start] for section in document.sections],
    }


def question_content(question: Question) -> JsonObject:
    return {
        "document": question.document,
        "text": question.text,
        "category": question.category,
        "answers": {
            worker: {"sentences": one.sentences, "spans": one.spans, **one.meta}
            for worker, one in question.answers.items()
        },
        "extra": question.extra,
    }


def decided(vector: Sequence[int], settings: Settings) -> JsonObject:
    """Return a decision or a consensus in the file's format."""
    meaning = meaning_of(vector, settings)._asdict()
    named = {name: value for name, value in meaning.items() if value not in ("", None, ())}
    return {**named, "sentences": meaning["sentences"], "answerable": meaning["answerable"]}
