"""Documents as XML: written, read back as they were, and refused where anything would be lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.corpora.document_xml import (
    MAX_ELEMENTS,
    is_document_xml,
    read_document_xml,
    write_document_xml,
)
from midpath.exchange.documents import CannotWrite, document_line
from midpath.exchange.readers import read_upload
from midpath.exchange.rows import Rows
from midpath.json_types import JsonObject

Named = tuple[str, JsonObject]
WORDS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Cn", "Z"], exclude_characters="\u2028"),
    min_size=1,
    max_size=8,
)
LINES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
COLUMNS = st.dictionaries(WORDS, st.none() | st.integers() | WORDS | st.lists(WORDS), max_size=2)
SECTIONS = st.lists(
    st.tuples(LINES | st.just(""), st.lists(LINES, min_size=1), COLUMNS), min_size=1
)


def xml_of(*documents: Named) -> bytes:
    return "\n".join(write_document_xml(documents)).encode()


def read(body: bytes | str) -> list[Named]:
    parsed = read_upload("a.xml", body if isinstance(body, bytes) else body.encode())
    assert not parsed.errors, parsed.errors
    assert parsed.kind == "documents"
    return [(item.text, item.content) for item in parsed.items]


def problem(inside: str) -> tuple[str, str]:
    parsed = read_upload("a.xml", f"<documents>{inside}</documents>".encode())
    return parsed.errors[0].column, parsed.errors[0].message


@given(LINES, LINES | st.just(""), SECTIONS, COLUMNS)
def test_what_is_written_is_read_as_it_was(
    name: str, category: str, sections: list[tuple[str, list[str], Any]], columns: dict[str, Any]
) -> None:
    """Compare with the same document in JSON lines, which normalizes characters in the same way."""
    kept = [
        {"title": title, "paragraphs": texts} | ({"columns": extra} if extra else {})
        for title, texts, extra in sections
    ]
    content = {"category": category, "sections": kept} | ({"columns": columns} if columns else {})
    try:
        line = document_line(name, content)
    except CannotWrite:
        return
    lines = read_upload("a.jsonl", line.encode())
    if lines.errors:
        return
    found = read(xml_of((name, content)))
    assert found == [(item.text, item.content) for item in lines.items]
    assert read(xml_of(*found)) == found


def test_the_schema_is_as_documented() -> None:
    content = {
        "category": "Shopping & more",
        "columns": {"url": "https://shop.example/?a=1&b=2", "updated_on": None},
        "sections": [
            {"title": 'About "us"', "paragraphs": ["a < b."], "columns": {"votes": {"Other": 3}}},
            {"title": "", "paragraphs": []},
        ],
    }
    body = xml_of(("shop.example", content))
    assert body.decode().splitlines() == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<documents>",
        '  <document name="shop.example" category="Shopping &amp; more">',
        '    <column name="url">"https://shop.example/?a=1&amp;b=2"</column>',
        '    <column name="updated_on">null</column>',
        "    <section title='About \"us\"'>",
        "      <paragraph>a &lt; b.</paragraph>",
        '      <column name="votes">{"Other": 3}</column>',
        "    </section>",
        "    <section>",
        "    </section>",
        "  </document>",
        "</documents>",
    ]
    assert read(body) == [("shop.example", content)]
    assert is_document_xml("<!-- a -->\n<documents/>")


SECTION = "<section><paragraph>Text.</paragraph></section>"


@pytest.mark.parametrize(
    ("inside", "column", "said"),
    [
        ("<document>" + SECTION + "</document>", "document", "has no name"),
        ('<document name="a"></document>', "sections", "contains no text"),
        ('<document name="a" note="b">' + SECTION + "</document>", "note", "no such attribute"),
        ('<document name="a"><b/></document>', "", "<b> in <document>; expected: <column>"),
        ('<document name="a">stray' + SECTION + "</document>", "document", "text between elements"),
        ('<document name="a">' + SECTION + "stray</document>", "section", "text between elements"),
        ("stray", "", "text between elements"),
        (
            '<document name="a"><section><paragraph>a <i>b</i></paragraph></section></document>',
            "",
            "There is <i> in <paragraph>; expected: text only",
        ),
        (
            f'<document name="a"><column name="n">x</column>{SECTION}</document>',
            "n",
            "column is not JSON",
        ),
        (
            f'<document name="a"><column>1</column>{SECTION}</document>',
            "column",
            "needs a name of its own",
        ),
        ('<document name="a"><section></document>', "", "broken in line 1, column"),
        ('<document name="a">' + SECTION + '</document><document name="a">' + SECTION
         + "</document>", "document", "Duplicate of row 1"),
    ],
)  # fmt: skip
def test_nothing_is_dropped_silently(inside: str, column: str, said: str) -> None:
    found, message = problem(inside)
    assert found == column
    assert said in message


@pytest.mark.parametrize(
    "start",
    [
        '<!DOCTYPE documents [<!ENTITY a "b">]>',
        '<!DOCTYPE documents SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE documents [<!ENTITY a SYSTEM "http://127.0.0.1/">]>',
    ],
)
def test_document_types_and_entities_are_refused(start: str) -> None:
    rows = Rows("xml", "documents")
    read_document_xml(f"{start}<documents/>", rows)
    assert "refused" in rows.parsed().errors[0].message


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_ELEMENTS == 2_000_000
    monkeypatch.setattr("midpath.exchange.corpora.document_xml.MAX_ELEMENTS", 3)
    assert "more than 3 elements" in problem(f'<document name="a">{SECTION}</document>')[1]


def test_what_a_form_cannot_contain_is_refused() -> None:
    section = {"title": "", "paragraphs": ["a\ufffe"]}
    with pytest.raises(CannotWrite, match="XML cannot contain"):
        xml_of(("a", {"category": "", "sections": [section]}))
    content = {"category": "", "sections": [], "columns": {"sections": 1}}
    with pytest.raises(CannotWrite, match="called sections"):
        document_line("a", content)


def test_a_head_of_many_comments_is_looked_at_once() -> None:
    """Read in each of two ways, 2,000 comments would take for ever."""
    assert not is_document_xml("<!---->" * 2000 + "<x")
    assert is_document_xml("<?xml version='1.0'?> <!-- a --><!---->\n<documents>")


def test_attributes_of_the_root_are_refused() -> None:
    parsed = read_upload("a.xml", b"<documents licence='CC0'></documents>")
    assert "no such attribute" in parsed.errors[0].message
