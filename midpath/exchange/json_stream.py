"""Write an object as JSON in pieces, with only one element of one of its lists in memory."""

import json
from collections.abc import Iterable, Iterator, Mapping


def object_around(
    members: Mapping[str, object], name: str, elements: Iterable[Iterable[str]]
) -> Iterator[str]:
    """Yield what `dumped` returns if the member `name` is a list of these elements, each given in
    pieces. The list stays in its place among the members, or is appended.

    >>> "".join(object_around({"qas": [], "context": "a"}, "qas", [["1"], ["[", "2]"]]))
    '{"qas": [1, [2]], "context": "a"}'
    """
    before = "{"
    for key, value in {**members, name: None}.items():
        yield f"{before}{dumped(key)}: "
        before = ", "
        if key == name:
            yield from _list(elements)
        else:
            yield dumped(value)
    yield "}"


def _list(elements: Iterable[Iterable[str]]) -> Iterator[str]:
    yield "["
    for number, pieces in enumerate(elements):
        if number:
            yield ", "
        yield from pieces
    yield "]"


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
