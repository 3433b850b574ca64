"""Read JSON lines of the form {"text": ..., "tokens": [...]}; either may be left out."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from midpath.exchange.decoding import filled_lines
from midpath.exchange.lenient.document_advice import how_to_make_documents, looks_like_document
from midpath.exchange.lenient.nested_fields import NESTED
from midpath.exchange.release import are_tokens
from midpath.exchange.rows import (
    MAX_TEXT_BYTES,
    TOO_LONG,
    BadCell,
    Faults,
    Rows,
    problem_with_size,
)
from midpath.json_types import JsonObject
from midpath.text.characters import problem_with_characters
from midpath.text.strict_json import UnreadableJSON, read_json

FIRST_LINES = 20
SCALARS = (str, int, float, bool, type(None))
ONLY_SCALARS = (
    "Only a string, a number, true, false or null is allowed here, unless nested fields are "
    "flattened or left out."
)


def read_json_lines(text: str, rows: Rows) -> None:
    """Read texts. A remark says how to import them as documents if they look like documents."""
    advice = ""
    for number, value in objects_of(text, rows, '{"text": ..., "tokens": [...]}'):
        if not advice and "document" in value and looks_like_document(value):
            advice = how_to_make_documents(value)
        _read_object(number, value, rows)
    if advice:
        rows.notes.append(f"The rows are read as texts. {advice}")


def objects_of(text: str, rows: Faults, example: str) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the lines that contain an object, with their numbers; refuse others."""
    for number, line in filled_lines(text):
        try:
            value = read_json(line.encode())
        except UnreadableJSON as error:
            place = f" (column {error.column})" if error.column else ""
            rows.refuse(number, "", f"{error.message}{place}")
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            rows.refuse(number, "", f"The row must be an object: {example}.")


def first_object(text: str) -> dict[str, object]:
    """Return the first object in the first lines, so that a broken line does not determine the kind
    of file."""
    return next((value for _, value in objects_of(_head(text), Rows("jsonl"), "")), {})


def _head(text: str) -> str:
    return "\n".join(line for _, line in islice(filled_lines(text), FIRST_LINES))


def _read_object(number: int, value: JsonObject, rows: Rows) -> None:
    whole = dict(value)
    text, tokens = value.pop("text", None), value.pop("tokens", None)
    try:
        if trouble := _problem(text, tokens):
            raise BadCell(trouble[0], _with_advice(trouble[1], whole))
        if isinstance(text, str) and (large := problem_with_size(text)):
            raise BadCell("text", f"{large} {how_to_make_documents(whole)}", TOO_LONG)
        columns = rows.unnested(number, value)
        require_scalars(columns)
    except BadCell as error:
        rows.refuse(number, error.column, error.message, error.reason)
        return
    column = "text" if tokens is None else "tokens"
    rows.add(
        number,
        " ".join(tokens) if text is None else text,
        column=column,
        tokens=tokens,
        columns=columns,
    )


def _with_advice(trouble: str, row: JsonObject) -> str:
    """Add how to make documents, to an error in a row that looks like one."""
    return f"{trouble} {how_to_make_documents(row)}" if looks_like_document(row) else trouble


def _problem(text: object, tokens: object) -> tuple[str, str] | None:
    """Return the column at fault and the reason; None if the line is valid."""
    if text is None and tokens is None:
        return "text", "The row has neither text nor tokens."
    if text is not None and not isinstance(text, str):
        return "text", "The text must be a string."
    return None if tokens is None else _problem_with_tokens(text, tokens)


def _problem_with_tokens(text: str | None, tokens: Any) -> tuple[str, str] | None:
    trouble = None
    if not are_tokens(tokens):
        trouble = "The tokens must be a list of words without spaces, none of them empty."
    elif sum(map(len, tokens)) > MAX_TEXT_BYTES:
        trouble = problem_with_size("".join(tokens))
    elif text is not None and "".join(tokens) != "".join(text.split()):
        trouble = (
            "The tokens do not add up to the text. Make them its parts in order, or leave the text "
            "out."
        )
    else:
        trouble = next(filter(None, map(problem_with_characters, tokens)), None)
    return ("tokens", trouble) if trouble else None


def require_scalars(columns: Mapping[str, object]) -> None:
    """Raise BadCell unless all columns are single values that can be stored."""
    for name, value in columns.items():
        if not isinstance(value, SCALARS):
            raise BadCell(name[:100], ONLY_SCALARS, NESTED)
        for text in (name, value):
            if isinstance(text, str) and (trouble := problem_with_characters(text)):
                raise BadCell(name[:100], trouble)
