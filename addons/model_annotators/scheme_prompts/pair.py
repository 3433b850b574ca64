"""Prompt a model for answers to pairs."""

import json

from addons.model_annotators.scheme_prompts.base import ModelPrompt
from annotation.models import Item
from midpath.schemes.base import Payload, Settings


class PairPrompt(ModelPrompt):
    def shown(self, item: Item, settings: Settings) -> str:
        sides = (item.content["left"], item.content["right"])
        return "\n\n".join(
            "\n".join(filter(None, (f"Text {number}:", side.get("title", ""), side["text"])))
            for number, side in enumerate(sides, 1)
        )

    def form(self, settings: Settings) -> str:
        labels = [one["label"] for one in settings["answers"]]
        return f'{{"answer": "…"}}, with one of {json.dumps(labels, ensure_ascii=False)}.'

    def payload(self, reply: Payload, item: Item, settings: Settings) -> dict[str, object]:
        return {"answer": reply.get("answer")}


prompt = PairPrompt()
