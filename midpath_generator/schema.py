"""The API's schema: its operations, their groups and the forms that they use."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
REF = "#/components/schemas/"
# The modules of forms that several groups use, and of the queries of lists.
COMMON, QUERIES = "common", "queries"
LONG = {"results"}  # the groups whose forms are in two modules
SIMPLE = {"integer": "int", "number": "float", "boolean": "bool", "string": "str"}


def operations(schema: Schema) -> Iterator[dict[str, Any]]:
    """Yield each operation with its method and its path."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield {"method": method.upper(), "path": path, **operation}


def module_of(group: str) -> str:
    """Return the name of the module of a group of operations.

    >>> module_of("Projects, members and tokens"), module_of("A worker's own")
    ('projects_members_and_tokens', 'a_workers_own')
    """
    return re.sub(r"\W+", "_", group.replace("'", "").lower())


def query_name(operation: Schema) -> str:
    """Return the name of the form of a query.

    >>> query_name({"operationId": "list_judgments"})
    'ListJudgmentsQuery'
    """
    return "".join(map(str.capitalize, operation["operationId"].split("_"))) + "Query"


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


def forms_of(schema: Schema) -> dict[str, Schema]:
    """Return the forms of what operations take and return, except pages of lists."""
    forms = dict(schema["components"]["schemas"]) | dict(queries(schema))
    return {name: form for name, form in forms.items() if not is_page(form)}


def is_page(form: Schema) -> bool:
    """Return whether a form is a page of a list with no other fields."""
    return set(form.get("properties", ())) == {"next", "results"}


def is_file(kind: Schema) -> bool:
    """Return whether a field of a form is a file, which methods take as a separate argument."""
    return kind.get("type") == "string" and kind.get("format") == "binary"


def fields_of(form: Schema) -> dict[str, str]:
    """Return the fields of a form with their types in Python syntax.

    >>> fields_of({"properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    ...            "required": ["id"]})
    {'id': 'int', 'name': 'NotRequired[str]'}
    """
    required = form.get("required", ())
    types = {
        name: type_of(kind)
        for name, kind in form.get("properties", {}).items()
        if not is_file(kind)
    }
    return {
        name: typed if name in required else f"NotRequired[{typed}]"
        for name, typed in types.items()
    }


def names_in(kind: object) -> set[str]:
    """Return the names of the forms that a form or an operation refers to.

    >>> names_in({"type": "array", "items": {"$ref": "#/components/schemas/HIT"}})
    {'HIT'}
    """
    inside = kind.values() if isinstance(kind, Mapping) else kind if isinstance(kind, list) else ()
    found = {name for one in inside for name in names_in(one)}
    if isinstance(kind, Mapping) and isinstance(kind.get("$ref"), str):
        found.add(kind["$ref"].removeprefix(REF))
    return found


def modules_of_forms(schema: Schema, uses: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Return the module of each form. `uses` contains the forms that each form refers to."""
    schemas = schema["components"]["schemas"]
    groups = defaultdict[str, set[str]](set)
    for operation in operations(schema):
        left, seen = names_in(operation), set[str]()
        while left:
            name = left.pop()
            seen.add(name)
            groups[name].add(operation["tags"][0])
            left |= set(uses.get(name) or names_in(schemas.get(name))) - seen
    parts = {name for used in uses.values() for name in used}
    return {name: _module(name, groups[name], is_part=name in parts) for name in uses}


def _module(name: str, groups: Collection[str], *, is_part: bool) -> str:
    if name.endswith("Query"):
        return QUERIES
    if len(groups) != 1:
        return COMMON
    module = module_of(*groups)
    return f"{module}_parts" if is_part and module in LONG else module


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
