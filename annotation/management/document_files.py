"""Read documents from a file, for commands that need no database."""

from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from django.core.management.base import CommandError

from annotation.management.commands.import_dataset import describe
from annotation.models import Dataset
from midpath.exchange.files import STANDARD, called, read_file
from midpath.exchange.readers import ParsedUpload, read_upload


class Output(Protocol):
    def write(self, msg: str) -> object: ...


def read_documents(path: Path, what_for: str, errors: Output) -> ParsedUpload:
    """Return all documents in a file, or write every error to `errors`. `what_for` names the work
    that needs documents."""
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
    if parsed.kind != Dataset.Kind.DOCUMENTS:
        raise CommandError(f"{name} contains {parsed.kind}: {what_for} documents.")
    return parsed
