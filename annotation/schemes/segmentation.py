"""What flat and nested segmentation share: an answer is a boundary vector or its plain form."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from agreement.segmentation.boundaries import IllFormed
from annotation.models import Item
from annotation.schemes.base import (
    BYTES_A_CHARACTER,
    ROOM_FOR_NAMES,
    Example,
    InvalidAnswer,
    Scheme,
    Settings,
)

Vector = tuple[int, ...]


class Segmentation(Scheme):
    """A scheme whose items are words and whose answers are their boundaries."""

    example: ClassVar[Example]

    @abstractmethod
    def read(self, recorded: object, words: Sequence[str]) -> Vector:
        """The canonical vector of an annotation as the papers' files record it."""

    @abstractmethod
    def form(self, vector: Sequence[int], words: Sequence[str]) -> str:
        """The plain form that people read and files hold."""

    def room(self, item: Item, settings: Settings) -> int:
        return ROOM_FOR_NAMES + BYTES_A_CHARACTER * longest_form(item)

    def shown(self, item: Item, settings: Settings) -> dict[str, Any]:
        """`spaced` is False for scripts that write no space between words."""
        return {"words": item.words, "spaced": any(map(str.isspace, item.text))}

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        return self.form(vector, item.words)

    def example_of(self, settings: Settings) -> dict[str, Any]:
        return asdict(self.example)


def longest_form(item: Item) -> int:
    """The characters of the longest plain form: each may be escaped, and each word has a bracket
    or a bar and spaces on either side; a boundary vector is shorter."""
    words = item.words
    return 2 * sum(map(len, words)) + 8 * len(words)


def parse_segmentation(
    payload: Mapping[str, Any],
    item: Item,
    *,
    check: Callable[[Sequence[int], int], Vector],
    parse: Callable[[str, Sequence[str] | None], Vector],
) -> Vector:
    """`{"boundaries": [1, 0, …]}` or `{"answer": "a | b c"}`; exactly one of them."""
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
            raise InvalidAnswer("The answer is not a text.", field=field)
        if len(value) > longest_form(item):
            raise InvalidAnswer(
                f"This answer has {len(value):,} characters; none about this text needs more than "
                f"{longest_form(item):,}.",
                field=field,
            )
        return parse(value, item.words)
    except IllFormed as error:
        raise InvalidAnswer(str(error), field=field, position=error.position) from error
