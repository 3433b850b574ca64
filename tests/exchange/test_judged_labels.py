"""Files of labels: one, several or on a scale; each fault reported by row and column."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.labels.judged import Answer, JudgedLabels, Level, read_judged_labels

FULL = """\
worker,item,label,gold,seconds,words,counts,text
ann,t1,joy,joy,12.5,40,yes,"not read, at all"
bob,t1,anger,,,,,
cy,t1,joy,joy,1,,no,
bob,t2,joy,,3,7,,
"""
HEAD = "worker,item,label,gold,seconds,counts,kind\n"


def read(text: str, name: str = "file.csv", level: Level | None = None) -> JudgedLabels:
    return read_judged_labels(name, text.encode(), level)


def votes(found: JudgedLabels) -> list[tuple[str, str, Answer]]:
    assert not found.errors
    rows = found.judgments
    return [
        (rows.workers[worker], rows.items[item], rows.answers[answer])
        for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True)
    ]


def test_a_full_table() -> None:
    found = read(FULL)
    assert (found.kind, found.level) == ("one", "nominal")
    assert votes(found) == [
        ("ann", "t1", ("joy",)),
        ("bob", "t1", ("anger",)),
        ("bob", "t2", ("joy",)),
    ]
    assert list(found.judgments.milliseconds) == [12_500, -1, 3000]
    assert list(found.judgments.words) == [40, -1, 7]
    assert found.gold == {"t1": ("joy",)}
    assert found.not_counted == 1


def test_a_bar_anywhere_means_any_number_of_labels() -> None:
    found = read("worker,item,label,gold\nann,t1,joy,joy|fear\nbob,t1,fear | joy|,\ncy,t1,|,\n")
    assert (found.kind, found.level) == ("any", "nominal")
    assert votes(found) == [
        ("ann", "t1", ("joy",)),
        ("bob", "t1", ("fear", "joy")),
        ("cy", "t1", ()),
    ]
    assert found.gold == {"t1": ("fear", "joy")}
    assert len(found.judgments.answers) == 3


def test_several_labels_are_one_answer_in_any_order() -> None:
    found = read("worker,item,label\nann,t,a|b\nbob,t,b|a\n")
    assert found.judgments.answers == [("a", "b")]
    assert list(found.judgments.answer) == [0, 0]


def test_in_json_lines_several_labels_may_be_a_list() -> None:
    lines = [
        {"worker": 1, "item": "t1", "label": ["joy", "fear"], "gold": ["joy"]},
        {"worker": 2, "item": "t1", "label": []},
        {"worker": 3, "item": "t1", "label": ["joy"]},
        {"worker": 4, "item": "t1", "label": "joy"},
    ]
    found = read("\n".join(map(json.dumps, lines)), "file.jsonl")
    assert found.kind == "any"
    assert [answer for _, _, answer in votes(found)] == [("fear", "joy"), (), ("joy",), ("joy",)]
    assert found.gold == {"t1": ("joy",)}
    alone = read('{"worker": 1, "item": 7, "label": ["a"]}', "file.jsonl")
    assert (alone.kind, votes(alone)) == ("any", [("1", "7", ("a",))])


@pytest.mark.parametrize("level", ["ordinal", "interval"])
def test_on_a_scale_labels_are_numbers(level: Level) -> None:
    text = "worker,item,label,gold\na,t,3,3.50\nb,t,3.0,\nc,t,-0.50,\nd,t,1e2,\ne,t,-0,\n"
    found = read(text, level=level)
    assert (found.kind, found.level) == ("scale", level)
    assert [answer for _, _, (answer,) in votes(found)] == ["3", "3", "-0.5", "100", "0"]
    assert found.gold == {"t": ("3.5",)}
    assert (read(text).kind, read(text, level="nominal").kind) == ("one", "one")
    assert len(read(text).judgments.answers) == 5


@pytest.mark.parametrize(
    ("said", "level", "expected"),
    [
        ("one", None, ("one", "nominal")),
        ("any", None, ("any", "nominal")),
        ("any", "nominal", ("any", "nominal")),
        ("ordinal", None, ("scale", "ordinal")),
        ("interval", None, ("scale", "interval")),
        ("interval", "ordinal", ("scale", "ordinal")),
        ("interval", "nominal", ("one", "nominal")),
        ("any", "interval", ("scale", "interval")),
    ],
)
def test_a_file_may_say_its_kind(said: str, level: Level | None, expected: tuple[str, str]) -> None:
    found = read(f"worker,item,label,kind\na,t,1,{said}\nb,t,2,\n", level=level)
    assert not found.errors
    assert (found.kind, found.level) == expected


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ("worker,item\nann,t1\n", 1, "", "no column named label"),
        ("worker,item\nann,t1\n", 1, "", "must name the columns worker, item and label"),
        ("worker,item,item,label\n", 1, "", "Two columns are named item"),
        ("", 0, "", "no judgments that count"),
        (HEAD, 0, "", "no judgments that count"),
        (HEAD + "ann,t1,,,,,\n", 0, "", "Left out: 1 label missing (row 2)"),
        (HEAD + "ann,,joy,,,,\n", 2, "item", "The item is empty"),
        (HEAD + "ann,t1,joy,,soon,,\n", 2, "seconds", "“soon” is not a number of seconds"),
        (HEAD + "ann,t1,joy,,,maybe,\n", 2, "counts", "neither yes nor no"),
        (HEAD + "ann,t1,joy,,,,\nann,t1,joy,,,,\n", 3, "worker", "judged the item “t1” in row 2"),
        (HEAD + "ann,t1,joy,a,,,\nbob,t1,joy,b,,,\n", 3, "gold", "a different value in row 2"),
        (HEAD + "ann,t1,joy|joy,,,,\n", 2, "label", "“joy” is listed twice"),
        (HEAD + "ann,t1,a|b,,,,\nann,t2,b,c|c,,,\n", 3, "gold", "“c” is listed twice"),
        (HEAD + "ann,t1,joy,,,,tweet\n", 2, "kind", "not one of one, any, ordinal, interval"),
        (HEAD + "ann,t1,1,,,,one\nbob,t1,1,,,,any\n", 3, "kind", "Row 2 has a different kind"),
        (HEAD + "ann,t1,a|b,,,,one\n", 2, "label", "“a|b” contains several labels"),
        (HEAD + "ann,t1,a,a|b,,,one\n", 2, "gold", "“a|b” contains several labels"),
        (HEAD + f"ann,t1,{'x' * 3000},,,,\n", 2, "label", "3,000 characters"),
    ],
)
def test_faults_are_named(text: str, row: int, column: str, words: str) -> None:
    first = read(text).errors[0]
    assert (first.row, first.column) == (row, column)
    assert words in first.message


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("joy", "“joy” is not a number"),
        ("inf", "is not a number"),
        ("1|2", "contains several labels"),
        ("1/2", "is not a number"),
        ("1e400", "too many digits"),
        ("0.1234567891", "too many digits"),
    ],
)
def test_what_is_no_place_on_a_scale_is_named_in_each_row(label: str, words: str) -> None:
    text = f"worker,item,label,gold\na,t,1,\nb,t,{label},\nc,t,2,{label}\nd,t,{label},\n"
    found = read(text, level="ordinal")
    assert [(error.row, error.column) for error in found.errors] == [
        (2 + 1, "label"),
        (4, "gold"),
        (5, "label"),
    ]
    assert all(words in error.message for error in found.errors)
    assert found.error_count == 3


@pytest.mark.parametrize("label", [{"a": 1}, [["a"]], ["a|b"], [True], [None]], ids=json.dumps)
def test_what_is_no_list_of_labels_is_refused(label: object) -> None:
    [error] = read(json.dumps({"worker": "a", "item": "t", "label": label}), "a.jsonl").errors
    assert (error.row, error.column) == (1, "label")
    assert "one value" in error.message


@given(st.decimals(-(10**9), 10**9, places=9, allow_nan=False, allow_infinity=False))
def test_numbers_come_in_their_shortest_form(number: object) -> None:
    [(_, _, (value,))] = votes(read(f"worker,item,label\na,t,{number}\n", level="interval"))
    assert float(value) == float(str(number))
    assert "e" not in value.lower()
    assert value == "0" or not value.startswith(("+", "-0", "0")) or value.lstrip("-")[:2] == "0."
    assert not ("." in value and value.endswith(("0", ".")))
