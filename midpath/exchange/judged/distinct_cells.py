"""The distinct cells of a column, found many rows at a time.

Millions of rows repeat the same few names, so names are read once each. Rows with equal cells are
found by a hash of the cells' bytes; equal hashes are then compared byte by byte."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from midpath.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = LazyModule("numpy")

END = b"\n"
WORD = 8  # bytes that are read and compared at once
MAX_WORDS = 8  # in longer cells, rows are compared as strings
MAX_ROUNDS = 8
ODD = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio: Knuth, TAOCP 3, section 6.4


class Column(NamedTuple):
    """The distinct cells in order of appearance, and for each row the number of its cell."""

    names: Sequence[str]
    numbers: "NDArray[np.int64]"

    @classmethod
    def of(cls, cells: Sequence[str]) -> "Column":
        """Return the column of these cells.

        >>> Column.of(["b", "a", "b"])
        Column(names=['b', 'a'], numbers=array([0, 1, 0]))
        """
        seen: dict[str, int] = {}
        numbers = [seen.setdefault(cell, len(seen)) for cell in cells]
        return cls(list(seen), np.array(numbers, dtype=np.int64))


def empty_column(size: int) -> Column:
    """Return a column whose cells are all empty."""
    return Column([""], np.zeros(size, dtype=np.int64))


def column_between(body: bytes, starts: "NDArray[np.int64]", ends: "NDArray[np.int64]") -> Column:
    """Return the column whose cells are between these places of the text in UTF-8. None contains a
    line break.

    >>> column_between(b"no,yes,no", np.array([0, 3, 7]), np.array([2, 6, 9]))
    Column(names=['no', 'yes'], numbers=array([0, 1, 0]))
    """
    firsts = _first_equal(_words_of(body, starts, ends))
    if firsts is None:
        return Column.of(_decoded(body, starts, ends))
    is_first = firsts == np.arange(len(firsts))
    numbers = (np.cumsum(is_first) - 1)[firsts]
    return Column(_decoded(body, starts[is_first], ends[is_first]), numbers)


def _decoded(body: bytes, starts: "NDArray[np.int64]", ends: "NDArray[np.int64]") -> list[str]:
    places = zip(starts.tolist(), ends.tolist(), strict=True)
    cells = END.join([body[start:end] for start, end in places])
    return cells.decode("utf-8", "surrogatepass").split(END.decode()) if len(starts) else []


def _words_of(
    body: bytes, starts: "NDArray[np.int64]", ends: "NDArray[np.int64]"
) -> "list[NDArray[np.uint64]]":
    """Return the lengths of the cells and their bytes as integers, eight at a time; nothing if a
    cell is too long."""
    lengths = ends - starts
    many = -(-int(lengths.max(initial=0)) // WORD)
    if many > MAX_WORDS:
        return []
    padded = body + bytes(WORD * (many + 1))
    at_each_byte = np.ndarray((len(padded) - WORD + 1,), "<u8", padded, strides=(1,))
    masks = np.array([(1 << 8 * count) - 1 for count in range(WORD + 1)], dtype=np.uint64)
    words = [lengths.astype(np.uint64)]
    for begin in range(0, many * WORD, WORD):
        word = at_each_byte[starts + begin]
        word &= masks[np.clip(lengths - begin, 0, WORD)]
        words.append(word)
    return words


def _first_equal(words: "Sequence[NDArray[np.uint64]]") -> "NDArray[np.int64] | None":
    """Return for each row the first that equals it in all words; None if hashes collide."""
    if not words:
        return None
    hashes = np.zeros(len(words[0]), dtype=np.uint64)
    for word in words:
        hashes ^= word
        hashes *= np.uint64(ODD)
        hashes ^= hashes >> np.uint64(32)
    firsts = np.empty(len(hashes), dtype=np.int64)
    left = np.arange(len(hashes))
    bits = max(len(hashes), 1).bit_length()
    slots = np.empty(1 << bits, dtype=np.int64)
    for round_ in range(MAX_ROUNDS):
        own = hashes[left] if round_ else hashes
        keys = (own * np.uint64(ODD + 2 * round_) >> np.uint64(64 - bits)).view(np.int64)
        slots[keys[::-1]] = left[::-1]  # of rows with the same key the first one stays
        first = slots[keys]
        is_equal = hashes[first] == own
        firsts[left[is_equal]] = first[is_equal]
        left = left[~is_equal]
        if not len(left):
            is_exact = all((word[firsts] == word).all() for word in words)
            return firsts if is_exact else None
    return None
