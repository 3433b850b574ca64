"""Rows that look like documents: messages say, with their own fields, how to import them."""

import json

import pytest

from midpath.exchange.readers import ParsedUpload, read_upload

LONG = "They share data.\nThey sell none."
EXAMPLE = '{"document": "P", "text": "They share data. They sell none.", "subtitles": []}'


def read(*rows: object) -> ParsedUpload:
    return read_upload("a.jsonl", "\n".join(map(json.dumps, rows)).encode())


def test_documents_without_subtitles_are_explained() -> None:
    parsed = read({"document": "P", "text": LONG}, {"document": "Q", "text": LONG + " Ever."})
    assert (parsed.kind, parsed.errors, len(parsed.notes)) == ("texts", [], 1)
    assert parsed.notes[0] == (
        "The rows are read as texts. To import it as a document, add “subtitles”, the list of its "
        f"headings ([] for none): {EXAMPLE}"
    )


@pytest.mark.parametrize(
    ("row", "steps"),
    [
        ({"title": "P", "body": LONG}, "rename “title” to “document”, rename “body” to “text” and"),
        ({"id": "P", "policy_text": LONG}, "rename “id” to “document”, rename “policy_text” to"),
    ],
)
def test_other_names_are_explained(row: dict[str, str], steps: str) -> None:
    [error] = read(row).errors
    assert steps in error.message
    assert EXAMPLE in error.message


def test_the_example_is_a_document() -> None:
    parsed = read(json.loads(EXAMPLE))
    assert (parsed.kind, parsed.errors) == ("documents", [])


def test_texts_that_are_too_long_are_explained() -> None:
    [error] = read({"name": "P", "text": "share data " * 10_000}).errors
    assert "at most 100 kB" in error.message
    assert "rename “name” to “document” and add “subtitles”" in error.message
    [error] = read({"text": "share data " * 10_000}).errors
    assert "add “document”, a unique name and add “subtitles”" in error.message


def test_a_later_document_without_a_text_is_explained() -> None:
    [error] = read({"document": "P", "sections": ["a b"]}, {"document": "Q", "body": LONG}).errors
    assert "rename “body” to “text” and add “subtitles”" in error.message


def test_short_texts_get_no_advice() -> None:
    assert not read({"document": "P", "text": "red wine"}).notes
    assert "document" not in read({"name": "P"}).errors[0].message
