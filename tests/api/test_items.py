"""Items over the API: filters, orders and pages, as on the page, and more judgments for them."""

from typing import Any

import pytest

from annotation.models import HIT, Membership
from annotation.services.items.cursors import OF_WORKERS
from tasks.fold import fold_all
from tests.api.studies import Study
from tests.helpers.factories import enrol, judge_all_at_random, judge_next
from tests.services.items.study import ORDERS


def found(study: Study, **query: Any) -> list[int]:
    """Return the positions of the items found, over all pages."""
    answer = study.researcher.get(f"{study.path}/items", **query).json()
    positions = [one["position"] for one in answer["results"]]
    while answer["next"]:
        address = answer["next"].removeprefix("/api/v1/")
        answer = study.researcher.send("GET", address).json()
        positions += [one["position"] for one in answer["results"]]
    return positions


@pytest.fixture
def judged(study: Study) -> Study:
    judge_all_at_random(study.campaign, workers=1, seed=3)
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    return study


@pytest.mark.long
def test_filters_combine_and_pages_hold_each_item_once(judged: Study) -> None:
    number = judged.enrolment.worker.number
    mine = found(judged, worker=number)
    assert len(mine) == 1
    assert found(judged, worker=number, review="none", late="false", judgments_from=2) == mine
    assert found(judged, worker=number, decided="true") == []
    assert found(judged, q="D E", length_to=3) == [2]
    assert found(judged, since="2000-01-01T00:00:00Z", until="2001-01-01T00:00:00Z") == []
    fewer = {"disagreement": 1, "entropy": 1, "stratum": 0}
    for order in (order for order in ORDERS if order not in OF_WORKERS):
        one_by_one = found(judged, order=order, limit=1)
        assert one_by_one == found(judged, order=order)
        assert len(set(one_by_one)) == fewer.get(order.removeprefix("-"), 3), order
    assert found(judged, order="worker", worker=number, limit=1) == mine
    assert found(judged, order="judgments")[:1] == mine


@pytest.mark.long
def test_an_item_shows_what_it_is_found_by(judged: Study) -> None:
    item = judged.researcher.get(f"{judged.path}/items").json()["results"][0]
    assert (item["length"], item["stratum"]) == (3, None)
    assert item["judged_at"]
    assert item["entropy"] in {None, 0.0, 1.0}
    assert item["tied"] is (item["entropy"] == 1.0)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "query",
    [
        {"order": "width"},
        {"after": "x"},
        {"after": "0.5", "order": "entropy"},
        {"after": "2~1", "order": "tie"},
        {"after": "a~1", "order": "text"},
        {"order": "worker"},
        {"judgments_from": 3, "judgments_to": 2},
        {"entropy_from": "nan"},
        {"since": "yesterday"},
        {"tie": "yes"},
        {"worker": "me"},
    ],
)
def test_what_is_no_filter_is_refused(study: Study, query: dict[str, Any]) -> None:
    assert study.researcher.get(f"{study.path}/items", **query).status_code == 400


@pytest.mark.long
def test_a_blind_member_finds_no_items_by_worker(judged: Study) -> None:
    enrol(judged.campaign)
    Membership.objects.filter(user=judged.owner).update(role="viewer", blind=True)
    answer = judged.researcher.get(f"{judged.path}/items", worker=1)
    assert answer.status_code == 403
    assert "which worker" in answer.json()["detail"]
    assert judged.researcher.get(f"{judged.path}/items", late="false").status_code == 200


@pytest.mark.long
def test_filters_are_saved_used_renamed_and_deleted(judged: Study) -> None:
    send, number = judged.researcher.send, judged.enrolment.worker.number
    wanted = {"worker": str(number), "late": "no", "judgments_from": "2"}
    made = send("POST", f"{judged.path}/filters", {"name": "Mine", "filter": wanted})
    assert made.status_code == 201
    own = made.json()
    assert own["filter"] == wanted
    assert found(judged, saved=own["id"]) == found(judged, worker=number, judgments_from=2)
    assert found(judged, saved=own["id"], decided="true") == []
    assert found(judged, saved=own["id"], judgments_from=9) == []
    assert judged.researcher.get(f"{judged.path}/items", saved=own["id"] + 1).status_code == 400
    assert send("PATCH", f"filters/{own['id']}", {"name": "Hers"}).json()["name"] == "Hers"
    listed = judged.researcher.get(f"{judged.path}/filters").json()["results"]
    assert [one["name"] for one in listed] == ["Hers"]
    Membership.objects.filter(user=judged.owner).update(role="viewer", blind=True)
    assert judged.researcher.get(f"{judged.path}/filters").json()["results"] == []
    assert judged.researcher.get(f"{judged.path}/items", saved=own["id"]).status_code == 403
    assert send("POST", f"filters/{own['id']}/delete").status_code == 403
    Membership.objects.filter(user=judged.owner).update(role="owner", blind=False)
    assert send("POST", f"filters/{own['id']}/delete").status_code == 204
    assert send("POST", f"filters/{own['id']}/delete").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"tie": True},
        {"tie": "true"},
        {"width": "3"},
        {"worker": "x"},
        {"length_from": "3", "length_to": "2"},
        {"q": "x" * 201},
        ["tie"],
    ],
)
def test_a_filter_that_is_none_is_not_saved(judged: Study, wanted: Any) -> None:
    body = {"name": "Bad", "filter": wanted}
    assert judged.researcher.send("POST", f"{judged.path}/filters", body).status_code == 400


def quotas(study: Study) -> list[int]:
    hits = HIT.objects.filter(campaign=study.campaign).order_by("item__position")
    return list(hits.values_list("quota", flat=True))


def extend(study: Study, **body: Any) -> Any:
    return study.researcher.post(f"{study.path}/extend", body)


@pytest.mark.long
def test_a_filter_or_a_saved_one_names_them(study: Study) -> None:
    before = study.campaign.redundancy
    answer = extend(study, redundancy=before + 2, filter={"q": "d e f"})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["redundancy"], body["asked_beyond"]) == (before, 2)
    assert quotas(study) == [before, before + 2, before]
    wanted = {"name": "Of a", "filter": {"q": "a b c"}}
    own = study.researcher.post(f"{study.path}/filters", wanted).json()
    assert extend(study, redundancy=before + 1, saved=own["id"]).json()["asked_beyond"] == 3
    assert quotas(study) == [before + 1, before + 2, before]
    both = extend(study, redundancy=before + 1, saved=own["id"], filter={"q": "g h i"})
    assert both.json()["asked_beyond"] == 4
    assert quotas(study) == [before + 1, before + 2, before + 1]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"filter": {}}, 400, "filter"),
        ({"filter": {"color": "red"}}, 400, "filter"),
        ({"filter": {"tie": "perhaps"}}, 400, "tie"),
        ({"filter": {"q": "nowhere"}}, 409, None),
        ({"saved": 2**31 - 1}, 400, "saved"),
        ({"saved": 0}, 400, "saved"),
        ({"filter": {"q": "d e f"}, "redundancy": 1}, 400, "redundancy"),
    ],
)
def test_errors_say_why(study: Study, body: dict[str, Any], status: int, field: str | None) -> None:
    before = quotas(study)
    answer = extend(study, **{"redundancy": 9, **body})
    assert answer.status_code == status
    assert field is None or field in str(answer.json())
    assert quotas(study) == before


@pytest.mark.long
def test_whoever_may_not_run_campaigns_asks_by_no_filter(study: Study) -> None:
    Membership.objects.filter(user=study.owner).update(role="viewer", blind=True)
    before = quotas(study)
    assert extend(study, redundancy=9, filter={"worker": "1"}).status_code == 403
    assert quotas(study) == before
