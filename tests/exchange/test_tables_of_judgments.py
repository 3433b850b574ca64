"""Tables of judgments as other programs write them: columns, matrices, missing labels, repeats."""

import pytest

from midpath.exchange.judged.reading_options import (
    ReadingOptions,
    columns_in,
    missing_in,
)
from midpath.exchange.labels.judged import JudgedLabels, read_judged_labels
from midpath.exchange.spans.judged import read_judged_spans

GUESS = ReadingOptions()
Votes = list[tuple[str, str, str]]
MATRIX = "item,ann,bob,cy\ns1,1,1,\ns2,2,3,2\n"
FROM_MATRIX = [("ann", "s1", "1"), ("bob", "s1", "1"), ("ann", "s2", "2"), ("bob", "s2", "3")]
LAST_CELL = ("cy", "s2", "2")
BATCH = """\
HITId,WorkerId,AssignmentStatus,Answer.tone.label,Reject
h1,W1,Approved,good,
h1,W2,Rejected,bad,
h1,W3,Submitted,bad,x
h2,W1,Approved,bad,
"""
AGAIN = "worker,item,label\na,i,x\nb,i,x\na,i,y\na,i,z\n"


def read(
    text: str | bytes, name: str = "file.csv", options: ReadingOptions = GUESS
) -> JudgedLabels:
    body = text if isinstance(text, bytes) else text.encode()
    return read_judged_labels(name, body, options=options)


def votes(found: JudgedLabels) -> Votes:
    assert not found.errors
    rows = found.judgments
    return [
        (rows.workers[worker], rows.items[item], "|".join(rows.answers[answer]))
        for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True)
    ]


def only_fault(text: str | bytes, name: str = "file.csv", options: ReadingOptions = GUESS) -> str:
    [error] = read(text, name, options).errors
    return error.message


@pytest.mark.parametrize(
    "names",
    [
        "annotator,item_id,rating",
        "Rater ID,Unit,Score",
        "participant_id,subject,category",
        "coder,task,answer",
        "WorkerId,HITId,Answer.tone",
        "ASSIGNMENT:worker_id,ASSIGNMENT:task_id,OUTPUT:result",
    ],
)
def test_usual_names_of_columns_are_known(names: str) -> None:
    found = read(f"{names},note\nw,i,x,so\n")
    assert votes(found) == [("w", "i", "x")]
    worker, _, label = names.split(",")
    assert found.notes[0].startswith(f"Read {worker} as worker")
    assert f"{label} as label" in found.notes[0] or label == "label"
    assert [str(one) for one in found.skipped] == ["1 column not read: note"]


def test_the_usual_name_is_preferred() -> None:
    assert votes(read("worker,annotator,item,label,rating\na,b,i,x,1\n")) == [("a", "i", "x")]


def test_several_columns_of_answers_are_a_question() -> None:
    text = "worker,item,rating,score\na,i,1,2\n"
    message = only_fault(text)
    assert "rating, score" in message
    assert "--columns label=rating" in message
    assert votes(read(text, options=ReadingOptions(columns={"label": "score"}))) == [
        ("a", "i", "2")
    ]


@pytest.mark.parametrize("columns", ["worker=who,item=what,label=said", "worker=1,item=2,label=3"])
def test_columns_are_chosen_by_name_or_number(columns: str) -> None:
    text = "who,what,said\na,i,x\nb,j,y\n"
    assert "There is no column named worker" in only_fault(text)
    options = ReadingOptions(columns=columns_in([columns]))
    assert votes(read(text, options=options)) == [("a", "i", "x"), ("b", "j", "y")]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"label": "opinion"}, "There is no column named opinion"),
        ({"label": "9"}, "There is no column named 9"),
        ({"colour": "label"}, "There is no kind of column colour"),
    ],
)
def test_a_column_that_does_not_exist_is_named(columns: dict[str, str], message: str) -> None:
    fault = only_fault("worker,item,label\na,i,x\n", options=ReadingOptions(columns=columns))
    assert message in fault


@pytest.mark.parametrize("text", ["label", "=x", "label=x,label=y", "label="])
def test_a_choice_of_columns_names_each_once(text: str) -> None:
    with pytest.raises(ValueError, match=r"twice|is not a column"):
        columns_in([text])


def test_the_columns_of_json_lines_have_the_same_names() -> None:
    lines = '{"annotator": "a", "task_id": 1, "rating": 2, "note": "so"}\n'
    found = read(
        2 * lines.replace('"a"', '"b"') + lines, "file.jsonl", ReadingOptions("", None, "all")
    )
    assert votes(found) == [("b", "1", "2"), ("b", "1", "2"), ("a", "1", "2")]
    assert found.notes[0] == "Read annotator as worker, task_id as item and rating as label."
    assert [str(one) for one in found.skipped] == ["1 column not read: note"]


def test_a_matrix_is_recognized() -> None:
    found = read(MATRIX)
    assert votes(found) == [*FROM_MATRIX, LAST_CELL]
    assert found.notes == ["Read as a matrix: 2 items by 3 workers (ann, bob, cy). Empty cells: 1."]


@pytest.mark.parametrize(
    "text",
    [
        "rater,s1,s2\nann,1,2\nbob,1,3\n",  # raters by items
        "Observer,s1,s2\nann,1,2\nbob,1,3\n",
        "case,ann,bob,mean,final\ns1,1,1,1,1\ns2,2,3,2.5,2\n",
        ",ann,bob\ns1,1,1\ns2,2,3\n",  # an index without a name
        "picture,ann,bob\ns1,1,1\ns2,2,3\n",  # an unknown name
        "text,ann,bob\ns1,1,1\n\ns2,2,3\n",
        "picture;ann;bob\ns1;1;1\ns2;2;3\n",
    ],
)
def test_matrices_of_any_form_are_read(text: str) -> None:
    assert sorted(votes(read(text))) == sorted(FROM_MATRIX)


def test_a_matrix_without_names_of_items_is_numbered() -> None:
    found = read("rater1,rater2\n3,3\n4,3\n3,4\n")
    assert votes(found)[:3] == [("rater1", "1", "3"), ("rater2", "1", "3"), ("rater1", "2", "4")]
    assert "The items have no names" in found.notes[0]


def test_a_matrix_can_have_gold_and_columns_of_text() -> None:
    text = "id,text,source,ann,bob,gold\n1,good,web,x,y,x\n2,bad,app,y,y,y\n"
    found = read(text)
    assert votes(found)[0] == ("ann", "good", "x")
    assert found.gold == {"good": ("x",), "bad": ("y",)}
    assert [str(one) for one in found.skipped] == ["2 columns not read: id, source"]


def test_a_column_of_numbers_in_a_matrix_is_a_question() -> None:
    text = "item,ann,bob,length\ni,1,2,90\nj,2,2,17\nk,3,1,71\n"
    message = only_fault(text)
    assert "length may have labels, too" in message
    assert "worker=ann|bob" in message
    found = read(text, options=ReadingOptions(columns={"worker": "ann|bob"}))
    assert {worker for worker, _, _ in votes(found)} == {"ann", "bob"}
    assert len(votes(read(text, options=ReadingOptions("items")))) == 9


def test_a_caller_says_which_way_a_matrix_goes() -> None:
    text = "name,s1,s2\nann,1,2\nbob,1,3\n"
    assert sorted(votes(read(text, options=ReadingOptions("workers")))) == sorted(FROM_MATRIX)
    assert votes(read(text))[0] == ("s1", "ann", "1")


def test_numbers_in_a_matrix_need_not_repeat() -> None:
    assert len(votes(read("image,m1,m2\na,0.31,0.27\nb,0.5,0.61\n"))) == 4


def test_a_table_that_is_no_matrix_is_refused() -> None:
    assert "no column named worker" in only_fault("person,thing,opinion\na,i,x\nb,i,y\n")


def test_a_table_without_a_header_is_read() -> None:
    found = read("ann,tea,good\nbob,tea,bad\nann,soup,bad\nbob,soup,bad\ncy,tea,good\n")
    assert votes(found)[0] == ("ann", "tea", "good")
    assert len(votes(found)) == 5
    columns = "column 1 as worker, column 2 as item and column 3 as label"
    assert found.notes == [f"Read without a header: {columns}."]


def test_numbers_without_a_header_are_a_question() -> None:
    text = "1,1,1\n1,2,1\n2,1,1\n2,2,2\n"
    assert "could be a matrix" in only_fault(text)
    chosen = ReadingOptions(columns={"worker": "1", "item": "2", "label": "3"})
    assert votes(read(text, options=chosen))[0] == ("1", "1", "1")
    assert votes(read(text, options=ReadingOptions("items")))[0] == ("column 1", "1", "1")


def test_missing_labels_are_left_out_and_counted() -> None:
    found = read("worker,item,label\na,i,x\nb,i,\nc,i,NA\nd,i,NA\ne,i,None\n")
    assert votes(found) == [("a", "i", "x")]
    assert [str(one) for one in found.skipped] == [
        "1 label missing (row 3)",
        "2 labels NA, read as missing (first in row 4)",
        "1 label None, read as missing (row 6)",
    ]


def test_a_caller_says_which_labels_are_missing() -> None:
    text = "worker,item,label\na,i,x\nb,i,NA\nc,i,?\n"
    assert len(votes(read(text, options=ReadingOptions(missing=missing_in("?"))))) == 2
    assert len(votes(read(text, options=ReadingOptions(missing=missing_in(""))))) == 3


def test_words_for_missing_labels_are_labels_in_our_own_files() -> None:
    text = "judgment,worker,item,label,counts\n1,a,i,None,yes\n2,b,i,NA,yes\n"
    assert [label for _, _, label in votes(read(text))] == ["None", "NA"]


@pytest.mark.parametrize(
    ("repeats", "labels", "skipped"),
    [
        ("first", ["x", "x"], ["2 answers given again by the same worker (first in row 4)"]),
        ("last", ["x", "z"], ["2 answers replaced by a later one of its worker (first in row 2)"]),
        ("all", ["x", "x", "y", "z"], []),
    ],
)
def test_second_answers_are_read_as_chosen(
    repeats: str, labels: list[str], skipped: list[str]
) -> None:
    found = read(AGAIN, options=ReadingOptions(repeats=repeats))
    assert [label for _, _, label in votes(found)] == labels
    assert [str(one) for one in found.skipped] == skipped
    noted = "Second answers that count as further judgments: 2." in found.notes
    assert noted == (repeats == "all")


def test_second_answers_are_refused_with_a_way_out() -> None:
    errors = read(AGAIN).errors
    assert [error.row for error in errors] == [4, 5]
    assert all("in row 2" in error.message for error in errors)
    assert "--repeats first, last or all" in errors[0].message


def test_second_answers_with_spans_are_read_as_chosen() -> None:
    rows = "".join(f'a,i,3,"[[0, {end}, ""X""]]"\n' for end in (1, 2))
    body = f"worker,item,length,spans\n{rows}".encode()
    for repeats, ends in (("first", [1]), ("last", [2]), ("all", [1, 2]), ("refuse", [1])):
        found = read_judged_spans("f.csv", body, options=ReadingOptions(repeats=repeats))
        assert [row.spans[0][1] for row in found.rows] == ends
        assert bool(found.errors) == (repeats == "refuse")


def test_a_batch_of_mechanical_turk_is_read() -> None:
    found = read(BATCH)
    assert votes(found) == [("W1", "h1", "good"), ("W1", "h2", "bad")]
    assert [str(one) for one in found.skipped] == [
        "2 assignments rejected by the requester (first in row 3)"
    ]


def test_several_answers_of_a_form_are_a_question() -> None:
    text = "WorkerId,HITId,Answer.tone,Answer.topic\nW1,h1,good,food\n"
    assert "Answer.tone, Answer.topic" in only_fault(text)


@pytest.mark.parametrize(
    ("names", "cells"),
    [
        ("Answer.tone.good,Answer.tone.bad", ("true,false", "false,TRUE")),
        (
            "Answer.taskAnswers",
            (
                '"[{""tone"": {""label"": ""good""}}]"',
                '"[{""tone"": {""good"": false, ""bad"": true}}]"',
            ),
        ),
    ],
)
def test_the_answer_of_a_form_is_one_label(names: str, cells: tuple[str, str]) -> None:
    rows = "".join(f"W{number},h,{one}\n" for number, one in enumerate(cells))
    found = read(f"WorkerId,HITId,{names}\n{rows}")
    assert votes(found) == [("W0", "h", "good"), ("W1", "h", "bad")]
    assert not found.skipped
