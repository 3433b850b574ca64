"""Prodigy, spaCy, doccano and brat: who answered, and what the annotators rejected."""

import io
import json
import zipfile
from typing import Any

import pytest

from annotation.recorded import READERS
from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.readers import read_upload
from midpath.exchange.rows import Faults, RowError
from midpath.exchange.spans.formats import SPACY, read_marked
from midpath.exchange.spans.judged import JudgedSpans
from midpath.exchange.spans.marked_text import Marked
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.exchange.wanted import Wanted

ADA, BOB = "Ada lives here", "Bob lives here"


def lines(*values: Any) -> bytes:
    return "\n".join(map(json.dumps, values)).encode()


def record(text: str = ADA, label: str = "PER", **more: Any) -> dict[str, Any]:
    return {"text": text, "spans": [{"start": 0, "end": 3, "label": label}], **more}


def spans(*values: Any) -> JudgedSpans:
    return read_scored_spans("a.jsonl", lines(*values))


def labels(*values: Any) -> JudgedLabels:
    return read_judged_labels("a.jsonl", lines(*values))


def marked_in(*values: Any) -> list[Marked]:
    return list(read_marked(SPACY, "a.jsonl", lines(*values), Faults()))


def said(found: JudgedSpans) -> list[tuple[str, str, int]]:
    return [(row.worker, row.item, len(row.spans)) for row in found.rows]


def messages(errors: list[RowError]) -> str:
    return " ".join(error.message for error in errors)


# Prodigy


def test_rejected_and_ignored_records_are_no_judgments() -> None:
    found = spans(
        record(answer="reject"),
        record(BOB, answer="ignore"),
        record("Cy is here", answer="accept"),
    )
    assert said(found) == [("1", "Cy is here", 1)]
    assert [str(one) for one in found.skipped] == [
        "1 answer rejected by the annotator (row 1)",
        "1 answer ignored by the annotator (row 2)",
    ]


def test_a_rejected_record_is_no_gold_of_an_upload() -> None:
    body = lines(record(answer="reject"), record(BOB, answer="accept"))
    parsed = read_upload("a.jsonl", body)
    gold = {item.text: item.content["columns"].get("gold") for item in parsed.items}
    assert gold[ADA] is None
    assert gold[BOB]
    assert "Left out: 1 answer rejected by the annotator (row 1)." in parsed.notes
    assert "1 gold span with the labels PER" in parsed.notes[0]


def test_what_one_annotator_rejects_is_no_gold_although_another_accepts_it() -> None:
    body = lines(
        record(answer="accept", _annotator_id="a"), record(answer="reject", _annotator_id="b")
    )
    for rows in (body, b"\n".join(reversed(body.split(b"\n")))):
        parsed = read_upload("a.jsonl", rows)
        assert [item.content["columns"].get("gold") for item in parsed.items] == [None]


def test_a_rejected_row_is_no_judgment_in_any_form() -> None:
    row = {"worker": "w", "item": "i", "label": "x"}
    found = labels(row, row | {"item": "j", "answer": "reject"})
    assert found.judgments.items == ["i"]
    assert [str(one) for one in found.skipped] == ["1 answer rejected by the annotator (row 2)"]


def test_rejected_records_are_in_no_set() -> None:
    found = READERS["spans"].read("a.jsonl", lines(record(answer="reject"), record(BOB)))
    assert list(found.answers) == [BOB]
    assert [one.reason for one in found.skipped] == ["answer rejected by the annotator"]


def test_an_answer_that_is_no_verdict_stays_a_column() -> None:
    parsed = read_upload("a.jsonl", lines(record(answer="Paris")))
    assert parsed.items[0].content["columns"]["answer"] == "Paris"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"_annotator_id": "a", "_session_id": "s"}, {"_annotator_id": "b", "_session_id": "s"}),
        ({"_session_id": "a"}, {"_session_id": "b"}),
    ],
)
def test_annotators_of_one_text_are_several_judgments(one: Any, other: Any) -> None:
    second = {"text": ADA.replace(" ", "  "), "spans": [], **other}
    found = spans(record(**one), record(BOB, **one), second)
    assert not found.errors
    assert said(found) == [("a", ADA, 1), ("b", ADA, 0), ("a", BOB, 1)]
    plain = spans({"text": ADA, "entities": [[0, 3, "P"]], **one}, second)
    assert said(plain) == [("a", ADA, 1), ("b", ADA, 0)]


def test_positions_are_found_again_if_white_space_differs() -> None:
    second = {"text": "Ada  lives here", "spans": [{"start": 5, "end": 10, "label": "V"}]}
    found = spans(record(_annotator_id="a"), second | {"_annotator_id": "b"})
    assert found.rows[1].spans == ((4, 9, "V"),)


def test_one_annotator_twice_is_refused() -> None:
    found = spans(record(_annotator_id="a"), record(_annotator_id="a"))
    assert "The annotator “a” already marked this text in row 1" in messages(found.errors)
    assert "Duplicate text" in messages(spans(record(), record()).errors)
    rows = [record(BOB), record(), record(BOB)]
    assert [one.text for one in marked_in(*rows)] == [BOB, ADA, BOB]


def test_several_annotators_are_no_gold_of_an_upload() -> None:
    parsed = read_upload("a.jsonl", lines(record(_annotator_id="a"), record(_annotator_id="b")))
    assert all("columns" not in item.content for item in parsed.items)
    assert "1 text with spans of several annotators" in parsed.notes[0]


def test_labels_of_prodigy_and_spacy_are_read() -> None:
    found = labels(
        {"text": "a", "accept": ["x"], "answer": "accept", "options": [{"id": "x"}]},
        {"text": "b", "label": "y", "answer": "accept", "_session_id": "s"},
        {"text": "c", "label": "y", "answer": "reject"},
        {"text": "d", "cats": {"x": 1.0, "y": 0.0}},
    )
    rows = found.judgments
    assert [rows.items[item] for item in rows.item] == ["a", "b", "d"]
    assert [rows.answers[answer] for answer in rows.answer] == [("x",), ("y",), ("x",)]
    assert rows.workers == ["1", "s"]
    assert [str(one) for one in found.skipped] == ["1 answer rejected by the annotator (row 3)"]


def test_a_share_is_no_category() -> None:
    assert "must be 0 or 1" in messages(labels({"text": "a", "cats": {"x": 0.4}}).errors)


def test_keys_of_spacy_are_not_merged() -> None:
    body = lines({"text": ADA, "spans": {"sc": [[0, 3, "P"]], "draft": [[4, 9, "V"]]}})
    found = read_scored_spans("a.jsonl", body)
    assert found.controls == ["sc", "draft"]
    found = read_scored_spans("a.jsonl", body, wanted=Wanted("draft"))
    assert [row.spans for row in found.rows] == [((4, 9, "V"),)]
    assert [str(one) for one in found.skipped] == ["1 field not read: spans.sc (row 1)"]
    found = read_scored_spans("a.jsonl", body, wanted=Wanted("x"))
    assert "No spans have the key “x”; they have: sc, draft." in messages(found.errors)


# doccano


@pytest.mark.parametrize(
    "given",
    [
        {"label": [[0, 3, "PER"]]},
        {"labels": [[0, 3, "PER"]], "Comments": []},
        {"entities": [{"id": 1, "label": "PER", "start_offset": 0, "end_offset": 3}]},
        {"annotations": [{"label": "PER", "start_offset": 0, "end_offset": 3, "user": 7}]},
    ],
)
@pytest.mark.parametrize("key", ["text", "data"])
def test_spans_of_doccano_are_read(given: Any, key: str) -> None:
    empty: Any = {name: [] for name in given}
    for first, second in (({key: ADA, **given}, {key: BOB, **empty}),
                          ({key: BOB, **empty}, {key: ADA, **given})):  # fmt: skip
        found = spans({"id": 1, **first}, {"id": 2, **second})
        assert not found.errors
        assert {(row.item, row.spans) for row in found.rows} == {(ADA, ((0, 3, "PER"),)), (BOB, ())}


def test_users_of_doccano_are_several_judgments() -> None:
    place = {"label": "PER", "start_offset": 0, "end_offset": 3}
    found = spans({"text": ADA, "annotations": [place | {"user": 7}, place | {"user": 8}]})
    assert said(found) == [("7", ADA, 1), ("8", ADA, 1)]
    named = labels({"text": ADA, "annotations": [{"label": 1, "user": 7}, {"label": 2, "user": 8}]})
    assert named.judgments.workers == ["7", "8"]


def test_labels_of_doccano_are_read() -> None:
    found = labels({"text": "a", "label": ["x"]}, {"text": "b", "label": []})
    assert found.kind == "one"
    assert found.judgments.items == ["a"]
    assert [str(one) for one in found.skipped] == ["1 item without a label (row 2)"]
    several = labels({"text": "a", "labels": ["x", "y"]}, {"text": "b", "labels": []})
    assert several.judgments.answers == [("x", "y"), ()]


def test_labels_and_spans_are_not_confused() -> None:
    assert "Read the file with --spans" in messages(
        labels({"text": ADA, "label": [[0, 3, "PER"]]}).errors
    )
    assert "Read the file with --labels" in messages(spans({"text": ADA, "label": ["x"]}).errors)


def test_relations_links_and_other_fields_are_counted() -> None:
    found = spans(
        {"text": ADA, "entities": [[0, 3, "P", "Q1"]], "cats": {"x": 1}},
        {"text": BOB, "entities": [{"start_offset": 0, "end_offset": 3, "label": "P", "note": "?"}],
         "relations": [{"from_id": 1}]},
    )  # fmt: skip
    assert [str(one) for one in found.skipped] == [
        "1 link to a knowledge base (row 1)",
        "1 relation (row 2)",
        "2 fields not read: cats, note of spans (first in row 1)",
    ]


# brat


def packed(files: dict[str, str]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return body.getvalue()


def folders(*names: str, text: str = ADA, lines: str = "T1\tPER 0 3\tAda\n") -> dict[str, str]:
    return {f"{name}.{end}": one for name in names for end, one in (("txt", text), ("ann", lines))}


def brat(files: dict[str, str], **wanted: Any) -> JudgedSpans:
    return read_scored_spans("a.zip", packed(files), wanted=Wanted(**wanted))


@pytest.mark.parametrize(
    "names",
    [("ann/one", "bob/one"), ("data/ann/one", "data/bob/one"), ("set/ann/x/one", "set/bob/x/one")],
)
def test_a_folder_of_brat_is_an_annotator(names: tuple[str, ...]) -> None:
    found = brat(folders(*names))
    assert said(found) == [("ann", ADA, 1), ("bob", ADA, 1)]
    assert not found.errors


def test_folders_with_different_texts_are_no_annotators() -> None:
    found = brat(folders("train/one") | folders("test/one", text=BOB, lines=""))
    assert said(found) == [("1", BOB, 0), ("1", ADA, 1)]


def test_a_text_that_one_annotator_has_changed_is_refused() -> None:
    changed = folders("bob/two", text="Ada lives there")
    found = brat(folders("ann/one", "bob/one", "ann/two") | changed)
    assert "bob/two.txt differs from ann/two.txt" in messages(found.errors)


def test_spans_in_several_parts_are_left_out_or_are_fragments() -> None:
    files = folders("one", lines="T1\tP 0 3;10 14\tAda here\nT2\tV 4 9\tlives\n")
    left = brat(files)
    assert [row.spans for row in left.rows] == [((4, 9, "V"),)]
    assert [str(one) for one in left.skipped] == ["1 span in several parts"]
    parts = brat(files, fragments=True)
    assert [row.spans for row in parts.rows] == [((0, 3, "P"), (4, 9, "V"), (10, 14, "P"))]
    assert not parts.skipped


def test_other_lines_and_files_of_brat_are_counted() -> None:
    others = (
        "R1\tin Arg1:T1 Arg2:T1\n*\tEquiv T1 T1\nE1\tGo:T1\nA1\tSure T1\n#1\tNote T1\thm\nN1\tx\n"
    )
    files = folders("one", lines=f"T1\tPER 0 3\tAda\n{others}") | {
        "two.txt": BOB,
        "guide.pdf": "",
        "annotation.conf": "",
        "__MACOSX/one.ann": "",
    }
    assert [str(one) for one in brat(files).skipped] == [
        "1 text without an .ann file",
        "2 relations",
        "1 event",
        "1 attribute",
        "1 note",
        "1 link to a knowledge base",
        "1 file not read: guide.pdf",
    ]
