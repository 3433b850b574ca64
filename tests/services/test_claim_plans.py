"""A claim has constant cost: of many HITs the statement reads a handful of rows, for a new worker,
for one who has done a tenth, and if none is left. The plans are printed with `pytest -s`."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from annotation.models import HIT, Assignment, Campaign, Enrolment
from annotation.services.campaigns.campaigns import extend_redundancy, launch_campaign
from annotation.services.errors import NothingLeft
from annotation.services.pay.budgets import set_budget
from annotation.services.pay.purse import PARTS
from annotation.services.work.claim import claim_hit
from annotation.services.work.worker_state import lock_worker_state
from tests.helpers.factories import enrol, make_campaign, make_dataset, make_user, submit
from tests.helpers.queries import explain, run_sql, steps_of
from tests.helpers.refusals import check_not_served
from tests.helpers.tiers import by_tier
from tests.services.paying import set_project_budget

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

HITS = by_tier(quick=10_000, long=100_000)
DONE = HITS // 10
FEW_ROWS = 3
FEW_PAGES = 120


@pytest.fixture
def campaign() -> Campaign:
    dataset = make_dataset([])
    run_sql(
        "INSERT INTO annotation_item (dataset_id, position, text, content)"
        " SELECT %s, n, 'text ' || n, jsonb_build_object('tokens', '{text, again}'::text[])"
        " FROM generate_series(1, %s) n",
        [dataset.pk, HITS],
    )
    dataset.item_count = HITS
    dataset.save(update_fields=["item_count"])
    draft = make_campaign(dataset, redundancy=5, launch=False)
    return launch_campaign(campaign=draft, user=None)


def with_work_done(campaign: Campaign, how_many: int) -> Enrolment:
    """Return a worker who has come this far from their start, by submitting every HIT on the
    way."""
    enrolment = enrol(campaign)
    then = campaign.created_at
    with transaction.atomic():
        start = lock_worker_state(enrolment.pk).start
    to_end = Q(position__gt=start, position__lte=start + how_many)
    round_it = Q(position__lte=start + how_many - HITS)
    done = HIT.objects.filter(to_end | round_it, campaign=campaign)
    Assignment.objects.bulk_create(
        Assignment(
            hit=hit,
            enrolment=enrolment,
            status=Assignment.Status.SUBMITTED,
            expires_at=then,
            ended_at=then,
        )
        for hit in done
    )
    done.update(taken=1)
    Enrolment.objects.filter(pk=enrolment.pk).update(position_reached=how_many)
    return enrolment


def tidy_up() -> None:
    """Do what autovacuum would have done by then; if it is at work, it gives way after a second."""
    run_sql("SET lock_timeout = '1min'")
    run_sql(
        "VACUUM ANALYZE annotation_hit, annotation_item, annotation_assignment,"
        " annotation_enrolment"
    )
    run_sql("RESET lock_timeout")


def claim_plans(enrolment: Enrolment) -> list[dict[str, Any]]:
    """Return PostgreSQL's plans for each search of one claim: run, rolled back, and run again
    explained, with a plan for these values and with one for any values. Behind a pool nothing is
    prepared, and both are for these values."""
    with CaptureQueriesContext(connection) as queries, undone():
        try:
            claim_hit(enrolment_id=enrolment.pk)
        except NothingLeft:
            assert Assignment.objects.filter(enrolment=enrolment, status="open").count() == 0
    prepared = run_sql("SELECT name, statement FROM pg_prepared_statements")
    begins = ("slot AS (", "recent AS (")
    names = [name for name, text in prepared if any(one in text for one in begins)]
    searches = names or begins
    found = [query["sql"] for query in queries.captured_queries]
    plans = []
    for mode in ("force_custom_plan", "force_generic_plan"):
        with undone():
            run_sql(f"SET LOCAL plan_cache_mode = {mode}")
            plans += [explain(sql) for sql in found if any(one in sql for one in searches)]
    return plans


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def show(title: str, plans: list[dict[str, Any]]) -> None:
    for plan in plans:
        print(f"\n{title}: {plan['Execution Time']:.2f} ms")  # noqa: T201 - `pytest -s` shows it
        for node in steps_of(plan["Plan"]):
            index = node.get("Index Name", "")
            print(  # noqa: T201
                f"  {node['Node Type']} {index} rows {node['Actual Rows']}"
                f" removed {node.get('Rows Removed by Filter', 0)}"
                f" pages {node['Shared Hit Blocks'] + node['Shared Read Blocks']}"
            )


def assert_few_rows(plans: list[dict[str, Any]], most: int = FEW_ROWS) -> None:
    assert plans
    for plan in plans:
        for node in steps_of(plan["Plan"]):
            assert node.get("Rows Removed by Filter", 0) <= most, node
            assert node["Actual Rows"] <= most, node
        assert plan["Plan"]["Shared Hit Blocks"] <= FEW_PAGES, plan


def test_new_worker_and_one_who_has_done_many(campaign: Campaign) -> None:
    new, busy = enrol(campaign), with_work_done(campaign, DONE)
    tidy_up()
    for title, enrolment in (("a new worker", new), (f"{DONE:,} done", busy)):
        plans = claim_plans(enrolment)
        show(title, plans)
        assert_few_rows(plans)
        found = claim_hit(enrolment_id=enrolment.pk).hit.position
        assert found == 1 if enrolment is new else DONE + 1


def test_from_a_place_of_their_own_and_round_the_end(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(walk="own", most_project_hits=2 * HITS)
    new, round_ = enrol(campaign), enrol(campaign)
    with transaction.atomic():
        starts = [lock_worker_state(one.pk).start for one in (new, round_)]
    to_end = HIT.objects.filter(campaign=campaign, position__gt=starts[1])
    to_end.update(taken=5)
    tidy_up()
    for title, enrolment, first in (("new", new, starts[0] + 1), ("round", round_, 1)):
        plans = claim_plans(enrolment)
        show(title, plans)
        assert_few_rows(plans)
        given = claim_hit(enrolment_id=enrolment.pk)
        assert given.hit.position == (first if first <= starts[1] else 1)
        submit(enrolment, given)
        plans = claim_plans(enrolment)
        show(f"{title}, the next", plans)
        assert_few_rows(plans)


def test_within_budgets_and_caps(campaign: Campaign) -> None:
    """A claim also reads the purses of the campaign and of its project, of eight parts."""
    user, project = make_user(), campaign.dataset.project
    paid: dict[str, Any] = {"reward": "0.05", "currency": "USD", "most_hits_per_worker": 2 * DONE}
    bounds = {"most_project_hits": 2 * HITS, "most_at_once": 2, "walk": "own"}
    Campaign.objects.filter(pk=campaign.pk).update(**paid, **bounds)
    campaign.refresh_from_db()
    set_budget(campaign=campaign, user=user, budget=Decimal(9_000))
    set_project_budget(project, Decimal(9_000))
    new, busy = enrol(campaign), with_work_done(campaign, DONE)
    tidy_up()
    for title, enrolment in (("new", new), (f"{DONE:,} done", busy)):
        plans = claim_plans(enrolment)
        show(f"{title}, within budgets and caps", plans)
        assert any(node.get("Relation Name") == "annotation_purse" for node in all_nodes(plans))
        assert_few_rows(plans, 2 * PARTS)


def all_nodes(plans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [node for plan in plans for node in steps_of(plan["Plan"])]


@pytest.mark.quick
def test_a_hit_is_given_again(campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(repeat_every=2, repeat_after=1)
    busy, _later = with_work_done(campaign, DONE), with_work_done(campaign, DONE)
    for done in range(DONE, DONE + 100):
        Enrolment.objects.filter(pk=busy.pk).update(submitted=done, earning=done)
        with transaction.atomic():
            if lock_worker_state(busy.pk).repeat_is_next:
                break
    tidy_up()
    plans = claim_plans(busy)
    show("given again", plans)
    assert len(plans) == 2
    assert_few_rows(plans)
    given = claim_hit(enrolment_id=busy.pk)
    assert Assignment.objects.get(pk=given.pk).repeat
    assert DONE - 3 <= given.hit.position < DONE


def test_after_redundancy_grew_their_done_work_is_skipped_once(campaign: Campaign) -> None:
    busy = with_work_done(campaign, DONE)
    extend_redundancy(campaign=campaign, user=make_user(), redundancy=6)
    tidy_up()
    first = claim_hit(enrolment_id=busy.pk)
    assert first.hit.position == DONE + 1
    submit(busy, first)
    plans = claim_plans(busy)
    show("after redundancy grew", plans)
    assert_few_rows(plans)


def test_nothing_left_is_as_cheap(campaign: Campaign) -> None:
    HIT.objects.filter(campaign=campaign).update(taken=5)
    enrolment = with_work_done(campaign, DONE)
    HIT.objects.filter(campaign=campaign, position__lte=DONE).update(taken=4)
    tidy_up()
    check_not_served(enrolment)
    Enrolment.objects.filter(pk=enrolment.pk).update(nothing_left_at=None)
    plans = claim_plans(enrolment)
    show("nothing left, searched", plans)
    assert_few_rows(plans)
    Enrolment.objects.filter(pk=enrolment.pk).update(nothing_left_at=campaign.reopenings)
    assert claim_plans(enrolment) == []
