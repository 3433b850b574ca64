"""Write and read documents as XML (ACL 2014 §2 keeps policies as XML, in a form not published).

    <documents>
      <document name="shop.example" category="Shopping">
        <column name="url">"https://shop.example/privacy"</column>
        <section title="Cookies">
          <paragraph>We use cookies.</paragraph>
          <column name="votes">{"Cookies": 3}</column>
        </section>
      </document>
    </documents>

A column is another field of the document or section, as JSON. Document types and entities are
refused, as are other elements, attributes, and text between elements."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.sax.saxutils import escape, quoteattr

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from midpath.exchange.documents import (
    MAX_CATEGORY_LENGTH,
    MAX_NAME_LENGTH,
    MAX_TITLE_LENGTH,
    NAME,
    CannotWrite,
    columns_of,
    line_of,
    prose_of,
    record_counts,
    require_text,
)
from midpath.exchange.rows import BadCell, Rows
from midpath.json_types import JsonMapping
from midpath.text.strict_json import UnreadableJSON, read_json

ROOT, DOCUMENT, SECTION, PARAGRAPH, COLUMN = (
    *("documents", "document", "section", "paragraph", "column"),
)
MAX_DEPTH, MAX_ELEMENTS = 4, 2_000_000
# Elements in each element, and its attributes.
INSIDE = {
    ROOT: ({DOCUMENT}, set[str]()),
    DOCUMENT: ({SECTION, COLUMN}, {"name", "category"}),
    SECTION: ({PARAGRAPH, COLUMN}, {"title"}),
    PARAGRAPH: (set[str](), set[str]()),
    COLUMN: (set[str](), {"name"}),
}
# Characters that XML 1.0 cannot contain.
NEVER_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
START = re.compile(r"\s*(<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*+<documents[\s>/]", re.DOTALL)
HOSTILE = "The XML declares entities or a document type, which are refused."


def is_document_xml(text: str) -> bool:
    return START.match(text[:20_000]) is not None


def write_document_xml(documents: Iterable[tuple[str, JsonMapping]]) -> Iterator[str]:
    """Yield the lines of the XML of documents, given by name and content; raise CannotWrite for
    one that XML cannot contain."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<{ROOT}>"
    for name, content in documents:
        lines = list(_document_lines(name, content))
        if any(map(NEVER_IN_XML.search, lines)):
            raise CannotWrite(f"{name} contains a character that XML cannot contain.")
        yield from lines
    yield f"</{ROOT}>"


def _document_lines(name: str, content: JsonMapping) -> Iterator[str]:
    category = f" category={quoteattr(content['category'])}" if content["category"] else ""
    yield f"  <{DOCUMENT} name={quoteattr(name)}{category}>"
    yield from _column_lines(content, "    ")
    for section in content["sections"]:
        title = f" title={quoteattr(section['title'])}" if section["title"] else ""
        yield f"    <{SECTION}{title}>"
        for text in section["paragraphs"]:
            yield f"      <{PARAGRAPH}>{escape(text)}</{PARAGRAPH}>"
        yield from _column_lines(section, "      ")
        yield f"    </{SECTION}>"
    yield f"  </{DOCUMENT}>"


def _column_lines(of: Mapping[str, Any], indent: str) -> Iterator[str]:
    for name, value in of.get("columns", {}).items():
        yield f"{indent}<{COLUMN} name={quoteattr(name)}>{escape(json.dumps(value))}</{COLUMN}>"


def read_document_xml(text: str, rows: Rows) -> None:
    """Read all documents; rows count from 1 in the order of the file."""
    try:
        root = _parsed(text)
    except BadCell as error:
        rows.refuse(0, error.column, error.message)
        return
    for number, element in enumerate(root, 1):
        try:
            name, content = _document(element)
        except BadCell as error:
            rows.refuse(number, error.column, error.message)
        else:
            rows.keep(number, name, content, column=NAME)
    record_counts(rows)


def _document(element: Element) -> tuple[str, dict[str, object]]:
    _check(element)
    name = line_of(element.get("name"), NAME, MAX_NAME_LENGTH)
    if not name:
        raise BadCell(NAME, "The document has no name. Give each document a unique name.")
    category = line_of(element.get("category"), "category", MAX_CATEGORY_LENGTH)
    sections = [
        _section(one, f"sections, {number}") for number, one in enumerate(element.iter(SECTION), 1)
    ]
    require_text(sections, "sections")
    return name, {"category": category, "sections": sections, **_read_columns(element)}


def _section(element: Element, where: str) -> dict[str, object]:
    _check(element)
    title = line_of(element.get("title"), where, MAX_TITLE_LENGTH)
    texts = [" ".join(prose_of(one.text or "", where).split()) for one in element.iter(PARAGRAPH)]
    paragraphs = [text for text in texts if text]
    return {"title": title, "paragraphs": paragraphs, **_read_columns(element)}


def _read_columns(element: Element) -> dict[str, object]:
    found: dict[str, object] = {}
    for one in element.findall(COLUMN):
        name = one.get("name") or ""
        if not name or name in found:
            raise BadCell(COLUMN, f"Each column needs a name of its own, not “{name[:60]}”.")
        try:
            found[name] = read_json((one.text or "").encode())
        except UnreadableJSON as error:
            raise BadCell(name[:100], f"The column is not JSON: {error.message}") from error
    return {"columns": columns_of(found)} if found else {}


def _check(element: Element) -> None:
    """Refuse what would otherwise be dropped."""
    for one in (element, *element):
        _, attributes = INSIDE[one.tag]
        if unknown := set(one.keys()) - attributes:
            raise BadCell(min(unknown)[:100], f"<{one.tag}> has no such attribute.")
        if (one.tail or "").strip() or (len(one) and (one.text or "").strip()):
            raise BadCell(one.tag, "There is text between elements. Put it into a <paragraph>.")
    if (element.text or "").strip():
        raise BadCell(element.tag, "There is text between elements. Put it into a <paragraph>.")


class _Builder(TreeBuilder):
    """Builds the tree, and refuses unknown elements, deep nesting and too many elements."""

    def __init__(self) -> None:
        super().__init__()
        self._path: list[str] = []
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        self._count += 1
        allowed = INSIDE[self._path[-1]][0] if self._path else {ROOT}
        if tag not in allowed:
            at = f"in <{self._path[-1]}>" if self._path else "at the top"
            expected = ", ".join(f"<{one}>" for one in sorted(allowed)) or "text only"
            raise BadCell("", f"There is <{tag[:60]}> {at}; expected: {expected}.")
        if self._count > MAX_ELEMENTS:
            raise BadCell("", f"The file has more than {MAX_ELEMENTS:,} elements.")
        self._path.append(tag)
        return super().start(tag, attributes)

    def end(self, tag: str) -> Element:
        self._path.pop()
        return super().end(tag)


def _parsed(text: str) -> Element:
    parser = DefusedXMLParser(target=_Builder(), forbid_dtd=True)
    try:
        parser.feed(text)
        root: Element = parser.close()
    except DefusedXmlException as error:
        raise BadCell("", HOSTILE) from error
    except ParseError as error:
        line, column = error.position
        raise BadCell("", f"The XML is broken in line {line}, column {column + 1}.") from error
    if root.keys():
        raise BadCell(min(root.keys())[:100], f"<{root.tag}> has no such attribute.")
    if (root.text or "").strip():
        raise BadCell("", "There is text between elements. Put it into a <paragraph>.")
    return root
