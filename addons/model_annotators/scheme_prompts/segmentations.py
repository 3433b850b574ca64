"""Prompt a model to segment a text."""

from addons.model_annotators.scheme_prompts.base import ModelPrompt
from annotation.models import Item
from annotation.schemes import SEGMENTATIONS
from midpath.schemes.base import InvalidAnswer, Payload, Settings

FORMS = {
    "flat": "the text’s words again, all of them and in their order, with ` | ` between segments",
    "nested": "the text’s words again, all of them and in their order, each two neighbours that "
    "belong together in parentheses, such as `((a b) c)`",
}


class SegmentationPrompt(ModelPrompt):
    def __init__(self, scheme: str) -> None:
        self._scheme = scheme

    def shown(self, item: Item, settings: Settings) -> str:
        return " ".join(item.words)

    def form(self, settings: Settings) -> str:
        return f'{{"answer": "…"}}, with {FORMS[self._scheme]}.'

    def payload(self, reply: Payload, item: Item, settings: Settings) -> dict[str, object]:
        answer = reply.get("answer")
        if not isinstance(answer, str):
            raise InvalidAnswer("The answer is not a text.", field="answer")
        try:
            vector = SEGMENTATIONS[self._scheme].read(answer, item.words, settings)
        except ValueError as error:
            raise InvalidAnswer(str(error), field="answer") from error
        return {"boundaries": list(vector)}
