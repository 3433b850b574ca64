"""The API’s operations as the reference pages show them, read from the OpenAPI schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString
from drf_spectacular.generators import SchemaGenerator

from annotation.research.help import fields
from annotation.research.help.examples import by_client, by_curl
from annotation.research.help.fields import JSON, Field, Schema
from annotation.research.help.markdown import line

# How to authenticate, by the names of the schema's security schemes.
CALLERS = {
    "researcher token": "a researcher’s token",
    "session": "a signed-in session",
    "worker token": "a worker’s token",
    "any token": "a researcher’s or a worker’s token",
}
ANYBODY = "none"


@dataclass(frozen=True)
class Part:
    """A request body or a response: its title, content type or description, and fields."""

    title: str
    told: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Operation:
    """An operation. `searched` is the text that the filter searches."""

    name: str
    method: str
    path: str
    room: str
    summary: SafeString
    more: SafeString
    scopes: tuple[str, ...]
    callers: tuple[str, ...]
    parameters: tuple[Field, ...]
    bodies: tuple[Part, ...]
    answers: tuple[Part, ...]
    refusals: tuple[tuple[str, str], ...]
    by_curl: str
    by_client: str
    searched: str


@cache
def operations() -> Mapping[str, Operation]:
    schema: Schema = SchemaGenerator().get_schema(request=None, public=True)
    found = (
        _operation(told, method, path, schema["components"]["schemas"])
        for path, methods in schema["paths"].items()
        for method, told in methods.items()
        if path != "/api/v1/schema/"
    )
    in_order = [room["name"] for room in schema["tags"]]
    by_room = sorted(found, key=lambda one: in_order.index(one.room))
    return {one.name: one for one in by_room}


def rooms(wanted: str) -> Mapping[str, list[Operation]]:
    """Return the operations that contain every wanted word, by room."""
    words = wanted.casefold().split()
    found: dict[str, list[Operation]] = {}
    for one in operations().values():
        if all(word in one.searched for word in words):
            found.setdefault(one.room, []).append(one)
    return found


def _operation(told: Schema, method: str, path: str, forms: Schema) -> Operation:
    summary, more = told["summary"], _more(told)
    name, room, scopes = told["operationId"], told["tags"][0], tuple(told.get("x-scopes", ()))
    content = told.get("requestBody", {}).get("content", {})
    return Operation(
        name=name,
        method=method.upper(),
        path=path,
        room=room,
        summary=line(summary),
        more=line(more),
        scopes=scopes,
        callers=tuple(dict.fromkeys(_callers(told))),
        parameters=tuple(fields.parameters(told)),
        bodies=tuple(_bodies(content, forms)),
        answers=tuple(_answers(told, forms)),
        refusals=tuple(_refusals(told)),
        by_curl=by_curl(told, method, path, forms),
        by_client=by_client(told, path, forms),
        searched=" ".join((name, method, path, room, summary, *scopes)).casefold(),
    )


def _more(told: Schema) -> str:
    """Return the description without the summary that it starts with."""
    said = " ".join(told["description"].split())
    return said.removeprefix(" ".join(told["summary"].split())).strip()


def _callers(told: Schema) -> Iterator[str]:
    for way in told["security"]:
        yield from (CALLERS[name] for name in way) if way else (ANYBODY,)


def _bodies(content: Schema, forms: Schema) -> Iterator[Part]:
    for kind, body in content.items():
        title = "JSON" if kind == JSON else "form"
        yield Part(title, kind, tuple(fields.of(body["schema"], forms)))


def _answers(told: Schema, forms: Schema) -> Iterator[Part]:
    for status, answer in told["responses"].items():
        if status < "3":
            kind = answer.get("content", {}).get(JSON, {}).get("schema", {})
            yield Part(status, answer["description"], tuple(fields.of(kind, forms)))


def _refusals(told: Schema) -> Iterator[tuple[str, str]]:
    for status, answer in told["responses"].items():
        if status >= "3":
            yield status, answer["description"]
