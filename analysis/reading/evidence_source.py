"""A campaign of evidence with the answers that count, read in batches: the source of its files.
Read it inside a snapshot."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.db.models import F, Min, QuerySet, TextField, Value, Window
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, NullIf, RowNumber

from analysis.reading.evidence_material import WORKER, EvidenceMaterial, Given
from annotation.models import Campaign, Item, Judgment
from midpath.batches import in_batches
from midpath.exchange.evidence.common_form import Document, DocumentQuestions, Question
from midpath.exchange.evidence.contents import document_of
from midpath.json_types import JsonMapping
from midpath.schemes.evidence.vector import HEAD

DOCUMENTS_AT_ONCE = 10
QUESTIONS_AT_ONCE = 250
TITLE = Coalesce(
    NullIf(KeyTextTransform("title", "content"), Value("", output_field=TextField())), F("text")
)
NUMBER = Window(RowNumber(), partition_by=TITLE, order_by="position")


class Few(NamedTuple):
    """Some questions in their order, and their documents by name."""

    documents: Mapping[str, Item]
    questions: list[Question]


class EvidenceSource:
    """All questions of a campaign on documents that are divided into sentences, and these
    documents."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign, self._material = campaign, EvidenceMaterial(campaign)

    @property
    def extra(self) -> JsonMapping:
        return {}

    @cached_property
    def annotators(self) -> list[str]:
        """Return the workers in the order of their first answers."""
        number = f"{WORKER}__number"
        rows = self._counting().values_list(number).annotate(first=Min("hit__item__position"))
        return [str(worker) for worker, _ in rows.order_by("first", number)]

    @property
    def abstains(self) -> bool:
        """Return whether any answer marks no sentence."""
        return self._counting().filter(vector__len=HEAD).exists()

    def by_document(self) -> Iterator[DocumentQuestions]:
        """Yield every document with the questions on it."""
        documents = self._material.divided().annotate(number=NUMBER).order_by("position")
        groups = groupby(self._by_document(), key=lambda one: one[0].document_id)
        about, answered = next(groups, (None, iter(())))
        for item in documents.iterator(DOCUMENTS_AT_ONCE):
            document = document_of(item)
            if item.pk == about:
                yield DocumentQuestions(
                    document, item.number, self._questions(document.name, answered)
                )
                about, answered = next(groups, (None, iter(())))
            else:
                yield DocumentQuestions(document, item.number, ())

    def in_order(self) -> Iterator[tuple[Document, Question]]:
        """Yield every question with its document."""
        for few in self.few_at_once():
            documents = {name: document_of(item) for name, item in few.documents.items()}
            for question in few.questions:
                yield documents[question.document], question

    def few_at_once(self) -> Iterator[Few]:
        """Yield all questions in their order, in batches with their documents."""
        for items in _on_few_documents(self._question_items().order_by("position")):
            documents = Item.objects.in_bulk({item.document_id for item in items})
            given = self._material.counting_on(items)
            names = {pk: document.text for pk, document in documents.items()}
            questions = [
                self._material.question(item, names[item.document_id], given[item.pk])
                for item in items
            ]
            yield Few({one.text: one for one in documents.values()}, questions)

    def _by_document(self) -> Iterator[tuple[Item, list[Given]]]:
        """Yield the questions with their answers, in the order of their documents."""
        rows = self._question_items().order_by("document__position", "position")
        for items in in_batches(rows.iterator(QUESTIONS_AT_ONCE), QUESTIONS_AT_ONCE):
            given = self._material.counting_on(items)
            yield from ((item, given[item.pk]) for item in items)

    def _questions(
        self, document: str, answered: Iterable[tuple[Item, list[Given]]]
    ) -> Iterator[Question]:
        for item, given in answered:
            yield self._material.question(item, document, given)

    def _question_items(self) -> QuerySet[Item]:
        return Item.objects.filter(
            dataset=self._campaign.dataset_id, document__in=self._material.divided()
        )

    def _counting(self) -> QuerySet[Judgment]:
        return Judgment.objects.counting().filter(
            campaign=self._campaign, hit__item__in=self._question_items()
        )


def _on_few_documents(rows: QuerySet[Item]) -> Iterator[list[Item]]:
    """Yield lists of questions, each list about few documents."""
    items, about = list[Item](), set[int | None]()
    for item in rows.iterator(QUESTIONS_AT_ONCE):
        about.add(item.document_id)
        if len(about) > DOCUMENTS_AT_ONCE or len(items) >= QUESTIONS_AT_ONCE:
            yield items
            items, about = [], {item.document_id}
        items.append(item)
    if items:
        yield items
