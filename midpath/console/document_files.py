"""The file of documents that a command reads."""

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.streams import file_named
from midpath.exchange.files import STANDARD, called, read_file
from midpath.exchange.readers import ParsedUpload, read_upload
from midpath.exchange.rows import DOCUMENTS


def add_documents_argument(parser: ArgumentParser) -> None:
    parser.add_argument("documents", metavar="FILE", help="a file of documents")


def read_documents(file: str, what_for: str, errors: Lines) -> ParsedUpload:
    """Return all documents in a file, or write every error to `errors`. `what_for` names the work
    that needs documents."""
    path = _existing(file)
    try:
        body = read_file(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    name = called(path)
    if not body.strip():
        raise CommandError(f"{name} is empty: {what_for} documents.")
    parsed = read_upload(f"{path.name}.jsonl" if str(path) == STANDARD else path.name, body)
    for wrong in parsed.errors:
        errors.write(describe(asdict(wrong)))
    if parsed.errors:
        raise CommandError(f"{name} has errors. Correct them and try again.")
    if parsed.kind != DOCUMENTS:
        raise CommandError(f"{name} contains {parsed.kind}: {what_for} documents.")
    return parsed


def describe(entry: Mapping[str, object]) -> str:
    """Return a line about an error in a file."""
    where = [f"row {entry['row']}"] if entry["row"] else []
    where += [f"column {entry['column']}"] if entry["column"] else []
    return f"  {', '.join(where) or 'file'}: {entry['message']}"


def _existing(file: str) -> Path:
    path = file_named(file)
    if path is not None:
        return path
    if Path(file).is_dir():
        raise CommandError(f"{file} is a folder. Name a file of documents.")
    raise CommandError(f"There is no file {file!r}. Name a file of documents.")
