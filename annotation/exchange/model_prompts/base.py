"""The contract of asking a model: the item and the form of an answer in words, and an answer read
from the model's words."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from annotation.models import Item
from annotation.schemes.base import InvalidAnswer, Settings
from annotation.text.strict_json import UnreadableJSON, read_json

FENCE = re.compile(r"^```[a-z]*\s*\n(.*?)\n?```$", re.DOTALL | re.IGNORECASE)
NO_JSON = "The model’s reply contains no JSON object."


class Asked(ABC):
    """The questions of one scheme to a model."""

    @abstractmethod
    def shown(self, item: Item, settings: Settings) -> str:
        """Return an item as a model reads it, with nothing that is known of it."""

    @abstractmethod
    def form(self, settings: Settings) -> str:
        """Return how the answer is to be written, as one JSON object."""

    @abstractmethod
    def payload(self, told: Mapping[str, Any], item: Item, settings: Settings) -> dict[str, Any]:
        """Return the answer as a worker would send it, or raise InvalidAnswer."""


def object_in(words: str) -> dict[str, Any]:
    """Return the one JSON object of a model's words, also between words or in a fence; raise
    InvalidAnswer if there is none that can be read.

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
