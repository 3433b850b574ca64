"""Snapshots through the API: requested, polled, downloaded, deleted and restored."""

import pytest

from annotation.models import Snapshot
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.factories import judge_next
from tests.helpers.stored_snapshots import stored_snapshot


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_snapshot_is_requested_and_read_when_it_is_ready(db: None) -> None:
    study = make_study()
    judge_next(study.enrolment)
    response = study.researcher.post(f"{study.path}/snapshots", {"files": ["gold"], "note": "T 2"})
    assert response.status_code == 202
    body = response.json()
    assert (body["status"], body["files"], body["manifest"]) == ("waiting", [], {})
    run_job("snapshot", body["id"])
    body = study.researcher.get(f"snapshots/{body['id']}").json()
    assert (body["status"], body["note"], body["done"]) == ("ready", "T 2", body["total"])
    names = [file["name"] for file in body["files"]]
    assert names == [
        *(
            "manifest.json",
            "signature.json",
            "items.jsonl",
            "workers.jsonl",
            "judgments.jsonl",
            "decisions.jsonl",
            "gold.json",
            "settled.jsonl",
        )
    ]
    assert body["manifest"]["counts"]["judgments"] == 1
    assert body["manifest"]["files"][0]["digest"] == body["files"][2]["sha256"]


@pytest.mark.long
def test_a_file_is_downloaded_by_ranges(study: Study) -> None:
    snapshot = stored_snapshot(study.campaign, gold=b"0123456789")
    address = f"/api/v1/snapshots/{snapshot.pk}/files/gold"
    whole = study.researcher.client.get(address, headers=study.researcher.headers)
    assert b"".join(whole.streaming_content) == b"0123456789"  # type: ignore[attr-defined]
    requested = study.researcher.headers | {"Range": "bytes=4-", "If-Range": whole.headers["ETag"]}
    rest = study.researcher.client.get(address, headers=requested)
    assert rest.status_code == 206
    assert b"".join(rest.streaming_content) == b"456789"  # type: ignore[attr-defined]
    assert study.researcher.get(f"snapshots/{snapshot.pk}/files/none").status_code == 404


def test_one_is_deleted_and_brought_back(study: Study) -> None:
    snapshot = stored_snapshot(study.campaign, gold=b"{}")
    gone = study.researcher.send("DELETE", f"snapshots/{snapshot.pk}")
    assert (gone.status_code, gone.json()["status"]) == (200, "discarded")
    response = study.researcher.get(f"snapshots/{snapshot.pk}")
    assert (response.status_code, response.json()["code"]) == (404, "deleted")
    [row] = study.researcher.get(f"{study.path}/snapshots").json()["results"]
    assert (row["id"], row["status"]) == (snapshot.pk, "discarded")
    assert study.researcher.get(f"snapshots/{snapshot.pk}/files/gold").status_code == 404
    back = study.researcher.post(f"snapshots/{snapshot.pk}/restore")
    assert (back.status_code, back.json()["status"]) == (200, "ready")


@pytest.mark.long
def test_a_list_has_all_of_a_campaign_without_what_they_hold(study: Study) -> None:
    many = [stored_snapshot(study.campaign, gold=b"{}") for _ in range(3)]
    rows = study.researcher.get(f"{study.path}/snapshots").json()["results"]
    assert [row["id"] for row in rows] == [one.pk for one in many]
    assert all("manifest" not in row and "files" not in row for row in rows)


@pytest.mark.long
def test_what_cannot_be_made_is_refused_with_its_place(study: Study) -> None:
    refused = study.researcher.post(f"{study.path}/snapshots", {"files": ["squad"]})
    assert (refused.status_code, refused.json()["field"]) == (400, "files")
    assert not Snapshot.objects.exists()


@pytest.mark.long
def test_a_strangers_token_finds_none(study: Study, other_study: Study) -> None:
    snapshot = stored_snapshot(other_study.campaign, gold=b"{}")
    for path in (f"snapshots/{snapshot.pk}", f"snapshots/{snapshot.pk}/files/gold"):
        assert study.researcher.get(path).status_code == 404
    assert study.researcher.send("DELETE", f"snapshots/{snapshot.pk}").status_code == 404


@pytest.mark.long
def test_a_filter_is_requested_as_it_is_saved(study: Study) -> None:
    body = {"filter": {"length_from": "1"}, "files": ["table-judgments-csv"]}
    content = study.researcher.post(f"{study.path}/snapshots", body).json()
    assert content["filter"] == {"length_from": "1"}
    listed = study.researcher.get(f"{study.path}/snapshots").json()["results"]
    assert [one["filter"] for one in listed] == [{"length_from": "1"}]


@pytest.mark.long
def test_a_saved_filter_and_more_are_requested_together(study: Study) -> None:
    body = {"name": "Long", "filter": {"length_from": "3", "judgments_to": "0"}}
    saved = study.researcher.send("POST", f"{study.path}/filters", body).json()["id"]
    sent = {"saved": saved, "filter": {"length_from": "2"}}
    content = study.researcher.post(f"{study.path}/snapshots", sent).json()
    assert content["filter"] == {"length_from": "2", "judgments_to": "0"}
    refused = study.researcher.post(f"{study.path}/snapshots", {"saved": saved + 1})
    assert (refused.status_code, refused.json()["field"]) == (400, "saved")


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"filter": {"size": "1"}}, 400, "filter"),
        ({"filter": {"length_from": "x"}}, 400, "length_from"),
        ({"filter": {"length_from": "1"}, "files": ["gold"]}, 400, "files"),
        ({"filter": {"length_from": "5000"}}, 409, ""),
    ],
)
def test_a_filter_that_cannot_be_exported_by_is_refused(
    study: Study, body: dict[str, object], status: int, field: str
) -> None:
    refused = study.researcher.post(f"{study.path}/snapshots", body)
    assert (refused.status_code, refused.json().get("field", "")) == (status, field)
    assert not Snapshot.objects.exists()
