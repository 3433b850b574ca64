"""Write a list as JSON with only one element in memory."""

from collections.abc import Iterable, Iterator

import orjson


def as_list(elements: Iterable[object]) -> Iterator[bytes]:
    """Yield the bytes that orjson returns for the whole list.

    >>> b"".join(as_list([{"a": 1}, 2])) == orjson.dumps([{"a": 1}, 2])
    True
    """
    before = b"["
    for element in elements:
        yield before + orjson.dumps(element)
        before = b","
    yield b"]" if before == b"," else b"[]"
