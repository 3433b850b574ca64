"""A dry run: the pages of a participant in a copy, who may start one, and how it ends."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from annotation.models import HIT, AuditEvent, Campaign, Membership, Project, Suggestion
from annotation.services.campaigns.suggestions import choose_suggestions
from annotation.services.dry_runs.dry_runs import (
    dry_run_by,
    end_dry_run,
    end_old_dry_runs,
    link_of,
    start_dry_run,
)
from annotation.services.errors import Archived, Forbidden
from annotation.services.lifecycle.archive import archive
from annotation.services.people.rate_limit import tempo
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.sets import annotations_file, make_set
from tests.publishing.walking import (
    come_in,
    do_the_place,
    follow,
    open_link,
    owner_of,
    signed_in,
    text_of,
    to_walk,
    walk,
)
from tests.worker.browser import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def started(campaign: Campaign) -> Campaign:
    return start_dry_run(campaign=campaign, user=owner_of(campaign))


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("launch", [True, False])
def test_it_leads_from_the_link_to_the_completion_code(launch: bool) -> None:
    dry_run = started(to_walk(launch=launch))
    browser = open_link(dry_run, signed_in(dry_run))
    join_text = text_of(browser.get("join"))
    assert "Dry run: nothing is saved" in join_text
    assert "Your id on Prolific is" in join_text
    assert "3 tasks" in join_text
    come_in(browser)
    assert "You are ready" in text_of(browser.get("done"))
    do_the_place(browser)
    page = text_of(browser.get("done"))
    for words in (
        "Dry run: nothing is saved",
        "DONE42",
        "https://app.prolific.com/submissions/complete?cc=DONE42",
        "Start the dry run again",
    ):
        assert words in page
    assert 'href="https://app.prolific.com' not in page


def test_each_page_says_that_it_is_a_dry_run_and_real_ones_do_not() -> None:
    campaign = to_walk()
    browser = walk(started(campaign))
    browser.post("next")
    for name in ("join", "instructions", "consent", "done", "hit", "kept", "earnings", "questions"):
        assert "Dry run: nothing is saved" in text_of(browser.get(name)), name
    real = Browser(Client(), campaign.code)
    assert "Dry run" not in text_of(real.follow(PROLIFIC_PID="p 1"))


def test_the_pages_count_the_tasks_of_the_campaign() -> None:
    campaign = to_walk(texts=40, place_hits=None, completion_code="", screen_out_code="")
    copy = started(campaign)
    assert (copy.hit_count, copy.known_count) == (campaign.hit_count, campaign.known_count)
    assert HIT.objects.filter(campaign=copy, known=False).count() == 25
    real = campaign.hits.filter(known=False).order_by("position")[:25]
    mine = copy.hits.filter(known=False).order_by("position")
    texts = [list(hits.values_list("item__text", flat=True)) for hits in (real, mine)]
    assert texts[0] == texts[1]
    assert link_of(copy) == {}


def test_starting_again_begins_with_nothing() -> None:
    campaign = to_walk()
    first = started(campaign)
    browser = walk(first, signed_in(first))
    tempo.forget()
    answer = browser.post("dry_run_again")
    assert answer.status_code == 302
    second = dry_run_by(campaign, owner_of(campaign))
    assert second is not None
    assert second.pk != first.pk
    assert not Campaign.objects.filter(pk=first.pk).exists()
    page = text_of(follow(browser, answer.headers["Location"]))
    assert browser.code == second.code
    assert "Join as" in page
    come_in(browser)
    do_the_place(browser)
    assert "DONE42" in text_of(browser.get("done"))


@pytest.mark.quick
def test_only_a_dry_run_is_started_again_by_its_link() -> None:
    campaign = to_walk()
    for code in (campaign.code, "nowhere"):
        assert Browser(Client(), code).post("dry_run_again").status_code == 404
    assert not campaign.dry_runs.exists()


def test_starting_again_is_not_for_whoever_lost_the_right() -> None:
    campaign = to_walk()
    browser = signed_in(started(campaign))
    Membership.objects.filter(project=campaign.dataset.project).update(role="viewer")
    tempo.forget()
    assert browser.post("dry_run_again").status_code == 403


@pytest.mark.quick
def test_starting_again_has_a_pace() -> None:
    campaign = to_walk()
    started(campaign)
    tempo.forget()
    answers = []
    for _ in range(4):
        browser = signed_in(campaign.dry_runs.latest("pk"))
        answers.append(browser.post("dry_run_again").status_code)
    assert 429 in answers


@pytest.mark.quick
@pytest.mark.parametrize("who", ["nobody", "another researcher", "another member"])
def test_whoever_has_the_link_walks_it_and_never_starts_it_again(who: str) -> None:
    campaign = to_walk()
    dry_run, stranger = started(campaign), Client()
    if who != "nobody":
        stranger.force_login(user := make_user())
    if who == "another member":
        project = campaign.dataset.project
        Membership.objects.create(project=project, user=user, role="manager")
    tempo.forget()
    browser = Browser(stranger, dry_run.code)
    page = text_of(browser.follow(**link_of(dry_run)))
    assert "Dry run: nothing is saved" in page
    assert browser.url("dry_run_again") not in page
    assert ("Sign in to start again" in page) == (who == "nobody")
    refused = browser.post("dry_run_again")
    assert refused.status_code == 403
    assert "Only the researcher who started this dry run" in text_of(refused)
    assert list(campaign.dry_runs.all()) == [dry_run]
    assert AuditEvent.objects.filter(verb="campaign.dry_run").count() == 1


@pytest.mark.quick
def test_a_researcher_has_one_at_a_time_and_others_theirs() -> None:
    campaign = to_walk()
    owner, other = owner_of(campaign), make_user()
    Membership.objects.create(project=campaign.dataset.project, user=other, role="manager")
    first, theirs = started(campaign), start_dry_run(campaign=campaign, user=other)
    second = started(campaign)
    assert dry_run_by(campaign, owner) == second
    assert dry_run_by(campaign, other) == theirs
    assert set(Campaign.objects.filter(is_dry_run=True)) == {second, theirs}
    assert not Project.objects.filter(pk=first.dataset.project_id).exists()
    end_dry_run(campaign=campaign, user=owner)
    end_dry_run(campaign=campaign, user=owner)
    assert set(Campaign.objects.filter(is_dry_run=True)) == {theirs}


@pytest.mark.quick
@pytest.mark.few(2)
@pytest.mark.parametrize("role", ["adjudicator", "viewer", "auditor", ""])
def test_only_who_runs_campaigns_starts_one(role: str) -> None:
    campaign, user = to_walk(), make_user()
    if role:
        Membership.objects.create(project=campaign.dataset.project, user=user, role=role)
    with pytest.raises(Forbidden):
        start_dry_run(campaign=campaign, user=user)
    assert not campaign.dry_runs.exists()


def test_what_is_archived_or_a_dry_run_is_not_walked() -> None:
    campaign = to_walk(launch=False)
    copy = started(campaign)
    with pytest.raises(Forbidden):
        start_dry_run(campaign=copy, user=owner_of(campaign))
    archive(thing=campaign, user=owner_of(campaign))
    campaign.refresh_from_db()
    with pytest.raises(Archived):
        started(campaign)


@pytest.mark.quick
def test_one_that_was_forgotten_ends_after_a_day() -> None:
    campaign = to_walk()
    copy = started(campaign)
    end_old_dry_runs()
    assert Campaign.objects.filter(pk=copy.pk).exists()
    aged = {"created_at": F("created_at") - timedelta(days=1)}
    Campaign.objects.filter(pk=copy.pk).update(**aged)
    Campaign.objects.filter(pk=campaign.pk).update(**aged)
    end_old_dry_runs()
    assert not Campaign.objects.filter(pk=copy.pk).exists()
    assert Campaign.objects.filter(pk=campaign.pk).exists()


def test_one_whose_campaign_is_gone_ends() -> None:
    campaign = to_walk(launch=False)
    copy = started(campaign)
    Campaign.objects.filter(pk=copy.pk).update(dry_run_of=None)
    end_old_dry_runs()
    assert not Campaign.objects.filter(pk=copy.pk).exists()


def test_whoever_is_excluded_from_the_study_can_walk_it() -> None:
    campaign = to_walk(
        link_trust="platform",
        platform_study="66aa",
        screened=True,
        qualifications={"more_tasks_than": 100},
    )
    browser = open_link(started(campaign))
    come_in(browser)
    assert "You are ready" in text_of(browser.get("done"))


def test_it_begins_from_the_same_suggestions() -> None:
    found = make_campaign(texts=20, launch=False)
    own = make_set(found.dataset, "flat", annotations_file(found.dataset))
    choose_suggestions(campaign=found, own=own, user=None, tenths=9)
    copy = started(found)
    assert Suggestion.objects.filter(hit__campaign=copy).count() == 20
    assert not Suggestion.objects.filter(hit__campaign=found).exists()


@pytest.mark.quick
@pytest.mark.parametrize(
    ("address", "ids"),
    [
        ("", {"PROLIFIC_PID", "STUDY_ID", "SESSION_ID"}),
        (
            "https://connect.cloudresearch.com/participant/project/1/complete",
            {"participantId", "projectId", "assignmentId"},
        ),
        ("https://lab.sona-systems.com/webstudy_credit.aspx?survey_code={id}", {"id"}),
    ],
)
def test_the_link_is_that_of_the_platform(address: str, ids: set[str]) -> None:
    found = Campaign(code="abc", completion_code="DONE42", return_address=address)
    assert link_of(found).keys() == ids


def test_the_page_starts_it_shows_the_link_and_ends_it(client: Client) -> None:
    campaign = to_walk(launch=False)
    client.force_login(owner_of(campaign))
    where = reverse("research:dry_run", args=(campaign.pk,))
    page = text_of(client.get(where))
    assert "Start a dry run" in page
    assert not campaign.dry_runs.exists()
    assert client.post(f"{where}start/").headers["Location"] == where
    copy = campaign.dry_runs.get()
    page = text_of(client.get(where))
    assert f"/w/{copy.code}/?PROLIFIC_PID=dryrun{copy.code}" in page
    client.post(f"{where}end/")
    assert "The dry run has ended." in text_of(client.get(where))
    assert "started a dry run of" in text_of(
        client.get(reverse("research:audit", args=(campaign.dataset.project_id,)))
    )


def test_a_campaign_that_cannot_be_launched_says_why(client: Client) -> None:
    campaign = to_walk(launch=False, practice=3)
    client.force_login(owner_of(campaign))
    answer = client.post(reverse("research:start_dry_run", args=(campaign.pk,)))
    assert answer.status_code == 409
    assert "only 1 is available" in text_of(answer)
    assert not Campaign.objects.filter(is_dry_run=True).exists()
    assert not AuditEvent.objects.filter(verb="campaign.dry_run").exists()


def test_the_browser_does_not_remember_whom_a_dry_run_made_up() -> None:
    browser = walk(started(to_walk()))
    assert "midpath_device" not in browser.client.cookies
