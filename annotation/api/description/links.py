"""The links of the schema: which operations use the values of a response."""

from collections.abc import Iterator, Mapping

from annotation.addons import declared_by_addons
from midpath.json_types import JsonObject

Schema = JsonObject

# Responses that contain the value of a path parameter, and where. A response's `id` that names say
# is the parameter has no entry: programs that follow links find it themselves.
VALUE_SOURCES: Mapping[str, Mapping[str, str]] = {
    "act_id": {"review_judgments": "/id"},
    "assignment_id": {"claim": "/assignment"},
    "batch_id": {"list_payments": "/results/0/id", "make_payments": "/id"},
    "dataset_import_id": {"list_dataset_imports": "/results/0/id"},
    "dataset_id": {"create_dataset_in_bulk": "/dataset/id"},
    "invitation_id": {"invite": "/id"},
    "item_id": {"list_campaign_items": "/results/0/id"},
    "language": {"list_words": "/results/0/language", "set_words": "/language"},
    "name": {"read_snapshot": "/files/0/name"},
    "set_id": {
        "list_held_sets": "/results/0/set",
        "hold_set": "/set",
        "create_set_in_bulk": "/set/id",
    },
    "set_import_id": {"upload_set": "/id", "list_set_imports": "/results/0/id"},
    "sha256": {"add_picture": "/pictures/0/sha256"},
    "snapshot_id": {"list_snapshots": "/results/0/id"},
    "user_id": {"list_members": "/results/0/user", "add_member": "/user"},
}


def tell_links(result: Schema, **kwargs: object) -> Schema:
    """Link each response of the table to the operations that take its values."""
    operations = {one["operationId"]: one for one in _operations(result)}
    known = {**VALUE_SOURCES, **declared_by_addons(lambda config: config.response_links)}
    for place, answers in known.items():
        for name, pointer in answers.items():
            source = operations[name]
            links = {
                target["operationId"]: _link(target, source, place, pointer)
                for target in operations.values()
                if place in _places(target) and _places(target) <= _places(source) | {place}
            }
            _good_answer(source).setdefault("links", {}).update(links)
    return result


def _operations(result: Schema) -> Iterator[Schema]:
    for operations in result["paths"].values():
        yield from operations.values()


def _places(operation: Schema) -> set[str]:
    """Return the names of an operation's path parameters."""
    return {one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"}


def _link(target: Schema, source: Schema, place: str, pointer: str) -> Schema:
    from_path = {name: f"$request.path.{name}" for name in _places(target) & _places(source)}
    from_response = {place: f"$response.body#{pointer}"}
    return {
        "operationId": target["operationId"],
        "parameters": dict(sorted({**from_path, **from_response}.items())),
    }


def _good_answer(operation: Schema) -> Schema:
    """Return the operation's first response that is not a refusal."""
    found: Schema = next(
        answer for status, answer in operation["responses"].items() if status.startswith("2")
    )
    return found
