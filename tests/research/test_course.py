"""The first figures of the dashboard, in every state: progress, remaining time and cost."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from annotation.models import Campaign, Heartbeat, Judgment, Worker
from annotation.research.results.figures import Cell
from annotation.research.results.pace import (
    ENOUGH,
    FEWEST,
    MIN_LENGTH,
    NEWEST,
    SILENT,
    JudgmentTimes,
    finished_at,
    lasting,
    pace_of,
    rate_in_words,
)
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.factories import enrol, judge_next, make_campaign
from tests.helpers.pages import assert_shows
from tests.research.study import Study, judge_all, judge_and_fold

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def beating(db: None) -> None:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())


def course(campaign: Campaign, client: Client, part: str = "") -> dict[str, Cell]:
    page = client.get(f"/research/campaigns/{campaign.pk}/{part}")
    return {cell.key: cell for cell in page.context["course"]}


def page_of(campaign: Campaign, client: Client) -> str:
    return " ".join(client.get(f"/research/campaigns/{campaign.pk}/").content.decode().split())


def make_paid(study: Study, **terms: Any) -> Campaign:
    return make_campaign(study.dataset, name="Paid round", redundancy=2, reward="0.25", **terms)


def came(count: int, every: float, *, silent: float = 0.0) -> JudgmentTimes:
    """Return this many judgments, one every so many seconds, the last one so long ago."""
    moments = [NOW - timedelta(seconds=silent + every * place) for place in range(count)]
    day = [at for at in moments if at > NOW - timedelta(days=1)][:NEWEST]
    lately = sum(at > NOW - timedelta(minutes=5) for at in moments)
    since, until = (day[-1], day[0]) if day else (None, None)
    first, last = (moments[-1], moments[0]) if moments else (None, None)
    return JudgmentTimes(NOW, lately, len(day), since, until, first, last)


@pytest.mark.long
def test_before_the_first_judgment_nothing_is_guessed(study: Study, owner: Client) -> None:
    found = course(make_paid(study), owner)
    assert list(found) == ["judgments", "time", "money"]
    assert (found["judgments"].value, found["judgments"].of) == ("0", "of 6")
    assert found["judgments"].note == "0.0% · 6 to go"
    assert (found["time"].value, found["time"].reason) == ("–", "No judgments yet.")
    assert (found["money"].value, found["money"].of) == ("USD 0.00", "of 1.50 expected")
    assert found["money"].note == ""


@pytest.mark.long
def test_one_judgment_is_one_and_says_why_no_rate_is_reported(study: Study, owner: Client) -> None:
    campaign = make_paid(study)
    assert claim_hit(enrolment_id=enrol(campaign, "ada").pk)
    found = course(campaign, owner)
    assert found["judgments"].note == "0.0% · 6 to go · 1 in progress"
    assert found["money"].note == "USD 0.25 committed"
    judge_next(enrol(campaign, "ada"))
    fold_all(campaign.pk)
    found = course(campaign, owner)
    assert (found["judgments"].value, found["judgments"].note) == ("1", "16.7% · 5 to go")
    assert found["time"].reason == f"Shown after {FEWEST} judgments within a day."
    assert (found["money"].value, found["money"].of) == ("USD 0.25", "of 1.50 expected")
    assert found["money"].note == "earned so far of the expected total · for 1 judgment"
    page = page_of(campaign, owner)
    assert "1 judgment, within a second:" in page
    assert "1 judgments" not in page


@pytest.mark.long
def test_what_a_program_has_in_hand_is_committed_to_nobody(study: Study, owner: Client) -> None:
    campaign = make_paid(study)
    program = join_campaign(campaign=campaign, source=Worker.Source.SIMULATED, external_id="crowd")
    assert claim_hit(enrolment_id=program.pk)
    found = course(campaign, owner)
    assert found["judgments"].note == "0.0% · 6 to go · 1 in progress"
    assert "committed" not in found["money"].note
    assert ("committed", "USD 0.00") in found["money"].numbers
    assert claim_hit(enrolment_id=enrol(campaign, "ada").pk)
    assert course(campaign, owner)["money"].note.endswith("USD 0.25 committed")


@pytest.mark.long
def test_the_time_left_is_what_is_left_at_the_recent_rate(study: Study, owner: Client) -> None:
    campaign = make_campaign(study.dataset, name="Slow round", redundancy=4)
    for worker in ("ada", "bob"):
        judge_all(campaign, worker, 1)
    for place, pk in enumerate(Judgment.objects.filter(campaign=campaign).values_list("pk")):
        moment = timezone.now() - timedelta(minutes=2 * place)
        Judgment.objects.filter(pk=pk[0]).update(submitted_at=moment)
    fold_all(campaign.pk)
    for part in ("", "live/"):
        found = course(campaign, owner, part)["time"]
        # Six in ten minutes, six remaining.
        assert found.value == "10 min"
        assert found.note.startswith("36 an hour lately · done about ")
        assert found.defined


@pytest.mark.long
def test_what_is_whole_says_so_and_what_may_be_done(study: Study, owner: Client) -> None:
    campaign = make_paid(study)
    for worker in ("ada", "bob"):
        judge_all(campaign, worker, 1)
    fold_all(campaign.pk)
    found = course(campaign, owner)
    assert found["judgments"].note == "100.0% · all are in"
    assert found["time"].value == "done"
    assert found["money"].value == "USD 1.50"
    assert "All requested judgments are in." in page_of(campaign, owner)
    owner.post(f"/research/campaigns/{campaign.pk}/close/")
    assert "All requested judgments are in." not in page_of(campaign, owner)


@pytest.mark.parametrize(
    ("move", "reason"), [("pause", "The campaign is paused."), ("close", "The campaign is closed.")]
)
def test_no_wait_while_nobody_may_work(study: Study, owner: Client, move: str, reason: str) -> None:
    campaign = make_paid(study)
    judge_and_fold(campaign, "ada", 1)
    owner.post(f"/research/campaigns/{campaign.pk}/{move}/")
    found = course(campaign, owner)
    assert (found["time"].value, found["time"].reason) == ("–", reason)
    # A closed campaign is expected to cost no more than what is paid.
    expected = {"pause": "of 1.50 expected", "close": "of 0.75 expected"}
    assert found["money"].of == expected[move]


def test_the_platforms_fee_is_part_of_the_cost(study: Study, owner: Client) -> None:
    campaign = make_paid(study, fee_percent="33.33")
    judge_next(enrol(campaign, "ada"))
    fold_all(campaign.pk)
    found = course(campaign, owner)["money"]
    assert (found.value, found.of) == ("USD 0.333325", "of 1.99995 expected")
    assert "rewards 0.25 + platform’s fee 0.083325" in found.note
    assert dict(found.numbers) | {
        "rewards": "USD 0.25",
        "platform’s fee of 33.33%": "USD 0.083325",
        "both": "USD 0.333325",
        "expected in total": "USD 1.99995",
        "maximum cost": "USD 1.99995",
    } == dict(found.numbers)
    assert "not included" not in page_of(campaign, owner)


@pytest.mark.long
def test_no_money_is_reported_where_nobody_is_paid(study: Study, owner: Client) -> None:
    Campaign.objects.filter(pk=study.flat.pk).update(reward=Decimal(0))
    assert list(course(study.flat, owner)) == ["judgments", "time"]
    assert "unpaid" in page_of(study.flat, owner)


@pytest.mark.long
def test_the_link_stands_first_until_somebody_has_joined(study: Study, owner: Client) -> None:
    campaign = make_paid(study)
    page = page_of(campaign, owner)
    assert_shows(page, "Invite workers", "No workers yet")
    assert page.index('id="worker-link"') < page.index('id="value-judgments"')
    tag = owner.get(f"/research/campaigns/{campaign.pk}/live/").headers["ETag"]
    enrol(campaign, "ada")
    answer = owner.get(f"/research/campaigns/{campaign.pk}/live/", headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "1 worker joined" in " ".join(answer.content.decode().split())
    page = page_of(campaign, owner)
    assert page.index('id="worker-link"') > page.index('id="value-judgments"')


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (came(0, 1), "No judgments yet."),
        (came(3, 60), f"Shown after {FEWEST} judgments within a day."),
        (came(FEWEST, 1), "Shown after the first minute."),
        (came(ENOUGH, 2), "Shown after the first minute."),
        (came(40, 10, silent=SILENT + 1), "No judgments in the last 15 min."),
        (came(40, 10, silent=3 * 86_400), "No judgments in the last 3 days."),
    ],
)
def test_a_rate_that_cannot_be_given_says_why(entries: JudgmentTimes, reason: str) -> None:
    found = pace_of(entries)
    assert (found.a_second, found.reason) == (None, reason)


def test_a_rate_is_of_the_last_minutes_else_of_the_newest() -> None:
    assert pace_of(came(600, 1)).a_second == pytest.approx(1, rel=0.01)
    assert pace_of(came(30, 600)).a_second == pytest.approx(30 / (29 * 600))
    # The rate falls while no one judges, and a slow crowd may pause for longer.
    assert pace_of(came(30, 600, silent=3600)).a_second == pytest.approx(30 / (29 * 600 + 3600))
    assert pace_of(came(200, 1, silent=MIN_LENGTH)).a_second == pytest.approx(200 / 259, rel=0.02)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (59.9, "less than a minute"),
        (61, "1 min"),
        (5999, "100 min"),
        (6000, "2 h"),
        (2e5, "2 days"),
    ],
)
def test_spans_have_one_unit(seconds: float, words: str) -> None:
    assert lasting(seconds) == words


def test_rates_and_ends_are_as_exact_as_can_be_said() -> None:
    found = [rate_in_words(rate) for rate in (20.0, 1 / 59, 1 / 61, 1 / 3601)]
    assert found == ["1,200 a minute", "1 a minute", "59 an hour", "24 a day"]
    assert finished_at(NOW, 3600) == "about 13:00 UTC"
    assert finished_at(NOW, 15 * 3600) == "about 3 Mar 03:00 UTC"
    assert finished_at(NOW, 10 * 86_400) == "about 12 Mar 2026"
