"""Reading by shape equals plain reading: the same vector or the same refusal, word for word."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation import boundaries, shapes
from agreement.segmentation.boundaries import IllFormed, Vector, format_flat, format_nested
from tests.agreement import strategies

Read = Callable[[object, Sequence[str]], Vector]
BOTH: list[tuple[Read, Read]] = [
    (shapes.read_flat, boundaries.read_flat),
    (shapes.read_nested, boundaries.read_nested),
]
MARKED = st.lists(
    st.sampled_from(["a", "b", "c", "10", "|", "(", ")", " ", "\\", "\t", "\0", "\x1c", "\u2028"]),
    max_size=14,
).map("".join)
FEW_WORDS = st.lists(
    st.sampled_from(["a", "b", "c", "10", "a|b", "(", "\\", "a\0"]), min_size=1, max_size=4
)


def outcome(read: Read, raw: object, words: Sequence[str]) -> object:
    try:
        return read(raw, words)
    except IllFormed as error:
        return str(error), error.reason, error.position


@pytest.mark.parametrize(("fast", "slow"), BOTH)
@given(MARKED | strategies.JSON, FEW_WORDS | strategies.WORDS)
def test_any_input_is_read_alike(fast: Read, slow: Read, raw: object, words: list[str]) -> None:
    assert outcome(fast, raw, words) == outcome(slow, raw, words)


@pytest.mark.parametrize(
    ("read", "raw"),
    [(shapes.read_flat, "apply | fast aid"), (shapes.read_nested, "((apply fast) aid)")],
)
def test_as_many_words_of_which_one_is_another_are_refused(read: Read, raw: str) -> None:
    with pytest.raises(IllFormed, match="fast"):
        read(raw, ["apply", "first", "aid"])


@given(st.data(), strategies.WORDS, st.sampled_from([" ", "  ", "", "\t"]))
def test_any_spacing_is_read_alike(data: st.DataObject, words: list[str], space: str) -> None:
    n = len(words)
    flat = format_flat(words, data.draw(strategies.flat(n))).replace(" | ", f"{space}|{space}")
    nested = format_nested(words, data.draw(strategies.nested(n))).replace("((", f"({space}(")
    for raw, (fast, slow) in zip((flat, nested), BOTH, strict=True):
        assert outcome(fast, raw, words) == outcome(slow, raw, words)


def test_what_is_remembered_is_bounded() -> None:
    """Neither the number of cached shapes nor their length grows with the file."""
    words = ["w"] * (shapes.MAX_LENGTH + 1)
    known = shapes._flat.cache_info()
    assert shapes.read_flat(" ".join(words), words) == (0,) * shapes.MAX_LENGTH
    assert shapes._flat.cache_info().currsize == known.currsize
    assert known.maxsize == shapes.SHAPES
