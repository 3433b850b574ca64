"""JSON with an indent of two, with the bytes of `json.dumps(…, indent=2, ensure_ascii=False)`.

With an indent, `json` encodes in Python, which took half of the time to score a million labels.
orjson is many times as fast, but writes small and large floats in another way.
"""

import json
import re
from collections.abc import Mapping

import orjson

OPTIONS = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
# Floats that orjson writes unlike Python: 1e-7 instead of 1e-07, 0.00001 instead of 1e-05. Strings
# contain no line ends and end with a quotation mark, so nothing but a number ends a line like this.
# Patterns that begin with fixed characters are found fastest.
LIKE_PYTHON = (
    (re.compile(rb"e-(\d)(?=,?\n)"), rb"e-0\1"),
    (re.compile(rb"0\.0000([1-9])(?<=[ -]0\.0000.)(?=,?\n)"), rb"\1e-05"),
    (re.compile(rb"0\.0000([1-9])(?<=[ -]0\.0000.)(\d+)(?=,?\n)"), rb"\1.\2e-05"),
)


def indented_json(value: Mapping[str, object]) -> str:
    """Return an object as JSON.

    >>> print(indented_json({"é": [1, 1e-05, 1e16], "b": {}}))
    {
      "é": [
        1,
        1e-05,
        1e+16
      ],
      "b": {}
    }
    """
    try:
        written = orjson.dumps(value, option=OPTIONS)
    except TypeError:  # large integers, and names of files that are not UTF-8
        return json.dumps(value, indent=2, ensure_ascii=False)
    for pattern, like in LIKE_PYTHON:
        written = pattern.sub(like, written)
    return written.decode()
