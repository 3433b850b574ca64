"""Answers of files under a campaign's settings: values that another reading would misinterpret."""

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest

from annotation.models import Item
from annotation.recorded import READERS
from annotation.schemes import SCHEMES
from midpath.exchange.readers import read_upload
from midpath.exchange.spans.conll import write_conll
from midpath.exchange.wanted import GOLD
from midpath.schemes.base import InvalidAnswer
from tests.helpers.spreadsheets import workbook

TEXT = "Ada left"
MARK = "\ufeff"


def answers(
    scheme: str, filename: str, body: str | bytes, settings: Any, text: str = TEXT, take: str = ""
) -> list[Any]:
    """Return the payloads of a file with a single text."""
    checked = SCHEMES[scheme].check_settings(settings)
    item, reader = Item(text=text, content={"tokens": text.split()}), READERS[scheme]
    raw = body.encode() if isinstance(body, str) else body
    found = reader.read(filename, raw, take).answers
    given = [one for name in reader.names_of(item) for one in found.pop(name, ())]
    assert not found
    return [reader.payload(one, item, checked) for one in given]


def scale(*names: str) -> dict[str, Any]:
    return {"kind": "scale", "question": "How?", "labels": [{"label": name} for name in names]}


SCALE = "worker,item,label,names,kind,gold\n1,Ada left,{},{},ordinal,2\n"


def test_places_of_a_scale_are_not_labels_that_are_numbers() -> None:
    own = SCALE.format(1, 0)
    assert answers("label", "a.csv", own, scale("0", "1", "2")) == [{"answer": 0}]
    assert answers("label", "a.csv", own, scale("0", "1", "2"), take=GOLD) == [{"answer": 1}]
    line = json.dumps({"worker": 1, "item": TEXT, "label": "1", "names": ["0"], "kind": "ordinal"})
    assert answers("label", "a.jsonl", line, scale("0", "1", "2")) == [{"answer": 0}]
    others = own.replace(",names", ",more")
    assert answers("label", "a.csv", others, scale("0", "1", "2")) == [{"answer": 1}]
    with pytest.raises(InvalidAnswer, match="4 is not on this scale of 3"):
        answers("label", "a.csv", SCALE.format(4, "x"), scale("0", "1", "2"))


def test_a_scale_of_midpaths_begins_with_its_first_place() -> None:
    """This holds even if no one chose that place."""
    own = READERS["label"].read("a.csv", SCALE.format(3, "Hardly").encode())
    assert [one["label"] for one in own.shown_settings()["labels"]] == ["1", "2", "3"]


def test_no_label_is_not_the_label_none() -> None:
    settings = {"kind": "any", "question": "?", "labels": [{"label": "None"}, {"label": "Some"}]}
    body = "worker,item,label\n1,Ada left,|\n2,Ada left,None|\n"
    assert answers("label", "a.csv", body, settings) == [{"answer": []}, {"answer": [0]}]


def test_crowd_kits_columns_are_read() -> None:
    """Our own column takes precedence if the file has both."""
    body = "task,worker,label\nAda left,1,Yes\n"
    one = {"kind": "one", "question": "?", "labels": [{"label": "No"}, {"label": "Yes"}]}
    assert answers("label", "a.csv", body, one) == [{"answer": 1}]
    lines = json.dumps({"task": TEXT, "worker": 1, "label": "Yes"})
    assert answers("label", "a.jsonl", lines, one) == [{"answer": 1}]
    assert answers("pair", "a.csv", body, {"preset": "binary"}) == [{"answer": 0}]
    both = "task,worker,label,item\nother,1,Yes,Ada left\n"
    assert answers("label", "a.csv", both, one) == [{"answer": 1}]


SPANS = {"unit": "words", "labels": [{"label": "a b"}, {"label": "a_b"}]}


def test_names_of_conll_mean_the_label_that_has_them() -> None:
    body = "Ada B-a_b_2\nleft B-a_b\n"
    [found] = answers("spans", "a.conll", body, SPANS)
    assert found == {"spans": [[0, 1, "a b"], [1, 2, "a_b"]]}


def test_names_of_conll_are_the_same_whichever_labels_are_used() -> None:
    texts = [(TEXT, [(0, 3), (4, 8)], [(0, 3, "a b")])]
    body = b"".join(write_conll(texts, ["a b", "a_b"]))
    assert answers("spans", "a.conll", body, SPANS) == [{"spans": [[0, 1, "a b"]]}]


def test_predictions_are_no_annotators_where_anybody_annotated() -> None:
    tasks: list[Any] = [
        {"data": {"text": TEXT}, "annotations": [], "predictions": [{"result": []}]},
        {"data": {"text": "Bob"}, "annotations": [{"result": []}]},
    ]
    reader = READERS["spans"]
    assert [*reader.read("a.json", json.dumps(tasks).encode()).answers] == ["Bob"]
    tasks[1]["annotations"][0]["was_cancelled"] = True
    assert [*reader.read("a.json", json.dumps(tasks).encode()).answers] == [TEXT]


def marked(text: str, line: str) -> bytes:
    body = io.BytesIO()
    with ZipFile(body, "w") as archive:
        archive.writestr("x.txt", text.encode())
        archive.writestr("x.ann", line)
    return body.getvalue()


@pytest.mark.parametrize("text", [TEXT, MARK + TEXT])
def test_brat_counts_a_byte_order_mark(text: str) -> None:
    """It counts whether or not the dataset's text has it."""
    body = marked(MARK + TEXT, "T1\ta_b 5 9\tleft\n")
    assert answers("spans", "a.zip", body, SPANS, text) == [{"spans": [[1, 2, "a_b"]]}]


def test_no_text_of_a_dataset_begins_with_brats_byte_order_mark() -> None:
    parsed = read_upload("a.zip", marked(MARK + TEXT, "T1\tVerb 5 9\tleft\nT2\tPer 1 4\tAda\n"))
    [item] = parsed.items
    assert item.text == TEXT
    assert json.loads(item.content["columns"]["gold"])["spans"] == [[0, 3, "Per"], [4, 8, "Verb"]]


def test_a_workbook_is_read_like_a_table() -> None:
    body = workbook([["worker", "item", "label"], ["ann", "a", "x"], ["bob", "a", "y"]])
    [answers] = READERS["label"].read("labels.xlsx", body).answers.values()
    assert [(one.annotator, one.answer.labels) for one in answers] == [
        ("ann", ("x",)),
        ("bob", ("y",)),
    ]
