"""Read the papers' release format, which `analysis.exports.gold` writes:

    {"items": 2, "annotation set": {text: {"1": annotation, "2": annotation, ...}, ...}}

An annotation is a pipe string, a bracket string, a list of boundaries or a string of digits.
Midpath adds "tokens", {text: [word, ...]}, for texts whose words are not separated by spaces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from midpath.exchange.decoding import NotText, decode
from midpath.exchange.files import called, read_file
from midpath.exchange.json_paths import names_around
from midpath.exchange.rows import Faults, Rows, Skipped
from midpath.schemes import segmentations
from midpath.text.characters import canonical
from midpath.text.strict_json import UnreadableJSON, read_json

SET = "annotation set"
ITEMS = ("items", "item")
KNOWN = {SET, *ITEMS, "tokens", "workers"}
CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


class BadRelease(ValueError):
    """A file that cannot be read. The message says what is wrong and where."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True)
class Release:
    """The contents of a release file.

    `stated` is the number of items that the file states. `named` says whether the keys of
    annotations name their annotators, the same in all texts. `skipped` is what was not read."""

    texts: dict[str, Mapping[str, object]]
    tokens: Mapping[str, list[str]] = field(default_factory=dict)
    stated: int | None = None
    named: bool = False
    skipped: Sequence[Skipped] = ()

    def words(self, text: str) -> list[str]:
        return self.tokens.get(text) or text.split()

    @property
    def annotations(self) -> int:
        return sum(map(len, self.texts.values()))

    @property
    def miscounted(self) -> str:
        """Return a message if the file does not contain the stated number of texts; else ""."""
        if self.stated in {None, len(self.texts)}:
            return ""
        texts = "1 text" if len(self.texts) == 1 else f"{len(self.texts):,} texts"
        items = "1 item" if self.stated == 1 else f"{self.stated:,} items"
        return f"The file states {items} but contains {texts}."


def read_release(body: bytes) -> Release:
    if not body.strip():
        raise BadRelease("The file is empty.")
    try:
        return release_of(read_json(body))
    except UnreadableJSON as error:
        raise _refusal(body, error) from error


def read_release_file(path: str | Path) -> Release:
    """Read a release file, whose name error messages include."""
    try:
        return read_release(read_file(path))
    except OSError as error:
        raise BadRelease(f"{called(path)} cannot be read: {error.strerror}.") from error
    except BadRelease as error:
        raise BadRelease(f"{called(path)}: {error.message}", error.line) from error


def release_of(value: object) -> Release:
    if not isinstance(value, dict) or SET not in value:
        raise BadRelease(
            'This is not the release format. Expected {"items": n, "annotation set": {text: {"1": '
            "annotation, ...}, ...}}."
        )
    texts = value[SET]
    if not isinstance(texts, dict):
        raise BadRelease('"annotation set" must be an object whose keys are the texts.')
    numbers: dict[str, int] = {}
    for number, (text, annotations) in enumerate(texts.items(), 1):
        if (first := numbers.setdefault(canonical(text), number)) != number:
            raise BadRelease(f"Text {number} ({text[:60]!r}) repeats text {first}. Keep one.")
        if not isinstance(annotations, dict):
            raise BadRelease(
                f"Text {number} ({text[:60]!r}): its annotations must be an object such as "
                '{"1": annotation, "2": annotation}.'
            )
    tokens = _tokens(value.get("tokens", {}), texts)
    faults = Faults()
    for name in sorted(value.keys() - KNOWN):
        faults.skip_field(0, name)
    return Release(texts, tokens, _stated(value), "workers" in value, faults.skipped)


def read_release_rows(body: bytes, rows: Rows) -> None:
    """Read the texts of a release file as rows of a dataset. A row's number is the text's number in
    its set."""
    try:
        release = read_release(body)
    except BadRelease as error:
        rows.refuse(error.line, "", error.message)
        return
    for one in release.skipped:
        rows.skip(one.row, one.reason, one.count)
    if release.miscounted:
        rows.refuse(0, "items", f"{release.miscounted} Correct one of them.")
    able = [*segmentations()] if release.annotations else []
    for number, text in enumerate(release.texts, 1):
        before = rows.error_count
        rows.add(number, text, column=SET, tokens=release.tokens.get(text))
        if rows.error_count > before:
            continue
        words = release.words(text)
        for key, recorded in release.texts[text].items():
            troubles = problems_with(recorded, words)
            if len(troubles) == len(segmentations()):
                rows.refuse(number, f"annotation {key}", max(troubles)[-1])
            able = [name for name in able if all(name != other for _, other, _ in troubles)]
    rows.annotations, rows.schemes = release.annotations, able


def problems_with(recorded: object, words: Sequence[str]) -> list[tuple[int, str, str]]:
    """Return how far each scheme read that cannot read the annotations, with its name and the
    reason."""
    errors = []
    for scheme in segmentations().values():
        try:
            scheme.read_any(recorded, words)
        except ValueError as error:
            errors.append((getattr(error, "position", None) or 0, scheme.name, str(error)))
    return errors


def _refusal(body: bytes, error: UnreadableJSON) -> BadRelease:
    try:
        text = decode(body)
    except NotText as other:
        return BadRelease(other.message, other.line)
    place = f" (line {error.line}, column {error.column})"
    return BadRelease(f"{_where(text, error)}{error.message}{place}", error.line)


def _where(text: str, error: UnreadableJSON) -> str:
    """Return the text and the annotation where the reader stopped, if known."""
    outer, *inner = [*names_around(text, error.line, error.column), ""]
    if outer != SET or not inner[:-1]:
        return ""
    named = [f"Text {inner[0][:60]!r}", *(f"annotation {key}" for key in inner[1:-1])]
    return f"{', '.join(named[:2])}: "


def _stated(value: Mapping[str, object]) -> int | None:
    stated = next((value[name] for name in ITEMS if name in value), None)
    if stated is not None and type(stated) is not int:
        raise BadRelease('"items" must be the number of texts.')
    return stated


def _tokens(value: object, texts: Mapping[str, object]) -> dict[str, list[str]]:
    if not isinstance(value, dict):
        raise BadRelease('"tokens" must be an object: {text: [word, ...]}.')
    for text, tokens in value.items():
        if text not in texts:
            raise BadRelease(f'"tokens" names the text {text[:60]!r}, which is not in the set.')
        if not are_tokens(tokens):
            raise BadRelease(
                f"The tokens of {text[:60]!r} must be a list of words without white space."
            )
    return value


def are_tokens(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(token, str) and token.split() == [token] for token in value)
    )
