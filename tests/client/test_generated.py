"""The handwritten part of the client matches the schema and covers every operation, and its README
runs as printed, on a real server."""

import doctest
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from pytest_django.live_server_helper import LiveServer

import midpath
from annotation.models import Project
from midpath import Midpath, WorkerClient
from midpath import models as client_models
from midpath_generator.methods import has_key, methods
from midpath_generator.models import models
from midpath_generator.output import FOLDERS, written
from midpath_generator.schema import fields_of, forms_of, is_file, operations

PACKAGE = Path(settings.BASE_DIR) / "midpath"
OF_WORKERS = {"claim": "claim", "submit": "submit", "return": "give_back", "skip": "skip"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def test_it_is_what_the_schema_says(schema: dict[str, Any]) -> None:
    files = written(schema)
    for name, text in files.items():
        assert (PACKAGE / name).read_text() == text, f"The API has changed: make client ({name})"
    for folder in FOLDERS:
        for path in (PACKAGE / folder).glob("*.py"):
            assert f"{folder}/{path.name}" in files, f"No operation needs {path}: make client"


def test_every_form_has_the_fields_of_the_schema(schema: dict[str, Any]) -> None:
    for name, form in forms_of(schema).items():
        there = getattr(client_models, name)
        fields = [one for one, kind in form.get("properties", {}).items() if not is_file(kind)]
        assert there.__annotations__.keys() == set(fields), name
        assert there.__required_keys__ == set(form.get("required", ())) & set(fields), name
        declared = type(name, (), {"__annotations__": fields_of(form)})
        types = get_type_hints(declared, vars(client_models), include_extras=True)
        assert there.__annotations__ == types, name
        if not name.endswith(("Input", "Query")):  # the columns of a DataFrame without rows
            assert list(there.__annotations__) == fields, name


def keyed(schema: dict[str, Any]) -> set[str]:
    """Return the operations that take an Idempotency-Key."""
    return {str(one["operationId"]) for one in operations(schema) if has_key(one)}


@pytest.mark.long
def test_no_operation_is_left_out(schema: dict[str, Any]) -> None:
    there = {one["operationId"] for found in schema["paths"].values() for one in found.values()}
    files = {"create_dataset": "upload_dataset", "upload_set": "upload_set"}
    of_workers = {**OF_WORKERS, "way_out": "way_out"}
    for name in there - of_workers.keys():
        assert callable(getattr(Midpath, name, None)), name
    for name in files.values():
        assert callable(getattr(Midpath, name))
    assert files.keys() <= keyed(schema)
    for name in of_workers.values():
        assert callable(getattr(WorkerClient, name))
    assert of_workers.keys() <= there


def test_what_the_package_names_is_there() -> None:
    for name in midpath.__all__:
        assert hasattr(midpath, name)


SMALL: dict[str, Any] = {
    "components": {
        "schemas": {
            "B": {"properties": {"a": {"$ref": "#/components/schemas/C"}}, "required": ["a"]},
            "C": {"properties": {"at": {"type": "string", "nullable": True}}},
            "MakeInput": {"properties": {"name": {"type": "string"}}, "required": ["name"]},
            "Page": {
                "properties": {
                    "next": {"type": "string", "nullable": True},
                    "results": {"type": "array", "items": {"$ref": "#/components/schemas/B"}},
                }
            },
        }
    },
    "paths": {
        "/api/v1/things/{thing_id}/make": {
            "post": {
                "operationId": "make_thing",
                "tags": ["Things"],
                "description": "Make a thing. It has a name.",
                "security": [{"researcher token": []}],
                "parameters": [
                    {"in": "path", "name": "thing_id", "schema": {"type": "integer"}},
                    {"in": "header", "name": "Idempotency-Key", "schema": {"type": "string"}},
                ],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/MakeInput"}}
                    }
                },
                "responses": {
                    "201": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/B"}}
                        }
                    }
                },
            }
        },
        "/api/v1/things": {
            "get": {
                "operationId": "list_things",
                "tags": ["Things"],
                "description": "List things.",
                "security": [{"researcher token": []}],
                "parameters": [
                    {"in": "query", "name": "limit", "schema": {"type": "integer", "maximum": 50}}
                ],
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Page"}}
                        }
                    }
                },
            }
        },
    },
}


def test_forms_stand_after_those_that_they_are_made_of() -> None:
    text = "".join(models(SMALL).values())
    assert text.index("class C(") < text.index("class B(")
    assert "    at: NotRequired[str | None]" in text
    assert "class Page" not in text
    assert "class ListThingsQuery(TypedDict):\n    limit: NotRequired[int]" in text


def with_comparisons(kind: str) -> dict[str, Any]:
    """Return a schema with a form that extends another, in which `id` has this type."""
    short = {"properties": {"id": {"type": kind}}, "required": ["id"]}
    long = {
        "properties": {"id": {"type": "integer"}, "results": {"type": "string"}},
        "required": ["id"],
    }
    return {
        "components": {"schemas": {"Comparison": short, "ReadComparisonOutput": long}},
        "paths": {},
    }


def test_the_fields_of_a_form_are_written_once() -> None:
    text = models(with_comparisons("integer"))["models/common.py"]
    assert "class Comparison(TypedDict):\n    id: int\n" in text
    assert "class ReadComparisonOutput(Comparison):\n    results: NotRequired[str]\n" in text


def test_a_form_that_differs_from_its_base_is_refused() -> None:
    with pytest.raises(ValueError, match="edit `BASES`"):
        models(with_comparisons("string"))


def test_an_operation_with_a_key_may_be_sent_twice() -> None:
    text = methods(SMALL)["operations/things.py"]
    assert (
        '    def make_thing(self, thing_id: int, *, idempotency_key: str = "", '
        "**body: Unpack[models.MakeInput]) -> models.B:\n"
        '        """Make a thing."""\n'
        '        return self._post(models.B, f"things/{thing_id}/make", '
        "body, idempotency_key)\n"
    ) in text


def test_a_list_is_requested_in_the_largest_pages() -> None:
    text = methods(SMALL)["operations/things.py"]
    assert "-> Rows[models.B]:" in text
    assert 'rows(models.B, "things", asked, most=50)' in text


README = Path(settings.BASE_DIR) / "docs" / "python-client.md"


@pytest.mark.slow
def test_the_readme_runs_as_printed(
    study: tuple[Project, str],
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MIDPATH_SERVER", live_server.url)
    monkeypatch.setenv("MIDPATH_TOKEN", study[1])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.csv").write_text(
        "text,source\nfirst aid kit,ours\nlast night of the proms,ours\ncheap flights,ours\n"
    )
    run = doctest.testfile(
        str(README), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS
    )
    assert run.attempted > 15
    assert run.failed == 0
