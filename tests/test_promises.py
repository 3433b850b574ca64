"""Faults and attacks of docs/promises.md have tests; a row is passed if one of them passed."""

import pytest

from tests.helpers.numbered_promises import Proof, marked_numbers, read_choice, read_promises


@pytest.mark.parametrize("kind", ["attack", "fault"])
def test_each_number_has_a_test_and_each_mark_a_row(kind: str) -> None:
    assert marked_numbers(kind) == set(read_promises(kind))


@pytest.mark.parametrize(("kind", "last"), [("attack", 50), ("fault", 22)])
def test_numbers_have_no_gap(kind: str, last: int) -> None:
    assert list(read_promises(kind)) == list(range(1, last + 1))


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([], "NO TEST"),
        (["skipped"], "skipped"),
        (["skipped", "passed"], "passed"),
        (["passed", "failed"], "FAILED"),
        (["passed", "error"], "FAILED"),
    ],
)
def test_a_row_is_what_its_tests_came_to(outcomes: list[str], expected: str) -> None:
    proof = Proof(read_promises("attack")[1])
    for number, outcome in enumerate(outcomes):
        proof.outcomes[f"tests/test_it.py::test_{number}"].append(outcome)
    assert proof.outcome == expected


def test_a_number_that_no_row_has_is_refused() -> None:
    assert read_choice("attack:13,14") == ("attack", frozenset({13, 14}))
    with pytest.raises(pytest.UsageError, match="no attack 51"):
        read_choice("attack:51")
