"""Files of word processors are named, and the message says how to proceed."""

import zipfile
from io import BytesIO

import pytest

from midpath.exchange.decoding import NotText, decode, zip_directory
from midpath.exchange.lenient.excel_files import is_spreadsheet, problem_with_spreadsheet
from tests.helpers.spreadsheets import workbook

OLE = b"\xd0\xcf\x11\xe0" + bytes(100)


def zipped(*names: str, content: bytes = b"") -> bytes:
    body = BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name in names:
            archive.writestr(name, content)
    return body.getvalue()


# A document with a workbook in it, which is stored without compression.
WORD = zipped("word/document.xml", "word/embeddings/a.xlsx", content=workbook([["a b"]]))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (WORD, "a Word document (.docx)"),
        (zipped("mimetype", content=b"application/vnd.oasis.opendocument.text"), "(.odt)"),
        (OLE + "WordDocument".encode("utf-16-le"), "Word document in the old format (.doc)"),
        (OLE + "Bookman WordDocument".encode("utf-16-le"), "Word document in the old format"),
        (b"{\\rtf1 a b}", "an RTF document"),
    ],
)
def test_documents_are_named_with_what_to_do(body: bytes, kind: str) -> None:
    with pytest.raises(NotText) as caught:
        decode(body)
    assert kind in caught.value.message
    for way in ("plain text", "web page (.html)", "CSV"):
        assert way in caught.value.message
    assert not is_spreadsheet(body)
    assert not problem_with_spreadsheet(body)


def test_pdf_is_copied() -> None:
    with pytest.raises(NotText, match=r"PDF document, not text. Copy its text into a plain text"):
        decode(b"%PDF-1.7\n")


def test_a_workbook_with_a_document_in_it_is_a_workbook() -> None:
    assert is_spreadsheet(zipped("xl/workbook.xml", "xl/embeddings/a.docx", content=WORD))


def test_a_directory_that_lies_is_not_believed() -> None:
    for place in (b"\xff\xff\xff\xff", bytes(4)):
        body = WORD[:-6] + place + WORD[-2:]
        assert zip_directory(body) == body
        with pytest.raises(NotText):
            decode(body)
