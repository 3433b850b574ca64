"""Read and write evidence files by extension, and count what a format cannot store."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from midpath.exchange.decoding import NotText, decode
from midpath.exchange.evidence.common_form import BadEvidence, Evidence, Seen, Source, unseen
from midpath.exchange.evidence.evidence_jsonl import read_jsonl, write_jsonl
from midpath.exchange.evidence.privacyqa import (
    clashing_names,
    lost_in_privacyqa,
    read_privacyqa,
    write_privacyqa,
    write_privacyqa_csv,
)
from midpath.exchange.evidence.squad import lost_in_squad, read_squad, write_squad
from midpath.exchange.evidence.web_annotation import lost_in_web_annotation, write_web_annotation
from midpath.exchange.files import STANDARD, read_file
from midpath.exchange.rows import RowError
from midpath.text.strict_json import UnreadableJSON, read_json

CLASH = "An annotator has the name of a table column: {}. Rename the annotator."


def lost_in_jsonl(evidence: Evidence) -> Mapping[str, int]:
    """Return what the format cannot store, with counts: nothing."""
    return {"other fields of the whole file": len(evidence.extra)}


@dataclass(frozen=True)
class Form:
    """A format of evidence files. `read` raises BadEvidence; it is None for write-only formats."""

    name: str
    read: Callable[[str, Seen], Evidence] | None
    write: Callable[[Source], Iterable[bytes]]
    lost: Callable[[Evidence], Mapping[str, int]]


JSONL = Form("evidence lines", read_jsonl, write_jsonl, lost_in_jsonl)
SQUAD = Form("SQuAD", read_squad, write_squad, lost_in_squad)
PRIVACYQA = Form("PrivacyQA", read_privacyqa, write_privacyqa, lost_in_privacyqa)
PRIVACYQA_CSV = Form("PrivacyQA", read_privacyqa, write_privacyqa_csv, lost_in_privacyqa)
WEB = Form("Web Annotation", None, write_web_annotation, lost_in_web_annotation)

BY_EXTENSION: Mapping[str, Form] = {
    ".jsonl": JSONL,
    ".ndjson": JSONL,
    ".json": SQUAD,
    ".csv": PRIVACYQA_CSV,
    ".tsv": PRIVACYQA,
    ".jsonld": WEB,
}


def form_in(filename: str, body: bytes) -> Form:
    """Return the format of a file to read. Standard input has no extension, so its beginning
    decides."""
    if filename != STANDARD:
        return form_of(filename)
    if not body[:100].lstrip().startswith(b"{"):
        return PRIVACYQA
    try:
        first = read_json(body.lstrip().split(b"\n", 1)[0])
    except UnreadableJSON:
        return SQUAD
    return JSONL if isinstance(first, dict) and "type" in first else SQUAD


def form_of(filename: str) -> Form:
    form = BY_EXTENSION.get(PurePath(filename).suffix.lower())
    if form is None:
        known = ", ".join(f"{end} ({one.name})" for end, one in BY_EXTENSION.items())
        raise BadEvidence([RowError(0, "", f"The file extension determines the format: {known}.")])
    return form


def read_evidence(filename: str, body: bytes, seen: Seen = unseen) -> Evidence:
    """Return the evidence in a file; raise BadEvidence if there are errors. `seen` is called with
    the progress."""
    form = form_in(filename, body)
    if form.read is None:
        message = (
            f"{form.name} files contain no documents, so they can only be written. Upload the file "
            "as an annotation set to a dataset of its questions."
        )
        raise BadEvidence([RowError(0, "", message)])
    return form.read(text_of(body), seen)


def text_of(body: bytes) -> str:
    try:
        return decode(body)
    except NotText as error:
        raise BadEvidence([RowError(error.line, "", error.message)]) from error


def read_evidence_file(path: str | Path, seen: Seen = unseen) -> Evidence:
    if str(path) != STANDARD:
        form_of(str(path))
    return read_evidence(str(path), bytes_of(path), seen)


def bytes_of(path: str | Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        message = f"The file cannot be read: {error.strerror}."
        raise BadEvidence([RowError(0, "", message)]) from error


def write_evidence(filename: str, evidence: Evidence) -> tuple[bytes, dict[str, int]]:
    """Return the file and what it cannot store of the evidence."""
    form = form_of(filename)
    if form in (PRIVACYQA, PRIVACYQA_CSV) and (names := clashing_names(evidence)):
        raise BadEvidence([RowError(0, "", CLASH.format(", ".join(names)))])
    lost = {what: times for what, times in form.lost(evidence).items() if times}
    return b"".join(form.write(evidence)), lost
