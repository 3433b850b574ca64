"""Chains of requests on objects that earlier ones made or listed: in any order, the API answers as
its schema says, finds what it made, and no longer finds what was deleted."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.constants_ast import Constants

from annotation.addons import installed_addons
from annotation.api.description.tags import ROOMS
from annotation.scopes import Scope
from annotation.services.accounts.tokens import issue_token
from tests.api.by_schema import connections_end_again, read_schema
from tests.api.furnished import Furnished
from tests.api.rows import rows_of
from tests.helpers.addons import contracts
from tests.helpers.tiers import by_tier
from tests.helpers.turns import one_by_day

pytestmark = pytest.mark.xdist_group("schema")

__all__ = ["connections_end_again"]

SETTINGS = settings(
    max_examples=by_tier(quick=3, long=200),
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
# The groups of operations that only add-ons have.
OF_ADDONS = [group for one in installed_addons() if (group := one.api_group) not in ROOMS]
# The packages whose operations build on one another.
GROUPS: Mapping[str, Sequence[str]] = {
    "people": ("Projects, members and tokens", "Workers and their work", "A worker's own"),
    "money": ("Money", *OF_ADDONS),
    "texts": ("Datasets", "Pairs, groups and function words", "Annotation sets"),
    "campaigns": ("Campaigns", "Decisions", "Models"),
    "results": ("Results", "Snapshots"),
    "away": ("Archived and deleted", "Other names"),
}
# Operations in each group that chains start from.
BEGINNINGS = {
    *("list_projects", "create_project", "list_campaigns", "list_datasets", "list_sets"),
    *("create_set_in_bulk", "create_dataset"),
    *(name for one in contracts() for name in one.beginnings),
}
# Operations that are always refused here, with the reason.
REFUSED: Mapping[str, str] = {
    "leave_project": "whoever owns a project alone stays",
    "list_deleted": "no link leads to it: what it lists is of several kinds",
    **{name: reason for one in contracts() for name, reason in one.always_refused.items()},
}
LOADED = "hypothesis.internal.conjecture.providers._get_local_constants"
# The minimum number of operations per group that links must reach.
LED_TO = {"people": 25, "money": 27, "texts": 24, "campaigns": 28, "results": 14, "away": 21}
# A few chains of requests reach half of them.
LINKED = by_tier(quick=0.5, long=1)
# One in this many operations may be missed: more of them with few chains.
MARGIN = by_tier(quick=3, long=8)


@pytest.fixture(autouse=True)
def _rows_are_the_same_in_each_run(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number new rows from 1, and take no constants from loaded modules: both depend on which tests
    ran before."""
    models = [model for model in apps.get_models() if not model._default_manager.exists()]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_by_name_sql(
            no_style(),
            [
                {"table": model._meta.db_table, "column": model._meta.pk.column}
                for model in models
                if model._meta.pk.get_internal_type().endswith("AutoField")
            ],
        ):
            cursor.execute(statement)
    monkeypatch.setattr(LOADED, Constants)


def test_each_room_is_in_a_group() -> None:
    listed = sorted(room for rooms in GROUPS.values() for room in rooms)
    assert listed == sorted([*ROOMS, *OF_ADDONS])


@pytest.mark.slow
@pytest.mark.parametrize("group", one_by_day(list(GROUPS)))
def test_whatever_the_order_of_requests_the_schema_shows_the_truth(group: str) -> None:
    furnished = Furnished()
    owner = furnished.house.study.owner
    _, key = issue_token(project=None, user=owner, name="states", scopes=set(Scope))
    own: Any = read_schema(coverage=False).include(tag=list(GROUPS[group]))
    names = {one.ok().definition.raw["operationId"] for one in own.get_all_operations()}
    rows, said = rows_of(own.include(operation_id=sorted(BEGINNINGS)), furnished, key)
    rows.run(settings=SETTINGS)
    missed = names - said.good - REFUSED.keys()
    assert len(missed) * MARGIN <= len(names), sorted(missed)
    assert len(said.by_links & names) >= LED_TO[group] * LINKED, sorted(names - said.by_links)
