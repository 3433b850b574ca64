"""Lists: fetched page by page to their end, and as tables."""

from typing import Any

import pandas as pd
import pytest
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Project
from midpath import Midpath, Rows
from midpath import frames as frames_module
from midpath.errors import NoMidpath, NotInstalled
from midpath.models import Judgment
from tasks.fold import fold_all
from tests.client.scripted import Act, Scripted
from tests.helpers.factories import judge_all_at_random, make_campaign, make_dataset, numbered_texts

pytestmark = pytest.mark.long
TEXTS = numbered_texts(5)


@pytest.fixture
def campaign(study: tuple[Project, str]) -> Campaign:
    campaign = make_campaign(make_dataset(TEXTS, study[0]), redundancy=3)
    return judge_all_at_random(campaign, workers=3, seed=1)


def test_rows_come_page_by_page_and_all_of_them(midpath: Midpath, campaign: Campaign) -> None:
    rows = midpath.list_judgments(campaign.pk, limit=4)
    assert [len(page["results"]) for page in rows.pages()] == [4, 4, 4, 3]
    numbers = [row["id"] for row in rows]
    assert numbers == list(campaign.judgments.order_by("pk").values_list("pk", flat=True))
    assert [row["id"] for row in rows] == numbers


def test_filters_stay_on_the_pages_that_follow(midpath: Midpath, campaign: Campaign) -> None:
    worker = campaign.enrolments.order_by("pk")[0].worker.number
    rows = midpath.list_judgments(campaign.pk, limit=2, worker=worker, late=False)
    assert [row["worker"] for row in rows] == [worker] * 5


def test_an_order_goes_on_over_pages(midpath: Midpath, campaign: Campaign) -> None:
    fold_all(campaign.pk)
    whole = [row["id"] for row in midpath.list_campaign_items(campaign.pk, order="-disagreement")]
    parts = midpath.list_campaign_items(campaign.pk, order="-disagreement", limit=2)
    assert [row["id"] for row in parts] == whole
    assert len(set(whole)) == len(TEXTS)


def test_the_first_is_the_first_or_nothing(midpath: Midpath, campaign: Campaign) -> None:
    first = midpath.list_datasets().first()
    assert first is not None
    assert first["name"] == campaign.dataset.name
    assert midpath.list_sets().first() is None


def test_nothing_is_requested_before_it_is_needed(client: Midpath, server: Scripted) -> None:
    rows = client.list_projects()
    assert server.requests == []
    server.acts = [Act(body=b'{"results": [{"id": 1}], "next": "/api/v1/projects?after=1"}')]
    assert next(iter(rows))["id"] == 1
    assert [request.path for request in server.requests] == ["/api/v1/projects?limit=500"]


def test_no_page_leads_to_another_server(client: Midpath, server: Scripted) -> None:
    elsewhere = b'{"results": [], "next": "https://elsewhere.example.org/x?after=1&q=&limit=500"}'
    server.acts = [Act(body=elsewhere), Act(body=b'{"results": [], "next": null}')]
    assert list(client.list_projects()) == []
    assert server.requests[1].path == "/api/v1/projects?after=1&q=&limit=500"
    assert server.requests[1].headers["Authorization"] == "Bearer midpath_x"


def test_a_list_that_runs_in_a_circle_ends(client: Midpath, server: Scripted) -> None:
    same = b'{"results": [], "next": "/api/v1/projects?after=1"}'
    server.acts = [Act(body=same)] * 3
    with pytest.raises(NoMidpath, match="same page"):
        list(client.list_projects())


def test_a_table_has_a_column_for_each_name_and_real_times(
    midpath: Midpath, campaign: Campaign
) -> None:
    table = midpath.list_judgments(campaign.pk, limit=4).to_pandas()
    assert len(table) == 15
    assert set(table.columns) == set(Judgment.__annotations__)
    assert str(table["submitted_at"].dtype).endswith("UTC]")
    assert (table["submitted_at"] >= table["claimed_at"]).all()
    assert table["payload"].map(type).unique().tolist() == [dict]
    assert table.groupby("worker")["id"].count().tolist() == [5, 5, 5]


def test_a_time_that_is_not_known_is_none_in_a_table(midpath: Midpath, campaign: Campaign) -> None:
    table = midpath.list_datasets().to_pandas()
    assert pd.isna(table["archived_at"]).all()
    assert str(table["archived_at"].dtype).endswith("UTC]")


def test_a_table_without_rows_has_its_columns(midpath: Midpath, live_server: LiveServer) -> None:
    table = midpath.list_sets().to_pandas()
    assert len(table) == 0
    assert "created_at" in table.columns


@pytest.mark.quick
def test_without_pandas_one_is_shown_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(frames_module, "import_module", missing)
    rows: Rows[Any] = Rows(dict, lambda _: {"results": [], "next": None}, {})
    with pytest.raises(NotInstalled, match=r"pip install .midpath\[pandas\]"):
        rows.to_pandas()
