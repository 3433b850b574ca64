"""Published snapshots: public, cited, unpublished, with the charts of every scheme."""

import json
from typing import Any, cast
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import AuditEvent, Publication, Snapshot
from annotation.research.common.charts import Chart
from annotation.research.snapshots.charts import MAX_BARS, charts_of
from annotation.schemes import SCHEMES
from annotation.services.campaigns.campaigns import close_campaign, pause_campaign, resume_campaign
from annotation.services.errors import Conflict, Forbidden
from annotation.services.jobs.jobs import discard_job
from annotation.services.lifecycle.deletion import delete
from annotation.services.methods.methods_text import methods_of
from annotation.services.snapshots.publishing import publish_snapshot, unpublish_snapshot
from midpath.snapshots.manifest import Manifest
from tests.helpers.factories import make_user
from tests.helpers.pages import assert_shows, read_words
from tests.helpers.queries import assert_queries
from tests.helpers.stored_snapshots import stored_snapshot
from tests.research.study import Study
from tests.snapshots.campaigns import STORED_SCHEMES
from tests.snapshots.lies import STORED

SIGNED = {"manifest.json": b"{}", "signature.json": b"{}", "items.jsonl": b"0123456789"}


@pytest.fixture
def snapshot(study: Study) -> Snapshot:
    close_campaign(campaign=study.flat, user=study.owner)
    return stored_snapshot(study.flat, **SIGNED)


@pytest.fixture
def made(study: Study, snapshot: Snapshot) -> Publication:
    return publish_snapshot(
        snapshot=snapshot, user=study.owner, authors="Ada Brandt", licence="CC BY 4.0"
    )


@pytest.fixture
def address(made: Publication) -> str:
    return reverse("published", args=[made.code])


@pytest.mark.long
def test_once_published_anybody_reads_it(study: Study, owner: Client, snapshot: Snapshot) -> None:
    where = reverse("research:snapshot", args=[snapshot.pk])
    assert "each worker’s number" in owner.get(where).content.decode()
    nobody = owner.post(reverse("research:publish_snapshot", args=[snapshot.pk]), {"authors": " "})
    assert nobody.status_code == 400
    done = owner.post(
        reverse("research:publish_snapshot", args=[snapshot.pk]),
        {"authors": "Ada Brandt & others", "licence": "CC BY 4.0"},
    )
    assert done.headers["Location"] == where
    code = Publication.objects.get().code
    assert f"http://testserver/published/{code}/" in owner.get(where).content.decode()
    page = read_words(Client(), f"/published/{code}/")
    assert_shows(page, study.flat.name, snapshot.files.get(name="manifest.json").digest)
    assert_shows(page, f"@misc{{midpath-{code}", "Ada Brandt \\&amp; others", "--key keys.json")
    event = AuditEvent.objects.get(verb="snapshot.published")
    assert (event.user, event.details["code"]) == (study.owner, code)


@pytest.mark.long
def test_its_page_is_reloaded_and_queries_little(address: str, made: Publication) -> None:
    with assert_queries(2):
        first = Client().get(address)
    assert first.headers["Cache-Control"] == "public, no-cache"
    etag = first.headers["ETag"]
    assert Client().get(address, headers={"If-None-Match": etag}).status_code == 304
    Publication.objects.update(authors="Priya Nair")
    assert Client().get(address, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.long
def test_its_files_are_gone_on_with(address: str) -> None:
    rest = Client().get(f"{address}items.jsonl", headers={"Range": "bytes=4-"})
    assert rest.status_code == 206
    assert b"".join(rest.streaming_content) == b"456789"  # type: ignore[attr-defined]
    assert Client().get(f"{address}snapshot.zip").status_code == 200
    assert Client().get(f"{address}nothing").status_code == 404


def test_search_engines_must_leave_it_out(study: Study, snapshot: Snapshot, address: str) -> None:
    files = [address, f"{address}manifest.json", f"{address}snapshot.zip"]
    for one in files:
        assert Client().get(one).headers["X-Robots-Tag"] == "noindex", one
    assert '<meta name="robots" content="noindex">' in read_words(Client(), address)
    unpublish_snapshot(snapshot=snapshot, user=study.owner)
    assert [Client().get(one).headers["X-Robots-Tag"] for one in files] == ["noindex"] * 3


def test_only_owners_publish_or_revoke(study: Study, teammate: Client, snapshot: Snapshot) -> None:
    manager = study.teammate
    where = reverse("research:snapshot", args=[snapshot.pk])
    page = teammate.get(where).content.decode()
    assert "An owner of the project can publish it." in page
    assert "Publish this snapshot" not in page
    with pytest.raises(
        Forbidden, match="Only an owner of the project may publish or unpublish a snapshot"
    ):
        publish_snapshot(snapshot=snapshot, user=manager, authors="Priya Nair")
    publish_snapshot(snapshot=snapshot, user=study.owner, authors="Ada Brandt")
    page = teammate.get(where).content.decode()
    assert "An owner of the project can unpublish it." in page
    assert ">Unpublish</button>" not in page
    with pytest.raises(Forbidden):
        unpublish_snapshot(snapshot=snapshot, user=manager)


def test_taken_back_its_address_says_so_and_is_the_same_again(
    study: Study, owner: Client, snapshot: Snapshot, made: Publication, address: str
) -> None:
    owner.post(reverse("research:unpublish_snapshot", args=[snapshot.pk]))
    gone = Client().get(address)
    assert gone.status_code == 410
    assert "have withdrawn it" in gone.content.decode()
    assert Client().get(f"{address}items.jsonl").status_code == 410
    assert AuditEvent.objects.filter(verb="snapshot.unpublished").count() == 1
    again = publish_snapshot(snapshot=snapshot, user=study.owner, authors="Ada Brandt")
    assert again.code == made.code
    assert Client().get(address).status_code == 200
    unpublish_snapshot(snapshot=snapshot, user=study.owner)
    discard_job(job=snapshot, user=study.owner)
    assert Client().get(address).status_code == 410
    assert Client().get("/published/never/").status_code == 404


def test_it_is_not_deleted_meanwhile(study: Study, snapshot: Snapshot, made: Publication) -> None:
    with pytest.raises(Conflict, match="public address"):
        discard_job(job=snapshot, user=study.owner)
    unpublish_snapshot(snapshot=snapshot, user=study.owner)
    discard_job(job=snapshot, user=study.owner)


def test_only_closed_campaigns_and_none_resumes_while_public(study: Study, owner: Client) -> None:
    snapshot = stored_snapshot(study.flat, **SIGNED)
    where = reverse("research:snapshot", args=[snapshot.pk])
    for move in (None, pause_campaign):
        if move:
            move(campaign=study.flat, user=study.owner)
        with pytest.raises(Conflict, match="is not closed, so workers could read the gold answers"):
            publish_snapshot(snapshot=snapshot, user=study.owner, authors="Ada")
        page = " ".join(owner.get(where).content.decode().split())
        assert "after closing the campaign" in page
        assert "Publish this snapshot" not in page
    close_campaign(campaign=study.flat, user=study.owner)
    assert "Publish this snapshot" in owner.get(where).content.decode()
    publish_snapshot(snapshot=snapshot, user=study.owner, authors="Ada")
    with pytest.raises(Conflict, match="A snapshot of this campaign is published"):
        resume_campaign(campaign=study.flat, user=study.owner)
    unpublish_snapshot(snapshot=snapshot, user=study.owner)
    resume_campaign(campaign=study.flat, user=study.owner)


def test_while_it_is_published_nothing_that_holds_it_is_deleted(
    study: Study, snapshot: Snapshot, made: Publication
) -> None:
    close_campaign(campaign=study.nested, user=study.owner)
    for thing in (study.flat, study.dataset, study.project):
        with pytest.raises(Conflict, match="“Flat round” is published as a snapshot"):
            delete(thing=thing, user=study.owner, name=study.project.name)
    unpublish_snapshot(snapshot=snapshot, user=study.owner)
    delete(thing=study.project, user=study.owner, name=study.project.name)


@pytest.mark.long
def test_what_is_erased_is_in_no_file_of_it(snapshot: Snapshot, address: str) -> None:
    snapshot.files.get(name="items.jsonl").delete()
    Snapshot.objects.filter(pk=snapshot.pk).update(problem="Its files contained words of a worker.")
    shown = read_words(Client(), address)
    assert "Its files contained words of a worker. The figures are kept." in shown
    assert Client().get(f"{address}items.jsonl").status_code == 404


def test_only_what_is_whole_and_signed_is_published_by_who_may(study: Study) -> None:
    close_campaign(campaign=study.flat, user=study.owner)
    unsigned = stored_snapshot(study.flat, gold=b"{}")
    with pytest.raises(Conflict, match="predates signatures"):
        publish_snapshot(snapshot=unsigned, user=study.owner, authors="Ada")
    signed = stored_snapshot(study.flat, **SIGNED)
    with pytest.raises(Forbidden):
        publish_snapshot(snapshot=signed, user=make_user(), authors="Ada")
    Snapshot.objects.filter(pk=signed.pk).update(problem="Lost.")
    with pytest.raises(Conflict, match="Lost"):
        publish_snapshot(snapshot=signed, user=study.owner, authors="Ada")


@pytest.mark.long
def test_the_methods_name_the_snapshot_of_their_version(study: Study, snapshot: Snapshot) -> None:
    assert "[SHA-256 of the exported file]" in methods_of(study.flat).text
    study.flat.agreement.refresh_from_db()
    results = snapshot.results | {"version": study.flat.agreement.version}
    Snapshot.objects.filter(pk=snapshot.pk).update(results=results)
    digest = snapshot.files.get(name="manifest.json").digest
    assert f"in the snapshot with the SHA-256 {digest}." in methods_of(study.flat).text
    made = publish_snapshot(snapshot=snapshot, user=study.owner, authors="Ada")
    assert f"published at /published/{made.code}/." in methods_of(study.flat).text


Parsed = dict[str, Any]
EDITION = STORED / "2"


def manifest_of(scheme: str) -> Parsed:
    """Return the manifest of a snapshot of a version without chart data."""
    with ZipFile(EDITION / f"{scheme}.zip") as archive:
        found: Parsed = json.loads(archive.read("manifest.json"))
    return found


def by_key(manifest: Parsed) -> dict[str, Chart]:
    return {chart.key: chart for chart in charts_of(cast(Manifest, manifest))}


def rows_of(chart: Chart) -> list[tuple[str, list[Any]]]:
    return [(row.label, list(row.values)) for row in chart.rows]


@pytest.mark.parametrize("scheme", sorted(STORED_SCHEMES))
def test_what_an_earlier_version_did_not_show_is_not_drawn(scheme: str) -> None:
    charts = by_key(manifest_of(scheme))
    assert set(charts) == {"agreement", "settled"}
    assert len(charts["agreement"].columns) == 1
    assert charts["agreement"].title == ("Agreement" if agrees(scheme) else "Shares")


def agrees(scheme: str) -> bool:
    return any(figure.agreement for figure in SCHEMES[scheme].figures)


@pytest.mark.parametrize("scheme", sorted(STORED_SCHEMES))
def test_each_figure_is_a_bar_between_the_ends_of_its_interval(scheme: str) -> None:
    manifest = manifest_of(scheme)
    plain = rows_of(by_key(manifest)["agreement"])
    shown = [one for one in SCHEMES[scheme].figures if one.agreement or not agrees(scheme)]
    path = next(one.path for one in shown if one.label == plain[0][0])
    manifest["intervals"] = {}
    within = manifest["intervals"]
    for step in path:
        within = within.setdefault(step, {})
    within.update(low=-0.25, high=0.75, level=0.95)
    chart = by_key(manifest)["agreement"]
    heads = [column.name for column in chart.columns]
    assert heads == ["value", "95% interval, from", "95% interval, to"]
    assert [column.role for column in chart.columns] == ["series", "low", "high"]
    first, *rest = rows_of(chart)
    assert first == (plain[0][0], [*plain[0][1], -0.25, 0.75])
    assert rest == [(label, [*values, None, None]) for label, values in plain[1:]]


def test_items_that_nobody_judged_are_counted_too() -> None:
    manifest = manifest_of("flat")
    manifest["counts"]["items"] = 7
    manifest["per_item"] = {"2": 3, "4": 1}
    found = rows_of(by_key(manifest)["per-item"])
    assert found == [*(("0", [3]), ("1", [0]), ("2", [3]), ("3", [0]), ("4", [1]))]
    manifest["per_item"] = {"2": 3, "400": 1}
    assert "per-item" not in by_key(manifest)


def test_answers_are_drawn_in_their_order_where_they_are_few() -> None:
    manifest = manifest_of("pair")
    manifest["answers"] = [{"answer": "same", "judgments": 2}, {"answer": "a", "judgments": 5}]
    assert rows_of(by_key(manifest)["answers"]) == [("same", [2]), ("a", [5])]
    manifest["answers"] = [{"answer": f"{n}", "judgments": 1} for n in range(MAX_BARS + 1)]
    assert "answers" not in by_key(manifest)
