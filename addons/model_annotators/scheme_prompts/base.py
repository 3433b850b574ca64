"""The interface of model prompts: the item and the answer format in words, and a parser of the
model's reply."""

import re
from abc import ABC, abstractmethod

from annotation.models import Item
from midpath.schemes.base import InvalidAnswer, Payload, Settings
from midpath.text.strict_json import UnreadableJSON, read_json

FENCE = re.compile(r"^```[a-z]*\s*\n(.*?)\n?```$", re.DOTALL | re.IGNORECASE)
NO_JSON = "The model’s reply contains no JSON object."


class ModelPrompt(ABC):
    """The prompts and the parser of one scheme."""

    @abstractmethod
    def shown(self, item: Item, settings: Settings) -> str:
        """Return an item as a model reads it, without its gold answer."""

    @abstractmethod
    def form(self, settings: Settings) -> str:
        """Return the description of the answer format, one JSON object."""

    @abstractmethod
    def payload(self, reply: Payload, item: Item, settings: Settings) -> dict[str, object]:
        """Return the answer as a worker would send it, or raise InvalidAnswer."""


def object_in(words: str) -> dict[str, object]:
    """Return the JSON object in a model's reply, also between words or in a code fence; raise
    InvalidAnswer if there is no readable one.

    >>> object_in('Sure: {"answer": "a | b"}')
    {'answer': 'a | b'}
    """
    text = words.strip()
    if fenced := FENCE.match(text):
        text = fenced.group(1).strip()
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise InvalidAnswer(NO_JSON, field="")
    try:
        found = read_json(text[start : end + 1].encode("utf-8", "replace"))
    except UnreadableJSON as error:
        raise InvalidAnswer(f"The model’s JSON is invalid: {error.message}", field="") from error
    if not isinstance(found, dict):
        raise InvalidAnswer(NO_JSON, field="")
    return found
