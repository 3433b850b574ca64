"""The meaning of S next to α, as pages explain it, of a campaign and of a worker."""

import pytest

from annotation.research.results.alpha_readings import in_short, reading_of


@pytest.mark.parametrize(
    ("figures", "begins"),
    [
        ((0.7, 0.95, 0.7), "α is 0.6 or more"),
        ((0.5, 0.9, 0.7), "α is moderate"),
        ((0.15, 0.9, 0.7), "S is high and α is low"),
        ((0.15, 0.72, 0.7), "S is near chance"),
        ((None, 0.9, 0.7), "α or S is not defined"),
    ],
)
def test_s_is_read_as_in_papers(figures: tuple[float | None, float, float], begins: str) -> None:
    assert reading_of(*figures).startswith(begins)


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ((0.7, 0.95, 0.7), "agrees on the texts"),
        ((0.5, 0.9, 0.7), "agrees somewhat"),
        ((0.15, 0.9, 0.7), "shares the habit, not the texts"),
        ((0.15, 0.72, 0.7), "agrees little"),
        ((0.15, None, None), "not defined"),
    ],
)
def test_short_readings_agree(figures: tuple[float, float | None, float | None], said: str) -> None:
    assert in_short(*figures) == said
