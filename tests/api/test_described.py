"""The schema is self-explanatory: every name, every default, every kind of dataset, in plain
words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from annotation.models import Dataset
from annotation.schemes import SCHEMES
from tests.helpers.addons import contracts

pytestmark = pytest.mark.xdist_group("schema")

Place = tuple[str, dict[str, Any]]


@cache
def read_schema() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def parts(node: Any, path: str = "") -> Iterator[Place]:
    """Yield every object of the schema with its path."""
    if isinstance(node, dict):
        yield path, node
        for name, inner in node.items():
            yield from parts(inner, f"{path}/{name}")
    elif isinstance(node, list):
        for place, inner in enumerate(node):
            yield from parts(inner, f"{path}/{place}")


def properties() -> Iterator[Place]:
    for path, node in parts(read_schema()["components"]["schemas"]):
        if isinstance(node.get("properties"), dict):
            for name, one in node["properties"].items():
                yield f"{path}/{name}", one


def parameters() -> Iterator[Place]:
    for path, operations in read_schema()["paths"].items():
        for method, one in operations.items():
            for parameter in one.get("parameters", ()):
                yield f"{method} {path} {parameter['name']}", parameter


def test_every_property_and_every_parameter_is_described() -> None:
    found = [*properties(), *parameters()]
    assert len(found) > 250
    silent = [path for path, one in found if len(one.get("description", "")) < 8]
    assert not silent


# No row has a number that large, so it is not found; times that are too large are clipped.
UNBOUNDED = {
    *("active_ms", "first_action_ms"),
    *("adjudicator", "alignment", "campaign", "dataset", "documents", "endpoint", "hit", "item"),
    *("evidence_campaign", "evidence_set"),
    *("judgment", "judgments", "like", "project", "reasons", "replaces", "seen", "set", "worker"),
    "workers",
}


def test_every_count_that_is_sent_has_a_maximum() -> None:
    """A parameter without one could exceed its column."""
    sent = [
        (path, one)
        for path, one in properties()
        if "Input/" in path and "integer" in (one.get("type"), one.get("items", {}).get("type"))
        if "enum" not in one
    ]
    assert len(sent) > 40
    endless = {path for path, one in sent if "maximum" not in (one | one.get("items", {}))}
    assert {path.rpartition("/")[2] for path in endless} <= UNBOUNDED


def test_every_operation_shows_what_it_may_be_refused_before_it_is_reached() -> None:
    for path, operations in read_schema()["paths"].items():
        for method, one in operations.items():
            if one["operationId"] != "schema_retrieve":
                assert {"400", "414", "429", "503"} <= one["responses"].keys(), (method, path)


def test_descriptions_are_sentences_for_clients() -> None:
    """Neither notes to Midpath's programmers nor line breaks of the code may leak from
    docstrings."""
    texts = [
        (path, node["description"])
        for path, node in parts(read_schema())
        if isinstance(node.get("description"), str)
    ]
    assert all(text for _, text in texts)
    for path, text in texts:
        assert text[0].isupper() or text[0] in "`0123456789", path
        for word in (
            "subclass",
            "docstring",
            "misspelt",
            "`Input`",
            "serializer",
            " she ",
            " her ",
        ):
            assert word.lower() not in text.lower(), (path, word)
        assert "self" not in text.split(), path


def operations() -> Iterator[Place]:
    for path, found in read_schema()["paths"].items():
        for method, one in found.items():
            yield f"{method} {path}", one


def test_every_operation_has_a_summary_of_one_sentence() -> None:
    for where, one in operations():
        assert one["summary"].rstrip().endswith((".", ":")) or one["summary"].endswith(","), where
        assert not one["summary"].endswith(","), where


SHARES = (
    ["0.001", "0.010", "0.5", "0.05", "0.875", "1", "1.0", "1.000"],
    ["0", "0.0", "0.000", "0.5x", "x1", "1.001", "11", "0.1234", "1.0000", "", ".5", "2"],
)
RIGHT_AND_WRONG: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    **{name: values for one in contracts() for name, values in one.patterns.items()},
    "known_agreement": SHARES,
    "pass_share": SHARES,
    "fee_percent": (
        ["0", "20", "33.33", "99.9", "100", "100.00"],
        ["-1", "101", "100.01", "1e1", "20%", "0.001", "20\n", "", ".5"],
    ),
    "reward": (
        ["0", "0.02", "12345.678"],
        ["-1", "1e3", "NaN", "0.02\n", "123456", "1.", ".5", ""],
    ),
    "hourly_wage": (
        ["0", "12", "9999.99"],
        ["-1", "1e1", "NaN", "12\n", "12345", "0.001", "1.", ".5", ""],
    ),
    "budget": (
        ["0", "9.5", "0.15", "123456789.99"],
        ["-1", "1e3", "NaN", "0.001", "1234567890", "1.", ".5", "", "9\n"],
    ),
    "amount": (
        ["0.1", "-0.125", "1234567"],
        ["1e3", "NaN", "0.0001", "12345678", "1.", ".5", "", "--1", "+1", "1\n"],
    ),
    "min_posterior": (
        ["0.51", "0.9", "0.999"],
        ["0.5", "0.50", "1", "0.9999", ".9", "", "0.9\n"],
    ),
    "known_below": (
        ["0.5", "0.875", "0.0", "1", "1.000"],
        ["1.001", "2", "-0.5", "0.1234", ".5", "", "0.5\n"],
    ),
    **dict.fromkeys(
        ("completion_code", "screen_out_code", "no_consent_code"),
        (["", "C1A2B3", "done_42-x"], ["two words", "a/b", "é", "C1\n"]),
    ),
    "currency": (["USD"], ["usd", "US", "USDX", "xUSD", "USD\n"]),
    "least_hourly": (
        ["0.01", "0.5", "0.10", "12", "999999.99"],
        ["0", "0.0", "0.00", "-1", "01", "1e1", "0.001", "1234567", ".5", "", "9\n"],
    ),
}


def test_patterns_take_the_whole_of_what_is_right_and_refuse_what_is_not() -> None:
    patterns = [(path, one["pattern"]) for path, one in properties() if "pattern" in one]
    assert {path.rsplit("/", 1)[-1] for path, _ in patterns} == set(RIGHT_AND_WRONG)
    for path, pattern in patterns:
        right, wrong = RIGHT_AND_WRONG[path.rsplit("/", 1)[-1]]
        # As JSON Schema reads it: anywhere in the text, and $ only at its very end.
        found = re.compile(pattern.replace("$", r"\Z"))
        assert all(found.search(text) for text in right), path
        assert not any(found.search(text) for text in wrong), path


def test_creating_a_dataset_names_every_kind() -> None:
    for body in ("CreateDatasetInput", "CreateDatasetFileInput"):
        described = read_schema()["components"]["schemas"][body]["properties"]
        description = (described.get("rows") or described["file"])["description"]
        for kind in Dataset.Kind:
            assert f"{kind}: " in description, (body, kind)


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", sorted(SCHEMES))
def test_the_schema_shows_each_default_of_each_scheme(scheme: str) -> None:
    described = read_schema()["components"]["schemas"]["CreateCampaignInput"]["properties"]
    for term, value in asdict(SCHEMES[scheme].usual_terms).items():
        one = described[term]
        if "default" in one:
            assert one["default"] in (value, str(value)), term
            continue
        defaults = one["description"].split("Default: ")[1]
        shown = {None: "null"}.get(value, str(value))
        assert f"of {scheme} {shown}" in defaults or defaults.startswith(shown), (term, defaults)
        assert isinstance(value, int | Decimal | str | None), term


@pytest.mark.parametrize("name", ["read_file", "read_snapshot_file"])
def test_a_file_that_is_read_is_any_json_or_bytes(name: str) -> None:
    """A JSON file is an object or a list, so it is not a string within JSON."""
    content = operation(name)["responses"]["200"]["content"]
    assert content == {
        "application/json": {"schema": {}},
        "*/*": {"schema": {"type": "string", "format": "binary"}},
    }


def test_a_file_that_is_sent_is_bytes_and_no_address() -> None:
    sent = {
        name: form["properties"]["file"]["format"]
        for name, form in read_schema()["components"]["schemas"].items()
        if name.endswith("Input") and "file" in form["properties"]
    }
    assert len(sent) >= 3
    assert set(sent.values()) == {"binary"}


def operation(name: str) -> dict[str, Any]:
    """Return an operation by its name."""
    found: dict[str, Any] = next(
        one
        for operations in read_schema()["paths"].values()
        for one in operations.values()
        if one["operationId"] == name
    )
    return found
