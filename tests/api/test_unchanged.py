"""Repeated reads get a 304 by their ETag if nothing has changed; data is compressed if accepted."""

import gzip
import time
from typing import Any

import pytest
from django.test import Client

from annotation.models import Campaign
from annotation.web.etags import etag_of
from tasks.fold import fold_all
from tests.api.studies import Study
from tests.helpers.factories import judge_next, make_campaign
from tests.helpers.pages import signed_in
from tests.helpers.stored_snapshots import stored_snapshot
from tests.helpers.tiers import long_only


def read(study: Study, path: str, etag: str) -> Any:
    headers = study.researcher.headers | {"If-None-Match": etag}
    return study.researcher.client.get(f"/api/v1/{path}", headers=headers)


@pytest.mark.long
@pytest.mark.parametrize("path", ["{}", "{}/workers", "{}/items?limit=2", "projects"])
def test_what_has_not_changed_is_not_sent_again(study: Study, path: str) -> None:
    where = path.format(study.path)
    first = study.researcher.get(where)
    etag = first.headers["ETag"]
    assert etag == etag_of(first.content)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(first.headers["Vary"].split(", "))
    for etags in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        unchanged = read(study, where, etags)
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        assert unchanged.headers["ETag"] == etag
        assert unchanged.headers["Cache-Control"] == "private, no-cache"
    sent = read(study, where, '"other"')
    assert (sent.status_code, sent.content) == (200, first.content)


@pytest.mark.long
def test_what_has_changed_is_sent(study: Study) -> None:
    etag = study.researcher.get(study.path).headers["ETag"]
    study.researcher.post(f"{study.path}/pause")
    changed = read(study, study.path, etag)
    assert (changed.status_code, changed.json()["status"]) == (200, "paused")
    assert changed.headers["ETag"] != etag


def test_figures_that_only_grew_older_are_unchanged(study: Study) -> None:
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    path = f"{study.path}/figures"
    first = study.researcher.get(path)
    etag = first.headers["ETag"]
    assert etag.startswith('W/"')
    while study.researcher.get(path).json()["age_seconds"] == first.json()["age_seconds"]:
        time.sleep(0.001)
    assert read(study, path, etag).status_code == 304
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    assert read(study, path, etag).status_code == 200


def test_words_of_a_text_are_never_taken_for_an_age() -> None:
    one, other = (rb'{"text":"\"age_seconds\":%d"}' % number for number in (1, 2))
    assert etag_of(one) != etag_of(other)
    assert etag_of(one).startswith('"')


@pytest.mark.long
def test_a_compressed_answer_is_known_again(study: Study) -> None:
    path = f"/api/v1/{study.path}"
    headers = study.researcher.headers | {"Accept-Encoding": "gzip"}
    packed = study.researcher.client.get(path, headers=headers)
    assert packed.headers["Content-Encoding"] == "gzip"
    conditional = headers | {"If-None-Match": packed.headers["ETag"]}
    assert study.researcher.client.get(path, headers=conditional).status_code == 304


@pytest.mark.long
def test_the_head_of_an_answer_shows_its_etag(study: Study) -> None:
    path = f"/api/v1/{study.path}"
    head = study.researcher.client.head(path, headers=study.researcher.headers)
    assert head.headers["ETag"] == study.researcher.get(study.path).headers["ETag"]


def test_a_browser_keeps_nothing_of_it(study: Study) -> None:
    browser = signed_in(study.owner)
    assert browser.get(f"/api/v1/{study.path}").headers["Cache-Control"] == "private, no-store"


@pytest.mark.long
def test_refusals_and_changes_have_none(study: Study, other_study: Study) -> None:
    refused = study.researcher.get(other_study.path)
    done = study.researcher.post(f"{study.path}/pause")
    for answer in (refused, done):
        assert "ETag" not in answer.headers
        assert answer.headers["Cache-Control"] == "private, no-store"


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
