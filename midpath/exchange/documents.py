"""Read documents from JSON lines, each in one of three forms, and from single HTML pages:

    {"document": name, "category": …, "sections": [{"title": …, "text": …}, …]}  or ["text", …]
    {"document": name, "category": …, "text": …, "subtitles": ["…", …]}
    {"document": name, "category": …, "html": …}

Other fields of a line or a section are stored with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from midpath.exchange.corpora.document_sizes import document_sizes
from midpath.exchange.html import problem_with_page, sections_of
from midpath.exchange.jsonl import objects_of
from midpath.exchange.lenient.document_advice import how_to_make_documents
from midpath.exchange.prose import paragraphs_of, split_at
from midpath.exchange.rows import BadCell, Rows
from midpath.exchange.segments import count_documents
from midpath.json_types import JsonMapping
from midpath.text.characters import problem_with_characters

NAME = "document"
MAX_NAME_LENGTH, MAX_CATEGORY_LENGTH, MAX_TITLE_LENGTH = 300, 120, 1000
FORMS: tuple[frozenset[str], ...] = (
    frozenset({"sections"}),
    frozenset({"text", "subtitles"}),
    frozenset({"html"}),
)


class CannotWrite(ValueError):
    """A document that cannot be written in the requested form."""


def is_document(names: Mapping[str, object]) -> bool:
    return NAME in names and any(form <= names.keys() for form in FORMS)


def read_document_lines(text: str, rows: Rows) -> None:
    missed = 0
    for number, value in objects_of(text, rows, '{"document": …, "sections": […]}'):
        try:
            name, content, lacking = _document(value)
        except BadCell as error:
            rows.refuse(number, error.column, error.message)
        else:
            missed += lacking
            rows.keep(number, name, content, column=NAME)
    if missed:
        rows.notes.append(
            "1 subtitle is not a line of its document, so it was ignored."
            if missed == 1
            else f"{missed:,} subtitles are not lines of their documents, so they were ignored."
        )
    record_counts(rows)


def read_page(filename: str, text: str, rows: Rows) -> None:
    """Read an HTML file as one document, named after the file."""
    try:
        name = line_of(PurePath(filename).stem, NAME, MAX_NAME_LENGTH)
        sections = _of_page(text)
        require_text(sections, "html")
    except BadCell as error:
        rows.refuse(0, error.column, error.message)
    else:
        rows.keep(1, name, {"category": "", "sections": sections}, column=NAME)
    record_counts(rows)


def document_line(name: str, content: JsonMapping) -> str:
    """Return a document as a line of JSON; raise CannotWrite if a column has the name of a part."""
    sections = [
        _with_columns({"title": one["title"], "paragraphs": one["paragraphs"]}, one)
        for one in content["sections"]
    ]
    parts = {NAME: name, "category": content["category"], "sections": sections}
    return json.dumps(_with_columns(parts, content), ensure_ascii=False)


def _with_columns(parts: dict[str, object], of: JsonMapping) -> dict[str, object]:
    columns: JsonMapping = of.get("columns", {})
    if taken := columns.keys() & (parts.keys() | {"text", "html"}):
        raise CannotWrite(f"A column is called {min(taken)}, which is a part of a document.")
    return {**parts, **columns}


def _document(value: dict[str, object]) -> tuple[str, dict[str, object], int]:
    """Return the name and content of a document and the number of its subtitles that were not
    found."""
    name = line_of(value.pop(NAME, None), NAME, MAX_NAME_LENGTH)
    if not name:
        raise BadCell(NAME, "The document has no name. Give each document a unique name.")
    category = line_of(value.pop("category", None) or "", "category", MAX_CATEGORY_LENGTH)
    given = [form for form in FORMS if form & value.keys()]
    if len(given) != 1:
        advice = "" if given else f" {how_to_make_documents({NAME: name, **value})}"
        raise BadCell(
            "", f"Give the document either sections, or text and subtitles, or html.{advice}"
        )
    parts = {part: value.pop(part) for part in sorted(given[0] & value.keys())}
    sections, missed = _sections(parts)
    require_text(sections, max(parts))
    content: dict[str, object] = {"category": category, "sections": sections}
    if value:
        content["columns"] = columns_of(value)
    return name, content, missed


def _sections(parts: JsonMapping) -> tuple[list[dict[str, object]], int]:
    if "sections" in parts:
        return _given(parts["sections"]), 0
    if "html" in parts:
        return _of_page(prose_of(parts["html"], "html")), 0
    subtitles = parts.get("subtitles", [])
    if not _are_strings(subtitles):
        raise BadCell("subtitles", "The subtitles must be a list of strings.")
    pairs, missed = split_at(prose_of(parts.get("text"), "text"), subtitles)
    return list(_from_pairs(pairs)), len(missed)


def _given(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise BadCell("sections", "The sections must be a list of texts or objects with a text.")
    return [_section(section, f"sections, {number}") for number, section in enumerate(value, 1)]


def _section(value: object, where: str) -> dict[str, object]:
    if isinstance(value, str):
        value = {"text": value}
    if not isinstance(value, dict) or ("text" in value) == ("paragraphs" in value):
        raise BadCell(where, "A section is a text, or an object with either text or paragraphs.")
    rest = dict(value)
    title = line_of(rest.pop("title", None) or "", where, MAX_TITLE_LENGTH)
    paragraphs = rest.pop("paragraphs", None)
    if paragraphs is None:
        paragraphs = paragraphs_of(prose_of(rest.pop("text"), where))
    elif not _are_strings(paragraphs):
        raise BadCell(where, "The paragraphs of a section must be a list of strings.")
    else:
        paragraphs = [" ".join(prose_of(one, where).split()) for one in paragraphs if one.strip()]
    found: dict[str, object] = {"title": title, "paragraphs": paragraphs}
    if rest:
        found["columns"] = columns_of(rest)
    return found


def _of_page(html: str) -> list[dict[str, object]]:
    if trouble := problem_with_page(html):
        raise BadCell("html", trouble)
    return list(_from_pairs(sections_of(html)))


def _from_pairs(pairs: Sequence[tuple[str, str]]) -> Iterator[dict[str, object]]:
    for title, text in pairs:
        yield {
            "title": title[:MAX_TITLE_LENGTH],
            "paragraphs": paragraphs_of(prose_of(text, "html")),
        }


def require_text(sections: Sequence[Mapping[str, object]], column: str) -> None:
    if not any(section["paragraphs"] for section in sections):
        raise BadCell(column, "The document contains no text.")


def line_of(value: object, column: str, longest: int) -> str:
    if value is not None and not isinstance(value, str):
        raise BadCell(column, "This must be a string.")
    line = " ".join((value or "").split())
    if len(line) > longest:
        raise BadCell(
            column, f"This has {len(line):,} characters; at most {longest:,} are allowed."
        )
    return prose_of(line, column)


def prose_of(value: object, column: str) -> str:
    if not isinstance(value, str):
        raise BadCell(column, "The text must be a string.")
    if trouble := problem_with_characters(value):
        raise BadCell(column, trouble)
    return value


def columns_of(value: Mapping[str, object]) -> dict[str, object]:
    """Return the other fields of a line: any JSON whose strings can be stored in the database."""
    for name, one in value.items():
        for text in _strings(one):
            prose_of(text, name[:100])
        prose_of(name, name[:100])
    return dict(value)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _are_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def record_counts(rows: Rows) -> None:
    rows.details |= {
        "statistics": count_documents(rows.contents),
        "sizes": document_sizes(rows.contents),
    }
