"""Evidence in all its forms: imported data is exported unchanged, and what a form cannot contain is
reported; sentences touched by spans are those found by checking each sentence."""

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midpath.exchange.evidence.common_form import (
    Answer,
    BadEvidence,
    Document,
    Evidence,
    Question,
    Section,
)
from midpath.exchange.evidence.evidence_files import read_evidence, write_evidence
from midpath.exchange.evidence.sentences import sentence_places
from midpath.schemes.evidence.document import Span
from tests.commands.running import SHARED
from tests.exchange.evidence.slow_sentences import slow_sentence_places
from tests.helpers.tiers import by_tier

OPP115 = SHARED / "data" / "opp115" / "evidence.jsonl"
POLICYQA = SHARED / "data" / "policyqa" / "dev_sample.json"
WORDS = st.sampled_from(
    ["We", "=sell", "- sell", "it.", "Data", "“Ask”", "e.g.", "日本。", "tab\there", 'say "x"']
)
SENTENCE = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
NAMES = st.sampled_from(["e1", "e2", "1", "2", "Ann é"])
META = st.fixed_dictionaries(
    {},
    optional={
        "relevance": st.just("relevant"),
        "categories": st.lists(st.sampled_from(["First", "Other"]), min_size=1, unique=True),
        "likelihood": st.just("likely"),
    },
)


@st.composite
def evidences(draw: st.DrawFn, rich: bool = True) -> Evidence:
    documents, questions = {}, []
    for name in draw(st.lists(st.sampled_from(["a", "b/c", "d e"]), min_size=1, unique=True)):
        sentences = tuple(draw(st.lists(SENTENCE, min_size=1, max_size=4)))
        document = Document(
            name,
            sentences,
            sections=(Section("Top", 0),) if rich and draw(st.booleans()) else (),
            text="\n".join(sentences)
            if rich and len(sentences) > 1 and draw(st.booleans())
            else None,
            title="Shared" if rich and draw(st.booleans()) else "",
        )
        documents[name] = document
        for number in range(draw(st.integers(0 if rich else 1, 2))):
            answers = {who: draw(answer(document, rich)) for who in draw(st.sets(NAMES))}
            extra: dict[str, Any] = {}
            if rich and draw(st.booleans()):
                extra = {"options": ["Yes", "No"]}
                answers = {who: chosen(one) for who, one in answers.items()}
            own = f"own-{name}-{number}" if draw(st.booleans()) else f"{name}/{number + 1}"
            category = "First" if rich and draw(st.booleans()) else ""
            questions.append(Question(own, name, draw(SENTENCE), answers, category, extra))
    return Evidence(documents, questions)


def chosen(answer: Answer) -> Answer:
    return replace(answer, meta={**answer.meta, "choice": "No"}) if answer.sentences else answer


@st.composite
def answer(draw: st.DrawFn, document: Document, rich: bool) -> Answer:
    numbers = tuple(sorted(draw(st.sets(st.integers(0, len(document.sentences) - 1)))))
    meta = draw(META) if rich else {}
    if numbers and rich and draw(st.booleans()):
        start, end = document.places[numbers[0]]
        return Answer((numbers[0],), ((start, end - draw(st.integers(0, end - start - 1))),), meta)
    return Answer(numbers, (), meta)


@pytest.mark.long
@settings(max_examples=by_tier(quick=25, long=60))
@given(evidences())
def test_json_lines_hold_everything(evidence: Evidence) -> None:
    body, lost = write_evidence("x.jsonl", evidence)
    assert not lost
    again = read_evidence("x.jsonl", body)
    assert again == evidence
    assert write_evidence("x.jsonl", again)[0] == body


@pytest.mark.long
@settings(max_examples=by_tier(quick=25, long=60))
@given(evidences())
def test_squad_holds_all_but_meta_categories_and_sections(evidence: Evidence) -> None:
    body, lost = write_evidence("x.json", evidence)
    again = read_evidence("x.json", body)
    if not lost:
        assert (again.documents, list(again.questions)) == (evidence.documents, evidence.questions)
    for mine, theirs in zip(evidence.questions, again.questions, strict=True):
        assert (mine.id, mine.document, mine.text) == (theirs.id, theirs.document, theirs.text)
        assert list(marks(mine).items()) == list(marks(theirs).items())
    assert [one.sentences for one in again.documents.values()] == [
        one.sentences for one in evidence.documents.values()
    ]


@pytest.mark.long
@settings(max_examples=by_tier(quick=25, long=60))
@given(evidences(rich=False), st.sampled_from(["x.tsv", "x.csv"]))
def test_privacyqa_holds_sentences_and_who_marked_them(evidence: Evidence, name: str) -> None:
    body, lost = write_evidence(name, evidence)
    again = read_evidence(name, body)
    assert not lost
    assert (again.documents, list(again.questions)) == (evidence.documents, evidence.questions)
    assert write_evidence(name, again) == (body, {})


def test_a_csv_is_safe_in_a_spreadsheet_and_means_what_it_meant() -> None:
    sentences = ("=1+1", "- We, and others.", "'=quoted", 'Say "so".')
    answers = {"@ann": Answer((1,)), "bob": Answer()}
    evidence = Evidence({"-d": Document("-d", sentences)}, [Question("q", "-d", "+ Why?", answers)])
    body, _ = write_evidence("x.csv", evidence)
    rows = list(csv.reader(body.decode().splitlines()))
    assert rows[0][-2:] == ["'@ann", "bob"]
    assert [row[6] for row in rows[1:]] == [
        "'=1+1",
        "'- We, and others.",
        "''=quoted",
        sentences[3],
    ]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    for divided in (body, body.replace(b"\r\n", b"\n"), by_semicolons(rows)):
        assert read_evidence("x.csv", divided) == evidence
    raw, _ = write_evidence("x.tsv", evidence)
    assert raw.decode().splitlines()[1].split("\t")[6] == "=1+1"
    assert read_evidence("x.tsv", raw) == evidence


def by_semicolons(rows: list[list[str]]) -> bytes:
    output = io.StringIO()
    csv.writer(output, delimiter=";").writerows(rows)
    return output.getvalue().encode()


def test_what_a_form_cannot_hold_is_counted() -> None:
    document = Document("d", ("One.", "Two."), sections=(Section("Top", 0),))
    given = {"e": Answer((0,), ((0, 3),), {"relevance": "relevant"})}
    evidence = Evidence({"d": document}, [Question("q", "d", "Why?", given, "First")])
    meta = {"meta-annotations": 1, "categories of questions": 1}
    assert write_evidence("x.json", evidence)[1] == {**meta, "sections": 1}
    assert write_evidence("x.tsv", evidence)[1] == {
        "character spans": 1,
        **meta,
        "titles, sections and running texts": 1,
    }


def test_privacyqas_own_columns() -> None:
    """The published form: tabs, None where an annotator was not asked, Label with one annotator."""
    own, cells = "/apps/keep\tKeep _2\tKeep _2_0", "Relevant\tRelevant\tIrrelevant\tNone"
    rows = [
        "Folder\tDocID\tQueryID\tSentID\tSplit\tQuery\tSegment\tAny_Relevant\tAnn1\tAnn2\tAnn3",
        f"{own}\tKeep _2_0_0\ttest\twho sees it?\tWe do.\t{cells}",
        f"{own}\tKeep _2_0_1\ttest\twho sees it?\tAsk us.\t{cells}",
    ]
    evidence = read_evidence("policy_test_data.csv", "\n".join(rows).encode())
    [question] = evidence.questions
    assert marks(question) == {"Ann1": (0, 1), "Ann2": ()}
    assert evidence.documents["Keep _2"].extra == {"Folder": "/apps/keep"}
    body, lost = write_evidence("x.csv", evidence)
    assert not lost
    assert read_evidence("x.csv", body) == evidence
    alone = 'DocID,QueryID,Query,Segment,Label\nd,q,Why?,"Yes, so.",Relevant\n'
    [question] = read_evidence("train.csv", alone.encode()).questions
    assert marks(question) == {"Label": (0,)}


def test_squad_answers_are_spans_snapped_to_sentences() -> None:
    context = "We keep it. Data is sold.\nAsk us."
    answers = [{"text": "keep it. Data", "answer_start": 3}, {"text": "Ask", "answer_start": 26}]
    qas = [
        {"id": "q1", "question": "Kept?", "answers": answers, "is_impossible": False},
        {"id": "q2", "question": "Why?", "answers": [], "is_impossible": True},
    ]
    paragraphs = [{"context": context, "qas": qas}]
    content = {"version": "v2.0", "data": [{"title": "T", "paragraphs": paragraphs}]}
    evidence = read_evidence("x.json", json.dumps(content).encode())
    assert evidence.documents["T/1"].sentences == ("We keep it.", "Data is sold.", "Ask us.")
    first, second = evidence.questions
    assert marks(first) == {"1": (0, 1), "2": (2,)}
    assert first.answers["1"].spans == ((3, 16),)
    assert marks(second) == {"1": ()}
    written = write_evidence("x.json", evidence)[0]
    assert json.loads(written) == content
    assert read_evidence("x.json", written) == evidence


def test_web_annotations_select_by_position_and_by_quote() -> None:
    document = Document("Keep/1", ("We keep it.", "Data 🗝 is sold.", "Ask us."))
    answers = {
        "e1": Answer((1, 2), (), {"categories": ["First", "Other"]}),
        "e2": Answer((), (), {"cause": "silent"}),
        "e3": Answer((1,), ((12, 16),)),
    }
    evidence = Evidence({"Keep/1": document}, [Question("q 1", "Keep/1", "Kept?", answers)])
    page: Any = json.loads(write_evidence("x.jsonld", evidence)[0])
    assert page["@context"] == "http://www.w3.org/ns/anno.jsonld"
    first, second, third = page["items"]
    for target in first["target"] + third["target"]:
        position, words = target["selector"]
        found = document.full_text[position["start"] : position["end"]]
        assert (position["type"], words["type"]) == ("TextPositionSelector", "TextQuoteSelector")
        assert words["exact"] == found
        assert words["prefix"] + found + words["suffix"] in document.full_text
    quoted = [one["selector"][1]["exact"] for one in first["target"]]
    assert quoted == ["Data 🗝 is sold.", "Ask us."]
    assert third["target"][0]["selector"][1]["exact"] == "Data"
    assert [one["value"] for one in first["body"]] == ["Kept?", "First", "Other"]
    assert second["target"] == first["target"][0]["source"] == "urn:midpath:document:Keep%2F1"
    assert [one["value"] for one in second["body"]][1:] == [
        "No answer in this document.",
        "cause: silent",
    ]
    assert len({one["id"] for one in page["items"]}) == 3


@given(st.lists(SENTENCE, max_size=5), st.sampled_from([" ", "\n", "\n\n", "  "]))
def test_every_word_of_a_text_is_in_one_sentence(sentences: list[str], between: str) -> None:
    text = between.join(sentences)
    places = sentence_places(text)
    assert all(before[1] <= after[0] for before, after in pairwise(places))
    covered = {i for start, end in places for i in range(start, end)}
    assert all(text[i].isspace() for i in range(len(text)) if i not in covered)


@pytest.mark.long
@pytest.mark.skipif(not OPP115.exists(), reason=f"no real evidence at {OPP115} (MIDPATH_SHARED)")
def test_real_experts_come_out_byte_for_byte() -> None:
    body = OPP115.read_bytes()
    evidence = read_evidence(OPP115.name, body)
    assert (len(evidence.documents), len(evidence.questions)) == (15, 135)
    assert write_evidence("x.jsonl", evidence) == (body, {})
    for name in ("x.json", "x.tsv", "x.csv"):
        written, lost = write_evidence(name, evidence)
        again = read_evidence(name, written)
        assert lost == {"categories of questions": 135}
        assert again.documents == evidence.documents
        assert [marks(one) for one in again.questions] == [marks(one) for one in evidence.questions]


@pytest.mark.long
@pytest.mark.skipif(
    not POLICYQA.exists(), reason=f"no real questions at {POLICYQA} (MIDPATH_SHARED)"
)
def test_real_squad_questions_come_out_as_they_went_in() -> None:
    evidence = read_evidence(POLICYQA.name, POLICYQA.read_bytes())
    assert (len(evidence.documents), len(evidence.questions)) == (158, 903)
    written, lost = write_evidence("x.json", evidence)
    assert not lost
    assert json.loads(written) == json.loads(POLICYQA.read_bytes())
    lines, lost = write_evidence("x.jsonl", evidence)
    assert lost == {"other fields of the whole file": 1}
    assert list(read_evidence("x.jsonl", lines).questions) == list(evidence.questions)


def test_a_page_is_written_and_not_read() -> None:
    with pytest.raises(BadEvidence, match="can only be written"):
        read_evidence("x.jsonld", b"{}")
    with pytest.raises(BadEvidence, match="The file extension determines the format"):
        read_evidence("x.docx", b"")


def marks(question: Question) -> dict[str, tuple[int, ...]]:
    return {who: one.sentences for who, one in question.answers.items()}


TEXTS = st.text(alphabet="ab. \n!)e。u」", max_size=60)


def slow_sentences_in(document: Document, span: Span) -> list[int]:
    return [
        number
        for number, (start, end) in enumerate(document.places)
        if document.full_text[max(start, span[0]) : min(end, span[1])].strip()
    ]


@given(TEXTS, st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=8))
def test_spans_together_touch_what_each_touches(text: str, drawn: list[tuple[int, int]]) -> None:
    places = sentence_places(text)
    sentences = tuple(text[start:end] for start, end in places)
    document = Document("d", sentences, text=text)
    spans = [(start, start + length) for start, length in drawn if start + length <= len(text)]
    slow = {span: slow_sentences_in(document, span) for span in spans}
    assert document.spans_outside(spans) == {span for span in spans if not slow[span]}
    assert document.touched_by(spans) == {number for found in slow.values() for number in found}
    assert all(document.sentences_in(span) == slow[span] for span in spans)


@pytest.mark.long
@given(TEXTS | st.text(max_size=40))
def test_sentences_are_those_of_the_plain_rule(text: str) -> None:
    assert sentence_places(text) == slow_sentence_places(text)
