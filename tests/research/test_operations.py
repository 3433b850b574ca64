"""The reference of the API's operations: each has a page, and its example requests are valid."""

import ast
import inspect
import json
import re
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from annotation.research.help.operations import operations
from midpath import Midpath
from tests.helpers.pages import assert_shows

LIST = "/research/help/operations/"


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def shown(page: str) -> list[str]:
    return re.findall(rf'href="{LIST}(\w+)/"', page)


@pytest.mark.long
def test_every_operation_is_listed_without_queries(client: Client, schema: dict[str, Any]) -> None:
    """This test has no database access."""
    there = {one["operationId"] for found in schema["paths"].values() for one in found.values()}
    page = client.get(LIST).content.decode()
    assert len(shown(page)) == len(there) > 150
    assert set(shown(page)) == there
    for room in schema["tags"]:
        assert room["name"].replace("'", "&#x27;") in page


def test_a_filter_keeps_what_has_all_its_words(client: Client) -> None:
    found = shown(client.get(LIST, {"q": " POST  archive_DATA "}).content.decode())
    assert found == ["archive_dataset"]
    by_scope = shown(client.get(LIST, {"q": "webhook people"}).content.decode())
    assert {"add_webhook", "remove_webhook"} <= set(by_scope)
    page = client.get(LIST, {"q": "<b>nothing"}).content.decode()
    assert not shown(page)
    assert "&lt;b&gt;nothing" in page
    assert client.get(LIST, {"q": "x" * 3000}).status_code == 200


def test_a_page_shows_what_the_schema_shows(client: Client) -> None:
    page = client.get(f"{LIST}extend_campaign/").content.decode()
    assert_shows(page, "/api/v1/campaigns/{campaign_id}/extend", 'class="chip">write</code>')
    assert "midpath.extend_campaign(campaign_id, redundancy=1)" in page
    assert "Request more judgments for every HIT, or for those that a filter finds." in page
    assert "<code>409</code>" in page
    assert client.get(f"{LIST}schema_retrieve/").status_code == 404
    assert client.get(f"{LIST}nothing/").status_code == 404


@pytest.mark.long
def test_every_page_opens(client: Client) -> None:
    for name in operations():
        assert client.get(f"{LIST}{name}/").status_code == 200, name


def test_fields_within_fields_stand_with_their_place() -> None:
    fields = {one.name: one for one in operations()["keep_right_answers"].bodies[0].fields}
    assert fields["answers"].needed
    assert fields["answers[].item"].kind == "whole number, from 1"
    assert not fields["answers[].why"].needed


def test_bodies_of_examples_are_what_the_schema_takes(schema: dict[str, Any]) -> None:
    forms = {
        one["operationId"]: content["application/json"]["schema"]
        for found in schema["paths"].values()
        for one in found.values()
        if "application/json" in (content := one.get("requestBody", {}).get("content", {}))
    }
    assert len(forms) > 50
    for name, form in forms.items():
        body = re.search(r"-d '(.*)'", operations()[name].by_curl)
        assert body, name
        whole = {"components": schema["components"], **form}
        Draft202012Validator(whole).validate(json.loads(body[1]))


def test_the_client_has_what_examples_call() -> None:
    for name, one in operations().items():
        if one.callers == ("a worker’s token",):
            assert not one.by_client
            continue
        call = ast.parse(one.by_client, mode="eval").body
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Attribute)
        assert call.func.attr == name
        named = {str(each.arg): None for each in call.keywords}
        inspect.signature(getattr(Midpath, name)).bind(None, *call.args, **named)
