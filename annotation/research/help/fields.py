"""The fields of API requests and responses, described in plain English."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from annotation.research.help.markdown import line
from midpath.json_types import JsonMapping

Schema = JsonMapping
REF = "#/components/schemas/"
JSON = "application/json"
# A list of values with their meanings follows the description of the field.
CHOICE = re.compile(r"\n+\* (`.*?`) - ")
# The maximum depth of nested forms; no form of the API is deeper.
DEEPEST = 5
KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "array": "list",
    "object": "object",
}
FORMATS = {
    "date": "day",
    "date-time": "time",
    "uuid": "UUID",
    "uri": "file",
    "binary": "file",
    "double": "number",
    "decimal": "decimal as text",
}
PLACES = {"path": "address", "query": "query", "header": "header"}


@dataclass(frozen=True)
class Field:
    """A field: its name with its path (`answers[].item`), kind, meaning, and whether it is
    required."""

    name: str
    kind: str
    told: SafeString
    needed: bool = False
    place: str = ""


def parameters(operation: Schema) -> Iterator[Field]:
    """Yield the parameters in the path, the query and the headers."""
    asked = operation.get("parameters", ())
    for one in sorted(asked, key=lambda one: [*PLACES].index(one["in"])):
        kind, needed = in_words(one["schema"]), one.get("required", False)
        yield Field(one["name"], kind, line(one["description"]), needed, PLACES[one["in"]])


def of(kind: Schema, forms: Schema, within: str = "", deep: int = 0) -> Iterator[Field]:
    """Yield the fields of a form, required ones first, each before its nested fields."""
    form = resolved(kind, forms)
    needed = form.get("required", ())
    fields = form.get("properties", {})
    for name, one in sorted(fields.items(), key=lambda field: field[0] not in needed):
        whole = f"{within}{name}"
        inner = resolved(one, forms)
        # The field's own description takes precedence over that of its form.
        told = CHOICE.sub(r" · \1: ", one.get("description") or inner.get("description", ""))
        yield Field(whole, in_words(inner), line(told), name in needed)
        if deep == DEEPEST:
            continue
        if inner.get("type") == "array":
            yield from of(inner["items"], forms, f"{whole}[].", deep + 1)
        else:
            yield from of(inner, forms, f"{whole}.", deep + 1)


def resolved(kind: Schema, forms: Schema) -> Schema:
    """Resolve a reference to a form; keep the keys next to the reference."""
    for one in kind.get("allOf", ()):
        kind = {**one, **{name: said for name, said in kind.items() if name != "allOf"}}
    if "$ref" not in kind:
        return kind
    beside = {name: said for name, said in kind.items() if name != "$ref"}
    return {**forms[str(kind["$ref"]).removeprefix(REF)], **beside}


def in_words(kind: Schema) -> str:
    """Return a field's kind, bounds and default.

    >>> in_words({"type": "integer", "minimum": 1, "maximum": 20, "default": 5})
    'whole number, 1 to 20; 5 if left out'
    >>> in_words({"type": "string", "maxLength": 120, "minLength": 1})
    'text, at most 120 characters'
    >>> in_words({"type": "string", "enum": ["flat", "pair"], "nullable": True})
    'one of flat, pair; or null'
    >>> in_words({"type": "array", "items": {"type": "integer"}, "maxItems": 500})
    'list, at most 500'
    """
    if several := [*kind.get("oneOf", ()), *kind.get("anyOf", ())]:
        said = " or ".join(dict.fromkeys(map(in_words, several)))
    elif "enum" in kind:
        said = f"one of {', '.join(str(one) or 'empty' for one in kind['enum'])}"
    else:
        said = FORMATS.get(kind.get("format", ""), KINDS.get(kind.get("type", ""), "anything"))
        said += _bounds(kind)
    if kind.get("nullable") and "or null" not in said:
        said += "; or null"
    if "default" in kind:
        said += f"; {json.dumps(kind['default'], ensure_ascii=False)} if left out"
    return said


def _bounds(kind: Schema) -> str:
    low, high = kind.get("minimum"), kind.get("maximum")
    longest, most = kind.get("maxLength"), kind.get("maxItems")
    if longest is not None:
        return f", at most {longest:,} characters"
    if most is not None:
        return f", at most {most:,}"
    if low is not None and high is not None:
        return f", {low:,} to {high:,}"
    if low is not None:
        return f", from {low:,}"
    return f", up to {high:,}" if high is not None else ""
