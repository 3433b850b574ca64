"""The signals of a campaign's workers: made with the reports, shown on a separate page."""

import csv
import io
from math import log
from urllib.parse import quote

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from annotation.models import Campaign, CampaignReport, Enrolment, WorkerSignals
from annotation.research.results import signals
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.withdrawal import withdraw
from tests.helpers.factories import enrol, make_campaign, make_dataset, make_user, submit
from tests.helpers.figures import make_figures
from tests.helpers.habits import TEXTS, reads, text_of, work
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.pages import assert_hides, assert_shows, read, signed_in

# The session, the account, the campaign with its project.
SIGNED_IN = 3


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(texts=[text_of(n) for n in range(TEXTS)], redundancy=4)


@pytest.fixture
def crowd(campaign: Campaign) -> list[Enrolment]:
    """Make three workers who read, and a last one who does not."""
    enrolments = [enrol(campaign) for _ in range(4)]
    work(campaign, enrolments, habit=3)
    make_figures(campaign)
    return enrolments


def page(campaign: Campaign, part: str = "signals/") -> str:
    return f"/research/campaigns/{campaign.pk}/{part}"


@pytest.mark.long
def test_readers_are_certified_and_a_habit_is_not(crowd: list[Enrolment]) -> None:
    found = WorkerSignals.objects.in_bulk([one.pk for one in crowd])
    states = [found[one.pk].state for one in crowd]
    assert states == ["certified"] * 3 + ["open"]
    never = found[crowd[3].pk]
    assert (never.judgments, never.same) == (TEXTS, 1.0)
    assert never.highest < log(20)
    assert never.majority is not None
    assert never.majority < 0.1
    assert never.alpha is not None
    assert never.alpha < 0.1 < (found[crowd[0].pk].alpha or 0)
    # The first text has nothing to be compared with.
    assert {one.ranked for one in found.values()} == {TEXTS - 1}
    assert all(rank[3] <= TEXTS - 1 for rank in never.ranks)
    judged = {rank[0] for rank in never.ranks}
    assert len(judged) == never.ranked


def test_what_comes_later_changes_no_rank_that_was_made(campaign: Campaign) -> None:
    """Neither more work, nor an exclusion, nor a higher redundancy changes earlier ranks."""
    enrolments = [enrol(campaign) for _ in range(4)]
    for _ in range(TEXTS // 2):
        for place, enrolment in enumerate(enrolments):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            number = int(assignment.hit.item.text.split()[-1])
            submit(enrolment, assignment, {"boundaries": reads(number if place else 0)})
    make_figures(campaign)
    before = {one.pk: one.ranks for one in campaign.signals.all()}
    assert all(len(ranks) == TEXTS // 2 - 1 for ranks in before.values())
    user = campaign.dataset.project.members.get()
    exclude_worker(enrolment=enrolments[0], user=user, reason="A test.")
    extend_redundancy(campaign=campaign, user=user, redundancy=6)
    campaign.refresh_from_db()
    later = [enrol(campaign) for _ in range(2)]
    for enrolment in later:
        for _ in range(5):
            submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    work_on = enrolments[1]
    for _ in range(3):
        submit(work_on, claim_hit(enrolment_id=work_on.pk))
    make_figures(campaign)
    after = {one.pk: one.ranks for one in campaign.signals.all()}
    for pk, ranks in before.items():
        assert after[pk][: len(ranks)] == ranks
    # Their texts had all planned answers, so they were among those compared.
    assert all(after[one.pk] == [] for one in later)


@pytest.mark.long
def test_a_certificate_ends_when_answers_change(campaign: Campaign, insider: Client) -> None:
    """The badge, the counts, the chart, the worker's page, the files and the API follow."""
    enrolments = [enrol(campaign) for _ in range(4)]
    work(campaign, enrolments, habit=3, honest_first=20)
    make_figures(campaign)
    one = campaign.signals.get(pk=enrolments[3].pk)
    assert (one.state, one.certified_at is not None) == ("lost", True)
    assert one.lost_since is not None
    assert one.lost_at is not None
    assert 19 <= one.lost_since < 23
    assert one.lost_since <= one.lost_at < TEXTS
    assert one.ranks[one.lost_at - 1][5] == 0
    assert one.highest < log(20)
    badge = f"not since task {one.lost_since}"
    found = campaign.reports.get(kind="signals").results
    assert (found["certified"], found["lost"]) == (3, 1)

    answer = insider.get(page(campaign))
    shown = answer.content.decode()
    assert_shows(shown, "3 of 4 workers are certified readers.", "1 worker lost their certificate")
    assert f'<span class="chip warm">{badge}</span>' in " ".join(shown.split())
    drawn = {row.label: row for row in answer.context["chart"].rows}
    assert drawn["worker 4"].series == "no longer certified"
    assert f"not since task {one.lost_since}" in read(insider, page(campaign, f"signals/{one.pk}/"))
    [row] = [
        row
        for row in csv.DictReader(io.StringIO(read(insider, page(campaign, "signals.csv"))))
        if row["worker"] == "worker 4"
    ]
    assert row["reading test"] == badge
    assert row["not since task"] == str(one.lost_since)


def test_an_early_look_is_no_failure(campaign: Campaign, insider: Client) -> None:
    enrolments = [enrol(campaign) for _ in range(4)]
    for enrolment in enrolments * 2:
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    make_figures(campaign)
    early = "Too early: usually after about 20 answers."
    shown = read(insider, page(campaign))
    assert f"{early} So far no worker has more than 1 ranked answer." in shown
    assert "0 of 4 workers" not in shown
    assert early in read(insider, page(campaign, f"signals/{enrolments[0].pk}/"))


def test_where_each_begins_elsewhere_answers_wait_for_texts_to_compare(campaign: Campaign) -> None:
    """With four texts none can be compared with five others, so ranks wait until texts are full."""
    dataset = make_dataset([text_of(n) for n in range(4)], campaign.dataset.project)
    made = make_campaign(dataset, redundancy=7, walk="own")
    counts = []
    for more in (6, 1):
        for enrolment in [enrol(made) for _ in range(more)]:
            for _ in range(4):
                submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
        make_figures(made)
        counts.append(sum(one.ranked for one in made.signals.all()))
    assert counts == [0, 7 * 3]


@pytest.mark.long
def test_members_see_the_page_and_strangers_do_not(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    stranger = signed_in(make_user())
    own = f"signals/{crowd[0].pk}/"
    for part in ("signals/", "signals.csv", own, f"{own}course.csv"):
        assert insider.get(page(campaign, part)).status_code == 200, part
        assert stranger.get(page(campaign, part)).status_code == 404, part
        assert insider.post(page(campaign, part)).status_code == 405, part
    other = make_campaign(campaign.dataset, launch=False)
    assert insider.get(page(other)).status_code == 404
    assert insider.get(page(campaign, "signals/999999999/")).status_code == 404
    assert insider.get(page(campaign, "signals/?order=nothing")).status_code == 404
    assert insider.get(page(campaign, "signals/?page=x")).status_code == 404


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_one_page_can_exclude(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    own = page(campaign, f"signals/{crowd[3].pk}/")
    exclude = f"/research/campaigns/{campaign.pk}/workers/{crowd[3].pk}/exclude/"
    assert f'href="{exclude}?next={own}">Exclude…' in read(insider, own)
    done = insider.post(exclude, {"reason": "One answer.", "next": own, "worker": crowd[3].pk})
    assert done.headers["Location"] == f"{own}?undo={crowd[3].pk}"
    after = read(insider, done.headers["Location"])
    assert_shows(after, "1 worker excluded.", "Include again…")
    assert "Exclude…" not in after


def test_no_open_redirect(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    exclude = f"/research/campaigns/{campaign.pk}/workers/{crowd[3].pk}/exclude/"
    away = "https://elsewhere.example/"
    assert away not in read(insider, f"{exclude}?next={away}")
    done = insider.post(exclude, {"reason": "One answer.", "next": away})
    assert done.headers["Location"].startswith(f"/research/campaigns/{campaign.pk}/workers/?only=")


@pytest.mark.long
def test_only_whoever_may_review_can_choose(campaign: Campaign, crowd: list[Enrolment]) -> None:
    viewer = make_user()
    campaign.dataset.project.memberships.create(user=viewer, role="viewer")
    client = signed_in(viewer)
    for part in ("signals/", f"signals/{crowd[3].pk}/"):
        shown = read(client, page(campaign, part))
        assert "worker 4" in shown
        assert_hides(shown, 'name="worker"', "Exclude…")


@pytest.mark.long
def test_who_withdrew_is_neither_excluded_nor_included(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    withdraw(enrolment=crowd[3])
    assert read(insider, page(campaign)).count('form="chosen" name="worker"') == 3
    own = read(insider, page(campaign, f"signals/{crowd[3].pk}/"))
    assert_hides(own, "Exclude…", "Include again…")


@pytest.mark.long
def test_columns_sort_the_list(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(repeat_every=5)
    for key in signals.ORDERS:
        answer = insider.get(page(campaign, f"signals/?order={key}"))
        assert answer.content.decode().count('aria-sort="') == 1, key
    first = insider.get(page(campaign, "signals/?order=most")).context["lines"][0]
    assert first.one.pk == crowd[3].pk
    lowest = insider.get(page(campaign)).context["lines"][0]
    assert lowest.one.pk == crowd[3].pk


@pytest.mark.long
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


@pytest.mark.long
def test_it_costs_as_many_queries_however_many_there_are(
    campaign: Campaign,
    crowd: list[Enrolment],
    insider: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(SIGNED_IN + 4):  # report, list, chart, version of the figures
        insider.get(page(campaign))
    with django_assert_num_queries(SIGNED_IN + 3):
        insider.get(page(campaign, f"signals/{crowd[0].pk}/"))


@pytest.mark.long
def test_files_are_complete(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(read(insider, page(campaign, "signals.csv")))))
    assert len(rows) == 4
    one = WorkerSignals.objects.get(pk=crowd[0].pk)
    assert float(rows[0]["log10 of the stake"]) == pytest.approx(one.stake / log(10))
    course = read(insider, page(campaign, f"signals/{crowd[0].pk}/course.csv"))
    made = list(csv.DictReader(io.StringIO(course)))
    assert len(made) == TEXTS - 1
    assert float(made[-1]["on reading"]) == pytest.approx(one.stake / log(10))


@pytest.mark.long
def test_before_the_first_report_the_page_says_so(campaign: Campaign, insider: Client) -> None:
    assert "No signals yet" in read(insider, page(campaign))


@pytest.mark.long
def test_a_worker_alone_has_no_reading_test(campaign: Campaign, insider: Client) -> None:
    alone = make_campaign(campaign.dataset, redundancy=1)
    enrolment = enrol(alone)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    make_figures(alone)
    found = CampaignReport.objects.get(campaign=alone, kind="signals").results
    assert "judged by one worker" in found["reason"]
    assert "No reading test here." in read(insider, page(alone))
    assert "No reading test here." in read(insider, page(alone, f"signals/{enrolment.pk}/"))


@pytest.mark.long
def test_pairs_have_signals_too(insider: Client) -> None:
    pairs = make_three_way(redundancy=4)
    judge(pairs, workers=4, seed=1)
    make_figures(pairs)
    assert pairs.signals.count() == 4
    assert all(one.alpha is not None and one.s is None for one in pairs.signals.all())
    user = pairs.dataset.project.members.get()
    shown = read(signed_in(user), page(pairs))
    assert "Too early: usually after about 100 answers." in shown
    assert "0 of 4 workers" not in shown


def test_known_answers_take_no_part(db: None) -> None:
    pairs = make_three_way(redundancy=2, known_every=2, most_workers=6)
    judge(pairs, workers=3, seed=2)
    make_figures(pairs)
    known = set(pairs.judgments.filter(hit__known=True).values_list("pk", flat=True))
    assert known
    for one in pairs.signals.all():
        mine = pairs.judgments.filter(assignment__enrolment=one.pk, took_slot=True)
        assert one.judgments == mine.exclude(pk__in=known).count()
        assert not known & {rank[0] for rank in one.ranks}
