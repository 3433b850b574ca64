"""Downloads of a campaign's file can be resumed as long as the file is the same."""

import gzip
import hashlib

import pytest
from django.test import Client

from analysis.exports import export_registry
from analysis.exports.export_registry import export_file
from annotation.models import AuditEvent, Campaign
from tests.helpers.factories import judge_all_at_random, make_campaign

pytestmark = pytest.mark.django_db(transaction=True)
ZIPPED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign(texts=[f"text number {n} of many" for n in range(9)])
    return judge_all_at_random(campaign, workers=3, seed=1)


@pytest.fixture
def member(campaign: Campaign, client: Client) -> Client:
    client.force_login(campaign.dataset.project.memberships.get().user)
    return client


@pytest.fixture
def place(campaign: Campaign) -> str:
    return f"/api/v1/campaigns/{campaign.pk}/files/table-judgments-csv"


def taken() -> int:
    return AuditEvent.objects.filter(verb="file.taken").count()


def test_parts_are_of_an_unchanged_file(campaign: Campaign, member: Client, place: str) -> None:
    body = export_file(campaign.pk, "table-judgments-csv").body
    whole = member.get(place)
    assert whole.content == body
    assert whole.headers["Accept-Ranges"] == "bytes"
    assert whole.headers["ETag"] == f'"{hashlib.sha256(body).hexdigest()}"'
    assert taken() == 1
    rest = {"Range": "bytes=100-", "If-Range": whole.headers["ETag"]}
    part = member.get(place, headers=rest)
    assert (part.status_code, part.content) == (206, body[100:])
    assert part.headers["Content-Range"] == f"bytes 100-{len(body) - 1}/{len(body)}"
    assert member.get(place, headers={"Range": f"bytes={len(body)}-"}).status_code == 416
    assert taken() == 1, "who goes on has taken it before"
    judge_all_at_random(campaign, workers=1, seed=2)
    again = member.get(place, headers=rest)
    assert (again.status_code, again.content[: len(body)] != body) == (200, True)
    assert again.content == export_file(campaign.pk, "table-judgments-csv").body


def test_who_takes_it_compressed_is_offered_no_range_and_may_ask_for_one(
    campaign: Campaign, member: Client, place: str
) -> None:
    body = export_file(campaign.pk, "table-judgments-csv").body
    zipped = member.get(place, headers=ZIPPED)
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert "Accept-Ranges" not in zipped.headers
    assert gzip.decompress(zipped.content) == body
    part = member.get(place, headers=ZIPPED | {"Range": "bytes=5-1999"})
    assert "Content-Encoding" not in part.headers
    assert (part.status_code, part.content) == (206, body[5:2000])


@pytest.mark.parametrize("headers", [{}, ZIPPED])
def test_a_long_file_is_sent_as_it_is_read(
    campaign: Campaign,
    member: Client,
    place: str,
    headers: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = export_file(campaign.pk, "table-judgments-csv").body
    monkeypatch.setattr(export_registry, "MAX_IN_MEMORY", 100)
    monkeypatch.setattr(export_registry, "AT_ONCE", 64)
    answer = member.get(place, headers=headers)
    assert answer.streaming
    sent = answer.getvalue()
    assert (gzip.decompress(sent) if headers else sent) == body
    assert member.head(place, headers=headers).status_code == 200
