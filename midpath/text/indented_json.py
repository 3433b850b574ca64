"""JSON with an indent of two, with the bytes of `json.dumps(…, indent=2, ensure_ascii=False)`.

With an indent, `json` encodes in Python, which took half of the time to score a million labels.
orjson is many times as fast, but writes small and large floats in another way.
"""

import json
import re
from collections.abc import Iterator, Mapping

import orjson

OPTIONS = orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS
# The end of a float that orjson writes unlike Python. Strings contain no line ends and end with a
# quotation mark, so nothing but a number ends a line like this.
UNLIKE = re.compile(rb"(?:\de-?|0\.0000)\d+(?=,?\n)")


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
    return b"".join(_like_python(written)).decode()


def _like_python(written: bytes) -> Iterator[bytes]:
    at = 0
    for found in UNLIKE.finditer(written):
        begin = written.rindex(b" ", 0, found.end()) + 1
        yield written[at:begin]
        yield repr(float(written[begin : found.end()])).encode()
        at = found.end()
    yield written[at:]
