"""Answers that count as correct by a gold answer, in each scheme: equal, or close enough."""

from decimal import Decimal
from itertools import combinations
from random import Random

import pytest

from agreement.segmentation.boundaries import parse_nested
from annotation.models import Item
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasGoldAnswers
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.schemes.overlap import groups_of, segments_of, shares_enough

GOLD = {name: one for name, one in SCHEMES.items() if isinstance(one, HasGoldAnswers)}
WORDS = ["a", "b", "c", "d"]
EVIDENCE = SCHEMES["evidence"].check_settings({"preset": "plain"})


def text(**columns: object) -> Item:
    return Item(text=" ".join(WORDS), content={"tokens": WORDS, "columns": columns})


def question(gold: object, **more: object) -> Item:
    extra = {"gold": gold, "why": "It says so."}
    return Item(text="Q", content={"question": "Q", "sentences": 9, "extra": extra, **more})


def is_right(name: str, answer: dict[str, object], item: Item, at_least: str | None) -> bool:
    scheme, settings = GOLD[name], EVIDENCE if name == "evidence" else {}
    known, given = scheme.known_vector(item, settings), scheme.parse(answer, item, settings)
    assert known is not None
    return scheme.agrees(given, known, settings, None if at_least is None else Decimal(at_least))


@pytest.mark.parametrize(
    ("gold", "answer", "at_least", "right"),
    [
        ("a | b c | d", "a | b c | d", None, True),
        ("a | b c | d", "a | b | c | d", None, False),
        # Two of three segments and of four are shared: F1 is 4 of 7.
        ("a | b c | d", "a | b | c | d", "0.571", True),
        ("a | b c | d", "a | b | c | d", "0.572", False),
        ("a b c d", "a b c d", "1", True),
        ("a b c d", "a b c | d", "0.001", False),
    ],
)
def test_flat_by_its_segments(gold: str, answer: str, at_least: str | None, right: bool) -> None:
    assert is_right("flat", {"answer": answer}, text(gold_flat=gold), at_least) is right


@pytest.mark.parametrize(
    ("gold", "answer", "at_least", "right"),
    [
        ("((a b) (c d))", "((a b) (c d))", None, True),
        ("((a b) (c d))", "(((a b) c) d)", None, False),
        # The whole is a group of every tree and is not counted: of two groups each, one is shared.
        ("((a b) (c d))", "(((a b) c) d)", "0.5", True),
        ("((a b) (c d))", "(((a b) c) d)", "0.501", False),
        ("((a b) (c d))", "(a (b (c d)))", "0.5", True),
        ("(((a b) c) d)", "(a (b (c d)))", "0.001", False),
    ],
)
def test_nested_by_its_groups(gold: str, answer: str, at_least: str | None, right: bool) -> None:
    assert is_right("nested", {"answer": answer}, text(gold_nested=gold), at_least) is right


@pytest.mark.parametrize(
    ("gold", "answer", "at_least", "right"),
    [
        ({"sentences": [3, 4]}, {"answerable": True, "sentences": [4, 3]}, None, True),
        ({"sentences": [3, 4]}, {"answerable": True, "sentences": [3]}, None, False),
        # One sentence shared of two and of one: F1 is 2 of 3.
        ({"sentences": [3, 4]}, {"answerable": True, "sentences": [3]}, "0.666", True),
        ({"sentences": [3, 4]}, {"answerable": True, "sentences": [3]}, "0.667", False),
        ({"sentences": [3, 4]}, {"answerable": False}, "0.001", False),
        ({"answerable": False}, {"answerable": False}, None, True),
        ({"answerable": False}, {"answerable": True, "sentences": [0]}, "0.001", False),
    ],
)
def test_evidence_by_its_sentences(
    gold: object, answer: dict[str, object], at_least: str | None, right: bool
) -> None:
    assert is_right("evidence", answer, question(gold), at_least) is right


def test_the_option_of_a_question_has_to_be_the_same() -> None:
    item = question({"sentences": [3], "choice": "No"}, options=["Yes", "No"])
    for choice, right in ((0, False), (1, True)):
        payload = {"answerable": True, "sentences": [3], "choice": choice}
        assert is_right("evidence", payload, item, "0.5") is right


@pytest.mark.parametrize(
    ("scheme", "item", "settings"),
    [
        ("flat", text(gold_flat="a | b"), {}),
        ("nested", text(gold_nested="(a b) c d"), {}),
        ("evidence", question("sentence 3"), EVIDENCE),
        ("evidence", question({"sentences": [9]}), EVIDENCE),
        ("evidence", question({"answerable": False, "sentences": [1]}), EVIDENCE),
    ],
)
def test_a_known_answer_that_nobody_can_give_is_refused(
    scheme: str, item: Item, settings: Settings
) -> None:
    with pytest.raises(InvalidAnswer):
        GOLD[scheme].known_vector(item, settings)


@pytest.mark.parametrize("cell", [None, "", "  "])
def test_a_blank_cell_is_no_known_answer(cell: str | None) -> None:
    item = text(gold_flat=cell, gold_nested=cell)
    for name in ("flat", "nested"):
        assert GOLD[name].known_vector(item, {}) is None


def test_the_known_answer_is_shown_with_its_reason() -> None:
    item = text(gold_flat="a|b  c | d", why="b c is a name.")
    assert GOLD["flat"].describe_gold(item, {}) == ("a | b c | d", "b c is a name.")
    shown = GOLD["evidence"].describe_gold(question({"sentences": [3, 4]}), EVIDENCE)
    assert shown == ("sentences 4–5", "It says so.")


def test_each_scheme_knows_what_is_right_or_says_why_nothing_can_be() -> None:
    for name, scheme in SCHEMES.items():
        assert (name in GOLD) != bool(scheme.why_never_known)


def test_the_groups_are_those_of_the_brackets() -> None:
    """A slow reference: the spans between matching brackets."""
    luck = Random(1)
    for _ in range(200):
        words = luck.randint(2, 8)
        form = tree(luck, 0, words)
        heights = parse_nested(form, [f"w{place}" for place in range(words)])
        assert groups_of(heights) == spans(form) - {(0, words - 1)}


def test_flat_parts_cover_the_text_once() -> None:
    for count in range(4):
        for places in combinations(range(3), count):
            cuts = [int(gap in places) for gap in range(3)]
            found = sorted(segments_of(cuts))
            assert [word for a, b in found for word in range(a, b + 1)] == [0, 1, 2, 3]
            assert len(found) == count + 1


def test_nothing_and_nothing_share_all() -> None:
    assert shares_enough((), (), Decimal(1))
    assert not shares_enough((), {1}, Decimal("0.001"))


def tree(luck: Random, first: int, end: int) -> str:
    if end - first == 1:
        return f"w{first}"
    at = luck.randint(first + 1, end - 1)
    return f"({tree(luck, first, at)} {tree(luck, at, end)})"


def spans(form: str) -> set[tuple[int, int]]:
    found, opened, word = set(), [], -1
    for piece in form.replace("(", " ( ").replace(")", " ) ").split():
        if piece == "(":
            opened.append(word + 1)
        elif piece == ")":
            found.add((opened.pop(), word))
        else:
            word += 1
    return found
