"""The common part of flat and nested segmentation: answers are boundary vectors or plain forms."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import ClassVar, TypedDict

from django.utils.translation import gettext

from agreement.segmentation.boundaries import IllFormed, format_all
from annotation.json_types import JsonMapping
from annotation.models import Item
from annotation.schemes.base import (
    BYTES_A_CHARACTER,
    GOLD,
    ROOM_FOR_NAMES,
    Example,
    InvalidAnswer,
    Payload,
    Settings,
    brief,
)
from annotation.schemes.lengths import Lengths
from annotation.schemes.mixins import Comparable, Graded, HasExample, Suggestable

Vector = tuple[int, ...]
# One word has no gap, and the chance agreement of trees is tabulated for up to 60 words.
LENGTHS = Lengths(2, 60)


class ShownWords(TypedDict):
    """Data of a text that a worker's browser receives."""

    words: list[str]
    spaced: bool


class Segmentation(Comparable, Graded, HasExample, Suggestable):
    """A scheme whose items are sequences of words and whose answers are boundaries. `entails`: the
    scheme whose answers follow from its own, by its name."""

    example: ClassVar[Example]
    entails: ClassVar[str] = ""
    files = (GOLD,)
    choices_in = ("boundaries", "answer")
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

    @abstractmethod
    def read(self, recorded: object, words: Sequence[str]) -> Vector:
        """Return the canonical vector of an annotation in the papers' files."""

    @abstractmethod
    def form(self, vector: Sequence[int], words: Sequence[str]) -> str:
        """Return the plain form, for people and files."""

    def forms(self, vectors: Iterable[Vector], words: Sequence[str]) -> list[str]:
        """Return the plain forms of answers that were validated before, without checking them
        again."""
        return format_all(self.name, words, vectors)

    def room(self, item: Item, settings: Settings) -> int:
        return ROOM_FOR_NAMES + BYTES_A_CHARACTER * longest_form(item)

    def shown(self, item: Item, settings: Settings) -> ShownWords:
        """Return what a browser receives; `spaced` is False for scripts without spaces between
        words."""
        return {"words": item.words, "spaced": any(map(str.isspace, item.text))}

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        return {"boundaries": list(vector)}

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        return self.form(vector, item.words)

    def example_of(self, settings: Settings) -> dict[str, object]:
        steps = [(form, gettext(comment)) for form, comment in self.example.steps]
        return asdict(self.example) | {"steps": steps}


def longest_form(item: Item) -> int:
    """Return the length of the longest plain form; a boundary vector is shorter. Each character may
    be escaped, and each word has a bracket or a bar and spaces on either side."""
    words = item.words
    return 2 * sum(map(len, words)) + 8 * len(words)


def parse_segmentation(
    payload: JsonMapping,
    item: Item,
    *,
    check: Callable[[Sequence[int], int], Vector],
    parse: Callable[[str, Sequence[str] | None], Vector],
) -> Vector:
    """Return the vector of `{"boundaries": [1, 0, …]}` or `{"answer": "a | b c"}`; exactly one of
    them."""
    given = [field for field in ("boundaries", "answer") if field in payload]
    if len(given) != 1:
        raise InvalidAnswer(
            "Send the answer either as boundaries, one number between each two words, or as "
            "answer, its plain form.",
            field="boundaries",
        )
    field = given[0]
    value = payload[field]
    try:
        if field == "boundaries":
            return check(value, len(item.words))
        if not isinstance(value, str):
            raise InvalidAnswer("The answer must be text.", field=field)
        if len(value) > longest_form(item):
            raise InvalidAnswer(
                f"This answer has {len(value):,} characters; no answer about this text needs more "
                f"than {longest_form(item):,}.",
                field=field,
            )
        return parse(value, item.words)
    except IllFormed as error:
        raise InvalidAnswer(str(error), field=field, position=error.position) from error
