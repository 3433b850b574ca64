"""Read an uploaded file in any supported format.

Bad data raises no exception: errors are returned by row."""

from contextlib import suppress
from pathlib import PurePath

from midpath.exchange.apps import has_apps, read_app_lines, read_app_table
from midpath.exchange.corpora.document_xml import is_document_xml, read_document_xml
from midpath.exchange.decoding import LINE_END, NotText, decode, lines_of
from midpath.exchange.documents import is_document, read_document_lines, read_page
from midpath.exchange.evidence.uploads import (
    is_evidence_line,
    is_evidence_table,
    is_squad,
    read_evidence_rows,
)
from midpath.exchange.jsonl import first_object, read_json_lines
from midpath.exchange.lenient.nested_fields import NestedFields
from midpath.exchange.pairs.texts import has_pairs, read_pair_lines, read_pair_table
from midpath.exchange.release import SET, read_release_rows
from midpath.exchange.rows import (
    APPS,
    DOCUMENTS,
    PAIRS,
    QUESTIONS,
    SITES,
    TEXTS,
    ItemRow,
    ParsedUpload,
    Progress,
    RowError,
    Rows,
    TooMany,
    unseen,
)
from midpath.exchange.sites import has_sites, read_site_lines, read_site_table
from midpath.exchange.spans.formats import form_of
from midpath.exchange.spans.upload import read_marked_rows
from midpath.exchange.tables import has_header, header_of, read_lines, read_table

__all__ = ["ItemRow", "ParsedUpload", "RowError", "is_table", "read_upload"]

BY_EXTENSION = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "release",
    ".txt": "lines",
    ".html": "html",
    ".htm": "html",
}
LINES = {
    APPS: read_app_lines,
    DOCUMENTS: read_document_lines,
    PAIRS: read_pair_lines,
    SITES: read_site_lines,
    TEXTS: read_json_lines,
}
TABLES = {
    APPS: read_app_table,
    PAIRS: read_pair_table,
    SITES: read_site_table,
    TEXTS: read_table,
}
DELIMITERS = {"csv": (",", ";"), "tsv": ("\t",)}


def read_upload(
    filename: str,
    body: bytes,
    progress: Progress = unseen,
    control: str = "",
    nested: str = "",
    *,
    repeats: bool = False,
) -> ParsedUpload:
    """Return what was read of a file; of one that answers several questions, that `control`.
    `nested` says whether nested fields are flattened or left out. With `repeats`, equal texts are
    no error, and there may be any number of texts."""
    if form := form_of(filename, body):
        rows = Rows(form, progress=progress)
        with suppress(TooMany):
            read_marked_rows(form, filename, body, rows, control)
        return rows.parsed()
    try:
        text = decode(body, filename)
    except NotText as error:
        rows = Rows("")
        rows.refuse(error.line, "", error.message)
        return rows.parsed()
    format_name = _format(filename, text)
    rows = Rows(format_name, _kind(format_name, text), progress)
    rows.nested = NestedFields(nested)
    rows.repeats = repeats
    if format_name in DELIMITERS:
        rows.delimiter = _divided_by(rows, text)
    with suppress(TooMany):
        _read(filename, text, body, rows)
    return rows.parsed()


def is_table(filename: str, text: str) -> bool:
    """Return whether a file contains lines of text or a table, except PrivacyQA's, which has many
    rows per question."""
    format_name = _format(filename, text)
    lines = format_name == "lines"
    return lines or (format_name in DELIMITERS and _kind(format_name, text) != QUESTIONS)


def opening_of(filename: str, text: str, most_lines: int, most_characters: int) -> str | None:
    """Return the first rows of a JSON lines file, read as in the whole file; None for a file that
    has a meaning only as a whole."""
    if _format(filename, text) != "jsonl" or kind_of_lines(text) == QUESTIONS:
        return None
    end = 0
    for _ in range(most_lines):
        line = LINE_END.search(text, end)
        if line is None:
            return text
        end = line.end()
        if end > most_characters:
            break
    return text[:end]


def _kind(format_name: str, text: str) -> str:
    """Return the kind of data in the file, by its first line or its header."""
    if format_name in {"html", "xml"}:
        return DOCUMENTS
    if format_name == "jsonl":
        return kind_of_lines(text)
    if format_name == "release":
        return QUESTIONS if is_squad(text) else TEXTS
    return _kind_of_table(format_name, text) if format_name in DELIMITERS else TEXTS


def kind_of_lines(text: str) -> str:
    """Return the kind of data in JSON lines, by the first line with an object."""
    first = first_object(text)
    if is_evidence_line(first):
        return QUESTIONS
    if has_apps(first):
        return APPS
    if has_sites(first):
        return SITES
    return DOCUMENTS if is_document(first) else PAIRS if has_pairs(first) else TEXTS


def _kind_of_table(format_name: str, text: str) -> str:
    """Return the kind of data in a table. PrivacyQA's tables are separated by tabs, whatever the
    file's name."""
    if any(is_evidence_table(header_of(text, delimiter)) for delimiter in "\t,;"):
        return QUESTIONS
    header = header_of(text, _delimiter(format_name, text))
    if has_sites(header):
        return SITES
    return APPS if has_apps(header) else PAIRS if has_pairs(header) else TEXTS


def _read(filename: str, text: str, body: bytes, rows: Rows) -> None:
    if rows.kind == QUESTIONS:
        read_evidence_rows(text, rows)
    elif rows.format == "html":
        read_page(filename, text, rows)
    elif rows.format == "xml":
        read_document_xml(text, rows)
    elif rows.format == "release":
        read_release_rows(body, rows)
    elif rows.format == "lines":
        read_lines(text, rows)
    elif rows.format == "jsonl":
        LINES[rows.kind](text, rows)
    else:
        TABLES[rows.kind](text, rows.delimiter, rows)


def _format(filename: str, text: str) -> str:
    """Return the format by the file's extension, or by the content if there is no extension or it
    only says JSON."""
    if is_document_xml(text):
        return "xml"
    known = BY_EXTENSION.get(PurePath(filename).suffix.lower())
    if known == "release" and _looks_like_json_lines(text):
        return "jsonl"
    return known or _by_content(text)


def _by_content(text: str) -> str:
    if text.lstrip().startswith("{"):
        return "jsonl" if _looks_like_json_lines(text) else "release"
    for name, delimiters in DELIMITERS.items():
        if any(_is_header(text, delimiter) for delimiter in delimiters):
            return name
    return "lines"


def _looks_like_json_lines(text: str) -> bool:
    first = lines_of(text.lstrip()[:10_000])[0].rstrip()
    whole = f'"{SET}"' in first or is_squad(first)
    return first.startswith("{") and first.endswith("}") and not whole


def _divided_by(rows: Rows, text: str) -> str:
    if rows.kind == QUESTIONS:
        return next(one for one in "\t,;" if is_evidence_table(header_of(text, one)))
    return _delimiter(rows.format, text)


def _delimiter(format_name: str, text: str) -> str:
    """Return the delimiter that yields a known header, else the most frequent one in the first
    line."""
    delimiters = DELIMITERS[format_name]
    known = next((one for one in delimiters if _is_header(text, one)), None)
    return known or max(delimiters, key=lambda one: len(header_of(text, one)))


def _is_header(text: str, delimiter: str) -> bool:
    header = header_of(text, delimiter)
    kinds = (has_pairs, is_evidence_table, has_apps, has_sites)
    return has_header(text, delimiter) or any(has(header) for has in kinds)
