"""Pairs of texts: one question about both (COLING 2014 §2.2, ACL 2014 §4.2)."""

from collections.abc import Sequence

from midpath.schemes.answers import Answers
from midpath.schemes.base import InvalidAnswer, Item, Payload, Settings
from midpath.schemes.pair.keywords import SIDES, check_keywords


class PairAnswers(Answers):
    name = "pair"

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        """Return the vector of an answer, or raise InvalidAnswer.

        It has the form `{"answer": 0, "keywords": {"left": ["cookies"], "right": [...]}, "marked":
        false}`; the answer is a number from 0 or a label.
        """
        answer = _answer(payload.get("answer"), [one["label"] for one in settings["answers"]])
        texts = {side: item.content[side]["text"] for side in SIDES}
        check_keywords(payload.get("keywords"), texts, settings["keywords"])
        if not isinstance(payload.get("marked", False), bool):
            raise InvalidAnswer("Set marked to true or false.", field="marked")
        return (answer,)


def _answer(given: object, labels: Sequence[str]) -> int:
    if type(given) is int and 0 <= given < len(labels):
        return given
    if isinstance(given, str) and given in labels:
        return labels.index(given)
    if given is None:
        raise InvalidAnswer("Choose an answer.", field="answer")
    named = "; ".join(f"{number} {label}" for number, label in enumerate(labels))
    raise InvalidAnswer(f"There is no such answer. The answers are: {named}.", field="answer")


answers = PairAnswers()
