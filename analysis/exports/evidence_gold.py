"""Gold file of an evidence campaign: documents, questions, answers that count, figures and terms.

It is made in three passes, so it may be larger than memory: the documents, the questions with their
answers, and the documents again, each with all its questions, for the figures and baselines. Only a
few numbers per question are in memory.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from agreement.evidence.figures import item_summary
from analysis.exports.decisions import decided_and_settled
from analysis.exports.export import Sink
from analysis.exports.json_parts import JsonParts
from analysis.exports.terms import counts_of, terms_of
from analysis.reading.batches import BY_NAME, items_by_name
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.reading.extent import Extent, final_of
from annotation.models import Campaign, Item, Judgment
from midpath.batches import in_batches
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.evidence.contents import document_of
from midpath.gold.evidence_lines import FORMAT, decided, document_content, question_content
from midpath.kernels.base import first_settled
from midpath.kernels.evidence import EvidenceKernel
from midpath.scoring.evidence import (
    EvidenceCount,
    SystemCount,
    line_of,
    marks_of,
    states_by_document,
)

PARTS = ("documents", "questions", "consensus", "decisions", "gold")
DOCUMENTS_AT_ONCE = 10
KERNEL = EvidenceKernel()
Content = dict[str, Any]


def write_evidence_gold(campaign: Campaign, sink: Sink) -> None:
    """Write a campaign's gold file; call it inside a snapshot."""
    gold = _EvidenceGold(campaign)
    with JsonParts() as parts:
        for name in PARTS:
            parts.add(name, {})
        for content in gold.documents():
            parts.add("documents", content)
        for items in items_by_name(campaign):
            for name, part in gold.parts(items).items():
                parts.add(name, part)
        gold.count()
        parts.set(gold.whole())
        parts.write(sink)


class _EvidenceGold:
    """The content of a gold file, first for some documents or questions at a time, then for all."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign, self._material = campaign, EvidenceMaterial(campaign)
        self._final = final_of(Extent(campaign))
        self._sizes: dict[int, tuple[str, int]] = {}  # by document: name, number of sentences
        self._figures, self._systems = EvidenceCount(), SystemCount()
        self._sources: dict[str, str] = {}
        self._judgments = 0

    def documents(self) -> Iterator[Content]:
        """Yield the file's part about the documents, in the order of their names."""
        rows = self._material.divided().order_by(BY_NAME).iterator(DOCUMENTS_AT_ONCE)
        for item in rows:
            document = document_of(item)
            self._sizes[item.pk] = document.name, len(document.sentences)
            yield {document.name: document_content(document)}

    def parts(self, items: Sequence[Item]) -> dict[str, Content]:
        """Return, by member of the file, its part about some questions."""
        given = self._material.counting_on(items)
        questions, lines, settled = {}, {}, {}
        for item in items:
            judged = given[item.pk]
            self._sources.update((str(one.worker), one.source) for one in judged)
            if judged and item.pk not in self._final:
                vectors = [tuple(one.vector) for one in judged]
                settled[item.pk] = first_settled(KERNEL.consensus(vectors, self._campaign.settings))
            if item.document_id not in self._sizes:
                continue
            name, size = self._sizes[item.document_id]
            question = self._material.question(item, name, judged)
            questions[question.id] = question_content(question)
            if judged:
                self._judgments += len(judged)
                lines[question.id] = line_of(question, item_summary(size, marks_of(question)))
        names = {item.pk: item.text for item in items}
        found = decided_and_settled(
            self._final, names, settled, lambda vector, _: decided(vector, self._campaign.settings)
        )
        return {"questions": questions, "consensus": lines, **found}

    def count(self) -> None:
        """Count the documents with their judged questions."""
        rows = self._material.divided().order_by("position").iterator(DOCUMENTS_AT_ONCE)
        for documents in in_batches(rows, DOCUMENTS_AT_ONCE):
            items = Item.objects.filter(dataset=self._campaign.dataset_id, document__in=documents)
            questions = [*items.order_by("position")]
            given = self._material.counting_on(questions)
            judged = [item for item in questions if given[item.pk]]
            names: dict[int | None, str] = {item.pk: item.text for item in documents}
            part = Evidence(
                {one.name: one for one in map(document_of, documents)},
                [
                    self._material.question(item, names[item.document_id], given[item.pk])
                    for item in judged
                ],
            )
            places = [item.position for item in judged]
            self._figures.add(part, states_by_document(part), places)
            self._systems.add(part)

    def whole(self) -> Content:
        """Return the file's part about all questions and answers."""
        rows = Judgment.objects.filter(campaign=self._campaign)
        left_out, unfolded = rows.filter(counts=False).count(), rows.unfolded().count()
        return {
            "format": FORMAT,
            "campaign": terms_of(self._campaign),
            "workers": self._sources,
            "figures": {
                **counts_of(self._campaign, self._judgments, left_out, unfolded),
                "agreement": {**self._figures.figures(), "systems": self._systems.rows()},
            },
        }
