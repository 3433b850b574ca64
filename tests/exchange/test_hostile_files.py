"""Files of judgments and spans that are made to break a reader, or to keep it busy.

No test here uses a clock: each counts operations, or gives a file that a slow reader would not
finish within the run."""

import io
import json
import zipfile
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from midpath.exchange.judged.reading_options import ReadingOptions
from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.lenient.grid import names_of
from midpath.exchange.lenient.layout import Choices
from midpath.exchange.lenient.reader import read_forgivingly
from midpath.exchange.rows import MAX_CONTROLS, MAX_MESSAGE_LENGTH, RowError, Rows
from midpath.exchange.spans import brat
from midpath.exchange.spans.scoring_input import read_scored_spans
from midpath.text.look_alikes import remarks_on
from tests.attacks.effort import steps_of

SPARSE = {"annotator_id": 1, "label": "x"}


def labels(content: Any, name: str = "a.json", **how: Any) -> JudgedLabels:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return read_judged_labels(name, body, **how)


def fault(content: Any, name: str = "a.json", **how: Any) -> str:
    return labels(content, name, **how).errors[0].message


def packed(files: dict[str, bytes]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return body.getvalue()


def sparse_annotators(many: int) -> object:
    first = SPARSE | {f"question {number}": "x" for number in range(many)}
    return [{"text": "a", "annotators": [first, *[SPARSE] * many]}]


def rows_of_own_fields(many: int) -> object:
    return [
        {"id": number, "text": "a", "annotator": 1, "annotation_id": number, f"field {number}": "x"}
        for number in range(many)
    ]


def lines_of_own_fields(many: int) -> object:
    row = {"worker": "a", "item": "i", "label": "x"}
    return [row | {f"{number} id": 1 for number in range(many)}]


def labels_in_one_cell(many: int) -> object:
    return [{"worker": "a", "item": "i", "label": [str(number) for number in range(many)]}]


@pytest.mark.parametrize(
    "content", [sparse_annotators, rows_of_own_fields, lines_of_own_fields, labels_in_one_cell]
)
def test_twice_the_file_takes_twice_the_steps(content: Callable[[int], object]) -> None:
    small, large = (
        steps_of(partial(labels, content(many), options=ReadingOptions(repeats="all")))
        for many in (150, 300)
    )
    assert large < 2.5 * small


def test_labels_are_a_set_however_many() -> None:
    assert fault([{"worker": "a", "item": "i", "label": ["x", "y", "x"]}]) == (
        "“x” is listed twice. Keep one of the two."
    )


def test_fields_of_some_rows_of_a_task_are_answers() -> None:
    row = {"id": 1, "text": "a", "lang": "en", "annotator": 1, "annotation_id": 1}
    found = labels([row | {"tone": "good"}, row | {"annotator": 2}])
    assert found.judgments.answers == [("good",)]
    assert not found.errors


@pytest.mark.parametrize("wide", ["", "items", "workers"])
def test_a_late_row_of_very_many_cells_is_refused(wide: str) -> None:
    body = b"1,2,1\n" * 500 + b"1," * 40_000 + b"1\n"
    message = "There are 40,001 columns; at most 1,000 are allowed. Leave some out."
    assert fault(body, "a.csv", options=ReadingOptions(wide)) == message


def test_columns_with_the_longest_name_get_distinct_names() -> None:
    name = "a" * 96 + " (2)"
    names = names_of([name, name, f"{name} (3)", name], 4)
    assert len(set(names)) == 4
    assert max(map(len, names)) <= 100


def test_a_text_beyond_the_columns_of_most_rows_is_none() -> None:
    body = "a,b\n" * 20 + "a,b,a long text that could be the one of this file\n"
    found = read_forgivingly("a.csv", body.encode(), Choices(header=False, delimiter=","))
    assert found.grid is not None
    assert [one.name for one in found.grid.columns] == ["column 1", "column 2"]


@pytest.mark.parametrize("status", [[], {}, ["draft"], {"a": 1}, 7, None, True])
def test_a_status_of_any_type_is_none_of_a_draft(status: object) -> None:
    response = {"value": "good", "user_id": "u", "status": status}
    nested = {"fields": {"text": "a"}, "responses": {"tone": [response]}}
    older = {"fields": {"text": "a"}, "responses": [{"user_id": "u", "status": status}]}
    assert len(labels([nested]).judgments) == 1
    assert "no judgments" in fault([older])


@pytest.mark.parametrize(
    ("tokens", "tags"),
    [
        ([""], ["B-Person"]),
        (["", "Ada"], ["B-Person", "O"]),
        (["Ada", " "], ["O", "B-Person"]),
    ],
)
def test_tokens_without_characters_are_no_span(tokens: list[str], tags: list[str]) -> None:
    body = json.dumps({"tokens": tokens, "ner_tags": tags}).encode()
    [error] = read_scored_spans("a.jsonl", body).errors
    assert error.message == "An entity “Person” has no characters. Remove its tags."


def test_a_number_of_any_length_is_a_name() -> None:
    digits = "1" * 5000
    found = labels(f"{digits},x,y\n2,x,x\n3,y,y\n".encode(), "a.csv")
    assert found.judgments.items == [digits, "2", "3"]
    message = fault(b"worker,item,label\na,i,1e999999999\n", "a.csv", level="ordinal")
    assert "has too many digits" in message


def test_long_numbers_are_compared_exactly() -> None:
    assert not remarks_on(["12345678901234567", "12345678901234568", "9" * 400, "9" * 401])
    assert len(remarks_on(["12345678901234567", "12345678901234567.0"])) == 1


def test_a_message_and_the_choices_on_a_page_are_few() -> None:
    assert len(RowError(1, "x" * 10**6, "y" * 10**6).message) == MAX_MESSAGE_LENGTH
    rows = Rows("Label Studio")
    rows.controls = [str(number) for number in range(1000)]
    assert len(rows.parsed().controls) == MAX_CONTROLS
    results = [
        {"type": "choices", "from_name": f"control {number}", "value": {"choices": ["a"]}}
        for number in range(1000)
    ]
    tasks = [{"data": {"text": "a"}, "annotations": [{"result": results}]}]
    assert fault(tasks).endswith("such as --control control 0.")


@pytest.mark.attack(18)
def test_an_archive_of_brat_unpacks_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    body = packed({"a.txt": b"Ada left" * 1000, "a.ann": b"T1\tPerson 0 3\tAda\n"})
    assert not read_scored_spans("a.zip", body).errors
    monkeypatch.setattr(brat, "MAX_BYTES", 1000)
    [error] = read_scored_spans("a.zip", body).errors
    assert "unpacks to more than" in error.message


def test_folders_of_any_depth_take_few_steps() -> None:
    folder = "a/" * 5000
    files = {f"{folder}a.txt": b"Ada", f"{folder}a.ann": b"T1\tPerson 0 3\tAda\n"}
    assert steps_of(partial(brat.annotators_in, files)) < 200_000
