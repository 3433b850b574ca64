"""Apps as tables and as JSON lines."""

import json

import pytest

from midpath.exchange.readers import ParsedUpload, read_upload

TABLE = b"Name,Description,Category,Policy,Rating\nKeep,Notes that follow you.,Tools,keep.pdf,4\n"


def read(body: bytes, name: str = "apps.csv") -> ParsedUpload:
    return read_upload(name, body)


def lines(*apps: object) -> bytes:
    return "\n".join(map(json.dumps, apps)).encode()


@pytest.mark.parametrize("name", ["apps.csv", "apps"])
def test_a_table(name: str) -> None:
    parsed = read(TABLE, name)
    assert (parsed.kind, parsed.errors) == ("apps", [])
    assert [(item.text, item.content) for item in parsed.items] == [
        (
            "Keep",
            {
                "name": "Keep",
                "description": "Notes that follow you.",
                "category": "Tools",
                "policy": "keep.pdf",
                "pictures": [],
            },
        )
    ]


def test_lines_keep_paragraphs_and_an_app_is_its_own_policy() -> None:
    parsed = read(lines({"app": " Keep  it ", "description": "One.\r\n\r\nTwo."}), "a.jsonl")
    assert parsed.kind == "apps"
    assert parsed.items[0].text == "Keep it"
    assert parsed.items[0].content["description"] == "One.\n\nTwo."
    assert parsed.items[0].content["policy"] == "Keep it"


def test_with_a_text_a_name_and_a_description_are_only_stored() -> None:
    assert read(b"text,name,description\na b,c,d\n").kind == "texts"
    document = {"document": "d", "text": "A", "subtitles": [], "name": "n", "description": "d"}
    assert read(lines(document), "d.jsonl").kind == "documents"


@pytest.mark.parametrize(
    ("app", "column", "why"),
    [
        ({"name": "", "description": "d"}, "name", "name is empty"),
        ({"name": "n", "description": " "}, "description", "description is empty"),
        ({"name": 7, "description": "d"}, "name", "must be a string"),
        ({"name": "n", "description": ["d"]}, "description", "must be a string"),
        ({"name": "n" * 201, "description": "d"}, "name", "at most 200"),
        ({"name": "n", "description": "d" * 20_001}, "description", "20,001 characters"),
        ({"name": "n\u0007", "description": "d"}, "name", "control character"),
        ({"name": "n", "description": "d", "policy": {}}, "policy", "must be a string"),
        ({"name": "first", "description": "again"}, "name", "Duplicate of row 1"),
    ],
)
def test_what_cannot_be_taken_is_reported_by_row_and_column(
    app: dict[str, object], column: str, why: str
) -> None:
    errors = read(lines({"name": "first", "description": "d"}, app), "a.jsonl").errors
    assert [(error.row, error.column) for error in errors] == [(2, column)]
    assert why in errors[0].message
