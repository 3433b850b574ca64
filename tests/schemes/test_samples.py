"""The samples of each scheme: valid answers are parsed and written, and others are refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import OwnWords, Suggestable
from annotation.schemes.samples import Payload
from midpath.schemes.base import InvalidAnswer, Settings
from tests.helpers.samples import SAMPLES, items_of

pytestmark = pytest.mark.parametrize("name", SAMPLES)


def settings_of(name: str) -> dict[str, Any]:
    return SCHEMES[name].check_settings(dict(SAMPLES[name].settings))


def answers(name: str) -> Iterator[tuple[Payload, Item, Settings]]:
    settings = settings_of(name)
    items = items_of(SAMPLES[name].items)
    for item, sample in zip(items, SAMPLES[name].items, strict=True):
        for payload in sample.answers:
            yield payload, item, settings


def test_there_are_enough_items_and_answers(name: str) -> None:
    assert len(SAMPLES[name].items) >= 3
    assert all(len(sample.answers) >= 2 for sample in SAMPLES[name].items)
    assert SAMPLES[name].invalid


def test_a_valid_answer_is_parsed_to_numbers_and_written_in_words(name: str) -> None:
    scheme = SCHEMES[name]
    for payload, item, settings in answers(name):
        vector = scheme.parse(payload, item, settings)
        assert vector
        assert all(type(number) is int for number in vector)
        assert scheme.written(vector, item, settings)


def test_the_desk_can_start_from_a_valid_answer(name: str) -> None:
    scheme = SCHEMES[name]
    for payload, item, settings in answers(name):
        vector = scheme.parse(payload, item, settings)
        start = payload
        if isinstance(scheme, Suggestable):
            start = scheme.as_sent(payload, vector, settings)
        assert scheme.parse(json.loads(json.dumps(start)), item, settings) == vector


def test_a_valid_answer_is_small_enough(name: str) -> None:
    for payload, item, settings in answers(name):
        assert len(json.dumps(payload)) <= SCHEMES[name].room(item, settings)


def test_an_answer_without_its_worker_is_the_same(name: str) -> None:
    scheme = SCHEMES[name]
    for payload, item, settings in answers(name):
        if not isinstance(scheme, OwnWords):
            impersonal = scheme.impersonal(payload)
            assert scheme.parse(impersonal, item, settings) == scheme.parse(payload, item, settings)


def test_a_browser_receives_json(name: str) -> None:
    for item in items_of(SAMPLES[name].items):
        assert json.loads(json.dumps(SCHEMES[name].shown(item, settings_of(name))))


def test_an_invalid_answer_is_refused_at_its_field(name: str) -> None:
    settings = settings_of(name)
    for item in items_of(SAMPLES[name].items):
        for payload, field in SAMPLES[name].invalid:
            with pytest.raises(InvalidAnswer) as refused:
                SCHEMES[name].parse(payload, item, settings)
            assert (refused.value.field, refused.value.message[-1]) == (field, ".")
