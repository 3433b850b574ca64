"""The operations of the API as methods of a class for each group."""

import re
from collections.abc import Iterator

from midpath_generator.models import docstring
from midpath_generator.schema import (
    REF,
    Schema,
    first_sentence,
    module_of,
    operations,
    query_name,
    type_of,
)

PREFIX = "/api/v1/"
KEY = "Idempotency-Key"
JSON, FORM = "application/json", "multipart/form-data"
PAGE_SIZE = 500  # the default of the client
ONCE = "submission_id"  # an answer that is stored once, however often it is sent
OF_WORKERS = ("worker token", "any token")
HEAD = '''"""The operations that a researcher's token has. Written by `make client`; do not edit.

Each has the name, the arguments and the response of /api/v1/schema/."""

'''
MODULE_HEAD = '''"""{group}. Written by `make client`; do not edit."""

from typing import Any, Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller, in_path


class Operations(Caller):
'''
CLASS = '''

class Operations({bases}):
    """All operations, grouped as in the schema."""
'''


def methods(schema: Schema) -> dict[str, str]:
    """Return the source of each module of operations."""
    by_name = sorted(operations(schema), key=lambda one: str(one["operationId"]))
    groups: dict[str, list[str]] = {}
    for one in by_name:
        if is_plain(one):
            groups.setdefault(one["tags"][0], []).append(method(one, schema))
    modules = {module_of(group): group for group in sorted(groups)}
    imported = f"from midpath.operations import {', '.join(modules)}\n"
    bases = ", ".join(f"{module}.Operations" for module in modules)
    texts = {
        module: MODULE_HEAD.format(group=group) + "\n".join(groups[group])
        for module, group in modules.items()
    }
    texts["__init__"] = HEAD + imported + CLASS.format(bases=bases)
    return {f"operations/{module}.py": text for module, text in texts.items()}


def is_plain(operation: Schema) -> bool:
    """Return whether an operation is a researcher's, takes no file and returns none."""
    takes = operation.get("requestBody", {}).get("content", {JSON: {}})
    tokens = {name for one in operation["security"] for name in one}
    return (
        tokens.isdisjoint(OF_WORKERS)
        and JSON in takes
        and set(good_answer(operation).get("content", {JSON: {}})) == {JSON}
    )


def has_key(operation: Schema) -> bool:
    parameters = operation.get("parameters", ())
    return any(one["in"] == "header" and one["name"] == KEY for one in parameters)


def good_answer(operation: Schema) -> Schema:
    """Return the first response that is not a refusal."""
    response: Schema = next(
        response for status, response in operation["responses"].items() if status[0] == "2"
    )
    return response


def answer_of(operation: Schema) -> Schema:
    """Return the type of the response; empty if it has no body."""
    kind: Schema = good_answer(operation).get("content", {}).get(JSON, {}).get("schema", {})
    return kind


def method(operation: Schema, schema: Schema) -> str:
    answer = answer_of(operation)
    forms = schema["components"]["schemas"]
    page = forms.get(str(answer.get("$ref", "")).removeprefix(REF), {})
    is_list = "next" in page.get("properties", ())
    kind = _listed(page) if is_list else _of_models(type_of(answer) if answer else "None")
    body = _body(operation)
    arguments = "".join(f", {one}" for one in _arguments(operation, body, forms))
    given = ", ".join(_given(operation, kind, body, forms, is_list=is_list))
    returns, does = (f"Rows[{kind}]", "rows") if is_list else (kind, operation["method"].lower())
    lines = [
        f"    def {operation['operationId']}(self{arguments}) -> {returns}:",
        docstring(first_sentence(operation["description"]), " " * 8),
        f"        return self._{does}({given})",
    ]
    return "\n".join(lines) + "\n"


def _listed(page: Schema) -> str:
    return _of_models(type_of(page["properties"]["results"]["items"]))


def _of_models(kind: str) -> str:
    """Qualify the names of forms in a type with their module.

    >>> _of_models("list[HIT]"), _of_models("dict[str, Any]")
    ('list[models.HIT]', 'dict[str, Any]')
    """
    return re.sub(r"\b(?!Any\b|None\b|Literal\b)([A-Z]\w*)", r"models.\1", kind)


def _body(operation: Schema) -> str:
    """Return the name of the form of the JSON body; empty if there is none."""
    takes = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    return str(takes.get("schema", {}).get("$ref", "")).removeprefix(REF)


def _arguments(operation: Schema, body: str, forms: Schema) -> Iterator[str]:
    places = [one for one in operation.get("parameters", ()) if one["in"] == "path"]
    names = {one["name"] for one in places} | {"idempotency_key"}
    if body and names & set(forms[body]["properties"]):
        raise ValueError(f"{operation['operationId']} has a name in its address and its body.")
    in_order = sorted(places, key=lambda one: operation["path"].index("{" + one["name"] + "}"))
    for place in in_order:
        yield f"{place['name']}: {type_of(place['schema'])}"
    if has_key(operation):
        yield '*, idempotency_key: str = ""'
    query = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
    if query and body:
        raise ValueError(f"{operation['operationId']} has a query and a body.")
    if query:
        yield f"**asked: Unpack[models.{query_name(operation)}]"
    elif body:
        yield f"**body: Unpack[models.{body}]"


def _given(
    operation: Schema, kind: str, body: str, forms: Schema, *, is_list: bool
) -> Iterator[str]:
    """Yield the arguments that the method passes on."""
    parameters = operation.get("parameters", ())
    query = {one["name"]: one["schema"] for one in parameters if one["in"] == "query"}
    yield "type(None)" if kind == "None" else kind
    yield _path(operation)
    if is_list:
        most = query["limit"]["maximum"]
        yield "asked" if most == PAGE_SIZE else f"asked, most={most}"
        return
    if query:
        yield "asked"
    if body:
        yield "body"
    if body and ONCE in forms[body].get("required", ()):
        yield "repeatable=True"
    if has_key(operation):
        yield "idempotency_key" if body else "key=idempotency_key"


def _path(operation: Schema) -> str:
    """Return the URL path as an expression.

    >>> _path({"path": "/api/v1/files/{name}", "parameters": [
    ...     {"in": "path", "name": "name", "schema": {"type": "string"}}]})
    'f"files/{in_path(name)}"'
    """
    path = str(operation["path"]).removeprefix(PREFIX)
    texts = [
        one["name"]
        for one in operation.get("parameters", ())
        if one["in"] == "path" and one["schema"]["type"] == "string"
    ]
    for name in texts:
        path = path.replace("{" + name + "}", "{in_path(" + name + ")}")
    return f'{"f" if "{" in path else ""}"{path}"'
