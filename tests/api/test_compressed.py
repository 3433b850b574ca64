"""Compression of data for clients that accept it; pages and ranges are never compressed."""

import gzip

import pytest
from django.test import Client

from annotation.models import Campaign
from tests.helpers.factories import make_campaign
from tests.helpers.stored_snapshots import stored_snapshot
from tests.helpers.tiers import long_only

ZIPPED = {"Accept-Encoding": "gzip, br"}


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(texts=[f"text number {n} of many" for n in range(60)])


@pytest.fixture
def member(campaign: Campaign, client: Client) -> Client:
    client.force_login(campaign.dataset.project.memberships.get().user)
    return client


@pytest.mark.long
def test_lists_and_files_are_the_same_bytes_and_fewer(campaign: Campaign, member: Client) -> None:
    for address in (
        f"/api/v1/campaigns/{campaign.pk}/items",
        f"/api/v1/campaigns/{campaign.pk}/gold",
        f"/api/v1/campaigns/{campaign.pk}/files/table-items-csv",
        *long_only("/api/v1/schema/"),
    ):
        plain, zipped = member.get(address), member.get(address, headers=ZIPPED)
        assert plain.status_code == 200, address
        assert "Content-Encoding" not in plain.headers
        assert zipped.headers["Content-Encoding"] == "gzip", address
        assert "Accept-Encoding" in zipped.headers["Vary"]
        assert gzip.decompress(zipped.content) == plain.content
        assert 2 * len(zipped.content) < len(plain.content)


@pytest.mark.long
def test_a_tag_is_weak_but_matches_without_a_digest(campaign: Campaign, member: Client) -> None:
    address = f"/api/v1/campaigns/{campaign.pk}/gold"
    plain, zipped = member.get(address), member.get(address, headers=ZIPPED)
    assert "Repr-Digest" in plain.headers
    assert "Repr-Digest" not in zipped.headers
    assert zipped.headers["ETag"] == f"W/{plain.headers['ETag']}"
    again = member.get(address, headers=ZIPPED | {"If-None-Match": zipped.headers["ETag"]})
    assert again.status_code == 304


def test_pages_short_answers_and_ranges_are_unchanged(campaign: Campaign, member: Client) -> None:
    for address in (f"/research/campaigns/{campaign.pk}/", "/health/web/"):
        answer = member.get(address, headers=ZIPPED)
        assert answer.status_code == 200, address
        assert "Content-Encoding" not in answer.headers
    snapshot = stored_snapshot(campaign, gold=b"[1, 2, 3]" * 1000)
    answer = member.get(f"/api/v1/snapshots/{snapshot.pk}/files/gold", headers=ZIPPED)
    assert "Content-Encoding" not in answer.headers
    assert int(answer.headers["Content-Length"]) == 9000
