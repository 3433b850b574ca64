"""Evidence without the questions that a minority of the annotators would not answer.

PrivacyQA leaves them out: declining to answer is legally sound, but seldom useful (Ravichander et
al. 2019, Answer Selection)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from agreement.evidence.answers import minority_abstains
from midpath.exchange.evidence.common_form import (
    Document,
    DocumentQuestions,
    Evidence,
    Question,
    Source,
)
from midpath.json_types import JsonMapping


class WithoutMinority:
    """The questions of a source on which no minority abstains, and all of its documents."""

    def __init__(self, source: Source) -> None:
        self._source = source

    @property
    def extra(self) -> JsonMapping:
        return self._source.extra

    @cached_property
    def annotators(self) -> Sequence[str]:
        """Return the annotators in the order of their first answers."""
        return list(dict.fromkeys(name for _, one in self.in_order() for name in one.answers))

    @cached_property
    def abstains(self) -> bool:
        return any(
            not answer.sentences for _, one in self.in_order() for answer in one.answers.values()
        )

    def by_document(self) -> Iterator[DocumentQuestions]:
        for one in self._source.by_document():
            yield one._replace(questions=_remaining(one.questions))

    def in_order(self) -> Iterator[tuple[Document, Question]]:
        for document, question in self._source.in_order():
            if is_kept(question):
                yield document, question


def without_minority_in(evidence: Evidence) -> tuple[Evidence, int]:
    """Return the evidence without these questions, and their number."""
    kept = list(_remaining(evidence.questions))
    return replace(evidence, questions=kept), len(evidence.questions) - len(kept)


def is_kept(question: Question) -> bool:
    return not minority_abstains([one.sentences for one in question.answers.values()])


def _remaining(questions: Iterable[Question]) -> Iterator[Question]:
    return (one for one in questions if is_kept(one))
