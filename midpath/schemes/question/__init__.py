"""Questions that people would ask about an app, without seeing its policy.

Crowdsourced question elicitation, after PrivacyQA (Ravichander et al. 2019).
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from midpath.schemes.answers import AnswersInOwnWords
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.question.answer import questions_in
from midpath.schemes.question.vector import vector_of


class ElicitationAnswers(AnswersInOwnWords):
    name = "question"
    emptied: ClassVar[tuple[Mapping[str, object], Sequence[int]]] = ({"questions": []}, ())

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        """Return the vector of questions, or raise InvalidAnswer.

        They have the form `{"questions": ["Who sees my notes?", …], "hints": [[], ["short"], …]}`.
        The hints are those shown by the page; they may be left out.
        """
        return vector_of(questions_in(payload, settings))


answers = ElicitationAnswers()
