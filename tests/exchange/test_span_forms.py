"""Files of spans in CoNLL, spaCy's JSON, Label Studio and brat: read correctly, round-tripped, and
refused with the position and instructions."""

import io
import json
import zipfile

import pytest

from midpath.exchange.rows import Faults, RowError
from midpath.exchange.spans.conll import Inexpressible, write_conll
from midpath.exchange.spans.formats import BRAT, CONLL, LABEL_STUDIO, SPACY, form_of, read_marked
from midpath.exchange.spans.marked_text import Marked, Span

ADA = "Ada Brandt left New York."
# The beginning of a file of the shared task (Tjong Kim Sang and De Meulder 2003), in IOB1.
IOB1 = """-DOCSTART- -X- -X- O

U.N. NNP I-NP I-ORG
official NN I-NP O
Ekeus NNP I-NP I-PER
heads VBZ I-VP O
for IN I-PP O
Baghdad NNP I-NP I-LOC
. . O O

Ada NNP I-NP I-PER
Bob NNP I-NP B-PER
"""


def found_in(filename: str, body: bytes | str) -> tuple[list[Marked], list[RowError]]:
    body = body.encode() if isinstance(body, str) else body
    faults = Faults()
    form = form_of(filename, body)
    assert form, "the file is of no known form"
    return list(read_marked(form, filename, body, faults)), faults.errors


def sound(filename: str, body: bytes | str) -> list[Marked]:
    marked, errors = found_in(filename, body)
    assert errors == []
    return marked


def named(marked: Marked) -> dict[str, list[tuple[str, str]]]:
    """Return the words of each annotator's spans with their labels."""
    return {
        who: [(marked.text[begin:end], label) for begin, end, label in spans]
        for who, spans in marked.answers.items()
    }


def packed(**files: str) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_ann", ".ann").replace("_txt", ".txt"), text)
    return body.getvalue()


def task(*results: object, text: str = ADA, **more: object) -> str:
    annotations = [{"result": result} for result in results]
    return json.dumps([{"data": {"text": text}, "annotations": annotations, **more}])


def label(begin: int, end: int, name: str, **value: object) -> dict[str, object]:
    return {"type": "labels", "value": {"start": begin, "end": end, "labels": [name], **value}}


# What a form is


@pytest.mark.parametrize(
    ("filename", "body", "form"),
    [
        ("a.conll", "Ada B-PER\nleft O\n", CONLL),
        ("eng.testa", IOB1, CONLL),
        ("a.txt", "Ada\tB-PER\nleft\tO\n", CONLL),
        ("a.txt", "first aid course\non line\n", ""),
        ("a.txt", "BLOOD GROUP O\nGROUP O\n", ""),
        ("a.jsonl", '{"text": "Ada left.", "entities": []}\n', SPACY),
        ("a.jsonl", '{"text": "Ada left.", "gold": "none"}\n', ""),
        ("a.json", '[["Ada left.", {"entities": [[0, 3, "P"]]}]]', SPACY),
        ("a.json", '[{"data": {"text": "Ada left."}}]', LABEL_STUDIO),
        ("a.json", '{"items": 1, "annotation set": {}}', ""),
        ("a.json", "[", ""),
        ("a.csv", "text,gold\nAda left,none\n", ""),
        ("a.zip", packed(a_txt="Ada", a_ann=""), BRAT),
        ("a.zip", packed(a_txt="Ada"), ""),
        ("a.bin", b"\xff\xfe\x00", ""),
    ],
)
def test_the_format_is_detected_from_the_file(filename: str, body: bytes | str, form: str) -> None:
    assert form_of(filename, body.encode() if isinstance(body, str) else body) == form


# CoNLL


def test_the_tags_of_the_shared_task_are_read() -> None:
    first, second = sound("eng.train", IOB1)
    assert named(first) == {"1": [("U.N.", "ORG"), ("Ekeus", "PER"), ("Baghdad", "LOC")]}
    assert named(second) == {"1": [("Ada", "PER"), ("Bob", "PER")]}
    assert (first.row, second.row) == (3, 11)
    assert first.words == ["U.N.", "official", "Ekeus", "heads", "for", "Baghdad", "."]


def test_what_the_label_studio_converter_writes_is_read() -> None:
    (only,) = sound("a.conll", "-DOCSTART- -X- O\nNew -X- _ B-LOC\nYork -X- _ I-LOC\n")
    assert named(only) == {"1": [("New York", "LOC")]}


def test_another_label_begins_another_span_and_tabs_keep_spaces_in_labels() -> None:
    (only,) = sound("a.tsv", "Ada\tB-a b\nBrandt\tI-a b\nYork\tI-c\n")
    assert named(only) == {"1": [("Ada Brandt", "a b"), ("York", "c")]}


@pytest.mark.parametrize(
    ("body", "row", "column", "message"),
    [
        ("Ada B-PER\nleft\n", 2, "", "its tag"),
        ("Ada S-PER\nleft O\n", 1, "tag", "BIOES"),
        ("Ada B-PER\nleft X\n", 2, "tag", "“X” is not a tag. Use O"),
        ("Ada B-PER\nof it\tO\n", 2, "word", "not one word"),
        ("Ada B-\n", 1, "tag", "is not a tag"),
        ("Ada B-a|b\n", 1, "tag", "bar"),
    ],
)
def test_bad_lines_of_conll_are_reported(body: str, row: int, column: str, message: str) -> None:
    _, (error,) = found_in("a.conll", body)
    assert (error.row, error.column) == (row, column)
    assert message in error.message


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([(0, 10, "P"), (4, 10, "P")], "overlaps another"),
        ([(0, 2, "P")], "within a word"),
        ([(1, 3, "P")], "within a word"),
    ],
)
def test_conll_says_what_it_cannot_write(spans: list[Span], message: str) -> None:
    with pytest.raises(Inexpressible, match=message):
        list(write_conll([(ADA, [(0, 3), (4, 10)], spans)], ["P"]))


# spaCy


@pytest.mark.parametrize(
    "line",
    [
        {"text": ADA, "entities": [[0, 10, "PER"], [16, 24, "LOC"]]},
        {"text": ADA, "entities": [[0, 10, "PER", "Q1"], [16, 24, "LOC", ""]]},
        {"text": ADA, "spans": {"sc": [[0, 10, "PER"], [16, 24, "LOC"]]}},
        {"text": ADA, "entities": [], "spans": {"a": [[0, 10, "PER"], [16, 24, "LOC"]], "b": []}},
        {"text": ADA, "spans": [
            {"start": 0, "end": 10, "token_start": 0, "label": "PER"},
            {"start": 16, "end": 24, "label": "LOC"}]},
        [ADA, {"entities": [[0, 10, "PER"], [16, 24, "LOC"]]}],
    ],
)  # fmt: skip
def test_each_way_of_spacy_and_prodigy_is_read(line: object) -> None:
    for body in (json.dumps(line), json.dumps([line])):
        (only,) = sound("a.json", body)
        assert named(only) == {"1": [("Ada Brandt", "PER"), ("New York", "LOC")]}


def test_what_a_line_says_besides_is_stored_with_its_text() -> None:
    body = json.dumps(
        {"text": ADA, "entities": [], "source": "web", "meta": {"a": 1}, "_input_hash": 5,
         "_annotator_id": "ann"}
    )  # fmt: skip
    (only,) = sound("a.jsonl", body)
    assert only.columns == {"source": "web"}
    assert list(only.answers) == ["ann"]


@pytest.mark.parametrize(
    ("given", "column", "message"),
    [
        ({"text": 5, "entities": []}, "text", "Each needs a text"),
        ({"text": ADA, "entities": [[0, "3", "P"]]}, "entities", "Write each as"),
        ({"text": ADA, "entities": "none"}, "entities", "Write each as"),
        ({"text": ADA, "entities": [[0, 99, "P"]]}, "entities", "which has 25 characters"),
        ({"text": ADA, "entities": [[3, 4, "P"]]}, "entities", "contains only white space"),
        ({"text": ADA, "entities": [[0, 3, " "]]}, "entities", "A label has 1 to"),
        ({"text": ADA, "entities": [[0, 3, "P"], [0, 4, "P"]]}, "entities", "Duplicate"),
    ],
)  # fmt: skip
def test_bad_lines_of_spacy_are_reported(given: object, column: str, message: str) -> None:
    sound_line = json.dumps({"text": ADA, "entities": []})
    _, errors = found_in("a.jsonl", f"{sound_line}\n{json.dumps(given)}\n")
    (error,) = errors
    assert (error.row, error.column) == (2, column)
    assert message in error.message


def test_a_broken_line_of_spacy_is_reported_by_its_line() -> None:
    _, (error,) = found_in("a.jsonl", '{"text": "Ada left.", "entities": []}\n{"text": \n')
    assert error.row == 2
    _, (error,) = found_in("a.json", '[{"text": "Ada left.", "entities": []},\n {"text" }]')
    assert error.row == 2


def test_a_doc_bin_is_recognized() -> None:
    _, (error,) = found_in("a.spacy", b"\x78\x9c\x00\x01")
    assert "DocBin" in error.message


# Label Studio


def test_annotations_are_by_annotator_and_cancelled_ones_are_left_out() -> None:
    given = json.loads(task([label(0, 10, "PER")], [label(16, 24, "LOC")], [label(0, 3, "PER")]))
    one, two, three = given[0]["annotations"]
    one["completed_by"], two["completed_by"] = 7, {"id": 9, "email": "a@b.c"}
    three["was_cancelled"] = True
    (only,) = sound("a.json", json.dumps(given))
    assert named(only) == {"7": [("Ada Brandt", "PER")], "9": [("New York", "LOC")]}
    assert only.known is None
    assert only.right is None


def test_ground_truth_is_what_is_known_and_predictions_count_where_nobody_annotated() -> None:
    given = json.loads(task([label(0, 10, "PER")], [label(0, 3, "PER")]))
    given[0]["annotations"][1]["ground_truth"] = True
    (only,) = sound("a.json", json.dumps(given))
    assert (only.known, list(only.answers)) == (((0, 3, "PER"),), ["1"])
    guess = {"model_version": "m1", "result": [label(0, 10, "PER")]}
    (only,) = sound("a.json", task(predictions=[guess]))
    assert named(only) == {"m1": [("Ada Brandt", "PER")]}


def test_places_of_old_versions_are_in_utf16() -> None:
    text = "\N{PILE OF POO}This is an annotation."
    value = label(13, 23, "A", text="annotation")
    (only,) = sound("a.json", task([value], text=text))
    assert named(only) == {"1": [("annotation", "A")]}
    (only,) = sound("a.json", task([label(12, 22, "A", text="annotation")], text=text))
    assert named(only) == {"1": [("annotation", "A")]}


def test_relations_and_choices_are_left_out() -> None:
    others = [{"type": "relation", "from_id": "a"}, {"type": "choices", "value": {"choices": []}}]
    (only,) = sound("a.json", task([label(0, 3, "PER"), *others]))
    assert named(only) == {"1": [("Ada", "PER")]}


@pytest.mark.parametrize(
    ("body", "column", "message"),
    [
        (task([label(0, 3, "P", text="Bob")]), "result", "differs from the text at its position"),
        (task([label(0, 3000, "P")]), "value", "not a span"),
        (task("none"), "result", "must be a list"),
        (task([{"type": "labels", "value": {"start": 0, "end": 3}}]), "value", "a list of labels"),
        (task([{"type": "labels", "value": {"start": "0", "end": 3, "labels": ["P"]}}]), "value",
         "whole numbers"),
        (json.dumps([{"data": {"a": "x", "b": "y"}, "annotations": []}]), "data", "No field"),
        (json.dumps([{"data": {"text": ADA}, "annotations": [5]}]), "annotations", "list of obj"),
        (json.dumps([{"data": {"text": ADA}, "annotations": [
            {"completed_by": 1, "result": []}, {"completed_by": 1, "result": []}]}]),
         "annotations", "two annotations"),
    ],
)  # fmt: skip
def test_bad_tasks_are_reported(body: str, column: str, message: str) -> None:
    _, (error,) = found_in("a.json", body)
    assert (error.row, error.column) == (1, column)
    assert message in error.message


# brat


def test_brat_is_read_with_its_names_and_parts() -> None:
    text = "Ada Brandt left\nNew\nYork."
    lines = "T1\tPER 0 10\tAda Brandt\nT2\tPL_1 16 19;20 24\tNew York\nR1\tin Arg1:T1 Arg2:T2\n"
    conf = "[labels]\nPL_1 | Known place | KP\n[drawing]\nPER | Wrong\n"
    body = packed(**{"a/x_txt": text, "a/x_ann": lines, "visual.conf": conf})
    (only,) = sound("a.zip", body)
    assert only.name == "a/x"
    assert named(only) == {"1": [("Ada Brandt", "PER"), ("New\nYork", "Known place")]}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("T1\tPER 11 15;0 3\tleft Ada\n", "not in order"),
        ("T1\tPER 0 99\tAda\n", "not a span of this text"),
        ("T1\tPER 0 3\tBob\n", "The line says “Bob”, but the text there is “Ada”"),
        ("T1 PER 0 3 Ada\n", "its parts divided by tabs"),
        ("T1\tPER zero 3\tAda\n", "its parts divided by tabs"),
    ],
)
def test_bad_lines_of_brat_are_reported(lines: str, message: str) -> None:
    _, (error,) = found_in("a.zip", packed(x_txt=ADA, x_ann=f"#1\tAnnotatorNotes T1\tso\n{lines}"))
    assert (error.row, error.column) == (2, "x.ann")
    assert message in error.message


def test_an_archive_lacks_a_text_or_is_broken() -> None:
    _, (error,) = found_in("a.zip", packed(x_ann=""))
    assert "no x.txt" in error.message
    _, (error,) = found_in("a.zip", packed(x_txt="a", x_ann="")[:-30])
    assert "damaged" in error.message
    _, (error,) = found_in("x.ann", "T1\tPER 0 3\tAda\n")
    assert "Pack it with its .txt" in error.message
