"""The files of texts that commands read: tables, JSON lines, releases, or one text per line."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from midpath.console.document_files import describe
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.streams import bytes_in, file_named
from midpath.exchange.decoding import NotText, decode, lines_of
from midpath.exchange.files import STANDARD, called
from midpath.exchange.readers import ItemRow, read_upload
from midpath.exchange.rows import DOCUMENTS, TEXTS
from midpath.json_types import JsonMapping


def items_in(file: Path, errors: Lines, kind: str = TEXTS) -> list[ItemRow]:
    """Return the texts, or the documents, in a file, or write every error to `errors`. Texts may
    occur several times."""
    body = _body_of(file)
    parsed = read_upload(file.name if str(file) != STANDARD else "", body, repeats=kind == TEXTS)
    if parsed.kind != kind:
        raise CommandError(f"{called(file)} contains {parsed.kind}, not {kind}.")
    if parsed.errors:
        for wrong in parsed.errors:
            errors.write(describe(asdict(wrong)))
        raise CommandError(f"{called(file)} has errors. Correct them and try again.")
    return list(parsed.items)


def documents_in(file: Path, errors: Lines) -> Iterator[tuple[str, JsonMapping]]:
    """Yield the documents in a file by name. A text file is one document."""
    if file.suffix.lower() != ".txt" and str(file) != STANDARD:
        yield from ((item.text, item.content) for item in items_in(file, errors, DOCUMENTS))
        return
    try:
        text = decode(_body_of(file), file.name)
    except NotText as error:
        raise CommandError(f"{called(file)}: {error.message}") from error
    yield called(file.name), book_of(text)


def book_of(text: str) -> Mapping[str, object]:
    r"""Return the paragraphs of a plain text as a document. Blank lines separate paragraphs; in a
    text without any, each line is one.

    >>> book_of("One\nline.\n\nTwo.")["sections"][0]["paragraphs"]
    ['One line.', 'Two.']
    >>> book_of("One.\nTwo.\n")["sections"][0]["paragraphs"]
    ['One.', 'Two.']
    """
    paragraphs: list[list[str]] = [[]]
    lines = [" ".join(line.split()) for line in lines_of(text.strip())]
    for line in lines:
        if line:
            paragraphs[-1].append(line)
        elif paragraphs[-1]:
            paragraphs.append([])
    found = [" ".join(one) for one in paragraphs] if not all(lines) else lines
    return {"sections": [{"title": "", "paragraphs": found}]}


def _body_of(file: Path) -> bytes:
    if file_named(str(file)) is None:
        what = "is a folder" if file.is_dir() else "does not exist"
        raise CommandError(f"{file} {what}. Name a file.")
    body = bytes_in(file)
    if not body.strip():
        raise CommandError(f"{called(file)} is empty.")
    return body
