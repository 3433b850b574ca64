"""The pages of a campaign's signals: who may see them, sort them and exclude workers there."""

import csv
import io
from math import log
from urllib.parse import quote

import pytest
from django.test import Client

from annotation.models import Campaign, CampaignReport, Enrolment, WorkerSignals
from annotation.research.results import signals
from annotation.services.work.withdrawal import withdraw
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.habits import TEXTS
from tests.helpers.pages import assert_hides, assert_shows, read, signed_in
from tests.helpers.queries import assert_queries
from tests.research.test_signals import campaign, crowd, page

pytestmark = pytest.mark.long
__all__ = ["campaign", "crowd"]


# The session, the account, the campaign with its project.
SIGNED_IN = 3


def test_only_members_see_it(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    stranger = signed_in(make_user())
    own = f"signals/{crowd[0].pk}/"
    for part in ("signals/", "signals.csv", own, f"{own}course.csv"):
        assert insider.get(page(campaign, part)).status_code == 200, part
        assert stranger.get(page(campaign, part)).status_code == 404, part
        assert insider.post(page(campaign, part)).status_code == 405, part
    assert insider.get(page(make_campaign(campaign.dataset, launch=False))).status_code == 404
    assert insider.get(page(campaign, "signals/999999999/")).status_code == 404
    assert insider.get(page(campaign, "signals/?order=nothing")).status_code == 404
    assert insider.get(page(campaign, "signals/?page=x")).status_code == 404


def test_the_page_says_who(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    shown = read(insider, page(campaign))
    assert "3 of 4 workers are certified readers." in shown
    assert "Half of the certified readers were certified after" in shown
    assert shown.count("certified reader</span>") == 3
    assert "not certified yet" in shown
    assert "100.0%" in shown  # always the same answer
    habit = read(insider, page(campaign, f"signals/{crowd[3].pk}/"))
    assert f"Not certified yet, after {TEXTS - 1} ranked answers" in habit
    assert "Half of this campaign’s workers were certified by" in habit
    assert "Certified reader, after" in read(insider, page(campaign, f"signals/{crowd[0].pk}/"))


def test_next_to_not_certified_yet_is_after_how_many_half_and_nine_tenths_were(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    report = CampaignReport.objects.get(campaign=campaign, kind="signals")
    never = page(campaign, f"signals/{crowd[3].pk}/")
    for half, most, said in (
        (14, 30, "Half of this campaign’s workers were certified by 14, nine out of ten by 30."),
        (14, None, "Half of this campaign’s workers were certified by 14."),
        (None, None, "20 certifies.</p>"),
    ):
        report.results |= {"half_after": half, "nine_tenths_after": most}
        report.save()
        assert said in read(insider, never)


def test_whoever_is_chosen_is_excluded_and_one_is_back_where_one_was(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    here = f"{page(campaign)}?order=most&page=1"
    shown = read(insider, here)
    assert shown.count('form="chosen" name="worker"') == 4
    assert f'name="next" value="{here.replace("&", "&amp;")}"' in shown
    exclude = f"/research/campaigns/{campaign.pk}/workers/exclude/"
    confirmation = read(
        insider, f"{exclude}?worker={crowd[3].pk}&worker={crowd[2].pk}&next={quote(here)}"
    )
    assert f'href="{here.replace("&", "&amp;")}">Cancel' in confirmation
    sent = {"worker": [crowd[3].pk, crowd[2].pk], "reason": "One answer.", "next": here}
    done = insider.post(exclude, sent)
    assert done.headers["Location"] == f"{here}&undo={crowd[2].pk}&undo={crowd[3].pk}"
    after = read(insider, done.headers["Location"])
    assert "2 workers excluded." in after
    assert after.count(">excluded</span>") == 2
    back = {"worker": [crowd[3].pk, crowd[2].pk], "next": here}
    include = f"/research/campaigns/{campaign.pk}/workers/include/"
    assert insider.post(include, back).headers["Location"] == here
    assert not campaign.enrolments.filter(excluded_at__isnull=False).exists()


def test_one_page_can_exclude(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    own = page(campaign, f"signals/{crowd[3].pk}/")
    exclude = f"/research/campaigns/{campaign.pk}/workers/{crowd[3].pk}/exclude/"
    assert f'href="{exclude}?next={own}">Exclude…' in read(insider, own)
    done = insider.post(exclude, {"reason": "One answer.", "next": own, "worker": crowd[3].pk})
    assert done.headers["Location"] == f"{own}?undo={crowd[3].pk}"
    after = read(insider, done.headers["Location"])
    assert_shows(after, "1 worker excluded.", "Include again…")
    assert "Exclude…" not in after


@pytest.mark.quick
def test_no_open_redirect(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    exclude = f"/research/campaigns/{campaign.pk}/workers/{crowd[3].pk}/exclude/"
    away = "https://elsewhere.example/"
    assert away not in read(insider, f"{exclude}?next={away}")
    done = insider.post(exclude, {"reason": "One answer.", "next": away})
    assert done.headers["Location"].startswith(f"/research/campaigns/{campaign.pk}/workers/?only=")


def test_only_whoever_may_review_can_choose(campaign: Campaign, crowd: list[Enrolment]) -> None:
    viewer = make_user()
    campaign.dataset.project.memberships.create(user=viewer, role="viewer")
    client = signed_in(viewer)
    for part in ("signals/", f"signals/{crowd[3].pk}/"):
        shown = read(client, page(campaign, part))
        assert "worker 4" in shown
        assert_hides(shown, 'name="worker"', "Exclude…")


def test_who_withdrew_is_neither_excluded_nor_included(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    withdraw(enrolment=crowd[3])
    assert read(insider, page(campaign)).count('form="chosen" name="worker"') == 3
    own = read(insider, page(campaign, f"signals/{crowd[3].pk}/"))
    assert_hides(own, "Exclude…", "Include again…")


def test_columns_sort_the_list(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(repeat_every=5)
    for key in signals.ORDERS:
        answer = insider.get(page(campaign, f"signals/?order={key}"))
        assert answer.content.decode().count('aria-sort="') == 1, key
    first = insider.get(page(campaign, "signals/?order=most")).context["lines"][0]
    assert first.one.pk == crowd[3].pk
    assert insider.get(page(campaign)).context["lines"][0].one.pk == crowd[3].pk


def test_pages_follow_each_other(
    campaign: Campaign, crowd: list[Enrolment], insider: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signals, "PAGE_SIZE", 3)
    first = insider.get(page(campaign, "signals/?order=worker"))
    second = insider.get(page(campaign, "signals/?order=worker&page=2"))
    shown = [line.one.pk for answer in (first, second) for line in answer.context["lines"]]
    assert shown == sorted(one.pk for one in crowd)
    assert "order=worker&amp;page=2" in first.content.decode()
    assert "Next page" not in second.content.decode()
    assert "First page" in read(insider, page(campaign, "signals/?page=3"))


def test_it_costs_as_many_queries_however_many_there_are(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    with assert_queries(SIGNED_IN + 4):  # report, list, chart, version of the figures
        insider.get(page(campaign))
    with assert_queries(SIGNED_IN + 3):
        insider.get(page(campaign, f"signals/{crowd[0].pk}/"))


def test_files_are_complete(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(read(insider, page(campaign, "signals.csv")))))
    assert len(rows) == 4
    one = WorkerSignals.objects.get(pk=crowd[0].pk)
    assert float(rows[0]["log10 of the stake"]) == pytest.approx(one.stake / log(10))
    course = read(insider, page(campaign, f"signals/{crowd[0].pk}/course.csv"))
    made = list(csv.DictReader(io.StringIO(course)))
    assert len(made) == TEXTS - 1
    assert float(made[-1]["on reading"]) == pytest.approx(one.stake / log(10))
