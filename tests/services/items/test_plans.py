"""Pages of many items: an order with an index reads a page of rows from anywhere, a filter that few
items match reads those few, and nothing reads the campaign more than once or twice. The plans are
printed with `pytest -s`."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import HIT, Campaign, Dataset, Judgment
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.items.cursors import (
    OF_WORKERS,
    count_items,
    neighbours,
    orders,
    page_of_items,
)
from annotation.services.items.filters import ItemFilter, checked
from tests.helpers.factories import enrol, make_campaign, make_dataset, make_project, make_user
from tests.helpers.queries import explain, run_sql, steps_of
from tests.helpers.tiers import by_tier
from tests.services.items.study import ORDERS

ITEMS = by_tier(quick=10_000, long=100_000)
WORKERS = 100
PAGE = 20
A_PAGE_OF_ROWS = 500
BY_INDEX = [name for name in ORDERS if not orders()[name].in_one_pass]
SOME_BY_INDEX = ("-disagreement", "entropy", "latest", "text", "-stratum")
# They sort the filtered items: the whole campaign if there is no filter.
SORTED = [name for name in ORDERS if orders()[name].in_one_pass and name not in OF_WORKERS]
FEW: dict[str, dict[str, Any]] = {
    "worker": {"worker": 3},
    "worker and time": {"worker": 3, "since": datetime(2027, 1, 2, tzinfo=UTC)},
    "tie": {"tie": True},
    "undecided": {"undecided": True, "q": "7"},
    "decided": {"decided": True},
    "disagreement": {"disagreement_from": 0.499},
    "entropy": {"entropy_from": 0.999},
    "length": {"length_from": 5},
    "stratum": {"stratum": "7"},
}
# A time span is found by its judgments or along the order, depending on the planner's estimate: in
# the worst case the campaign is read once, if the span's items are last in the order.
ALL: dict[str, dict[str, Any]] = {
    "time": {
        "since": datetime(2027, 1, 1, tzinfo=UTC),
        "until": datetime(2027, 1, 1, 0, 5, tzinfo=UTC),
    },
    "text": {"q": "nowhere at all"},
    "late": {"late": True},
    "review": {"review": "accepted"},
    "unjudged": {"judgments_to": 0},
    "everything": {"q": "9", "review": "none", "tie": False, "decided": False, "length_to": 4},
}
# PostgreSQL rounds the rows of parallel steps.
PASSES = 2 * ITEMS + PAGE
# One pass reads the reviews that sort all items, another those that the filter needs.
SORTED_PASSES = 3 * ITEMS + PAGE
# For few items PostgreSQL rightly reads all, so only a large number shows the use of an index.
OF_FEW = by_tier(quick=SORTED_PASSES, long=12_000)

SQL = """
INSERT INTO annotation_assignment
    (hit_id, enrolment_id, status, claimed_at, expires_at, ended_at, later, repeat)
SELECT hit.id, %(first)s + hit.position %% %(workers)s, 'submitted', now(), now(), now(), false,
       false
FROM annotation_hit hit WHERE hit.campaign_id = %(campaign)s;
INSERT INTO annotation_judgment
    (assignment_id, campaign_id, hit_id, submission_id, payload, vector, late, took_slot, review,
     counts, folded, repeat, submitted_at)
SELECT assignment.id, hit.campaign_id, hit.id, gen_random_uuid(), '{}', '{0,0}', false, true, '',
       true, true, false, '2027-01-01'::timestamptz + hit.position * interval '1 second'
FROM annotation_assignment assignment JOIN annotation_hit hit ON hit.id = assignment.hit_id
WHERE hit.campaign_id = %(campaign)s;
INSERT INTO annotation_itemsummary
    (hit_id, campaign_id, judgments, "distinct", disagreement, entropy, tied, undecided, judged_at,
     summary)
SELECT hit.id, hit.campaign_id, 2, 2, greatest(0, (hit.position %% 1009) / 1009.0 - 0.5),
       (hit.position %% 997) / 997.0,
       hit.position %% 500 = 0, hit.position %% 50 = 0,
       '2027-01-01'::timestamptz + hit.position * interval '1 second',
       jsonb_build_object('annotations', '[]'::jsonb, 'filler', repeat('figures ', 60))
FROM annotation_hit hit WHERE hit.campaign_id = %(campaign)s;
"""


@pytest.fixture
def campaign() -> Campaign:
    return campaign_of_many_items()


def campaign_of_many_items() -> Campaign:
    user = make_user()
    dataset = make_dataset([], make_project(user))
    run_sql(
        "INSERT INTO annotation_item (dataset_id, position, text, content)"
        " SELECT %s, n, 'text ' || n, jsonb_build_object('tokens', CASE WHEN n %% 100 = 0"
        " THEN '{text, of, five, long, words}'::text[] ELSE '{text, again}'::text[] END,"
        " 'stratum', CASE WHEN n %% 2 = 0 THEN n %% 40 + 1 END)"
        " FROM generate_series(1, %s) n",
        [dataset.pk, ITEMS],
    )
    Dataset.objects.filter(pk=dataset.pk).update(item_count=ITEMS)
    dataset.refresh_from_db()
    draft = make_campaign(dataset, redundancy=5, launch=False)
    made = launch_campaign(campaign=draft, user=user)
    first = min(enrol(made).pk for _ in range(WORKERS))
    run_sql(SQL, {"first": first, "workers": WORKERS, "campaign": made.pk})
    run_sql("ANALYZE")
    return made


def explained(title: str, run_query: Callable[[], object]) -> int:
    """Return the maximum number of rows that a step of any query read."""
    with CaptureQueriesContext(connection) as queries:
        run_query()
    rows, seconds = 0, 0.0
    for query in queries.captured_queries:
        plan = explain(query["sql"])
        seconds += plan["Execution Time"] / 1000
        rows = max(rows, *map(_rows, steps_of(plan["Plan"])))
    print(f"{title}: {rows:,} rows, {1000 * seconds:.1f} ms")  # noqa: T201 - `pytest -s` shows it
    return rows


def _rows(step: dict[str, Any]) -> int:
    read = step["Actual Rows"] + step.get("Rows Removed by Filter", 0)
    return int(step["Actual Loops"] * (read + step.get("Rows Removed by Join Filter", 0)))


@pytest.mark.long
def test_pages_of_orders_and_filters_read_what_they_show(campaign: Campaign) -> None:
    everything = ItemFilter()
    middle = HIT.objects.select_related("item", "summary").get(
        campaign=campaign, position=ITEMS // 2
    )
    for order in BY_INDEX:
        expect_few_rows(campaign, order, everything, middle, A_PAGE_OF_ROWS)
    for name, values in FEW.items():
        for order in ("position", "-disagreement", "latest", "text"):
            wanted = checked(values)
            rows = explained(
                f"{name}, {order}", partial(page_of_items, campaign, wanted, order, "", PAGE)
            )
            assert rows <= OF_FEW, (name, order)
    for name, values in ALL.items():
        for order in ("position", "judgments", "-judgments", "decided", *SOME_BY_INDEX):
            wanted = checked(values)
            rows = explained(
                f"{name}, {order}", partial(page_of_items, campaign, wanted, order, "", PAGE)
            )
            assert rows <= PASSES, (name, order)
        rows = explained(f"{name}, counted", partial(count_items, campaign, wanted, 10_000))
        assert rows <= PASSES, name


@pytest.mark.long
def test_orders_without_an_index_sort_what_is_found_once(campaign: Campaign) -> None:
    middle = HIT.objects.get(campaign=campaign, position=ITEMS // 2)
    for order in SORTED:
        for wanted in (ItemFilter(), checked(ALL["everything"])):
            expect_few_rows(campaign, order, wanted, middle, SORTED_PASSES)
    judged = Judgment.objects.filter(campaign=campaign, assignment__enrolment__worker__number=3)
    theirs = judged.first()
    assert theirs is not None
    for order in OF_WORKERS:
        expect_few_rows(campaign, order, ItemFilter(worker=3), theirs.hit, OF_FEW)


def expect_few_rows(
    campaign: Campaign, order: str, wanted: ItemFilter, hit: HIT, most: int
) -> None:
    """Check the first page, the next and an item's neighbours against the maximum number of
    rows."""
    first = page_of_items(campaign, wanted, order, "", PAGE)
    assert first.next
    for title, run_query in (
        ("first", partial(page_of_items, campaign, wanted, order, "", PAGE)),
        ("next", partial(page_of_items, campaign, wanted, order, first.next, PAGE)),
        ("beside", partial(neighbours, campaign, wanted, order, hit)),
    ):
        assert explained(f"{order}, {title}", run_query) <= most, (order, title)
