"""Find the names that lead to a place in a JSON text, even if the text cannot be parsed."""

import json
import re

from midpath.text.strict_json import TOKEN


def names_around(text: str, line: int, column: int) -> list[str]:
    """Return the names from the outside in. A name that begins at the place comes last. Lines and
    columns count from 1.

    >>> names_around('{"a": {"b": [0, NUL]}}', 1, 17)
    ['a', 'b']
    """
    place = _start_of(text, line) + column - 1
    names: list[str] = []  # the current name in each open bracket, "" if it has none yet
    for token in TOKEN.finditer(text):
        if token.start() > place:
            break
        if token["open"]:
            names.append("")
        elif token["close"] and names:
            names.pop()
        elif token["name"] and names:
            names[-1] = _spelt(token["text"])
    return [name for name in names if name]


def _start_of(text: str, line: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return start


def _spelt(quoted: str) -> str:
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return re.sub(r'^"|"$', "", quoted)
