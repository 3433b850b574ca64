"""Labels of texts: one of several, any number of them, or a point on a scale."""

from midpath.schemes.answers import Answers
from midpath.schemes.base import Item, Payload, Settings
from midpath.schemes.label.answer import vector_of


class LabelAnswers(Answers):
    name = "label"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        """Return the vector of an answer, or raise InvalidAnswer.

        It has the form `{"answer": 0}`, a number from 0 or a label; if several labels may be
        chosen, `{"answer": [0, 2]}`.
        """
        return vector_of(payload.get("answer"), settings)


answers = LabelAnswers()
