"""Downloads of a campaign's files: each is in its project's audit log, with the file's SHA-256."""

from pathlib import Path

import pytest
from django.test import Client

from annotation.models import AuditEvent
from tests.api.studies import Study, make_study
from tests.commands.running import run


@pytest.fixture
def study(db: None) -> Study:
    return make_study()


def taken(study: Study) -> list[tuple[str | None, str, str]]:
    events = AuditEvent.objects.filter(verb="file.taken", project=study.project).order_by("pk")
    return [
        (one.user.username if one.user else None, one.details["file"], one.details["sha256"])
        for one in events
    ]


def test_a_file_from_the_page_from_the_api_and_on_the_server(study: Study, tmp_path: Path) -> None:
    browser = Client()
    browser.force_login(study.owner)
    page = f"/research/campaigns/{study.campaign.pk}/gold.json"
    name = f"campaign-{study.campaign.pk}-gold.json"
    digest = browser.get(page).headers["ETag"].strip('"')
    assert study.researcher.get(f"{study.path}/gold").status_code == 200
    run("export_gold", str(study.campaign.pk), "-o", str(tmp_path / "mine.json"))
    found = taken(study)
    assert [who for who, _, _ in found] == [study.owner.username, study.owner.username, None]
    assert {sha256 for _, _, sha256 in found} == {digest}
    assert found[2][1] == "mine.json"
    assert found[0][1].endswith("gold.json"), name


@pytest.mark.long
def test_looking_without_taking_is_not_stored(study: Study) -> None:
    browser = Client()
    browser.force_login(study.owner)
    page = f"/research/campaigns/{study.campaign.pk}/gold.json"
    etag = browser.get(page).headers["ETag"]
    assert browser.get(page, headers={"If-None-Match": etag}).status_code == 304
    assert browser.head(page).status_code == 200
    assert Client().get(page).status_code == 302
    assert len(taken(study)) == 1


@pytest.mark.long
def test_the_audit_page_says_it_in_words(study: Study) -> None:
    browser = Client()
    browser.force_login(study.owner)
    browser.get(f"/research/campaigns/{study.campaign.pk}/gold.json")
    page = browser.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert "downloaded the file" in page
    assert "gold.json of" in page
