"""Gold of evidence, computed anew."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

from analysis.exports.anew import base
from analysis.exports.anew.base import CONSENSUS, Content, GoldAnew, Judged, Line, Vector
from analysis.exports.evidence_gold import FORMAT, decided, question_told
from analysis.reading.evidence_material import EvidenceMaterial, Given
from analysis.scoring.evidence import evidence_lines
from annotation.exchange.evidence.contents import document_of
from annotation.exchange.evidence.form import Evidence
from annotation.models import Campaign, Item


class EvidenceAnew(GoldAnew):
    format = FORMAT
    told_in = "questions"
    unchecked = (
        "marked words",
        "figures of agreement that the manifest has not: cases, what is asked, scores of systems",
    )

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        self._material = EvidenceMaterial(Campaign(scheme="evidence", settings=settings))

    def told(self, item: Item) -> Content:
        (question,) = self._evidence(item, ()).questions
        return self.told_of(question_told(question))

    def told_of(self, part: Any) -> Content:
        return {name: part[name] for name in part if name != "answers"}

    def written(self, vector: Vector, item: Item) -> Content:
        return decided(vector, self.settings)

    def lines(self, judged: Callable[[], Iterable[Judged]]) -> Iterator[Line]:
        for item, given in judged():
            (line,) = evidence_lines(self._evidence(item, given), None)
            yield Line(CONSENSUS, item.text, line)

    def _evidence(self, item: Item, given: Sequence[base.Given]) -> Evidence:
        """Return the question alone, with its document."""
        if item.document is None:
            raise ValueError(f"the question “{item.text}” is about no document")
        document = document_of(item.document)
        answers = [
            Given(0, one.worker, "", list(one.vector), None, True, True, 0)
            for one in sorted(given, key=attrgetter("worker", "judgment"))
        ]
        question = self._material.question(item, document.name, answers)
        return Evidence({document.name: document}, [question])
