"""Text to vector and back; invalid input is refused with a sentence and a position."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import (
    IllFormed,
    Vector,
    check_flat,
    check_nested,
    format_flat,
    format_nested,
    nested_tree,
    parse_flat,
    parse_nested,
    read_flat,
    read_nested,
)
from tests.agreement import slow, strategies

LETTERS = "abcdefghijkl"


@pytest.mark.parametrize(
    ("text", "vector"),
    [
        ("apply | first aid course | on line", (1, 0, 0, 1, 0)),
        ("barbie dress up games", (0, 0, 0)),
        ("one", ()),
        (" a|b  c ", (1, 0)),
        (r"a\|b | c", (1,)),
        ("(a) b", (0,)),
        ("مرحبا | بالعالم", (1,)),
    ],
)
def test_flat_strings(text: str, vector: tuple[int, ...]) -> None:
    assert parse_flat(text) == vector


@pytest.mark.parametrize(
    ("text", "vector"),
    [
        ("((apply first) ((aid course) (on line)))", (0, 2, 0, 1, 0)),
        ("(apply (((first aid) course) (on line)))", (3, 0, 1, 2, 0)),
        ("((barbie dress)( up games))", (0, 1, 0)),
        ("(barbie ((dress up) games))", (2, 0, 1)),
        ("(a b)", (0,)),
        ("one", ()),
        ("(a|b c)", (0,)),
    ],
)
def test_bracket_strings(text: str, vector: tuple[int, ...]) -> None:
    assert parse_nested(text) == vector


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("a || b", "empty segment", 3),
        ("| a", "empty segment", 0),
        ("a | b |", "empty segment", 6),
        ("", "no words", 0),
        ("  ", "no words", 0),
        ("a \x00b", "forbidden character", 2),
        ("a \ud800b", "forbidden character", 2),
    ],
)
def test_ill_formed_flat_strings(text: str, reason: str, position: int) -> None:
    with pytest.raises(IllFormed) as error:
        parse_flat(text)
    assert (error.value.reason, error.value.position) == (reason, position)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "reason", "position"),
    [
        ("((a b))", "non-binary node with 1 children", 0),
        ("(a (b c d))", "non-binary node with 3 children", 3),
        ("(a ())", "non-binary node with 0 children", 3),
        ("(one)", "non-binary node with 1 children", 0),
        ("a b", "more than one root", 2),
        ("(a b) (c d)", "more than one root", 6),
        ("((a b) c", "unbalanced brackets", 0),
        ("(a b))", "unbalanced brackets", 5),
        ("(" * 10_000, "unbalanced brackets", 9_999),
        (")" * 10_000, "unbalanced brackets", 0),
        ("(" * 10_000 + "a" + ")" * 10_000, "non-binary node with 1 children", 9_999),
        ("", "no words", 0),
        ("(a \x00)", "forbidden character", 3),
        ("(a \udfff)", "forbidden character", 3),
    ],
)
def test_ill_formed_bracket_strings(text: str, reason: str, position: int) -> None:
    with pytest.raises(IllFormed) as error:
        parse_nested(text)
    assert (error.value.reason, error.value.position) == (reason, position)
    assert str(error.value).endswith(".")


@pytest.mark.long
def test_a_tree_ten_thousand_deep_is_read_and_written() -> None:
    words = ["w"] * 10_001
    text = "(" * 10_000 + "w" + " w)" * 10_000
    assert format_nested(words, parse_nested(text, words)) == text


@pytest.mark.parametrize(
    ("text", "position"), [("a | c b", 4), ("a | b", 5), ("a | b c d", 8), ("A b c", 0)]
)
def test_other_words_are_refused(text: str, position: int) -> None:
    with pytest.raises(IllFormed) as error:
        parse_flat(text, ["a", "b", "c"])
    assert (error.value.reason, error.value.position) == ("wrong words", position)


def test_the_first_word_too_many_ends_the_reading() -> None:
    flood = "a | b | c | " * 100_000 + "|"
    with pytest.raises(IllFormed, match="more words than the text") as error:
        parse_flat(flood, ["a", "b", "c"])
    assert error.value.position == 12


@pytest.mark.parametrize(
    ("vector", "reason", "position"),
    [
        ([0, 0], "root label not unique", 1),
        ([1, 0, 1], "root label not unique", 2),
        ([3, 0, 1], "label 3 where the height is 2", 0),
        ([0, 2], "label 2 where the height is 1", 1),
        ([1], "label 1 where the height is 0", 0),
    ],
)
def test_heights_of_no_tree(vector: list[int], reason: str, position: int) -> None:
    with pytest.raises(IllFormed) as error:
        check_nested(vector, len(vector) + 1)
    assert (error.value.reason, error.value.position) == (reason, position)


NOT_VECTORS: list[object] = [
    None, 0, "10", {"0": 1}, [1], [1, 0, 0], [1, True], [0, 1.0], [0, float("nan")], [0, "1"],
    [0, None], [0, [1]], [-1, 0], [0, 2**63], [0, 10**5000],
]  # fmt: skip


@pytest.mark.parametrize("vector", NOT_VECTORS, ids=range(len(NOT_VECTORS)))
def test_json_that_is_no_vector(vector: object) -> None:
    for check in (check_flat, check_nested):
        with pytest.raises(IllFormed, match=r"\.$"):
            check(vector, 3)


@pytest.mark.long
def test_the_vectors_that_pass_are_exactly_the_trees() -> None:
    for n in range(1, 7):
        passed = set()
        for vector in product(range(n), repeat=n - 1):
            try:
                passed.add(check_nested(list(vector), n))
            except IllFormed:
                continue
        assert passed == set(slow.all_vectors("nested", n))


def outcome(act: Callable[[], Vector]) -> Vector | IllFormed:
    """Return the result or the refusal; any other exception fails the test."""
    try:
        return act()
    except IllFormed as error:
        return error


@pytest.mark.long
@given(strategies.JSON, st.integers(-1, 7))
def test_checks_raise_nothing_but_ill_formed(value: object, n_words: int) -> None:
    for check in (check_flat, check_nested):
        got = outcome(partial(check, value, n_words))
        assert str(got) if isinstance(got, IllFormed) else value in (list(got), got)


@pytest.mark.long
@given(strategies.JSON, strategies.WORDS)
def test_readers_raise_nothing_but_ill_formed(value: object, words: list[str]) -> None:
    for read in (read_flat, read_nested):
        got = outcome(partial(read, value, words))
        assert str(got) if isinstance(got, IllFormed) else len(got) == len(words) - 1


@given(st.text("()|\\ ab", max_size=30), st.booleans())
def test_parsers_raise_nothing_but_ill_formed(text: str, nested: bool) -> None:
    parse, form = (parse_nested, format_nested) if nested else (parse_flat, format_flat)
    got = outcome(partial(parse, text))
    if isinstance(got, IllFormed):
        assert got.position is not None
        assert 0 <= got.position <= len(text)
    else:
        words = [f"w{i}" for i in range(len(got) + 1)]
        assert parse(form(words, got), words) == got


@pytest.mark.long
@given(st.data(), strategies.WORDS)
def test_round_trip_through_text(data: st.DataObject, words: list[str]) -> None:
    flat = data.draw(strategies.flat(len(words)))
    nested = data.draw(strategies.nested(len(words)))
    assert parse_flat(format_flat(words, flat), words) == flat
    assert parse_nested(format_nested(words, nested), words) == nested


@pytest.mark.long
@given(st.data(), st.integers(1, 10))
def test_all_published_forms_read_alike(data: st.DataObject, n: int) -> None:
    words = list(LETTERS[:n])
    flat, nested = data.draw(strategies.flat(n)), data.draw(strategies.nested(n))

    def forms(vector: Sequence[int], text: str) -> list[object]:
        return [list(vector), tuple(vector), "".join(map(str, vector)), text]

    assert {read_flat(raw, words) for raw in forms(flat, format_flat(words, flat))} == {flat}
    written = forms(nested, format_nested(words, nested))
    assert {read_nested(raw, words) for raw in written} == {nested}


def test_words_that_are_digits() -> None:
    assert read_flat("10", ["10"]) == ()
    assert read_flat("1 0", ["1", "0"]) == (0,)
    assert read_flat("1", ["1", "0"]) == (1,)


@pytest.mark.long
@given(st.integers(1, 10).flatmap(strategies.nested))
def test_tree_and_vector_determine_each_other(vector: tuple[int, ...]) -> None:
    assert slow.heights(nested_tree(vector))[1] == vector


def test_nested_tree_of_the_interface() -> None:
    assert nested_tree((0, 1)) == ((0, 1), 2)
    assert nested_tree(()) == 0


@pytest.mark.parametrize("word", ["", "a b", "a\u3000b", "\x00", "\ud800"])
def test_words_that_no_text_can_hold(word: str) -> None:
    with pytest.raises(IllFormed, match="white space"):
        format_flat(["a", word], (1,))


def test_a_refusal_can_be_copied() -> None:
    with pytest.raises(IllFormed) as error:
        parse_flat("a || b")
    copy = deepcopy(error.value)
    assert (str(copy), copy.reason, copy.position) == (str(error.value), "empty segment", 3)


def test_spans_of_the_tree_are_written() -> None:
    words = [f"w{i}" for i in range(6)]
    assert format_nested(words, (1, 0, 2, 3, 0)) == "(((w0 (w1 w2)) w3) (w4 w5))"


def test_a_flood_of_brackets_is_refused_where_no_text_has_as_many() -> None:
    with pytest.raises(IllFormed, match="number 31 opens at character 31") as caught:
        read_nested("(" * 100_000, ["a"] * 10)
    assert (caught.value.reason, caught.value.position) == ("too many brackets", 30)
