"""Files of other programs that are not read are named, with what to do."""

import io
import zipfile
from collections.abc import Sequence
from typing import Any

import pytest

from midpath.exchange.labels.judged import read_judged_labels
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.reader import read_forgivingly
from midpath.exchange.readers import read_upload
from midpath.exchange.spans.scoring_input import read_scored_spans

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
GRID = 'File type = "ooTextFile"\nObject class = "TextGrid"\n'


def packed(*names: str) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name in names:
            archive.writestr(name, "{}")
    return body.getvalue()


CASES = [
    ("a.xml", XML + '<GateDocument version="3">', "GATE"),
    ("a.xml", XML + '<TEI xmlns="http://www.tei-c.org/ns/1.0">', "TEI"),
    ("a.xml", XML + "<FoLiA>", "FoLiA"),
    ("a.eaf", XML + "<ANNOTATION_DOCUMENT>", "ELAN"),
    ("a.exb", XML + "<basic-transcription>", "EXMARaLDA"),
    ("a.TextGrid", GRID, "Praat"),
    ("a.TextGrid", GRID.encode("utf-16"), "Praat"),
    ("a.atlproj23", b"\x01\x02", "ATLAS.ti"),
    ("a.mx22", b"\x01\x02", "MAXQDA"),
    ("a.nvpx", b"\x01\x02", "NVivo"),
    ("a.qdpx", packed("project.qde"), "REFI-QDA"),
    ("a.qde", XML + '<Project xmlns="urn:QDA-XML:project:1.0">', "REFI-QDA"),
    ("a.json", '{"%TYPES": {}, "%FEATURE_STRUCTURES": []}', "CAS in JSON"),
    ("a.bcas", b"UIMA\x00", "binary UIMA CAS"),
    ("a.zip", packed("exportedproject.json", "source/a.txt"), "INCEpTION"),
    ("a.spacy", b"\x78\x9c\x00", "DocBin"),
    ("a.docx", packed("word/document.xml"), "Word document"),
    ("a.sav", b"$FL2@(#) SPSS DATA FILE", "SPSS"),
]


@pytest.mark.parametrize(("name", "content", "kind"), CASES)
def test_each_format_is_named_wherever_files_are_read(
    name: str, content: str | bytes, kind: str
) -> None:
    body = content.encode() if isinstance(content, str) else content
    page = read_forgivingly(name, body, Choices())
    found: list[Sequence[Any]] = [
        read_upload(name, body).errors,
        [*page.parsed.errors, *page.faults],
        read_scored_spans(name, body).errors,
    ]
    if kind != "Word document" and not body.startswith(b"PK"):
        found.append(read_judged_labels(name, body).errors)
    for errors in found:
        assert kind in errors[0].message
        assert "xport" in errors[0].message or "ave" in errors[0].message


def test_a_text_that_mentions_a_format_is_a_text() -> None:
    for name, body in (("a.txt", b"File type and TEI\n"), ("a.jsonl", b'{"text": "<TEI>"}')):
        assert not read_upload(name, body).errors
