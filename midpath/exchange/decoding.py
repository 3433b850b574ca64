"""Decode bytes as UTF-8, and explain how to fix a file that is something else."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator

from midpath.exchange.foreign_files import REFI_QDA, foreign_file

LINE_END = re.compile(r"\r\n|\n|\r")
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # bytes that occur in no text
SOMETHING = re.compile(r"\S")
AS_TABLE = "Export it as CSV in UTF-8."
AS_DOCUMENT = (
    "Save it as plain text in UTF-8 (.txt), one text per line, or as a web page (.html), which "
    "becomes one document. Save a table in it as CSV."
)
FROM_PDF = (
    "Copy its text into a plain text file in UTF-8 (.txt), one text per line. Save a table in it "
    "as CSV."
)
AS_TEXT = "Save its text as UTF-8, one text per line, and choose that file."
UNPACKED = "Unpack it and choose a file in it."
ZIP, GZIP, OLE = b"PK\x03\x04", b"\x1f\x8b", b"\xd0\xcf\x11\xe0"
END_OF_DIRECTORY, DIRECTORY_PLACE = b"PK\x05\x06", slice(16, 20)
OLD_WORD = ("a Word document in the old format (.doc)", AS_DOCUMENT)
OTHER_FILES = {
    ZIP: ("a spreadsheet or ZIP archive", UNPACKED),
    b"%PDF": ("a PDF document", FROM_PDF),
    b"{\\rtf": ("an RTF document", AS_DOCUMENT),
    OLE: ("an old Office document", AS_TABLE),
    GZIP: ("a gzip archive", UNPACKED),
    b"7z\xbc\xaf\x27\x1c": ("a 7z archive", UNPACKED),
    b"Rar!\x1a\x07": ("a RAR archive", UNPACKED),
    b"BZh91AY&SY": ("a bzip2 archive", UNPACKED),
    b"\xfd7zXZ": ("an xz archive", UNPACKED),
    b"\x89PNG": ("an image", AS_TEXT),
    b"\xff\xd8\xff": ("an image", AS_TEXT),
    b"GIF8": ("an image", AS_TEXT),
    b"SQLite format 3": ("a SQLite database", AS_TABLE),
    b"PAR1\x15": ("a Parquet table", AS_TABLE),
}
# ZIP-based formats by the names of their entries, which these programs write near the beginning.
IN_ZIP = {
    b"xl/": ("an Excel spreadsheet", AS_TABLE),
    b"opendocument.spreadsheet": ("an OpenDocument spreadsheet", AS_TABLE),
    b"word/": ("a Word document (.docx)", AS_DOCUMENT),
    b"opendocument.text": ("an OpenDocument text (.odt)", AS_DOCUMENT),
    b"exportedproject.json": (
        "a project of INCEpTION or WebAnno",
        "Export it again with the format WebAnno TSV v3.3 or UIMA CAS XMI.",
    ),
    b"project.qde": REFI_QDA,
    b"ppt/": ("a PowerPoint presentation", AS_TEXT),
}
# Where an OpenDocument file states its format, before its entries.
HEAD = 200
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class NotText(ValueError):
    """Bytes that are not UTF-8 text.

    `line` counts from 1; 0 means the whole file."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def decode(body: bytes, filename: str = "") -> str:
    """Return the text of a UTF-8 file, without its byte order mark."""
    if found := other_file(body, filename):
        kind, advice = found
        raise NotText(f"This is {kind}, not text. {advice}")
    if body.startswith(UTF_16) or b"\0\0" in {body[:4:2], body[1:4:2]}:
        raise NotText("The file is in UTF-16. Save it as UTF-8.")
    body = body.removeprefix(BOM_UTF8)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise _not_utf8(body, error) from None


def other_file(body: bytes, filename: str = "") -> tuple[str, str] | None:
    """Return what a file of another kind is, by its first bytes or its extension, and how to fix
    it; None for text."""
    if found := foreign_file(body, filename):
        return found
    if body.startswith(ZIP):
        names = body[:HEAD] + zip_directory(body)
        return next((kind for name, kind in IN_ZIP.items() if name in names), OTHER_FILES[ZIP])
    if is_old_word(body):
        return OLD_WORD
    return next((kind for start, kind in OTHER_FILES.items() if body.startswith(start)), None)


def zip_directory(body: bytes) -> bytes:
    """Return the directory of a ZIP file, which contains the names of its entries; the whole file
    if it has none."""
    end = body.rfind(END_OF_DIRECTORY)
    start = int.from_bytes(body[end:][DIRECTORY_PLACE], "little") if end >= 0 else 0
    return body[start:end] if 0 < start < end else body


def is_old_word(body: bytes) -> bool:
    return body.startswith(OLE) and "WordDocument".encode("utf-16-le") in body


def lines_of(text: str) -> list[str]:
    """Return the lines as editors count them, without their ends."""
    return LINE_END.split(text)


def filled_lines(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield the lines that are not blank, with their numbers. Skipping blank lines costs next to
    nothing.

    >>> list(filled_lines("one\n \r\n\n two"))
    [(1, 'one'), (4, ' two')]
    """
    number, at = 1, 0
    while something := SOMETHING.search(text, at):
        before = text[at : something.start()]
        number += before.count("\n") + before.count("\r") - before.count("\r\n")
        start = at + max(before.rfind("\n"), before.rfind("\r")) + 1
        end = LINE_END.search(text, something.end())
        yield number, text[start : end.start() if end else None]
        if end is None:
            return
        number, at = number + 1, end.end()


def _not_utf8(body: bytes, error: UnicodeDecodeError) -> NotText:
    before = lines_of(body[: error.start].decode("utf-8", "replace"))
    value = body[error.start]
    place = f"line {len(before)}, column {len(before[-1]) + 1} contains the byte 0x{value:02X}"
    if BINARY.search(body):
        trouble = f"The file is not text: {place}. Save it as text in UTF-8."
        return NotText(trouble, line=len(before))
    return NotText(
        f"The file is not UTF-8: {place}. It may be in Latin-1 or Windows-1252. Save it as UTF-8.",
        line=len(before),
    )
