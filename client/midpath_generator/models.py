"""The forms of the API as TypedDicts."""

from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from textwrap import fill
from typing import Any

Schema = Mapping[str, Any]
REF = "#/components/schemas/"
SIMPLE = {"integer": "int", "number": "float", "boolean": "bool", "string": "str"}
HEAD = '''"""The forms that the API takes and returns. Written by `make client`; do not edit.

Names that end in Input are forms that operations take, and names that end in Query are filters
of lists. Times are texts in ISO 8601, money is a decimal in a text. A server may return more."""

from typing import Any, Literal, NotRequired, TypedDict

'''


def models(schema: Schema) -> str:
    """Return the source of the module with all forms."""
    forms = dict(schema["components"]["schemas"]) | dict(queries(schema))
    used = {name: form for name, form in forms.items() if not is_page(form)}
    return HEAD + "\n\n".join(model(name, used[name]) for name in in_order(used))


def in_order(forms: Schema) -> Iterator[str]:
    """Yield the names of forms alphabetically, but each after the forms that it uses."""
    sorter = TopologicalSorter({name: made_of(form) & set(forms) for name, form in forms.items()})
    sorter.prepare()
    while ready := sorted(sorter.get_ready()):
        yield from ready
        sorter.done(*ready)


def made_of(kind: object) -> set[str]:
    """Return the names of the forms that a form refers to.

    >>> made_of({"type": "array", "items": {"$ref": "#/components/schemas/HIT"}})
    {'HIT'}
    """
    inside = kind.values() if isinstance(kind, Mapping) else kind if isinstance(kind, list) else ()
    found = {name for one in inside for name in made_of(one)}
    if isinstance(kind, Mapping) and isinstance(kind.get("$ref"), str):
        found.add(kind["$ref"].removeprefix(REF))
    return found


def queries(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield the query parameters of operations, as forms."""
    for operation in operations(schema):
        parameters = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
        if parameters:
            yield (
                query_name(operation),
                {
                    "properties": {one["name"]: one["schema"] for one in parameters},
                    "required": [one["name"] for one in parameters if one.get("required")],
                },
            )


def operations(schema: Schema) -> Iterator[dict[str, Any]]:
    """Yield each operation with its method and its path."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield {"method": method.upper(), "path": path, **operation}


def query_name(operation: Schema) -> str:
    """Return the name of the form of a query.

    >>> query_name({"operationId": "list_judgments"})
    'ListJudgmentsQuery'
    """
    return "".join(map(str.capitalize, operation["operationId"].split("_"))) + "Query"


def is_page(form: Schema) -> bool:
    """Return whether a form is a page of a list with no other fields."""
    return set(form.get("properties", ())) == {"next", "results"}


def model(name: str, form: Schema) -> str:
    required = set(form.get("required", ()))
    lines = [f"class {name}(TypedDict):"]
    if summary := first_sentence(form.get("description", "")):
        lines += [docstring(summary), ""]
    for field, kind in form.get("properties", {}).items():
        if is_file(kind):
            continue
        typed = type_of(kind)
        lines.append(f"    {field}: {typed if field in required else f'NotRequired[{typed}]'}")
    return "\n".join(lines) + "\n"


def docstring(text: str, indent: str = "    ") -> str:
    """Format a text as a docstring with lines of at most 100 characters."""
    quoted = f'"""{text}"""'
    return fill(quoted, 100, initial_indent=indent, subsequent_indent=indent)


def is_file(kind: Schema) -> bool:
    """Return whether a field of a form is a file, which methods take as a separate argument."""
    return kind.get("type") == "string" and kind.get("format") == "binary"


def first_sentence(text: str) -> str:
    """Return the first sentence, on one line.

    >>> first_sentence("A campaign with its terms\\nand its state. More.")
    'A campaign with its terms and its state.'
    """
    said = " ".join(text.split())
    first, dot, _ = said.partition(". ")
    return first + dot.strip()


def type_of(kind: Schema) -> str:
    """Return a type in Python syntax.

    >>> type_of({"type": "array", "items": {"type": "integer"}, "nullable": True})
    'list[int] | None'
    >>> type_of({"allOf": [{"$ref": "#/components/schemas/HIT"}]})
    'HIT'
    >>> type_of({"type": "string", "enum": ["draft", "live"]})
    "Literal['draft', 'live']"
    >>> type_of({"type": "string", "enum": ["flat", "pair"], "x-open-enum": True})
    'str'
    """
    typed = _bare(kind)
    return f"{typed} | None" if kind.get("nullable") and not typed.endswith("| None") else typed


def _bare(kind: Schema) -> str:
    if "$ref" in kind:
        return str(kind["$ref"]).removeprefix(REF)
    for several in ("allOf", "oneOf", "anyOf"):
        if several in kind:
            return " | ".join(dict.fromkeys(map(type_of, kind[several])))
    if "enum" in kind and not kind.get("x-open-enum"):
        return f"Literal[{', '.join(map(repr, kind['enum']))}]"
    if kind.get("type") == "array":
        return f"list[{type_of(kind['items'])}]"
    if kind.get("type") == "object":
        values = kind.get("additionalProperties") or {}
        return f"dict[str, {type_of(values)}]"
    return SIMPLE.get(kind.get("type", ""), "Any")
