"""Statements of a worker's loop are planned once per session, and are the same in all else."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import DataError, connection, transaction
from django.test.utils import CaptureQueriesContext

from annotation.services.campaigns.campaigns import MANY_HITS
from annotation.services.prepared import fetch_one, prepared_form
from annotation.services.work.claim import claim_hit
from config.pooled_postgresql.base import DatabaseWrapper as PooledWrapper
from tests.helpers.factories import enrol, judge_next, make_campaign, make_dataset
from tests.helpers.queries import explain, run_sql, steps_of

pytestmark = pytest.mark.django_db
direct = pytest.mark.skipif(settings.POOLED, reason="nothing is prepared behind a pool")
VALUES: dict[str, Any] = {
    "number": 2**40,
    "text": "it's 100 %",
    "time": datetime(2026, 11, 3, 9, 5, 7, 120_000, tzinfo=UTC),
    "id": UUID(int=7),
    "flag": True,
    "list": [1, 0],
    "share": Decimal("0.10"),
    "nothing": None,
}
STATEMENT = """
SELECT %(number)s::bigint, %(text)s::text, %(time)s::timestamptz, %(id)s::uuid, %(flag)s::boolean,
    %(list)s::integer[], %(share)s::numeric, %(nothing)s::integer, '100 %%', %(text)s::text
"""


@pytest.fixture
def new_session() -> Iterator[None]:
    """Open a session that has prepared nothing yet."""
    connection.close()
    yield
    connection.close()


def names() -> list[str]:
    return [name for [name] in run_sql("SELECT name FROM pg_prepared_statements")]


def test_values_arrive_as_in_a_plain_statement() -> None:
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, VALUES)
        assert fetch_one(STATEMENT, VALUES) == cursor.fetchone()


def test_no_row_is_none() -> None:
    assert fetch_one("SELECT 1 WHERE %s::integer = 2", [1]) is None


@direct
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("new_session")
def test_a_session_prepares_a_statement_once_and_the_next_again() -> None:
    for _ in range(3):
        assert fetch_one("SELECT %s::integer + 1", [1]) == (2,)
    assert names() == [prepared_form("SELECT %s::integer + 1").name]
    connection.close()
    assert names() == []
    assert fetch_one("SELECT %s::integer + 1", [2]) == (3,)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("new_session")
def test_what_a_rolled_back_transaction_prepared_stays() -> None:
    with transaction.atomic():
        assert fetch_one("SELECT %s::integer", [1]) == (1,)
        transaction.set_rollback(True)
    assert fetch_one("SELECT %s::integer", [2]) == (2,)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("new_session")
def test_a_failure_leaves_nothing_behind() -> None:
    for _ in range(2):
        with pytest.raises(DataError), transaction.atomic():
            fetch_one("SELECT 1 / %s::integer", [0])
    assert fetch_one("SELECT 1 / %s::integer", [1]) == (1,)


def test_behind_a_pool_nothing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hasattr(PooledWrapper, "prepared")
    before = names()
    monkeypatch.delattr(connection, "prepared", raising=False)
    assert fetch_one("SELECT %s::integer - 1", [1]) == (0,)
    assert names() == before


@direct
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("new_session")
def test_the_services_of_a_loop_prepare_all_statements_but_one() -> None:
    """The worker, and the next slot; the lock of a submission, and the submission. Whether they
    have an open task is read plainly, since it waits for budgets."""
    campaign = make_campaign(make_dataset(["a b", "c d"]))
    judge_next(enrol(campaign))
    assert len(names()) == 4


@direct
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("new_session")
def test_plans_made_while_tables_were_small_end_with_a_large_launch() -> None:
    """A worker of a small campaign goes on while many HITs are launched."""
    small = enrol(make_campaign(make_dataset([f"text {number}" for number in range(12)])))
    for _ in range(8):
        judge_next(small)
    run_sql("ANALYZE")  # as autovacuum would have done by then
    run_sql("SET plan_cache_mode = force_generic_plan")
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        claim_hit(enrolment_id=small.pk)
        transaction.set_rollback(True)
    claims = [query["sql"] for query in queries if "EXECUTE" in query["sql"]]
    make_campaign(make_dataset([f"one more {number}" for number in range(MANY_HITS)]))
    with transaction.atomic():
        plans = [explain(claim) for claim in claims]
        transaction.set_rollback(True)
    scanned = [step for plan in plans for step in steps_of(plan["Plan"]) if is_long(step)]
    assert claims
    assert not scanned


def is_long(step: dict[str, Any]) -> bool:
    """Return whether a step reads all HITs or items."""
    tables = ("annotation_hit", "annotation_item")
    return step["Node Type"] == "Seq Scan" and step["Relation Name"] in tables
