"""Prompt a model for labels."""

import json

from addons.model_annotators.scheme_prompts.base import ModelPrompt
from annotation.models import Item
from midpath.schemes.base import Payload, Settings
from midpath.schemes.label.settings import ANY
from midpath.schemes.label.texts import shown_texts


class LabelPrompt(ModelPrompt):
    def shown(self, item: Item, settings: Settings) -> str:
        texts = shown_texts(item, settings)
        if len(texts) == 1:
            return str(texts[0]["text"])
        return "\n\n".join(f"{one['name']}: {one['text']}" for one in texts)

    def form(self, settings: Settings) -> str:
        labels = json.dumps([one["label"] for one in settings["labels"]], ensure_ascii=False)
        if settings["kind"] == ANY:
            return f'{{"answer": ["…"]}}, with a list of any number, also none, of {labels}.'
        return f'{{"answer": "…"}}, with one of {labels}.'

    def payload(self, reply: Payload, item: Item, settings: Settings) -> dict[str, object]:
        return {"answer": reply.get("answer")}


prompt = LabelPrompt()
