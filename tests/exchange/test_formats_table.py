"""Each row of the table of formats in docs/files.md is read from a small file."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from midpath.exchange.labels.judged import read_judged_labels
from midpath.exchange.spans.scoring_input import read_scored_spans

DOCS = Path(__file__).parents[2] / "docs" / "files.md"
EMPTY = "\t_"
SPAN = {"start": 0, "end": 3, "label": "P"}
TASK = {"user_id": "w", "status": "ACCEPTED", "tasks": [{"id": "t"}],
        "solutions": [{"output_values": {"q": "x"}}]}  # fmt: skip
WEBANNO = "#FORMAT=WebAnno TSV 3.3\n#T_SP=x.P|value\n\n#Text=Ada\n1-1\t0-3\tAda\tP\n"
XMI = (
    '<x:XMI xmlns:x="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore">'
    '<P sofa="1" begin="0" end="3" value="P"/><cas:Sofa x:id="1" sofaString="Ada"/></x:XMI>'
)


def packed(name: str, text: str) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr(name, text)
    return body.getvalue()


FILES: dict[str, tuple[str, str | bytes | Any]] = {
    "CoNLL-2003, BIO": ("a.conll", "Ada B-P\n"),
    "CoNLL-U (`.conllu`)": ("a.conllu", f"1\tAda{EMPTY * 7}\tNER=B-P\n"),
    "WebAnno TSV 3 (`.tsv`), also of INCEpTION": ("a.tsv", WEBANNO),
    "UIMA XMI (`.xmi`, or `.zip` with `TypeSystem.xml`)": ("a.xmi", XMI),
    "INCEpTION's and WebAnno's project (`.zip`)": (
        "a.zip", packed("annotation/d/ann.tsv", WEBANNO)
    ),
    "spaCy, Prodigy, doccano, Label Studio, brat": (
        "a.jsonl", {"text": "Ada", "entities": [[0, 3, "P"]]}
    ),
    "Argilla, versions 1 and 2 (`.json`, `.jsonl`)": (
        "a.json",
        [{"fields": {"text": "Ada"}, "responses": {"q": [{"value": [SPAN], "user_id": "u"}]}}],
    ),
    "Hugging Face, tokens with tags (Parquet, JSON lines)": (
        "a.jsonl", {"tokens": ["Ada"], "ner_tags": ["B-P"]}
    ),
    "Hugging Face, lists of annotators": (
        "a.jsonl", {"text": "Ada", "annotator_ids": [1], "labels": ["x"]}
    ),
    "Mechanical Turk (`.csv`)": ("a.csv", "HITId,WorkerId,Answer.q\nh,w,x\n"),
    "Toloka (`.tsv`)": (
        "a.tsv", "INPUT:text\tOUTPUT:q\tASSIGNMENT:worker_id\nAda\tx\tw\n"
    ),
    "Toloka's assignments (`.json`, `.jsonl`)": ("a.json", [TASK]),
    "Zooniverse, extracts of Caesar or `panoptes_aggregation` (`.csv`)": (
        "a.csv", "classification_id,user_name,task,subject_id,data.x\n1,w,T0,s,1.0\n"
    ),
    "Zooniverse's classifications (`.csv`)": (
        "a.csv",
        'classification_id,user_name,annotations,subject_ids\n1,w,"[{""task"":""T0"",""value"":""x""}]",s\n',
    ),
}  # fmt: skip


def table() -> list[str]:
    section = DOCS.read_text().split("## Formats of other programs\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    return [row.split(" | ")[0].removeprefix("| ") for row in rows[1:]]


def test_the_table_has_these_formats() -> None:
    assert table() == list(FILES)


@pytest.mark.parametrize("form", FILES)
def test_each_format_of_the_table_is_read(form: str) -> None:
    name, content = FILES[form]
    if not isinstance(content, str | bytes):
        content = json.dumps(content)
    body = content.encode() if isinstance(content, str) else content
    spans, labels = read_scored_spans(name, body), read_judged_labels(name, body)
    assert [[span[2] for span in row.spans] for row in spans.rows] == [["P"]] or [
        labels.judgments.answers[one] for one in labels.judgments.answer
    ] == [("x",)]
