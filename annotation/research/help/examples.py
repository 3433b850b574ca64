"""Example requests for curl and the Python client, generated from the API's schema."""

import json
import re

from annotation.research.help.fields import JSON, Schema, resolved

SAMPLES: dict[str, object] = {"number": 0.5, "boolean": True, "object": {}}
A_TEXT, A_FILE = "…", "@file"
OF_PATTERNS = ("0.5", "USD", "code", A_TEXT)
OF_FORMATS = {
    "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "date-time": "2027-03-31T18:00:00Z",
    "date": "2027-03-31",
    "uri": A_FILE,
    "binary": A_FILE,
}
OF_WORKERS, OF_ANYBODY = "worker token", "any token"
MAX_LINE_LENGTH = 80


def by_curl(operation: Schema, method: str, path: str, forms: Schema) -> str:
    """Return a curl command for the operation. Values that the caller has to know are shell
    variables."""
    content = operation.get("requestBody", {}).get("content", {})
    tokens = {name for way in operation["security"] for name in way}
    parts = [f"curl --fail-with-body{_method(method, has_body=bool(content))}"]
    if OF_ANYBODY not in tokens:
        token = "$WORKER" if OF_WORKERS in tokens else "$TOKEN"
        parts.append(f'-H "Authorization: Bearer {token}"')
    if JSON in content:
        body = json.dumps(body_of(content[JSON]["schema"], forms), ensure_ascii=False)
        parts += ['-H "Content-Type: application/json"', f"-d '{body}'"]
    elif content:
        (form,) = content.values()
        sent = body_of(form["schema"], forms)
        parts += [f"-F {name}={value}" for name, value in sent.items()]
    where = re.sub(r"\{(\w+)\}", lambda found: f"${found[1].upper()}", path)
    return " \\\n  ".join([*parts, f"$HOST{where}"])


def by_client(operation: Schema, path: str, forms: Schema) -> str:
    """Return the call of the client's method; empty for workers' operations, which the client
    wraps by HIT."""
    content = operation.get("requestBody", {}).get("content", {})
    if any(OF_WORKERS in way for way in operation["security"]):
        return ""
    given = re.findall(r"\{(\w+)\}", path)
    first: Schema = content.get(JSON) or next(iter(content.values()), {"schema": {}})
    sent = body_of(first["schema"], forms)
    if A_FILE in sent.values():
        given.append(f'"{A_FILE[1:]}"')
    given += [f"{name}={_in_python(one)}" for name, one in sent.items() if one != A_FILE]
    name = operation["operationId"]
    line = f"midpath.{name}({', '.join(given)})"
    if len(line) <= MAX_LINE_LENGTH:
        return line
    return f"midpath.{name}(\n" + "".join(f"    {one},\n" for one in given) + ")"


def body_of(kind: Schema, forms: Schema) -> dict[str, object]:
    """Return a body with the required fields, or with one field if none is required."""
    form = resolved(kind, forms)
    fields = form.get("properties", {})
    needed = [name for name in fields if name in form.get("required", ())] or [*fields][:1]
    return {name: _sample(fields[name], forms) for name in needed}


def _sample(kind: Schema, forms: Schema) -> object:
    kind = resolved(kind, forms)
    named = [one for one in (kind.get("default"), *kind.get("enum", ())) if one is not None]
    if named:
        return named[0]
    if kind.get("oneOf"):
        return _sample(kind["oneOf"][0], forms)
    if "properties" in kind:
        return body_of(kind, forms)
    if kind.get("type") == "array":
        return [_sample(kind["items"], forms)]
    return kind.get("minimum", 1) if kind.get("type") == "integer" else _plain(kind)


def _plain(kind: Schema) -> object:
    if "pattern" in kind:
        return next(one for one in OF_PATTERNS if re.search(kind["pattern"], one))
    text = A_TEXT * kind.get("minLength", 1)
    return OF_FORMATS.get(kind.get("format", "")) or SAMPLES.get(kind.get("type", ""), text)


def _method(method: str, *, has_body: bool) -> str:
    """Return the -X option if curl would choose another method."""
    usual = "post" if has_body else "get"
    return "" if method == usual else f" -X {method.upper()}"


def _in_python(value: object) -> str:
    return repr(value).replace("'", '"')
