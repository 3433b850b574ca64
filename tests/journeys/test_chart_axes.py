"""The axes of a chart, their ends, steps and times, in the browser that draws them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.templatetags.static import static
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Judgment
from tests.journeys.researcher import sign_in
from tests.research.study import make_study

MEASURE = """
([module, values, how]) => import(module).then(({ measured }) => measured(values, how))
"""
UTC_CLOCK = "js/research/utc.js"
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


def test_times_are_the_same_beside_and_in_a_chart_wherever_the_browser_is(
    new_context: Callable[..., BrowserContext],
    watch: Callable[[BrowserContext], BrowserContext],
    live_server: LiveServer,
) -> None:
    study = make_study()
    began = datetime(2026, 3, 2, 3, 0, tzinfo=UTC)
    for place, judgment in enumerate(Judgment.objects.filter(campaign=study.flat).order_by("pk")):
        judgment.submitted_at = began + timedelta(minutes=10 * place)
        judgment.save()
    far = watch(new_context(timezone_id="Asia/Kolkata"))
    page = sign_in(far, study.owner, live_server.url)
    page.goto(f"{live_server.url}/research/campaigns/{study.flat.pk}/")
    plot = page.locator("#throughput-plot svg")
    expect(page.locator("#span")).to_contain_text("2 Mar 2026, times in UTC")
    expect(plot.locator("text").first).to_be_visible()
    ticks = [text for text in plot.locator("text").all_text_contents() if ":" in text]
    assert ticks
    assert all("03:00" <= tick <= "03:52" for tick in ticks), ticks
    said = page.evaluate("(path) => import(path).then(({ clock }) => clock(0))", static(UTC_CLOCK))
    assert said == "00:00 UTC"
