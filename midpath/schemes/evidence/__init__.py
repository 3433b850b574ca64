"""Evidence for the answer to a question: sentences of a document, or that there is none.

PrivacyQA (Ravichander et al. 2019); with options, the multiple choice of ACL 2014 §4.1."""

from midpath.schemes.answers import Answers
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.evidence.answer import meaning_of_payload
from midpath.schemes.evidence.vector import vector_of


class EvidenceAnswers(Answers):
    name = "evidence"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        return vector_of(meaning_of_payload(payload, item, settings), settings)


answers = EvidenceAnswers()
