"""Leaving: what a worker sees and downloads of what is kept of them, and how they withdraw."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from annotation.models import Assignment, AuditEvent, Campaign, Enrolment, Judgment
from annotation.services.people.kept import PARTS, PORTION
from annotation.services.people.sessions import keep_session
from annotation.services.people.tempo import tempo
from annotation.services.work.exclusion import exclude_worker
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
)
from tests.worker.browser import Browser, text_of
from tests.worker.test_money import plain

pytestmark = pytest.mark.django_db
Browse = Callable[..., Browser]


@pytest.fixture(autouse=True)
def patient() -> None:
    tempo.forget()


def enrolment_of(name: str) -> Enrolment:
    return Enrolment.objects.get(worker__external_id=name)


def file_of(browser: Browser) -> dict[str, Any]:
    answer = browser.get("kept_file")
    assert answer.streaming
    assert answer["Content-Disposition"].startswith("attachment")
    found: dict[str, Any] = orjson.loads(answer.getvalue())
    return found


def test_the_foot_of_their_pages_leads_there(ada: Browser, browse: Browse) -> None:
    for name in ("join", "instructions", "done", "earnings", "kept"):
        assert ada.url("kept") in text_of(ada.get(name)), name
    assert ada.url("kept") not in text_of(browse().get("join"))


def test_they_see_and_download_their_own_and_nobody_elses(browse: Browse) -> None:
    ada, bob = browse("ada"), browse("bob")
    first = enrolment_of("ada")
    judge_next(first)
    judge_next(enrolment_of("bob"))
    keep_session(enrolment=first, study="STUDY7", session="SESSION7")
    page = plain(text_of(ada.get("kept")))
    assert "ada" in page
    assert "bob" not in page
    assert "Tasks that you submitted 1" in page
    kept = file_of(ada)
    judged = Judgment.objects.get(assignment__enrolment=first)
    assert (kept["name_or_id"], kept["number"]) == ("ada", first.worker.number)
    assert [one["answer"] for one in kept["submitted"]] == [judged.payload]
    assert [one["session"] for one in kept["visits"]] == ["SESSION7"]
    assert {one["what"] for one in kept["log"]} == {"worker.joined", "judgment.submitted"}
    others = orjson.dumps(file_of(bob)).decode()
    assert "ada" not in others
    assert "SESSION7" not in others


def test_the_file_has_every_part_and_every_row(browse: Browse) -> None:
    long = make_campaign(make_dataset(numbered_texts(PORTION + 2)), redundancy=1)
    browser = browse("ada", within=long)
    for _ in range(PORTION + 2):
        judge_next(enrolment_of("ada"))
    kept = file_of(browser)
    assert {part.name for part in PARTS} <= kept.keys()
    assert len({part.name for part in PARTS}) == len(PARTS)
    tasks = [one["task"] for one in kept["submitted"]]
    assert sorted(tasks) == sorted(set(tasks))
    assert len(tasks) == PORTION + 2


def test_the_reason_of_an_exclusion_stays_the_researchers(ada: Browser) -> None:
    exclude_worker(enrolment=enrolment_of("ada"), user=make_user(), reason="lazy one")
    assert b"lazy one" not in orjson.dumps(file_of(ada))
    page = text_of(ada.get("kept"))
    assert "lazy one" not in page
    assert "That note is the researcher" in page


def test_one_file_after_the_other_has_to_wait(ada: Browser) -> None:
    file_of(ada)
    answer = ada.get("kept_file")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_reading_changes_nothing(ada: Browser) -> None:
    before = AuditEvent.objects.count()
    ada.get("kept")
    file_of(ada)
    ada.get("withdraw")
    assert AuditEvent.objects.count() == before
    assert enrolment_of("ada").withdrawn_at is None


def test_the_first_yes_tells_what_it_does_and_the_second_does_it(
    ada: Browser, campaign: Campaign
) -> None:
    worker = enrolment_of("ada")
    judge_next(worker)
    told = ada.post("withdraw", {"scope": "here"})
    assert told.status_code == 200
    assert "1 task of yours leaves the figures" in plain(text_of(told))
    assert enrolment_of("ada").withdrawn_at is None
    done = ada.post("withdraw", {"scope": "here", "sure": "yes"})
    assert done.headers["Location"] == ada.url("done")
    assert enrolment_of("ada").withdrawn_at is not None
    assert "You withdrew from this work." in text_of(ada.get("done"))
    assert not Judgment.objects.counting().filter(campaign=campaign).exists()
    ada.post("next")
    assert not Assignment.objects.filter(enrolment=worker, status="open").exists()
    assert "You have withdrawn" in text_of(ada.get("withdraw"))


def test_of_the_whole_study_or_of_one_work(browse: Browse, campaign: Campaign) -> None:
    other = make_campaign(campaign.dataset, redundancy=2)
    here, there = browse("ada"), enrol(other, "ada")
    bob = enrol(other, "bob")
    for worker in (enrolment_in(campaign), there, bob):
        judge_next(worker)
    assert here.post("withdraw", {"scope": "nowhere", "sure": "yes"}).status_code == 400
    told = plain(text_of(here.post("withdraw", {"scope": "everywhere"})))
    assert "2 tasks of yours leave the figures" in told
    here.post("withdraw", {"scope": "here", "sure": "yes"})
    assert gone() == [(campaign.pk, "ada")]
    here.post("withdraw", {"scope": "everywhere", "sure": "yes"})
    assert gone() == [(campaign.pk, "ada"), (other.pk, "ada")]


def enrolment_in(campaign: Campaign) -> Enrolment:
    return campaign.enrolments.get(worker__external_id="ada")


def gone() -> list[tuple[int, str]]:
    rows = Enrolment.objects.filter(withdrawn_at__isnull=False).order_by("pk")
    return list(rows.values_list("campaign", "worker__external_id"))


def test_who_is_erased_gave_their_code_and_said_yes_twice(ada: Browser, browse: Browse) -> None:
    code = enrolment_of("ada").worker.return_code
    refused = ada.post("erase", {"return_code": "abcdefghjk", "sure": "yes"})
    assert refused.status_code == 400
    assert "This is not your return code." in text_of(refused)
    told = plain(text_of(ada.post("erase", {"return_code": code})))
    assert "Erase it for good?" in told
    assert "You cannot come in here again under this id." in told
    assert enrolment_of("ada").erased_at is None
    done = ada.post("erase", {"return_code": code, "sure": "yes"})
    assert "You are erased" in text_of(done)
    assert "ada" not in plain(text_of(done))
    assert not Enrolment.objects.filter(worker__external_id="ada").exists()
    assert ada.get("done").headers["Location"] == ada.url("join")


def test_another_browser_of_theirs_is_at_the_door_too(ada: Browser, browse: Browse) -> None:
    worker = enrolment_of("ada").worker
    other = browse()
    other.post("join", {"worker": "ada", "return_code": worker.return_code})
    assert other.get("done").status_code == 200
    ada.post("erase", {"return_code": worker.return_code, "sure": "yes"})
    for name in ("done", "kept", "hit", "earnings"):
        assert other.get(name).headers["Location"] == other.url("join"), name
    held = Assignment.objects.get(enrolment__worker=worker)
    assert other.submit(held, [0]).status_code == 403
    again = other.post("join", {"worker": "ada", "return_code": worker.return_code})
    assert "cannot be used here again" in text_of(again)


def test_what_is_owed_is_told_before(ada: Browser) -> None:
    judge_next(enrolment_of("ada"))
    assert "$0.06 is still owed to you" in plain(text_of(ada.get("erase")))
