"""Every reader of exchange/ names a foreign element: it is counted, refused or stored, never
dropped."""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

import pytest

from annotation.recorded import READERS
from annotation.recorded.base import BadFile
from annotation.recorded.midpath_table import OWN_TABLE
from midpath.exchange.evidence.web_annotation import NO_ANSWER
from midpath.exchange.labels.judged import read_judged_labels
from midpath.exchange.pairs.judged import read_judged_pairs
from midpath.exchange.readers import read_upload
from midpath.exchange.segment_tables import read_segment_table
from midpath.exchange.spans.judged import read_judged_spans
from midpath.exchange.spans.scoring_input import read_scored_spans

FOREIGN = "foreign"


class Outcome(NamedTuple):
    """What a reader says about a file: what it left out, its errors, and what it stores."""

    skipped: Sequence[Any]
    errors: Sequence[Any]
    stored: str = ""


def lines(*values: Any) -> bytes:
    return "\n".join(map(json.dumps, values)).encode()


def whole(value: Any) -> bytes:
    return json.dumps(value).encode()


def table(row: dict[str, str]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows([row.keys(), row.values()])
    return file.getvalue().encode()


def packed(**files: str) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return body.getvalue()


def labels(name: str, body: bytes) -> Outcome:
    found = read_judged_labels(name, body)
    return Outcome(found.skipped, found.errors)


def pairs(name: str, body: bytes) -> Outcome:
    found = read_judged_pairs(name, body)
    return Outcome(found.skipped, found.errors)


def spans(name: str, body: bytes) -> Outcome:
    found = read_scored_spans(name, body)
    return Outcome(found.skipped, found.errors)


def segments(name: str, body: bytes) -> Outcome:
    found = read_segment_table(body)
    return Outcome(found.release.skipped, found.errors)


def upload(name: str, body: bytes) -> Outcome:
    found = read_upload(name, body)
    assert list(found.notes[len(found.notes) - len(found.skipped) :]) == [
        f"Left out: {one}." for one in found.skipped
    ]
    stored = json.dumps([item.content for item in [*found.items, *found.documents]])
    return Outcome(found.skipped, found.errors, stored)


def recorded(scheme: str) -> Callable[[str, bytes], Outcome]:
    def read(name: str, body: bytes) -> Outcome:
        try:
            found = READERS[scheme].read(name, body)
        except BadFile as bad:
            return Outcome((), bad.errors)
        return Outcome(found.skipped, ())

    return read


LABEL = {"worker": "w", "item": "i", "label": "x"}
PAIR = {"worker": "w", "pair": "p", "answer": "yes"}
SPAN = {"worker": "w", "item": "a b", "length": "2", "spans": "none"}
CUT = {"item": "a b", "worker": "w", "annotation": "a | b"}
TASK = {"data": {"text": "Ada left"}, "annotations": [{"completed_by": 1, "result": []}]}
MARK = {"type": "labels", "from_name": "ner",
        "value": {"start": 0, "end": 3, "labels": ["P"]}}  # fmt: skip
CHOICE = {"type": "choices", "from_name": "mood", "value": {"choices": ["x"]}}
OTHER = {"type": FOREIGN, "from_name": "f", "value": {}}
RELEASE = {"annotation set": {"a b": {"1": "a | b"}}, "items": 1}
LINE = {"text": "Ada left", "entities": [[0, 3, "P"]]}
WEB = {
    "id": "urn:midpath:span:a:1:1", "type": "Annotation", "motivation": "assessing",
    "body": {"type": "TextualBody", "purpose": "assessing", "value": "Nothing is marked."},
    "target": "urn:midpath:text:a",
}  # fmt: skip
ADDED = {FOREIGN: "1"}
NESTED = {FOREIGN: {"a": 1}}


def judged(*results: Any) -> bytes:
    return whole([{**TASK, "annotations": [{"completed_by": 1, "result": results}]}])


def argilla(value: Any) -> dict[str, Any]:
    responses = {"q": [{"value": value, "user_id": "u"}]}
    return {"fields": {"text": "Ada left"}, "responses": responses, "suggestions": {}}


DOCUMENT = {"type": "document", "document": "d", "sentences": ["One."]}
QUESTION = {"type": "question", "document": "d", "question": "q", "answers": {"a": [0]}}
ANSWER = {
    "id": "urn:midpath:answer:q:a",
    "body": {"type": "TextualBody", "purpose": "assessing", "value": NO_ANSWER},
    "target": "urn:midpath:document:d",
}


def squad(entry: dict[str, Any], answer: dict[str, Any] | None = None) -> bytes:
    answers = [{"text": "One.", "answer_start": 0, **(answer or {})}]
    question = {"id": "q", "question": "Which?", "answers": answers}
    paragraph = {"context": "One. Two.", "qas": [question]}
    return whole({"data": [{"title": "d", "paragraphs": [paragraph], **entry}]})


XMI = (
    b'<x:XMI xmlns:x="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore">%b'
    b'<cas:Sofa x:id="1" sofaString="Go"/></x:XMI>'
)
CASES: list[tuple[str, Callable[[str, bytes], Outcome], str, bytes]] = [
    ("a column of labels", labels, "a.csv", table(LABEL | ADDED)),
    ("a field of labels", labels, "a.jsonl", lines(LABEL | ADDED)),
    ("a later field of labels", labels, "a.jsonl", lines(LABEL, LABEL | {"item": "j"} | NESTED)),
    ("a column of pairs", pairs, "a.csv", table(PAIR | ADDED)),
    ("a field of pairs", pairs, "a.jsonl", lines(PAIR | NESTED)),
    ("a column of spans", spans, "a.csv", table(SPAN | ADDED)),
    ("a field of spans", spans, "a.jsonl", lines(SPAN | {"length": 2} | NESTED)),
    ("a column of segmentations", segments, "a.csv", table(CUT | ADDED)),
    ("a field of segmentations", segments, "a.jsonl", lines(CUT | ADDED)),
    ("a set of segmentations", recorded("flat"), "a.csv", table(CUT | ADDED)),
    ("a field of a release", recorded("flat"), "a.json", whole(RELEASE | ADDED)),
    ("a release as texts", upload, "a.json", whole(RELEASE | ADDED)),
    ("a set of labels", recorded("label"), "a.csv", table(LABEL | ADDED)),
    ("a set of pairs", recorded("pair"), "a.csv", table(PAIR | ADDED)),
    ("a set of spans", recorded("spans"), "a.csv", table(SPAN | ADDED)),
    ("a set of marked texts", recorded("spans"), "a.jsonl", lines(LINE | ADDED)),
    ("a result of spans", spans, "a.json", judged(MARK, OTHER)),
    ("a result of labels", labels, "a.json", judged(CHOICE, OTHER)),
    ("data of a labelled task", labels, "a.json",
     whole([{"data": {"text": "a", FOREIGN: 1},
             "annotations": [{"completed_by": 1, "result": [CHOICE]}]}])),
    ("a field of a task", spans, "a.json", whole([TASK | ADDED])),
    ("data of a task", spans, "a.json", whole([TASK | {"data": {"text": "a", FOREIGN: "1"}}])),
    ("data of an uploaded task", upload, "a.json",
     whole([TASK | {"data": {"text": "Ada left", FOREIGN: [1]}}])),
    ("a field of spaCy", spans, "a.jsonl", lines(LINE | ADDED)),
    ("a nested field of spaCy", spans, "a.jsonl", lines(LINE | NESTED)),
    ("a field of doccano", spans, "a.jsonl",
     lines({"text": "Ada left", "label": [[0, 3, "P"]]} | ADDED)),
    ("a field of labelled texts", labels, "a.jsonl", lines({"text": "a", "label": ["x"]} | ADDED)),
    ("an uploaded field of spaCy", upload, "a.jsonl", lines(LINE | NESTED)),
    ("a stored field of spaCy", upload, "a.jsonl", lines(LINE | ADDED)),
    ("a field of an assignment", labels, "a.json",
     whole([{"user_id": "w", "status": "ACCEPTED", "tasks": [{"id": "t"}],
             "solutions": [{"output_values": {"q": "x"}}]} | ADDED])),
    ("a field of Argilla's labels", labels, "a.json", whole([argilla("x") | ADDED])),
    ("a field of Argilla's spans", spans, "a.json",
     whole([argilla([{"start": 0, "end": 3, "label": "P"}]) | ADDED])),
    ("a column of CoNLL", spans, "a.conll", b"Ada foreign B-P\nleft foreign O\n"),
    ("a column of Zooniverse", labels, "a.csv",
     table({"classification_id": "1", "user_name": "a", "task": "T0", "subject_id": "1",
            "data.yes": "1.0"} | ADDED)),
    ("a comment of CoNLL-U", spans, "a.conllu",
     b"# foreign = 1\n1\tGo" + b"\t_" * 7 + b"\tNER=O\n"),
    ("a field of CoNLL-U", spans, "a.conllu",
     b"1\tGo" + b"\t_" * 7 + b"\tforeign=1|NER=O\n"),
    ("a feature of WebAnno", spans, "a.tsv",
     b"#FORMAT=WebAnno TSV 3.3\n#T_SP=x.P|value|foreign\n\n#Text=Go\n1-1\t0-2\tGo\tA\tB\n"),
    ("a comment of WebAnno", spans, "a.tsv",
     b"#FORMAT=WebAnno TSV 3.3\n#T_SP=x.P|value\n\n#foreign=1\n#Text=Go\n1-1\t0-2\tGo\tA\n"),
    ("a feature of XMI", spans, "a.xmi",
     XMI % b'<P sofa="1" begin="0" end="2" foreign="x" value="A"/>'),
    ("a field of tagged tokens", spans, "a.jsonl",
     lines({"tokens": ["Ada"], "ner_tags": ["B-P"]} | NESTED)),
    ("a field of listed annotators", labels, "a.jsonl",
     lines({"text": "a", "annotator_ids": [1], "labels": ["x"]} | ADDED)),
    ("an element of XMI", spans, "a.xmi",
     XMI % b'<foreign/><P sofa="1" begin="0" end="2" value="A"/>'),
    ("a file in brat's archive", spans, "a.zip",
     packed(a_txt="Ada", a_ann="T1\tP 0 3\tAda", foreign_pdf="")),
    ("a Web annotation", recorded("spans"), "a.jsonld", whole({"items": [WEB | ADDED]})),
    ("an entry of SQuAD", recorded("evidence"), "a.json", squad(ADDED)),
    ("an answer of SQuAD", recorded("evidence"), "a.json", squad({}, ADDED)),
    ("an uploaded entry of SQuAD", upload, "a.json", squad(ADDED)),
    ("a line of evidence", recorded("evidence"), "a.jsonl", lines(DOCUMENT | ADDED, QUESTION)),
    ("a system's answers", recorded("evidence"), "a.jsonl",
     lines({"question": "q", "sentences": [0]} | ADDED)),
    ("a Web annotation of evidence", recorded("evidence"), "a.jsonld",
     whole({"items": [ANSWER | ADDED]})),
    ("a column of texts", upload, "a.csv", table({"text": "a b"} | ADDED)),
    ("a field of texts", upload, "a.jsonl", lines({"text": "a b"} | NESTED)),
    ("a column of apps", upload, "a.csv", table({"name": "a", "description": "b"} | ADDED)),
    ("a field of apps", upload, "a.jsonl", lines({"name": "a", "description": "b"} | NESTED)),
    ("a column of sites", upload, "a.csv", table({"site": "a.com"} | ADDED)),
    ("a column of pairs as texts", upload, "a.csv",
     table({"pair": "p", "left": "a", "right": "b"} | ADDED)),
    ("a field of a side", upload, "a.jsonl",
     lines({"pair": "p", "left": {"text": "a"} | NESTED, "right": "b"})),
    ("a field of a document", upload, "a.jsonl",
     lines({"document": "d", "sections": ["a"]} | NESTED)),
    ("a field of a section", upload, "a.jsonl",
     lines({"document": "d", "sections": [{"text": "a"} | NESTED]})),
]  # fmt: skip


@pytest.mark.parametrize(("name", "read", "file", "body"), CASES, ids=[one[0] for one in CASES])
def test_a_foreign_element_is_named(
    name: str, read: Callable[[str, bytes], Outcome], file: str, body: bytes
) -> None:
    found = read(file, body)
    named = [*map(str, found.skipped), *(f"{one.column} {one.message}" for one in found.errors)]
    if PurePath(file).suffix == ".conll":
        assert "1 column not read: 2 (row 1)" in named
    else:
        assert any(FOREIGN in one for one in [*named, found.stored]), named


@pytest.mark.parametrize("reader", [read_judged_labels, read_judged_pairs, read_judged_spans])
def test_columns_that_are_read_are_not_counted(reader: Callable[[str, bytes], Any]) -> None:
    row = {read_judged_labels: LABEL, read_judged_pairs: PAIR, read_judged_spans: SPAN}[reader]
    found = reader("a.csv", table(row | {"gold": "", "seconds": "1", "words": "2", "counts": ""}))
    assert not found.errors
    assert not found.skipped


def test_the_columns_of_midpaths_own_table_are_known() -> None:
    row = {"judgment": "1", "item": "1", "name": "i", "worker": "1", "answer": "x",
           "given": "{}", "vector": "0", "counts": "yes", "late": "no"}  # fmt: skip
    assert not OWN_TABLE.read("a.csv", table(row)).skipped
    assert [str(one) for one in OWN_TABLE.read("a.csv", table(row | ADDED)).skipped] == [
        "1 column not read: foreign"
    ]
