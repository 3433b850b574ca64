"""Samples from texts to figures: what qualifies, what is requested, and what is missing."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from midpath.options.base import Unreadable, Wrong
from midpath.progress import Failed
from midpath.sampling.candidates import Text, candidates_in, sentences_in, timed
from midpath.sampling.drawing import draw_sample
from midpath.sampling.options import (
    RandomOptions,
    SampleOptions,
    SentenceOptions,
    TextOptions,
)
from midpath.sampling.tables import distribution_table, lengths_table, shortfall

ALL = TextOptions(size=50, shortest=1, longest=9, lengths="own", near_duplicates=True)


def text(words: str, times: int = 1, **columns: object) -> Text:
    return Text(words, tuple(words.split()), columns, times)


LOG = [
    text("red wine bar", entropy="2.5", n="3"),
    text("red wine", entropy="0.30", n="2"),
    text("don't stop", entropy=3, n="0"),
    text("café ouvert", entropy="high", n="1.5"),
    text("old town map 2012", n="1"),
]


def qualifying(options: SampleOptions) -> tuple[list[str], dict[str, int]]:
    found = candidates_in(LOG, options)
    return [one.text for one in found.texts], dict(found.left_out)


@pytest.mark.parametrize(
    ("changed", "left_out"),
    [
        ({"alphabet": "letters"}, {"don't stop": "other characters"}),
        (
            {"alphabet": "english"},
            {"don't stop": "other characters", "café ouvert": "other characters"},
        ),
        (
            {"column": "entropy", "least": "2.5"},
            {
                "red wine": "outside the range",
                "café ouvert": "no number in the column",
                "old town map 2012": "no number in the column",
            },
        ),
        (
            {"column": "entropy", "least": "0.3", "most": "0.3"},
            {
                "red wine bar": "outside the range",
                "don't stop": "outside the range",
                "café ouvert": "no number in the column",
                "old town map 2012": "no number in the column",
            },
        ),
        ({"shortest": 3}, dict.fromkeys(["red wine", "don't stop", "café ouvert"], "too short")),
        ({"longest": 3}, {"old town map 2012": "too long"}),
    ],
)
def test_what_does_not_qualify_is_counted_by_reason(
    changed: dict[str, Any], left_out: dict[str, str]
) -> None:
    kept = [one.text for one in LOG if one.text not in left_out]
    assert qualifying(replace(ALL, **changed)) == (kept, dict(Counter(left_out.values())))


def test_equal_texts_are_sampled_once() -> None:
    found = candidates_in([text("a b"), text("a b", 4), text("c")], ALL)
    assert [(one.text, one.times) for one in found.texts] == [("a b", 5), ("c", 1)]
    assert found.left_out == {"repeated": 1}


def test_sentences_are_found_with_their_place_and_whole_ones_recognized() -> None:
    sections = [{"title": "A", "paragraphs": ["We sell it. and this too.", "A heading"]}]
    sections.append({"title": "", "paragraphs": ["“Is it so?” Yes!"]})
    found = list(sentences_in([("site", {"sections": sections})]))
    assert [one.columns["sentence"] for one in found] == list(range(1, len(found) + 1))
    whole = candidates_in(found, SentenceOptions(shortest=1, whole=True))
    assert [one.text for one in whole.texts] == ["We sell it.", "“Is it so?”", "Yes!"]
    assert whole.left_out["not a whole sentence"] == len(found) - 3


def test_lengths_are_equal_or_as_in_a_dataset() -> None:
    texts = [text(f"{n} {m} " * size) for size in (1, 2, 3) for n in range(9) for m in range(2)]
    options = replace(ALL, size=10, shortest=2, longest=4, lengths="equal")
    assert _requested(draw_sample(texts, options).found) == {2: 4, 3: 3, 4: 3}
    own = draw_sample(texts, replace(options, lengths="own")).found
    assert _requested(own) == {2: 5, 3: 0, 4: 5}
    given = replace(options, lengths="given")
    assert _requested(draw_sample(texts, given, {2: 1, 4: 4, 7: 9}).found) == {2: 2, 3: 0, 4: 8}
    for lengths in ({7: 9}, None):
        with pytest.raises(Failed):
            draw_sample(texts, given, lengths)


def _requested(found: Any) -> dict[int, int]:
    return {row["words"]: row["requested"][0] for row in found["lengths"]}


def test_what_is_missing_is_said() -> None:
    result = draw_sample(LOG, replace(ALL, size=8, shortest=2, longest=5, lengths="equal"))
    assert shortfall(result.found) == (
        "4 texts of 8: 4 fewer than requested. There are no more with 3, 4 and 5 words."
    )
    rows = {row.label: list(row.values) for row in distribution_table(result.found).rows}
    assert rows["3"] == [1, 2, 1, 1]
    assert rows["all"] == [5, 8, 4, 4]
    enough = draw_sample(LOG, replace(ALL, size=2, lengths="own"))
    assert shortfall(enough.found) == ""


def test_random_texts_count_how_often_texts_occur() -> None:
    log = [text("a b", n="98"), text("b a", n="2"), text("b", n="")]
    options = RandomOptions(size=1, shortest=2, longest=2, order=2, frequency="n")
    drawn = Counter(
        one.text
        for seed in range(200)
        for one in draw_sample(log, replace(options, seed=seed)).texts
    )
    assert drawn["a b"] > 170
    assert draw_sample(log, options).found["left_out"] == {"no frequency": 1}


def test_random_texts_are_distinct_and_may_be_new() -> None:
    options = RandomOptions(size=30, shortest=2, longest=4, lengths="model")
    result = draw_sample(LOG, options)
    texts = [one.text for one in result.texts]
    assert len(set(texts)) == len(texts)
    assert {one.columns["model"] for one in result.texts} == {"1-gram", "2-gram"}
    known = {one.text for one in LOG}
    assert sum(result.found["known"]) == len(known & set(texts)) > 0
    new = draw_sample(LOG, replace(options, new=True))
    assert not known & {one.text for one in new.texts}
    assert shortfall(new.found).endswith("The models make no more with 2, 3 and 4 words.")


def test_a_model_that_is_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(Failed, match=r"The 2-gram model has \d+ contexts; with 8 words, at most 1"):
        draw_sample(LOG, RandomOptions(size=3, order=2), max_cells=17)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (TextOptions(shortest=5, longest=4), "longest"),
        (TextOptions(least="1"), "column"),
        (TextOptions(column="x"), "least"),
        (TextOptions(column="x", least="2", most="1.5"), "most"),
        (TextOptions(column="x", least="1e3"), "least"),
        (TextOptions(lengths="model"), "lengths"),
        (TextOptions(column="a\x00"), "column"),
        (RandomOptions(order=4), "order"),
        (SentenceOptions(size=0), "size"),
    ],
)
def test_wrong_options_are_refused_by_field(options: SampleOptions, field: str) -> None:
    with pytest.raises(Wrong) as refused:
        options.check()
    assert refused.value.field == field


def test_options_are_stored_with_their_sampler() -> None:
    for options in (TextOptions(size=3), SentenceOptions(whole=True), RandomOptions(order=2)):
        assert SampleOptions.from_json(options.as_json()) == options
    for stored in ({}, {"sampler": "others"}, {"sampler": "texts", "weird": 1}):
        with pytest.raises(Unreadable):
            SampleOptions.from_json(stored)


def test_lengths_of_sets_are_side_by_side() -> None:
    table = lengths_table([("one", {2: 3, 3: 1}), ("other", {4: 1, 99: 1}), ("none", {})])
    rows = {row.label: list(row.values) for row in table.rows}
    assert rows["2"] == [0.75, 0, None]
    assert rows["4"] == [0, 0.5, None]
    assert rows["over 60"] == [0, 0.5, None]
    assert list(rows) == [*map(str, range(2, 61)), "over 60"]
    assert lengths_table([("none", {})]).rows == []


def test_a_huge_exponent_is_no_number_of_times() -> None:
    """The integer would have a billion digits."""
    found = timed([text("a", n="1e999999999"), text("b", n="2")], "n")
    assert [one.times for one in found] == [0, 2]


def test_a_sample_of_texts_can_be_stopped() -> None:
    def stop(done: int, of: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        draw_sample(LOG, ALL, progress=stop)
