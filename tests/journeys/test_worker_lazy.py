"""Repeated key presses leave no tree, or trees without a preferred side (decision 14).

A tool that measures where people's trees lean must not lean itself.
"""

import pytest
from playwright.sync_api import Page

from tests.helpers.tiers import long_only
from tests.journeys.conftest import Link
from tests.journeys.lazy import trial


@pytest.mark.parametrize(
    "habit",
    ["space", *long_only("enter", "the large button", "space, the mouse at rest on the text")],
)
def test_no_join_is_chosen_for_the_worker(page: Page, link: Link, habit: str) -> None:
    assert trial(page, link, habit, texts=1).trees == 0


@pytest.mark.parametrize("habit", ["→ and space", *long_only("← and space", "→ and enter")])
def test_an_arrow_and_a_join_lean_to_no_side(page: Page, link: Link, habit: str) -> None:
    found = trial(page, link, habit, texts=6)
    assert found.trees == 6
    assert found.all_left + found.all_right < 0.5
    assert 0.25 < found.leaning_left < 0.75


@pytest.mark.long
def test_a_choice_is_the_workers_own(page: Page, link: Link) -> None:
    """Show what the trial would find for a page that leans."""
    found = trial(page, link, "always the first +", texts=2)
    assert (found.trees, found.all_left, found.leaning_left) == (2, 1, 1)
