"""Read the files of WebAnno, INCEpTION and UIMA: one document, or a ZIP archive of them.

    DOCUMENT.xmi with TypeSystem.xml                  the export of a document
    annotation/DOCUMENT/USER.tsv (.xmi, .zip)         the export of a project
    curation/DOCUMENT/CURATION_USER.tsv (.xmi, .zip)  its curated documents, which are gold answers

An archive within the archive has one document. If two files in a folder have one text, their names
are the annotators."""

import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath, PurePosixPath
from typing import NamedTuple

from midpath.exchange.archives import BROKEN_ZIP, bomb_in
from midpath.exchange.decoding import ZIP, NotText, decode
from midpath.exchange.rows import BadCell, Faults
from midpath.exchange.spans.brat import MAX_FILES
from midpath.exchange.spans.layers import Layered, marked_in
from midpath.exchange.spans.marked_text import Marked
from midpath.exchange.spans.prodigy import ONE
from midpath.exchange.spans.webanno import START, is_webanno, read_webanno
from midpath.exchange.spans.xmi import is_xmi, read_xmi
from midpath.exchange.wanted import Wanted

ENDINGS = {".xmi", ".tsv", ".zip"}
PEOPLE, CURATED = "annotation", "curation"
UNTOUCHED = "INITIAL_CAS"
SETTINGS = {"typesystem.xml", "typesystem.json"}
MAX_BYTES = 200 * 2**20
DAMAGED = "The archive is damaged or encrypted. Export it again."
TOO_LARGE = "The archive unpacks to more than 200 MB. Export fewer documents."


class Entry(NamedTuple):
    """A file of an archive."""

    name: str
    body: bytes


def is_document(text: str) -> bool:
    return is_webanno(text) or is_xmi(text)


def is_archive(body: bytes) -> bool:
    """Return whether a ZIP archive contains documents of these formats."""
    if not body.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            names = archive.namelist()
            tables = [name for name in names if name.endswith(".tsv")][:1]
            first = [archive.open(name).read(len(START)) for name in tables]
    except BROKEN_ZIP:
        return False
    nested = any(name.startswith(f"{PEOPLE}/") and name.endswith(".zip") for name in names)
    xmi = any(name.endswith(".xmi") for name in names)
    return xmi or nested or first == [START.encode()]


def read_uima(filename: str, body: bytes, wanted: Wanted, to: Faults) -> Iterator[Marked]:
    if body.startswith(ZIP):
        try:
            entries = list(_entries(body, to))
        except BadCell as bad:
            to.refuse(0, bad.column, bad.message)
            return
        except BROKEN_ZIP:
            to.refuse(0, "", DAMAGED)
            return
    else:
        entries = [Entry(filename, body)]
    documents = [one for entry in entries if (one := _document(entry, to)) is not None]
    yield from marked_in(_with_annotators(documents), wanted, to)


def _entries(body: bytes, to: Faults, within: str = "") -> Iterator[Entry]:
    """Yield the files that have documents, and count others."""
    size = 0
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        infos = [one for one in archive.infolist() if not one.is_dir()]
        if len(infos) > MAX_FILES:
            raise BadCell("", TOO_LARGE)
        for one in infos:
            path = PurePosixPath(one.filename)
            hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
            ending = path.suffix.lower()
            if ending not in ENDINGS or path.stem == UNTOUCHED or (within and ending == ".zip"):
                if path.name.lower() not in SETTINGS and not hidden:
                    to.skip_field(0, one.filename, "file")
                continue
            size += one.file_size
            if size > MAX_BYTES:
                raise BadCell("", TOO_LARGE)
            content = archive.read(one)
            if ending != ".zip":
                yield Entry(within or one.filename, content)
            elif bomb_in(content, MAX_BYTES - size):
                raise BadCell("", TOO_LARGE)
            else:
                for inner in _entries(content, to, one.filename):
                    size += len(inner.body)
                    if size > MAX_BYTES:
                        raise BadCell("", TOO_LARGE)
                    yield inner


def _document(entry: Entry, to: Faults) -> Layered | None:
    """Return the document in a file; None, with the fault recorded, if it cannot be read."""
    path = PurePosixPath(entry.name)
    known = CURATED in path.parts[:-1]
    of_people = known or PEOPLE in path.parts[:-1]
    name = path.parent.name if of_people else PurePath(entry.name).stem
    who = path.stem if of_people else ONE
    try:
        text = decode(entry.body)
        if is_webanno(text):
            return read_webanno(name, who, text, to, known=known)
        return read_xmi(name, who, entry.body, to, known=known)
    except NotText as error:
        to.refuse(error.line, entry.name, error.message)
    except BadCell as bad:
        to.refuse(0, f"{entry.name} {bad.column}".strip(), bad.message)
    return None


def _with_annotators(documents: list[Layered]) -> list[Layered]:
    """Return documents with their annotators: the files of one text, unless the export says so."""
    count = Counter(one.text for one in documents if one.who == ONE)
    return [
        one._replace(who=one.name) if one.who == ONE and count[one.text] > 1 else one
        for one in documents
    ]
