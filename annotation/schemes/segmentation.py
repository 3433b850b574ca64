"""The common part of flat and nested segmentation: answers are boundary vectors or plain forms."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import ClassVar, NotRequired, TypedDict

from django.utils.translation import gettext

from annotation.models import Item
from annotation.schemes.base import GOLD, Example
from annotation.schemes.look_up import ShownLink, shown_link, with_look_up, without_look_up
from annotation.schemes.mixins import Comparable, Graded, HasExample, HasSettings, Suggestable
from midpath.schemes.answers import SegmentationAnswers, Vector
from midpath.schemes.base import (
    BYTES_A_CHARACTER,
    ROOM_FOR_NAMES,
    InvalidAnswer,
    Payload,
    Settings,
    brief,
)
from midpath.schemes.lengths import Lengths
from midpath.schemes.segmentation import longest_form

# One word has no gap, and the chance agreement of trees is tabulated for up to 60 words.
LENGTHS = Lengths(2, 60)


class ShownWords(TypedDict):
    """Data of a text that a worker's browser receives."""

    words: list[str]
    spaced: bool
    lookUp: NotRequired[ShownLink]


class Segmentation(SegmentationAnswers, Comparable, Graded, HasExample, HasSettings, Suggestable):
    """A scheme whose items are sequences of words and whose answers are boundaries. `entails`: the
    scheme whose answers follow from its own, by its name."""

    example: ClassVar[Example]
    entails: ClassVar[str] = ""
    files = (GOLD,)
    choices_in = ("boundaries", "answer", "looked_up")
    words_sql = "item.text || E'\\n' || (item.content -> 'tokens')"
    lengths = LENGTHS

    def known_vector(self, item: Item, settings: Settings) -> Vector | None:
        """Return an expert's answer, from its plain form in the file's column."""
        form = str(item.content.get("columns", {}).get(self.known_at[-1]) or "").strip()
        if not form:
            return None
        try:
            return self.parse({"answer": form}, item, settings)
        except InvalidAnswer as error:
            raise InvalidAnswer(
                f"The gold answer “{brief(form)}” is not valid: {error.message}", field="gold"
            ) from error

    def room(self, item: Item, settings: Settings) -> int:
        return ROOM_FOR_NAMES + BYTES_A_CHARACTER * longest_form(item)

    def shown(self, item: Item, settings: Settings) -> ShownWords:
        """Return what a browser receives; `spaced` is False for scripts without spaces between
        words."""
        shown: ShownWords = {"words": item.words, "spaced": any(map(str.isspace, item.text))}
        if link := shown_link(settings):
            shown["lookUp"] = link
        return shown

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        return {"boundaries": list(vector)}

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        return self.form(vector, item.words, settings)

    def instructions_of(self, settings: Settings) -> str:
        return with_look_up(gettext(self.instructions), settings)

    def is_standard(self, given: str) -> bool:
        return super().is_standard(without_look_up(given))

    def example_of(self, settings: Settings) -> dict[str, object]:
        steps = [(form, gettext(comment)) for form, comment in self.example.steps]
        return asdict(self.example) | {"steps": steps}
