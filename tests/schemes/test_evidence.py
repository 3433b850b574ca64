"""Answers and settings of evidence that are accepted, and those that are refused."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.evidence.form import EvidenceSettingsForm
from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.evidence.settings import OPP_115, PRESETS, check_evidence_settings
from midpath.schemes.evidence.vector import Meaning, meaning_of, vector_of
from midpath.schemes.evidence.wording import ASPECTS, CAUSES
from tests.helpers.evidence import OUTLINE, PLAIN, SENTENCES
from tests.helpers.refusals import refused_at

EVIDENCE = SCHEMES["evidence"]
BARE = EVIDENCE.check_settings(PLAIN)
PAPER = EVIDENCE.check_settings({"preset": "privacyqa"})
SPANS = EVIDENCE.check_settings({**PLAIN, "preset": "custom", "unit": "characters"})
SNAPPED = EVIDENCE.check_settings({**SPANS, "snap": True})
META = {
    "relevance": "relevant",
    "subjectivity": "objective",
    "likelihood": "very likely",
    "categories": ["Data Security", "First Party Collection/Use"],
}
OPTIONS = ["Yes", "No", "Unclear"]
FOUND: dict[str, Any] = {"answerable": True, "sentences": [3, 1]}
NONE: dict[str, Any] = {"answerable": False}


def item(options: list[str] | None = None, **document: Any) -> Item:
    content: dict[str, Any] = {"sentences": list(SENTENCES), "outline": [list(o) for o in OUTLINE]}
    terms: dict[str, Any] = {"question": "Why?", "sentences": len(SENTENCES)}
    about = Item(pk=1, text="house", content=content | document)
    return Item(
        text="house/1", document=about, content=terms | ({"options": options} if options else {})
    )


def refusal(
    payload: dict[str, Any], settings: dict[str, Any] = BARE, options: list[str] | None = None
) -> InvalidAnswer:
    with pytest.raises(InvalidAnswer) as refused:
        EVIDENCE.parse(payload, item(options), settings)
    return refused.value


def test_the_vector_holds_what_was_said() -> None:
    assert EVIDENCE.parse(FOUND, item(), BARE) == (1, 0, 0, 0, 0, 0, 0, 1, 3)
    assert EVIDENCE.parse(NONE, item(), BARE) == (0, 0, 0, 0, 0, 0, 0)
    assert EVIDENCE.parse({**FOUND, **META}, item(), PAPER) == (1, 0, 0, 1, 1, 1, 33, 1, 3)
    silent = {**NONE, "cause": "silent", **META}
    assert EVIDENCE.parse(silent, item(), PAPER) == (0, 4, 0, 1, 1, 1, 33)
    unclear = {**NONE, "cause": "incomprehensible"}
    assert EVIDENCE.parse(unclear, item(), PAPER) == (0, 1, 0, 0, 0, 0, 0)
    for choice in (1, "No"):
        assert EVIDENCE.parse({**FOUND, "choice": choice}, item(OPTIONS), BARE)[2] == 2
    assert EVIDENCE.parse(NONE, item(OPTIONS), BARE)[2] == 0


@pytest.mark.long
@given(st.data())
def test_the_vector_says_what_was_meant(data: st.DataObject) -> None:
    answerable = data.draw(st.booleans())
    some = st.sets(st.integers(0, 500), min_size=1)
    meaning = Meaning(
        answerable=answerable,
        cause="" if answerable else data.draw(st.sampled_from(CAUSES)),
        choice=data.draw(st.none() | st.integers(0, 9)),
        **{aspect.name: data.draw(st.sampled_from(["", *aspect.names])) for aspect in ASPECTS},
        categories=tuple(one for one in OPP_115 if data.draw(st.booleans())),
        sentences=tuple(sorted(data.draw(some))) if answerable else (),
    )
    assert meaning_of(vector_of(meaning, PAPER), PAPER) == meaning


@pytest.mark.parametrize(
    ("payload", "field", "position"),
    [
        ({}, "answerable", None),
        ({"answerable": 1}, "answerable", None),
        ({**FOUND, "note": "x"}, "note", None),
        ({"answerable": True}, "sentences", None),
        ({"answerable": True, "sentences": {}}, "sentences", None),
        ({"answerable": True, "sentences": [0, 5]}, "sentences", 1),
        ({"answerable": True, "sentences": [-1]}, "sentences", 0),
        ({"answerable": True, "sentences": [True]}, "sentences", 0),
        ({"answerable": True, "sentences": [1.0]}, "sentences", 0),
        ({"answerable": True, "sentences": [0, 1, 0]}, "sentences", 2),
        ({**NONE, "sentences": [0]}, "sentences", None),
        ({**FOUND, "spans": [[0, 1]]}, "spans", None),
        ({**FOUND, "choice": 0}, "choice", None),
        ({**NONE, "cause": "silent"}, "cause", None),
        ({**FOUND, "relevance": "relevant"}, "relevance", None),
        ({**FOUND, "categories": ["Other"]}, "categories", None),
    ],
)
def test_other_answers_are_refused_with_the_place(
    payload: dict[str, Any], field: str, position: int | None
) -> None:
    refused = refusal(payload)
    assert (refused.field, refused.position) == (field, position)


@pytest.mark.parametrize(
    ("changed", "field", "position"),
    [
        ({"relevance": None}, "relevance", None),
        ({"relevance": "perhaps"}, "relevance", None),
        ({"subjectivity": ["objective"]}, "subjectivity", None),
        ({"likelihood": 1}, "likelihood", None),
        ({"categories": []}, "categories", None),
        ({"categories": "Other"}, "categories", None),
        ({"categories": ["Other", "Weather"]}, "categories", 1),
        ({"categories": ["Other", "Other"]}, "categories", 1),
        ({"categories": [["Other"]]}, "categories", 0),
        ({"cause": "silent"}, "cause", None),
        ({"answerable": False, "sentences": []}, "cause", None),
        ({"answerable": False, "sentences": [], "cause": "lazy"}, "cause", None),
        ({"answerable": False, "sentences": [], "cause": "incomprehensible"}, "relevance", None),
    ],
)
def test_what_is_requested_with_the_evidence_must_be_answered(
    changed: dict[str, Any], field: str, position: int | None
) -> None:
    refused = refusal({**FOUND, **META, **changed}, PAPER)
    assert (refused.field, refused.position) == (field, position)


def test_a_choice_is_one_of_the_options_and_needs_an_answer() -> None:
    for choice in (None, 3, -1, True, "Perhaps", [0]):
        assert refusal({**FOUND, "choice": choice}, options=OPTIONS).field == "choice"
    assert refusal({**NONE, "choice": 0}, options=OPTIONS).field == "choice"


def test_spans_are_stored_as_the_sentences_that_they_touch() -> None:
    text = " ".join(SENTENCES)
    start = text.index("sold")
    across = text.index("log for")
    spans = [[start, start + 4], [across - 3, across + 8]]
    assert EVIDENCE.parse({"answerable": True, "spans": spans}, item(), SPANS)[7:] == (1, 2)
    own = item(text="¶\n\n".join(SENTENCES), sentences=list(SENTENCES))
    assert EVIDENCE.parse({"answerable": True, "spans": [[0, 2]]}, own, SPANS)[7:] == (0,)


@pytest.mark.attack(25)
@pytest.mark.parametrize(
    ("spans", "settings", "position", "why"),
    [
        ([[0, 1], [0, 5]], SPANS, 1, "must not overlap"),
        ([[0, 10_000]], SPANS, 0, "characters of the document"),
        ([[3, 3]], SPANS, 0, "characters of the document"),
        ([[-1, 3]], SPANS, 0, "characters of the document"),
        ([[0.0, 3]], SPANS, 0, "characters of the document"),
        ([[0]], SPANS, 0, "characters of the document"),
        ([7], SPANS, 0, "characters of the document"),
        ([[len(SENTENCES[0]), len(SENTENCES[0]) + 1]], SPANS, 0, "is not in any sentence"),
        ([[0, 5]], SNAPPED, 0, "must start and end at sentence boundaries"),
        ([[0, 1]] * 101, SPANS, 100, "These are 101 spans; at most 100 are allowed"),
    ],
)
def test_other_spans_are_refused(
    spans: list[Any], settings: dict[str, Any], position: int, why: str
) -> None:
    refused = refusal({"answerable": True, "spans": spans}, settings)
    assert (refused.field, refused.position) == ("spans", position)
    assert why in refused.message
    whole = {"answerable": True, "spans": [[0, len(SENTENCES[0])]]}
    assert EVIDENCE.parse(whole, item(), SNAPPED)[7:] == (0,)
    assert refusal(FOUND, SPANS).field == "sentences"


@pytest.mark.long
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_whatever_comes_is_taken_or_refused(value: Any) -> None:
    for name in ("answerable", "sentences", "spans", "choice", "cause", "relevance", "categories"):
        for settings in (BARE, PAPER, SPANS, SNAPPED):
            for extra in (FOUND, NONE, {**FOUND, **META}):
                with suppress(InvalidAnswer):
                    EVIDENCE.parse({**extra, name: value}, item(OPTIONS), settings)


def test_an_answer_in_words() -> None:
    vector = EVIDENCE.parse({**FOUND, "sentences": [0, 2, 3], **META}, item(), PAPER)
    assert EVIDENCE.written(vector, item(), PAPER) == (
        "sentences 1, 3–4 | relevant | objective | very likely | "
        "First Party Collection/Use, Data Security"
    )
    vector = EVIDENCE.parse({**NONE, "cause": "atypical", **META}, item(), PAPER)
    assert EVIDENCE.written(vector, item(), PAPER).startswith("no answer | atypical | relevant")
    vector = EVIDENCE.parse({**FOUND, "choice": 2}, item(OPTIONS), BARE)
    assert EVIDENCE.written(vector, item(OPTIONS), BARE) == "Unclear | sentences 2, 4"


def test_a_browser_is_given_the_document_and_no_answers() -> None:
    about = item(OPTIONS, text=None)
    about.content["category"] = "Retention"
    shown = EVIDENCE.shown(about, SPANS)
    assert shown["text"] == "Why?"
    assert shown["document"]["sentences"] == list(SENTENCES)
    assert shown["document"]["starts"][:2] == [0, len(SENTENCES[0]) + 1]
    assert "Retention" not in str(shown)
    assert EVIDENCE.shown(about, PAPER)["steps"]


def test_settings_are_filled_in_from_their_preset() -> None:
    assert {"preset": "privacyqa", **PRESETS["privacyqa"]} == PAPER
    assert len(PAPER["categories"]) == 10
    assert check_evidence_settings({**PAPER, "likelihood": False})["preset"] == "custom"
    assert check_evidence_settings({"preset": "custom", **PRESETS["plain"]})["preset"] == "plain"
    assert check_evidence_settings(PAPER) == PAPER


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"color": "red"}, "color"),
        ({"preset": "mine"}, "preset"),
        ({"preset": []}, "preset"),
        ({"unit": "words"}, "unit"),
        ({"unit": ["sentences"]}, "unit"),
        ({"snap": 1}, "snap"),
        ({"snap": True}, "snap"),
        ({"causes": None}, "causes"),
        ({"categories": []}, "categories"),
        ({"categories": "Other"}, "categories"),
        ({"categories": ["a", "A"]}, "categories"),
        ({"categories": ["a", 1]}, "categories"),
        ({"categories": ["x" * 81]}, "categories"),
        ({"categories": [str(n) for n in range(31)]}, "categories"),
    ],
)
def test_other_settings_are_refused(settings: dict[str, Any], field: str) -> None:
    with refused_at(field, InvalidSettings):
        check_evidence_settings(settings)


def test_the_form_asks_for_settings_and_says_what_is_wrong() -> None:
    for settings in (PAPER, BARE, SNAPPED):
        answers = EvidenceSettingsForm.answers_of(settings)
        form = EvidenceSettingsForm(answers, initial=EvidenceSettingsForm.answers_of({}))
        assert form.is_valid(), form.errors
        assert form.settings() == settings
    initial = EvidenceSettingsForm.answers_of({})
    form = EvidenceSettingsForm({**initial, "preset": "plain"}, initial=initial)
    assert form.is_valid()
    assert form.settings() == BARE
    form = EvidenceSettingsForm({**initial, "snap": True}, initial=initial)
    assert not form.is_valid()
    assert "snap" in form.errors
