"""The recount of evidence for questions on documents."""

from collections.abc import Iterator, Mapping, Sequence

from midpath.gold.base import Vector
from midpath.gold.evidence import RecomputedEvidence
from midpath.gold.evidence_lines import answer_of
from midpath.json_types import JsonMapping
from midpath.kernels.evidence import EvidenceKernel
from midpath.recounts.base import FewAnswers, HasGoldFile, InGold
from midpath.schemes.base import Item
from midpath.schemes.evidence.vector import meaning_of

# Without an answer in the document, and with one.
ANSWERS = ("not answered there", "answered there")


class EvidenceRecount(FewAnswers, HasGoldFile):
    kernel = EvidenceKernel()
    judged_in_gold = "questions"
    recomputed_gold = RecomputedEvidence

    def judged_of(self, name: str, part: JsonMapping) -> Iterator[InGold]:
        for worker, answer in part["answers"].items():
            yield name, worker, answer

    def as_in_gold(self, vector: Vector, item: Item, settings: Mapping[str, object]) -> object:
        answer = answer_of(meaning_of(vector, settings), None, item.content.get("options"))
        return {"sentences": answer.sentences, **answer.meta}

    def few_answers(self, settings: Mapping[str, object]) -> Sequence[str]:
        return ANSWERS

    def named(self, vector: Vector, settings: Mapping[str, object]) -> Sequence[str]:
        return [ANSWERS[meaning_of(vector, settings).answerable]]


recount = EvidenceRecount()
