"""Web Annotations of evidence are read back as the original answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from midpath.exchange.evidence.common_form import (
    Answer,
    BadEvidence,
    Document,
    Evidence,
    Question,
)
from midpath.exchange.evidence.evidence_files import read_evidence, write_evidence
from midpath.exchange.evidence.web_answers import read_web_answers
from midpath.exchange.web_annotations import Target, place_of
from tests.commands.running import SHARED
from tests.exchange.evidence.test_forms import evidences
from tests.helpers.tiers import by_tier

OPP115 = SHARED / "data" / "opp115" / "evidence.jsonl"
DOCUMENT = Document("Keep/1", ("We keep it.", "Data 🗝 is sold.", "We keep it."))


def written(evidence: Evidence) -> str:
    return write_evidence("x.jsonld", evidence)[0].decode()


def assert_comes_back(evidence: Evidence) -> None:
    found = {(one.question, one.annotator): one for one in read_web_answers(written(evidence))}
    terms = {
        (question.id, who): (evidence.documents[question.document], answer)
        for question in evidence.questions
        for who, answer in question.answers.items()
    }
    assert found.keys() == terms.keys()
    for key, (document, answer) in terms.items():
        again = found[key].on(document)
        assert (again.sentences, again.meta) == (answer.sentences, answer.meta)
        places = [document.places[sentence] for sentence in answer.sentences]
        assert again.spans == tuple(sorted(answer.spans or places))


@pytest.mark.long
@settings(deadline=None, max_examples=by_tier(quick=25, long=80))
@given(evidences())
def test_whatever_is_written_comes_back(evidence: Evidence) -> None:
    if any(question.answers for question in evidence.questions):
        assert_comes_back(evidence)


@pytest.mark.long
@pytest.mark.skipif(not OPP115.exists(), reason=f"no real evidence at {OPP115} (MIDPATH_SHARED)")
def test_real_experts_come_back() -> None:
    assert_comes_back(read_evidence(Path(OPP115).name, OPP115.read_bytes()))


@pytest.mark.parametrize(
    ("target", "place"),
    [
        (Target((12, 16), "Data"), (12, 16)),
        (Target((12, 16)), (12, 16)),
        # Counted in UTF-16, where the key takes two units; the words determine the position.
        (Target((20, 24), "sold"), (22, 26)),
        (Target(None, "sold", "is ", "."), (22, 26)),
        (Target(None, "keep", "sold. We "), (31, 35)),
        (Target(None, "keep", "elsewhere "), None),
        (Target((0, 4), "Data", "x"), (12, 16)),
        (Target((3, 3)), None),
        (Target((0, 400)), None),
        (Target(None, "kept"), None),
    ],
)
def test_a_place_is_where_its_words_stand(target: Target, place: tuple[int, int] | None) -> None:
    text = DOCUMENT.full_text
    if place is None:
        with pytest.raises(ValueError, match="does not have"):
            place_of(target, text)
    else:
        assert place_of(target, text) == place


def test_a_span_between_sentences_is_refused() -> None:
    document = Document("d", ("One.", "Two."), text="One. --- Two.")
    [answer] = read_web_answers(page(target=at(5, 8)))
    with pytest.raises(ValueError, match="There is no sentence"):
        answer.on(document)


def at(start: Any, end: Any) -> dict[str, Any]:
    return {"selector": {"type": "TextPositionSelector", "start": start, "end": end}}


def page(**more: Any) -> str:
    own = {"id": "urn:midpath:answer:q%201:e1", "type": "Annotation", "target": at(0, 2), **more}
    return json.dumps({"items": [own]})


def test_others_may_write_less() -> None:
    [answer] = read_web_answers(page(body={"purpose": "tagging", "value": "First"}))
    assert (answer.question, answer.annotator) == ("q 1", "e1")
    assert answer.on(DOCUMENT) == Answer((0,), ((0, 2),), {"categories": ["First"]})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1"),
        ("[]", "a page of annotations"),
        ('{"items": []}', "a page of annotations"),
        ('{"items": [7]}', "names no question"),
        (page(id="urn:other:1"), "names no question"),
        (page(id=["x"]), "names no question"),
        (page(target="urn:midpath:document:d"), "either mark something or say"),
        (
            page(body={"purpose": "assessing", "value": "No answer in this document."}),
            "either mark something or say",
        ),
        (page(target=at("0", 2)), "whole numbers from 0"),
        (page(target=at(True, 2)), "whole numbers from 0"),
        (page(target=at(-1, 2)), "whole numbers from 0"),
        (page(target={"selector": []}), "A target needs"),
        (page(target={"selector": {"type": "XPathSelector"}}), "A target needs"),
        (page(target={"selector": {"type": "TextQuoteSelector", "exact": 7}}), "exact words"),
    ],
)
def test_what_is_wrong_is_reported(text: str, said: str) -> None:
    with pytest.raises(BadEvidence) as refused:
        read_web_answers(text)
    assert said in str(refused.value)


def test_questions_of_any_name_come_back() -> None:
    answers = {"a:b/é": Answer((0, 2)), "%3A": Answer()}
    question = Question("q: 1/2 🗝", "Keep/1", "Kept?", answers)
    assert_comes_back(Evidence({"Keep/1": DOCUMENT}, [question]))
