"""The ends of a chart's axis and the step between its lines, in the browser that draws them."""

import pytest
from django.templatetags.static import static
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

MEASURE = """
([module, values, how]) => import(module).then(({ measured }) => measured(values, how))
"""
ALPHAS = [-0.04, 0.225, None]


@pytest.mark.parametrize(
    ("values", "how", "ends"),
    [
        ([0.8, 0.93, 1], {}, (0.8, 1, 0.05)),
        ([0.667, 0.845], {}, (0.65, 0.85, 0.05)),
        (ALPHAS, {}, (-0.05, 0.25, 0.05)),
        ([-0.238, 0.458], {"steps": 8}, (-0.3, 0.5, 0.1)),
        ([0.31, 0.18], {"fromZero": True, "least": 0.01}, (0, 0.4, 0.1)),
        ([-3, 20], {"fromZero": True}, (-5, 20, 5)),
        ([440], {"fromZero": True, "least": 1, "steps": 3}, (0, 600, 200)),
        ([1, 1], {"fromZero": True, "least": 1}, (0, 1, 1)),
        ([0], {"fromZero": True, "least": 1}, (0, 1, 1)),
        ([0.7, 0.7], {}, (0.6, 0.8, 0.2)),
        ([None], {}, None),
    ],
)
def test_an_axis_steps_by_one_two_or_five_and_no_further_than_it_must(
    page: Page,
    live_server: LiveServer,
    values: list[float | None],
    how: dict[str, float],
    ends: tuple[float, float, float] | None,
) -> None:
    page.goto(f"{live_server.url}/account/login/")
    found = page.evaluate(MEASURE, [static("js/research/paper.js"), values, how])
    assert found == (dict(zip(("min", "max", "interval"), ends, strict=True)) if ends else {})
