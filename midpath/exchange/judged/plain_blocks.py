"""Split the plain lines of a table into columns, many lines at once.

A line is plain if it contains no quotation mark and as many cells as the table has columns. Such
lines need no parser: their cells are what is between the delimiters."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from midpath.exchange.judged.distinct_cells import Column, column_between
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

SIZE = 1 << 23  # characters in a block, after which it ends with its line
END, QUOTE = "\n", '"'


class Block(NamedTuple):
    """Rows from the number `first` on, as columns; `is_last` says that no text follows."""

    first: int
    columns: Sequence[Column]
    is_last: bool

    @property
    def end(self) -> int:
        """Return the number of the row that follows."""
        return self.first + len(self.columns[0].numbers)


def plain_blocks(text: str, delimiter: str, first: int, width: int) -> Iterator[Block]:
    r"""Yield the rows from the number `first` on, up to the first block with a line that is not
    plain.

    >>> [block] = plain_blocks("a,b\n1,2\n3,2", ",", 2, 2)
    >>> block.end, block.is_last, [column.names for column in block.columns]
    (4, True, [['1', '3'], ['2']])
    """
    at, number = _start_of(text, first), first
    while 0 <= at < len(text):
        end = text.find(END, at + SIZE) + 1 or len(text)
        columns = _columns_of(text[at:end], delimiter, width)
        if not columns:
            return
        block = Block(number, columns, end == len(text))
        yield block
        at, number = end, block.end


def _start_of(text: str, number: int) -> int:
    """Return where a row begins; -1 if the lines before it are not plain."""
    at = 0
    for _ in range(number - 1):
        at = text.find(END, at) + 1
        if not at:
            return -1
    before = text[:at].replace("\r\n", END)
    return -1 if QUOTE in before or "\r" in before else at


def _columns_of(lines: str, delimiter: str, width: int) -> list[Column]:
    """Return the columns of all lines; none if a line is not plain."""
    if "\r" in lines:
        lines = lines.replace("\r\n", END)
    if "\r" in lines or QUOTE in lines:
        return []
    body = (lines.removesuffix(END) + END).encode("utf-8", "surrogatepass")
    characters = np.frombuffer(body, dtype=np.uint8)
    marks = np.flatnonzero((characters == ord(END)) | (characters == ord(delimiter)))
    if len(marks) % width:
        return []
    ends = marks.reshape(-1, width)
    is_end = characters[ends] == ord(END)
    if not is_end[:, -1].all() or is_end[:, :-1].any():
        return []
    starts = np.concatenate([[0], marks[:-1] + 1]).reshape(-1, width)
    places = np.ascontiguousarray(starts.T), np.ascontiguousarray(ends.T)
    return [column_between(body, *of_column) for of_column in zip(*places, strict=True)]
