"""Spans of a text or a document, marked and labelled: names, phrases, or anything else."""

from midpath.schemes.answers import Answers
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.spans.answer import vector_of


class SpanAnswers(Answers):
    name = "spans"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        return vector_of(payload, item, settings)


answers = SpanAnswers()
