"""Read JSON that can be stored exactly. Anything that a database or another reader would change is
refused.

Refused, with their line and column, are: text that is not JSON, bytes that are not UTF-8, duplicate
names in one object, NaN and Infinity, numbers of 2^63 and above, nesting deeper than 50, and NUL
and halves of surrogate pairs in strings.

orjson reads the body. Only if something might have to be refused, a slow reader finds the place."""

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import NoReturn

import orjson

MAX_DEPTH = 50
MAX_NUMBER = 2**63

TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\]+|\\.)*+"?)(?P<name>\s*+:)?"""
    r"""|(?P<open>[\[{])|(?P<close>[\]}])"""
    r"""|(?P<word>[-+.\w]+)""",
    re.DOTALL,
)
NAMED = re.compile(rb'"[ \t\r\n]*+:')
BOM = b"\xef\xbb\xbf"
# Anything but brackets: whole strings, and the characters between them.
NO_BRACKET = re.compile(r'"(?:[^"\\]+|\\.)*+"?|[^"\[\]{}]+', re.DOTALL)
DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
# Text without a refused escape; a match ends at the first one.
KEEPABLE = re.compile(
    r"(?:[^\\]+|\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|u(?!0000|[dD][89a-fA-F])....|[^u]))*+",
    re.DOTALL,
)


class UnreadableJSON(ValueError):
    """A body that is refused. `message` is a sentence for a person; `line` and `column` count from
    1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"{message} (line {line}, column {column})")
        self.message = message
        self.line = line
        self.column = column


class _Refused(ValueError):
    """A refusal inside the parser, which does not know its place in the text."""

    def __init__(self, message: str, found: Callable[[str], int]) -> None:
        super().__init__(message)
        self.message = message
        self.found = found


def read_json(body: bytes) -> object:
    try:
        value: object = orjson.loads(body)
    except orjson.JSONDecodeError:
        return read_slowly(body)
    return value if _is_lossless(value, body) else read_slowly(body)


def read_slowly(body: bytes) -> object:
    """Read JSON like `read_json`, and locate the fault."""
    text = _decoded(body)
    _refuse_deep_nesting(text)
    _refuse_unkeepable_characters(text)
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        message = error.msg[0].lower() + error.msg[1:]
        raise UnreadableJSON(f"This is not JSON: {message}.", error.lineno, error.colno) from error
    except _Refused as refusal:
        _refuse(refusal.message, text, refusal.found(text))


def _is_lossless(value: object, body: bytes) -> bool:
    """Return whether nothing of the body was lost or changed, for certain.

    A duplicate name leaves fewer names in the value than in the body. In the body each name is
    followed by a colon, and so are at most a few parts of strings."""
    if b"\\u0000" in body:
        return False
    names, waiting = 0, [(value, 0)]
    while waiting:
        inside, depth = waiting.pop()
        if isinstance(inside, dict):
            names += len(inside)
            waiting += [(one, depth + 1) for one in inside.values() if type(one) is not str]
        elif isinstance(inside, list):
            waiting += [(one, depth + 1) for one in inside if type(one) is not str]
        elif isinstance(inside, int | float):
            if abs(inside) >= MAX_NUMBER:
                return False
            continue
        else:
            continue
        if depth >= MAX_DEPTH:
            return False
    return names == sum(1 for _ in NAMED.finditer(body))


def _decoded(body: bytes) -> str:
    try:
        return body.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        before = body[: error.start].decode(errors="replace").removeprefix("\ufeff")
        message = f"This is not UTF-8: the byte {body[error.start]:#04x} is not valid here."
        _refuse(message, before, len(before))


def _refuse_deep_nesting(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    brackets = NO_BRACKET.sub("", text)
    if all(depth <= MAX_DEPTH for depth in accumulate(map(DEEPER.__getitem__, brackets))):
        return
    depth = 0
    for token in TOKEN.finditer(text):
        depth += (token["open"] is not None) - (token["close"] is not None)
        if depth > MAX_DEPTH:
            _refuse(f"This is nested deeper than {MAX_DEPTH} levels.", text, token.start())


def _refuse_unkeepable_characters(text: str) -> None:
    if "\\u" not in text:
        return
    keepable = KEEPABLE.match(text)
    place = keepable.end() if keepable else 0
    code = text[place : place + 6].lower()
    if code == r"\u0000":
        _refuse("A text contains a NUL character, which is not allowed.", text, place)
    if code.startswith(r"\ud"):
        _refuse("A text contains half of a surrogate pair.", text, place)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, times in Counter(name for name, _ in pairs).items() if times > 1
        )
        raise _Refused(
            f"The name {twice!r} is given twice in one object.",
            lambda text: _place_of_second(text, twice),
        )
    return found


def _integer(digits: str) -> int:
    if len(digits) > 20 or not -MAX_NUMBER <= int(digits) < MAX_NUMBER:
        _refuse_number(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    value = float(digits)
    if not -MAX_NUMBER <= value < MAX_NUMBER:
        _refuse_number(digits)
    return value


def _constant(word: str) -> NoReturn:
    raise _Refused(f"{word} is not a number in JSON.", lambda text: _place_of(text, word))


def _refuse_number(digits: str) -> NoReturn:
    message = "A number is too large: it must lie between -2^63 and 2^63."
    raise _Refused(message, lambda text: _place_of(text, digits))


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)


def _place_of(text: str, word: str) -> int:
    return next((token.start() for token in TOKEN.finditer(text) if token["word"] == word), 0)


def _place_of_second(text: str, twice: str) -> int:
    """Return the place of the duplicate name."""
    names: list[set[str]] = []
    for token in TOKEN.finditer(text):
        if token["open"]:
            names.append(set())
        elif token["close"]:
            names.pop()
        elif token["name"]:
            written = token["text"]
            name = json.loads(written) if "\\" in written else written[1:-1]
            if name == twice and name in names[-1]:
                return token.start()
            names[-1].add(name)
    return 0


def _refuse(message: str, text: str, place: int) -> NoReturn:
    before = text[:place]
    line_start = before.rfind("\n") + 1
    raise UnreadableJSON(message, before.count("\n") + 1, place - line_start + 1)
