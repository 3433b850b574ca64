"""Recomputed gold of evidence. Two numbers per document are in memory, and no questions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from agreement.evidence.question_counts import AskedCount
from agreement.tally import Tally
from midpath.batches import in_batches
from midpath.exchange.evidence.common_form import Evidence, Question
from midpath.exchange.evidence.contents import document_of
from midpath.gold.base import (
    AGREEMENT,
    CONSENSUS,
    DOCUMENTS,
    Given,
    Judged,
    Line,
    RecomputedGold,
    Vector,
)
from midpath.gold.evidence_lines import (
    FORMAT,
    Answered,
    decided,
    document_content,
    question_content,
    question_of,
)
from midpath.json_types import JsonObject
from midpath.schemes.base import Item
from midpath.scoring.evidence import (
    DISAGREEING,
    MINORITY_ABSTAINS,
    ONE_APART,
    PER_QUESTION,
    Case,
    SystemCount,
    cases_of,
    line_of,
    question_tally,
    summary_of,
)

QUESTIONS_AT_ONCE = 250


def per_question(figure: str) -> str:
    return f"{AGREEMENT}.{figure}.per_question"


def listed(kind: Case) -> str:
    return ".".join((AGREEMENT, *kind))


class RecomputedEvidence(RecomputedGold):
    format = FORMAT
    item_member = "questions"
    on_documents = True
    by_item = {
        **{per_question(figure): "" for figure in PER_QUESTION},
        **{listed(kind): "question" for kind in (DISAGREEING, ONE_APART, MINORITY_ABSTAINS)},
    }

    def __init__(self, settings: Mapping[str, object]) -> None:
        super().__init__(settings)
        self._question_count, self._systems = AskedCount(), SystemCount()
        self._workers = set[int]()
        self._cases = Counter[Case]()
        self._documents = 0

    def item_line(self, item: Item) -> JsonObject | None:
        if not is_divided(item.document):
            return None
        return self.as_item_line(question_content(self._question(item, ())))

    def as_item_line(self, part: Any) -> JsonObject:
        return {name: part[name] for name in part if name != "answers"}

    def written(self, vector: Vector, item: Item) -> JsonObject:
        return decided(vector, self.settings)

    def extra_fields(self, sent: Mapping[str, object]) -> JsonObject:
        return {"spans": sent.get("spans") or []}

    def of_item(self, judged: Judged) -> Iterator[Line]:
        item, given = judged
        if item.document is None or not is_divided(item.document):
            return
        self._workers.update(one.worker for one in given)
        document, question = document_of(item.document), self._question(item, given)
        summary = summary_of(Evidence({document.name: document}, [question]), question)
        yield Line(CONSENSUS, item.text, line_of(question, summary))
        for figure in PER_QUESTION:
            yield Line(per_question(figure), item.text, summary[figure])
        for kind, case in cases_of(question):
            yield Line(listed(kind), item.text, {"place": self._cases[kind], **case})
            self._cases[kind] += 1

    def of_document(self, document: Item, judged: Iterable[Judged]) -> Iterator[Line]:
        if not is_divided(document):
            return
        self._documents += 1
        read, tally = document_of(document), Tally()
        for some in in_batches(judged, QUESTIONS_AT_ONCE):
            part = Evidence({read.name: read}, [self._question(*one) for one in some])
            self._systems.add(part)
            tally.shift(question_tally(part), 1)
        self._question_count.add(tally)
        yield Line(DOCUMENTS, read.name, document_content(read))

    def agreement(self, documents: int) -> JsonObject:
        return {
            f"{AGREEMENT}.documents": self._documents + documents,
            f"{AGREEMENT}.annotators": len(self._workers),
            f"{AGREEMENT}.asked": self._question_count.figures(),
            f"{AGREEMENT}.systems": self._systems.rows(),
        }

    def _question(self, item: Item, given: Sequence[Given]) -> Question:
        """Return a question with its answers in the order of their workers."""
        answered = [
            Answered(one.worker, one.vector)
            for one in sorted(given, key=attrgetter("worker", "judgment"))
        ]
        document = item.document.text if item.document else ""
        return question_of(item, document, answered, self.settings)


def is_divided(document: Item | None) -> bool:
    return document is not None and "sentences" in document.content
