"""The answers of flat and nested segmentation: boundary vectors, or plain forms."""

from collections.abc import Callable, Sequence

from agreement.segmentation.boundaries import IllFormed
from midpath.json_types import JsonMapping
from midpath.schemes.answers import Vector
from midpath.schemes.base import InvalidAnswer, Item


def longest_form(item: Item, longest_label: int = 0) -> int:
    """Return the length of the longest plain form; a boundary vector is shorter. Each character may
    be escaped, and each word has a bracket or a bar, spaces, and a label on either side."""
    words = item.words
    return 2 * sum(map(len, words)) + (8 + 2 * longest_label) * len(words)


def parse_segmentation(
    payload: JsonMapping,
    item: Item,
    *,
    check: Callable[[Sequence[int], int], Vector],
    parse: Callable[[str, Sequence[str] | None], Vector],
    longest_label: int = 0,
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
        if len(value) > (longest := longest_form(item, longest_label)):
            raise InvalidAnswer(
                f"This answer has {len(value):,} characters; no answer about this text needs more "
                f"than {longest:,}.",
                field=field,
            )
        return parse(value, item.words)
    except IllFormed as error:
        raise InvalidAnswer(str(error), field=field, position=error.position) from error
