"""The page of exports: snapshots requested, watched, read, deleted and restored."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import AgreementState, AuditEvent, Snapshot
from annotation.services.items.filters import ItemFilter
from annotation.services.items.saved_filters import save_filter
from annotation.services.lifecycle.archive import archive
from annotation.services.snapshots.snapshots import MAX_CONCURRENT
from tests.helpers.pages import assert_hides, assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.helpers.stored_snapshots import stored_snapshot
from tests.research.study import Study

pytestmark = pytest.mark.long
SIGNED_IN = 2


@pytest.fixture
def address(study: Study) -> str:
    return reverse("research:export", args=[study.flat.pk])


def test_one_is_requested_and_watched(study: Study, owner: Client, address: str) -> None:
    where = owner.post(address, {"note": "Table 2", "beside": ["gold"]}).headers["Location"]
    snapshot = Snapshot.objects.get()
    assert (snapshot.note, snapshot.wanted, snapshot.user) == ("Table 2", ["gold"], study.owner)
    assert "Waiting for its turn" in read(owner, where)
    Snapshot.objects.update(status="running", done=3, total=18)
    assert "3 of 18 rows" in owner.get(f"{where}progress/").content.decode()
    assert "is being created" in text_of(owner.post(address, {"note": "Again"}), 409)
    owner.post(reverse("research:discard_snapshot", args=[snapshot.pk]))
    assert "This was stopped." in owner.get(where).content.decode()


@pytest.mark.quick
def test_its_files_are_named_with_their_digests(study: Study, owner: Client) -> None:
    snapshot = stored_snapshot(study.flat, gold=b"{}")
    page = owner.get(reverse("research:snapshot", args=[snapshot.pk])).content.decode()
    assert snapshot.files.get().digest in page
    assert reverse("research:snapshot_file", args=[snapshot.pk, "gold"]) in page
    assert reverse("research:snapshot_file", args=[snapshot.pk, "snapshot.zip"]) in page
    assert "--key keys.json" in page


def test_one_is_deleted_and_brought_back(study: Study, owner: Client, address: str) -> None:
    snapshot = stored_snapshot(study.flat, gold=b"{}")
    where = reverse("research:snapshot", args=[snapshot.pk])
    owner.post(reverse("research:discard_snapshot", args=[snapshot.pk]))
    assert "You can undo this for a day. After that, its files are deleted." in " ".join(
        owner.get(where).content.decode().split()
    )
    assert where not in owner.get(address).content.decode()
    owner.post(reverse("research:restore_snapshot", args=[snapshot.pk]))
    assert where in owner.get(address).content.decode()
    verbs = AuditEvent.objects.filter(campaign=study.flat, verb__startswith="snapshot.")
    assert set(verbs.values_list("verb", flat=True)) == {"snapshot.discarded", "snapshot.restored"}


@pytest.mark.quick
def test_an_archived_campaign_can_be_saved(study: Study, owner: Client, address: str) -> None:
    study.flat.status = "closed"
    study.flat.save(update_fields=["status"])
    archive(thing=study.flat, user=study.owner)
    assert owner.post(address, {}).status_code == 302
    assert Snapshot.objects.filter(campaign=study.flat, status="waiting").exists()


@pytest.mark.quick
def test_a_large_campaign_has_snapshots_alone(study: Study, owner: Client, address: str) -> None:
    AgreementState.objects.filter(campaign=study.flat).update(judgments=MAX_CONCURRENT + 1)
    assert "Files as of now" not in read(owner, address)
    refused = read(owner, reverse("export_gold", args=[study.flat.pk]), 409)
    assert "Create a snapshot instead" in " ".join(refused.split())


def test_what_a_filter_finds_is_exported(study: Study, owner: Client, address: str) -> None:
    listed = owner.get(reverse("research:items", args=[study.flat.pk]) + "?length_from=1")
    query = f"{address}?length_from=1"
    assert query in listed.content.decode()
    page = owner.get(query).content.decode()
    assert_shows(page, "words 1 or more", 'value="table-judgments-csv"')
    assert_hides(page, 'value="gold"', "Files as of now")
    where = owner.post(query, {"note": "Long ones"}).headers["Location"]
    assert Snapshot.objects.get().filter == {"length_from": "1"}
    assert "words 1 or more" in owner.get(where).content.decode()
    assert "items/?length_from=1" in owner.get(address).content.decode()


def test_saved_filters_are_chosen_on_the_page(study: Study, owner: Client, address: str) -> None:
    assert "Saved filters" not in owner.get(address).content.decode()
    wanted = ItemFilter(length_from=1, worker=3)
    own = save_filter(campaign=study.flat, user=study.owner, name="Long ones", wanted=wanted)
    assert_shows(read(owner, address), "<bdi>Long ones</bdi>", 'href="?worker=3&amp;length_from=1"')
    chosen = owner.get(f"{address}?{own.query}").content.decode()
    assert "words 1 or more" in chosen
    assert "Long ones" not in chosen


def test_filters_that_export_nothing_are_refused(study: Study, owner: Client, address: str) -> None:
    assert owner.post(f"{address}?length_from=1", {"beside": ["gold"]}).status_code == 400
    nothing = owner.post(f"{address}?length_from=5000", {})
    assert "No items match the filter now" in text_of(nothing, 409)
    assert owner.post(f"{address}?length_from=x", {}).status_code == 400
    assert not Snapshot.objects.exists()


@pytest.mark.parametrize("many", [1, 5])
def test_the_page_asks_no_more_with_more_snapshots(
    study: Study, owner: Client, address: str, many: int
) -> None:
    for _ in range(many):
        stored_snapshot(study.flat, gold=b"{}")
    Snapshot.objects.update(filter={"length_from": "1"})
    owner.get(address)
    with assert_queries(SIGNED_IN + 4):
        owner.get(address)
