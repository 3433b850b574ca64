"""Allowed names, and names that are equal: with Unicode's own test data if present."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.text.display_names import (
    JOINERS,
    MAX_NAME,
    UnusableName,
    clean_name,
    folded,
    looks_of,
)

CLASSES = [
    ["Anna", "Аnna", "аnnа", "ANNA", "ａｎｎａ", "An\u200dna", "𝓐𝓷𝓷𝓪"],
    ["Ian", "lan", "Іan", "1an", "|an"],
    ["Arnold", "Amold"],
    ["Ada 10", "Ada l0", "Ada lO", "Ada IO"],
    ["éva", "e\u0301va", "ÉVA"],
    ["علی", "عل\u200cی"],
]
APART = [
    "Anna",
    "Ánna",
    "Hanna",
    "Ian",
    "éva",
    "eva",
    "Nina",
    "Vina",
    "w1",
    "w2",
    "علی",
    "李",
    "林",
]


@pytest.mark.parametrize("names", CLASSES)
def test_names_that_look_alike_have_the_same_looks(names: list[str]) -> None:
    assert len({looks_of(clean_name(name)) for name in names}) == 1


@pytest.mark.parametrize(
    "names", [["Вера", "вера", "ВЕРА"], ["Straße", "STRASSE"], ["Ada", "ada"], ["éva", "e\u0301va"]]
)
def test_spellings_of_one_name_fold_to_one(names: list[str]) -> None:
    assert len({folded(clean_name(name)) for name in names}) == 1


def test_other_names_stay_apart() -> None:
    for key in (folded, looks_of):
        assert len({key(clean_name(name)) for name in APART}) == len(APART)


@pytest.mark.parametrize(
    "hidden",
    [
        *("\x00", "\t", "\n", "\x7f", "\x9f", "\xad", "\u034f", "\u061c", "\u115f", "\u1160"),
        *("\u17b4", "\u180b", "\u180e", "\u200b", "\u200e", "\u202e", "\u2028", "\u2060", "\u2066"),
        *("\u2800", "\u3164", "\ufe00", "\ufeff", "\uffa0", "\ufffd", "\ud800", "\ue000"),
        *("\U0001d159", "\U000e0041", "\U000e0100", "\U0010ffff"),
    ],
)
def test_what_cannot_be_seen_is_refused_by_its_number(hidden: str) -> None:
    for name in (hidden, f"An{hidden}na", f"Anna{hidden}"):
        with pytest.raises(UnusableName, match=f"U\\+{ord(hidden):04X}"):
            clean_name(name)


@pytest.mark.parametrize(
    "nothing", ["", "   ", "\u3000\u00a0", "\u0301", "\u200d", "\u200c\ufe0f", "x" * 61, "ﷺ" * 20]
)
def test_what_shows_nothing_or_is_too_long_is_refused(nothing: str) -> None:
    with pytest.raises(UnusableName):
        clean_name(nothing)


def test_a_tower_of_marks_is_refused_and_a_written_language_is_not() -> None:
    with pytest.raises(UnusableName, match="no more than 4 marks"):
        clean_name("a" + "\u0301\u0302" * 3)
    for name in ("Nguyễn", "नमस्ते", "שָׁלוֹם", "คุณน้ำ", "👩‍👩‍👧", "O’Neil-Smith, Jr.", "7"):
        assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_a_name_of_megabytes_is_refused_unread() -> None:
    with pytest.raises(UnusableName, match="1 to 60"):
        clean_name("a" * 2_000_000)


@given(st.text(max_size=MAX_NAME))
def test_a_name_that_can_be_stays_as_it_is(given_name: str) -> None:
    try:
        name = clean_name(given_name)
    except UnusableName:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= MAX_NAME
    assert folded(folded(name)) == folded(name)
    assert looks_of(name) == looks_of(unicodedata.normalize("NFD", name))
    assert looks_of(name + JOINERS) == looks_of(name)
