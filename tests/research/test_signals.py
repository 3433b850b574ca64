"""The signals of a campaign's workers: what they say, and when they change."""

import csv
import io
from math import log

import pytest
from django.test import Client

from annotation.models import Campaign, CampaignReport, Enrolment, WorkerSignals
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from tests.helpers.factories import enrol, make_campaign, make_dataset, submit
from tests.helpers.figures import make_figures
from tests.helpers.habits import TEXTS, reads, text_of, work
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.pages import assert_shows, read, signed_in


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
    assert [found[one.pk].state for one in crowd] == ["certified"] * 3 + ["open"]
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
    assert len({rank[0] for rank in never.ranks}) == never.ranked


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
    shown = read(signed_in(pairs.dataset.project.members.get()), page(pairs))
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
