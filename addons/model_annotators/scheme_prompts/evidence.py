"""Prompt a model for evidence: the document with numbered sentences, then the question."""

import json
from collections.abc import Iterable

from addons.model_annotators.scheme_prompts.base import ModelPrompt
from annotation.models import Item
from midpath.schemes.base import Payload, Settings
from midpath.schemes.evidence.document import text_of
from midpath.schemes.evidence.wording import ASPECTS, CAUSES


class EvidencePrompt(ModelPrompt):
    def shown(self, item: Item, settings: Settings) -> str:
        content = item.document.content if item.document else {"sentences": []}
        if settings["unit"] == "characters":
            body = text_of(content)
        else:
            body = "\n".join(f"[{at}] {one}" for at, one in enumerate(content["sentences"]))
        options = item.content.get("options") or []
        listed = "\n".join(f"Option {number}: {one}" for number, one in enumerate(options))
        return "\n\n".join(filter(None, (body, f"Question: {item.content['question']}", listed)))

    def form(self, settings: Settings) -> str:
        marked = '"sentences": [0, 4]'
        how = "the numbers of the sentences that show it"
        if settings["unit"] == "characters":
            marked, how = '"spans": [[0, 20]]', "where what shows it starts and ends, in characters"
        parts = [
            f'{{"answerable": true, {marked}}}, with {how}',
            'or {"answerable": false} where the document does not answer',
        ]
        if settings["causes"]:
            parts.append(f'then with "cause": one of {_listed(CAUSES)}')
        aspects = [one for one in ASPECTS if settings[one.name]]
        parts += [f'"{one.name}": one of {_listed(one.names)}' for one in aspects]
        if settings["categories"]:
            parts.append(f'"categories": a list of any of {_listed(settings["categories"])}')
        parts.append('and "choice", the number of an option, where options are given')
        return "; ".join(parts) + "."

    def payload(self, reply: Payload, item: Item, settings: Settings) -> dict[str, object]:
        return dict(reply)


def _listed(names: Iterable[object]) -> str:
    return json.dumps(list(names), ensure_ascii=False)


prompt = EvidencePrompt()
