"""Faults in an evidence file are reported by line and field; then nothing is imported."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.exchange.evidence.common_form import (
    Answer,
    BadEvidence,
    Document,
    Evidence,
    Question,
)
from midpath.exchange.evidence.evidence_files import read_evidence, write_evidence
from midpath.exchange.evidence.predictions import read_predictions

DOCUMENT = {"type": "document", "document": "d", "sentences": ["One.", "Two."]}
QUESTION: dict[str, Any] = {"type": "question", "document": "d", "question": "Why?", "answers": {}}
CHOICE = QUESTION | {"meta": {"e": {"choice": "No"}}, "extra": {"options": ["Yes", "No"]}}


def fault(filename: str, body: str) -> tuple[int, str, str]:
    with pytest.raises(BadEvidence) as caught:
        read_evidence(filename, body.encode())
    first = caught.value.errors[0]
    return first.row, first.column, first.message


def lines(*values: dict[str, Any]) -> str:
    return "\n".join(json.dumps(value) for value in values)


@pytest.mark.parametrize(
    ("second", "column", "said"),
    [
        ({"type": "answer"}, "type", '"document" or "question"'),
        (QUESTION | {"document": "e"}, "document", "There is no document 'e'"),
        (QUESTION | {"answers": {"e1": [2]}}, "answers, e1", "has sentences 0 to 1"),
        (QUESTION | {"answers": {"e1": [-1]}}, "answers, e1", "There is no sentence -1"),
        (QUESTION | {"answers": {"e1": [0, 0]}}, "answers, e1", "Sentence 0 is listed twice"),
        (QUESTION | {"answers": {"e1": [True]}}, "answers, e1", "[] for no answer"),
        (QUESTION | {"answers": {"e1": 1}}, "answers, e1", "[] for no answer"),
        (QUESTION | {"answers": {" ": []}}, "answers", "no name"),
        (QUESTION | {"answers": []}, "answers", "must be an object"),
        (QUESTION | {"question": " "}, "question", "is empty"),
        (QUESTION | {"question": None}, "question", "must be a text"),
        (QUESTION | {"anwsers": {}}, "anwsers", "is unknown"),
        (QUESTION | {"id": ""}, "id", "is empty"),
        (QUESTION | {"spans": {"e1": [[0, 2]]}}, "spans", "'e1' has no answer"),
        (QUESTION | {"answers": {"e1": [0]}, "spans": {"e1": [[0]]}}, "spans, e1", "[[start, end]"),
        (QUESTION | {"answers": {"e1": [0]}, "spans": {"e1": [[0, 99]]}}, "spans, e1", "0 to 9"),
        (QUESTION | {"answers": {"e1": [1]}, "spans": {"e1": [[0, 2]]}}, "spans, e1", "[0], but"),
        (
            QUESTION | {"answers": {"e1": [0]}, "spans": {"e1": [[4, 5]]}},
            "spans, e1",
            "not in any sentence",
        ),
        (QUESTION | {"answers": {"e": [0]}, "meta": {"e": {"why": ""}}}, "meta, e", "Known keys"),
        (QUESTION | {"answers": {"e": [0]}, "meta": {"e": {"relevance": 1}}}, "meta, e", "a text"),
        (QUESTION | {"answers": {"e": []}, "meta": {"e": {"categories": ""}}}, "meta, e", "a list"),
        (
            QUESTION | {"answers": {"e": [0]}, "meta": {"e": {"cause": "silent"}}},
            "meta, e, cause",
            "sentences are marked",
        ),
        (CHOICE | {"answers": {"e": [0]}, "extra": {}}, "meta, e, choice", "not an option"),
        (
            CHOICE | {"answers": {"e": [0]}, "extra": {"options": 1}},
            "meta, e, choice",
            "not an option",
        ),
        (CHOICE | {"answers": {"e": []}}, "meta, e, choice", "no sentence is marked"),
        (DOCUMENT, "document", "(see row 1)"),
        (DOCUMENT | {"document": "e", "sentences": []}, "sentences", "it must have 1"),
        (DOCUMENT | {"document": "e", "sentences": ["", "x"]}, "sentences", "Sentence 0"),
        (DOCUMENT | {"document": "e", "sentences": [1]}, "sentences", "is not a text"),
        (DOCUMENT | {"document": "e", "sentences": ["a\u0001"]}, "sentences", "U+0001"),
        (DOCUMENT | {"document": "e", "text": "Two. One."}, "text", "in order"),
        (DOCUMENT | {"document": "e", "sections": [{"title": "t"}]}, "sections", "A section is"),
        (
            DOCUMENT | {"document": "e", "sections": [{"title": "t", "start": 2}]},
            "sections",
            "Section 1 starts at sentence 2",
        ),
        (DOCUMENT | {"document": " "}, "document", "1 to 300 characters"),
    ],
)
def test_lines(second: dict[str, Any], column: str, said: str) -> None:
    row, where, message = fault("x.jsonl", lines(DOCUMENT, second))
    assert (row, where) == (2, column)
    assert said in message


def test_all_faults_are_reported_at_once() -> None:
    bad = QUESTION | {"answers": {"e1": [9], "e2": [8]}}
    with pytest.raises(BadEvidence) as caught:
        read_evidence("x.jsonl", (lines(DOCUMENT, bad, bad) + "\nnot JSON").encode())
    assert sorted(one.row for one in caught.value.errors) == [2, 2, 3, 3, 4]


def test_the_same_id_twice_and_the_same_annotator_twice() -> None:
    named = QUESTION | {"id": "q"}
    row, column, message = fault("x.jsonl", lines(DOCUMENT, named, named))
    assert (row, column) == (3, "id")
    assert "(see row 2)" in message
    twice = lines(DOCUMENT, QUESTION).replace('"answers": {}', '"answers": {"e": [], "e": [1]}')
    row, _, message = fault("x.jsonl", twice)
    assert row == 2
    assert "given twice" in message


def test_documents_may_come_after_their_questions() -> None:
    assert len(read_evidence("x.jsonl", lines(QUESTION, DOCUMENT).encode()).questions) == 1


@pytest.mark.parametrize(
    ("body", "row", "column", "said"),
    [
        ("", 0, "", "no documents"),
        ("[1]", 1, "", "Expected a JSON object"),
        ("{", 1, "", "This is not JSON"),
        ("PK\x03\x04", 0, "", "spreadsheet"),
    ],
)
def test_files_that_are_none(body: str, row: int, column: str, said: str) -> None:
    found = fault("x.jsonl", body)
    assert found[:2] == (row, column)
    assert said in found[2]


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        ({"answers": [{"text": "Two", "answer_start": 1}]}, "answers[0]", "It is at 5."),
        ({"answers": [{"text": "Six", "answer_start": 1}]}, "answers[0]", "does not contain it"),
        ({"answers": [{"text": " ", "answer_start": 4}]}, "answers[0]", "is empty"),
        ({"answers": [{"text": "One"}]}, "answers[0]", "Expected {"),
        ({"answers": None}, "", 'a list "answers"'),
        ({"question": 3}, "", 'a "question"'),
        ({"no_answer": "e1"}, ", no_answer", "Expected a list of annotators' names"),
        ({"question": ""}, ", question", "is empty"),
    ],
)
def test_squad(change: dict[str, Any], where: str, said: str) -> None:
    qa = {"id": "q", "question": "Why?", "answers": []} | change
    paragraph = {"context": "One. Two.", "qas": [qa]}
    body = json.dumps({"data": [{"title": "T", "paragraphs": [paragraph]}]})
    _, column, message = fault("x.json", body)
    place = "data[0].paragraphs[0].qas[0]"
    assert column == (f"{place}.{where}" if where.startswith("answers") else f"{place}{where}")
    assert said in message


@pytest.mark.parametrize(
    ("body", "column"),
    [
        ("{}", "data"),
        ('{"data": [1]}', "data[0]"),
        ('{"data": [{"paragraphs": [1]}]}', "data[0].paragraphs[0]"),
        ('{"data": [{"paragraphs": [{"qas": []}]}]}', "data[0].paragraphs[0]"),
        (
            '{"data": [{"paragraphs": [{"qas": [], "context": "a", "sentences": [[0, 2]]}]}]}',
            "data[0].paragraphs[0], sentences",
        ),
        (
            '{"data": [{"paragraphs": [{"qas": [], "context": " "}]}]}',
            "data[0].paragraphs[0], sentences",
        ),
    ],
)
def test_squads_frame(body: str, column: str) -> None:
    assert fault("x.json", body)[1] == column


HEADER = "DocID\tQueryID\tSentID\tQuery\tSegment\tA"


@pytest.mark.parametrize(
    ("rows", "row", "column", "said"),
    [
        (["d\tq\t1\tWhy?\tOne.\tYes"], 2, "A", "not Relevant, Irrelevant or None"),
        (["d\tq\t1\tWhy?\tOne."], 2, "", "6 cells expected, 5 found"),
        (["d\tq\t1\tWhy?\tOne.\tNone", "d\tq\t1\tWhy?\tTwo.\tNone"], 3, "SentID", "Duplicate"),
        (["d\tq\t1\tWhy?\tOne.\tNone", "e\tq\t2\tWhy?\tTwo.\tNone"], 3, "DocID", "different DocID"),
        (["d\tq\t1\tWhy?\tOne.\tNone", "d\tq\t2\tHow?\tTwo.\tNone"], 3, "Query", "different Query"),
        (["d\tq\t1\tWhy?\tOne.\tNone", "d\tr\t1\tHow?\tTwo.\tNone"], 3, "Segment", "from number 1"),
        (["d\tq\t1\tWhy?\tOne.\tRelevant", "d\tq\t2\tWhy?\tTwo.\tNone"], 3, "A", "mixes None"),
        (['d\tq\t1\tWhy?\t"One.\tNone'], 2, "", "quotation mark"),
    ],
)
def test_privacyqa(rows: list[str], row: int, column: str, said: str) -> None:
    found = fault("x.tsv", "\n".join([HEADER, *rows]))
    assert found[:2] == (row, column)
    assert said in found[2]


def test_privacyqas_columns() -> None:
    assert fault("x.tsv", "DocID\tQueryID\tQuery")[:2] == (1, "Segment")
    assert fault("x.tsv", f"{HEADER}\tA")[:2] == (1, "A")
    assert fault("x.tsv", "")[:2] == (1, "DocID")
    assert "contain a comma in" in fault("x.csv", "DocID,QueryID,Query,Segment\nd,q,Why?,a,b")[2]
    document = Document("d", ("One.",))
    clash = Question("q", "d", "Why?", {"Split": Answer()})
    for name in ("x.tsv", "x.csv"):
        with pytest.raises(BadEvidence, match="Rename the annotator"):
            write_evidence(name, Evidence({"d": document}, [clash]))


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ('{"question": "d/2", "sentences": []}', "question", "There is no question 'd/2'"),
        ('{"question": "d/1"}', "sentences", "is missing"),
        ('{"question": "d/1", "sentences": [2]}', "sentences", "has sentences 0 to 1"),
        ('{"question": "d/1", "sentences": "0"}', "sentences", "[] for no answer"),
        ("7", "", "Expected a JSON object"),
    ],
)
def test_predictions(line: str, column: str, said: str) -> None:
    evidence = read_evidence("x.jsonl", lines(DOCUMENT, QUESTION).encode())
    with pytest.raises(BadEvidence) as caught:
        read_predictions(f"\n{line}", evidence)
    [wrong] = caught.value.errors
    assert (wrong.row, wrong.column) == (2, column)
    assert said in wrong.message


def test_each_question_is_predicted_once() -> None:
    evidence = read_evidence("x.jsonl", lines(DOCUMENT, QUESTION, QUESTION).encode())
    one = '{"question": "d/1", "sentences": [1, 0]}'
    with pytest.raises(BadEvidence, match="1 of 2 questions have no prediction: d/2"):
        read_predictions(one, evidence)
    with pytest.raises(BadEvidence, match="'d/1' was already answered in line 1"):
        read_predictions(f"{one}\n{one}", evidence)
    two = '{"question": "d/2", "sentences": []}'
    assert read_predictions(f"{one}\n{two}\n", evidence) == {"d/1": {0, 1}, "d/2": set()}


JUNK: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 7, 0.5, "", "x", [], [1], [[0, 2]], {}, {"x": []}, [{}]]
)
SQUAD: dict[str, Any] = {
    "data": [
        {
            "title": "T",
            "paragraphs": [
                {
                    "context": "One. Two.",
                    "sentences": [[0, 4], [5, 9]],
                    "document": "d",
                    "qas": [
                        {
                            "id": "q",
                            "question": "Why?",
                            "answers": [{"text": "One", "answer_start": 0, "annotator": "e"}],
                            "no_answer": ["f"],
                            "annotators": ["f", "e"],
                            "is_impossible": False,
                        }
                    ],
                }
            ],
        }
    ]
}
FULL = QUESTION | {
    "answers": {"e": [0], "f": []},
    "spans": {"e": [[0, 2]]},
    "meta": {"f": {"cause": "silent", "categories": ["Other"]}},
    "extra": {},
}
SECTIONED = DOCUMENT | {
    "sections": [{"title": "Top", "start": 0}],
    "text": "One.\nTwo.",
    "title": "T",
}


@given(st.data(), JUNK, st.sampled_from(["squad", "document", "question"]))
def test_whatever_stands_somewhere_is_read_or_refused(
    data: st.DataObject, junk: object, which: str
) -> None:
    sound = {"squad": SQUAD, "document": SECTIONED, "question": FULL}[which]
    value = json.loads(json.dumps(sound))
    inside, key = data.draw(st.sampled_from(list(places_in(value))))
    inside[key] = junk
    other = {"document": [FULL], "question": [SECTIONED]}.get(which, [])
    try:
        read_evidence("x.json" if which == "squad" else "x.jsonl", lines(value, *other).encode())
    except BadEvidence as bad:
        errors = bad.errors
    else:
        errors = []
    assert all(one.message.endswith(".") for one in errors)


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places_in(value[key])
