"""A model quotes the words of spans, and they are located in the text as a worker would mark
them."""

import json
from typing import Any

import pytest

from addons.model_annotators.models import ModelAnswer
from addons.model_annotators.scheme_prompts.spans import prompt
from addons.model_annotators.services.requests import work_on
from addons.model_annotators.tests.factories import begin
from annotation.models import AnnotationSet, HeldSet, Item
from midpath.schemes.base import InvalidAnswer
from midpath.schemes.spans.answer import named_spans
from tests.helpers.spans import ADA, BANK, SPANS, campaign_of_spans, settings_of, text
from tests.helpers.stand_in import StandIn

TOWN = "May came in May (and again in May), to New York."


def spans_of(item: Item, answer: Any, **settings: Any) -> list[tuple[int, int, str]]:
    """Return the spans of a model's answer in the scheme's stored form."""
    known = settings_of(**settings)
    payload = prompt.payload({"spans": answer}, item, known)
    return list(named_spans(SPANS.parse(payload, item, known), known))


def said(*quotes: str, label: str = "Person") -> list[dict[str, Any]]:
    return [{"text": quote, "label": label} for quote in quotes]


def test_quotes_are_found_in_their_order_as_whole_words() -> None:
    item = text(TOWN)
    assert spans_of(item, said("May", "May", "May")) == [
        (0, 1, "Person"),
        (3, 4, "Person"),
        (7, 8, "Person"),
    ]
    # Characters at a word's ends belong to it, and any white space matches.
    assert spans_of(item, said("New \n York")) == [(9, 11, "Person")]
    assert spans_of(item, [{"text": "May", "label": "Place", "nth": 2}]) == [(3, 4, "Place")]
    assert spans_of(item, []) == []


def test_after_the_last_place_the_search_begins_again() -> None:
    assert spans_of(text(TOWN), said("New York", "May")) == [(0, 1, "Person"), (9, 11, "Person")]


def test_characters_are_marked_to_the_letter() -> None:
    item = text("Start with art, Ann.")
    assert spans_of(item, said("art"), unit="characters") == [(11, 14, "Person")]
    assert spans_of(item, said("tart"), unit="characters") == [(1, 5, "Person")]
    assert spans_of(item, said("Ann"), unit="characters") == [(16, 19, "Person")]


def test_words_without_spaces_are_those_of_the_file() -> None:
    item = Item(text="今天天气好", content={"tokens": ["今天", "天气", "好"]})
    assert spans_of(item, said("天气")) == [(1, 2, "Person")]
    with pytest.raises(InvalidAnswer, match="do not occur there"):
        spans_of(item, said("天天"))


def test_spans_lie_within_others_where_they_may() -> None:
    item = text("the Bank of New York")
    answer = [*said("Bank of New York"), *said("New York", label="Place")]
    assert spans_of(item, answer, overlap="nested") == [(1, 5, "Person"), (3, 5, "Place")]
    with pytest.raises(InvalidAnswer, match="must not overlap"):
        spans_of(item, answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "Send the spans as a list"),
        ("Ada", "Send the spans as a list"),
        ([[0, 2, "Person"]], "A span is"),
        ([{"text": "  ", "label": "Person"}], "A span is"),
        ([{"text": "Ada"}], "A span is"),
        (said("Ada", label="Ship"), "Unknown label"),
        (said("Adam"), "do not occur there"),
        (said("da"), "as whole words"),
        (said("Ada", "Ada"), "do not occur so often"),
        ([{"text": "Ada", "label": "Person", "nth": 2}], "do not occur 2 times"),
        ([{"text": "Ada", "label": "Person", "nth": True}], "from 1"),
        (said(*["Ada"] * 61), "at most 60"),
    ],
)
def test_what_is_no_answer_is_reported(answer: Any, words: str) -> None:
    with pytest.raises(InvalidAnswer, match=words):
        spans_of(text(), answer)


def test_the_form_names_the_labels_and_what_they_mean() -> None:
    form = prompt.form(settings_of())
    assert '["Person", "Place", "Organization"]' in form
    assert "Place: A town, country" in form
    assert "Spans do not overlap." in form
    assert prompt.shown(text(), settings_of()) == ADA


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_model_is_prompted_for_spans_and_its_answers_are_saved(site: StandIn) -> None:
    campaign = campaign_of_spans(ADA, BANK)
    user = campaign.dataset.project.memberships.get().user
    answer = [*said("Ada Brandt"), *said("Lindholm", "Grey Island", label="Place")]
    site.set_state(words=json.dumps({"spans": answer}))
    work_on(begin(campaign, user, site).pk)
    sound, unfit = ModelAnswer.objects.order_by("item__position")
    assert (sound.state, sound.vector) == ("sound", [11, 0, 2, 0, 6, 7, 1, 8, 10, 1])
    assert (unfit.state, "Ada Brandt" in unfit.problem) == ("unfit", True)
    own = AnnotationSet.objects.get()
    assert (own.scheme, own.annotation_count, own.made_by) == ("spans", 1, "model")
    assert HeldSet.objects.get().set == own
    [message] = site.state()["bodies"][-1]["messages"]
    assert BANK in message["content"]
    assert '"spans"' in message["content"]
