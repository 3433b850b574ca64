"""A whole campaign of evidence, in the format of evidence files.

Annotators are identified by the workers' numbers in the project, as in all other files.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet

from annotation.models import Campaign, Item, Judgment
from midpath.exchange.evidence.common_form import Evidence, Question
from midpath.exchange.evidence.contents import document_of
from midpath.gold.evidence_lines import Answered, question_of

WORKER = "assignment__enrolment__worker"
FIELDS = (
    *("hit__item_id", f"{WORKER}__number", f"{WORKER}__source"),
    *("vector", "payload__spans", "counts", "folded", "hit_id"),
)


class Given(NamedTuple):
    item_id: int
    worker: int
    source: str
    vector: list[int]
    spans: list[list[int]] | None
    counts: bool
    folded: bool
    hit_id: int


@dataclass(frozen=True)
class EvidenceMaterial:
    """A whole campaign of evidence; read it inside a snapshot."""

    campaign: Campaign

    @cached_property
    def judgments(self) -> list[Given]:
        """Return the judgments by worker, in the order of their numbers."""
        return self.given(Judgment.objects.filter(campaign=self.campaign))

    def given(self, rows: QuerySet[Judgment]) -> list[Given]:
        """Return these judgments by worker, in the order of their numbers."""
        rows = rows.order_by(f"{WORKER}__number", "pk")
        return [Given(*row) for row in rows.values_list(*FIELDS)]

    def counting_on(self, items: Sequence[Item]) -> dict[int, list[Given]]:
        """Return the answers that count to some questions, by question."""
        rows = Judgment.objects.counting().filter(campaign=self.campaign, hit__item__in=items)
        found: dict[int, list[Given]] = {item.pk: [] for item in items}
        for one in self.given(rows):
            found[one.item_id].append(one)
        return found

    @cached_property
    def documents(self) -> dict[int, Item]:
        """Return the dataset's documents that are divided into sentences, with or without
        questions."""
        return {item.pk: item for item in self.divided().order_by("position")}

    def divided(self) -> QuerySet[Item]:
        """Return the dataset's documents that are divided into sentences, unordered."""
        return Item.objects.filter(
            dataset=self.campaign.dataset.details["documents"], content__has_key="sentences"
        )

    @cached_property
    def items(self) -> list[Item]:
        return list(Item.objects.filter(dataset=self.campaign.dataset_id).order_by("position"))

    @cached_property
    def names(self) -> dict[int, str]:
        return {item.pk: item.text for item in self.items}

    @cached_property
    def hits(self) -> dict[str, int]:
        """Return the HIT of each question that was judged."""
        return {self.names[one.item_id]: one.hit_id for one in self.judgments}

    def counting(self) -> Evidence:
        """Return all questions, with the answers that count."""
        return self._evidence("counts")

    def folded(self) -> Evidence:
        """Return the questions with answers that are in the figures, and their documents."""
        whole = self._evidence("folded")
        questions = [one for one in whole.questions if one.answers]
        question_documents = {one.document for one in questions}
        documents = {
            name: one for name, one in whole.documents.items() if name in question_documents
        }
        return replace(whole, documents=documents, questions=questions)

    def _evidence(self, taking_part: str) -> Evidence:
        given: defaultdict[int, list[Given]] = defaultdict(list)
        for judgment in self.judgments:
            if getattr(judgment, taking_part):
                given[judgment.item_id].append(judgment)
        documents = {pk: document_of(item) for pk, item in self.documents.items()}
        questions = [
            self.question(item, documents[item.document_id].name, given[item.pk])
            for item in self.items
            if item.document_id in documents
        ]
        return Evidence({one.name: one for one in documents.values()}, questions)

    def question(self, item: Item, document: str, given: Iterable[Given]) -> Question:
        """Return a question on a document, with these answers."""
        answered = [Answered(one.worker, one.vector, one.spans) for one in given]
        return question_of(item, document, answered, self.campaign.settings)
