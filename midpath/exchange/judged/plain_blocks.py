"""Split the plain lines of a table into columns, many lines at once.

A line is plain if it contains no quotation mark and as many cells as the table has columns. Such
lines need no parser: their cells are what is between the delimiters."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from midpath.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

SIZE = 1 << 20  # characters in a block, after which it ends with its line
END, QUOTE = "\n", '"'


class Block(NamedTuple):
    """Rows from the number `first` on, as columns; `is_last` says that no text follows."""

    first: int
    columns: Sequence[Sequence[str]]
    is_last: bool

    @property
    def end(self) -> int:
        """Return the number of the row that follows."""
        return self.first + len(self.columns[0])


def plain_blocks(text: str, delimiter: str, first: int, width: int) -> Iterator[Block]:
    r"""Yield the rows from the number `first` on, up to the first block with a line that is not
    plain.

    >>> list(plain_blocks("a,b\n1,2\n3,4", ",", 2, 2))
    [Block(first=2, columns=[['1', '3'], ['2', '4']], is_last=True)]
    """
    at, number = _start_of(text, first), first
    while 0 <= at < len(text):
        end = text.find(END, at + SIZE) + 1 or len(text)
        cells = _cells_of(text[at:end], delimiter, width)
        if not cells:
            return
        block = Block(number, [cells[place::width] for place in range(width)], end == len(text))
        del cells
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


def _cells_of(lines: str, delimiter: str, width: int) -> list[str]:
    """Return the cells of all lines, one after the other; none if a line is not plain."""
    if "\r" in lines:
        lines = lines.replace("\r\n", END)
    if "\r" in lines or QUOTE in lines:
        return []
    lines = lines.removesuffix(END)
    body = np.frombuffer((lines + END).encode("utf-8", "surrogatepass"), dtype=np.uint8)
    marks = body[(body == ord(END)) | (body == ord(delimiter))]
    if len(marks) % width:
        return []
    ends = marks.reshape(-1, width) == ord(END)
    if not ends[:, -1].all() or ends[:, :-1].any():
        return []
    return lines.replace(END, delimiter).split(delimiter)
