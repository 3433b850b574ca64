"""Workers with identical answers: stored with the signals, and shown on the pages of
researchers."""

from collections import defaultdict
from pathlib import Path

import pytest
from django.test import Client

from annotation.models import (
    AgreementState,
    Campaign,
    CampaignReport,
    Enrolment,
    JoinTrace,
    WorkerSignals,
)
from annotation.services.people.erasure import erase_worker
from annotation.services.work.claim import claim_hit
from annotation.services.work.join_traces import joined_together, keep_trace, together
from tasks.fold import fold_all
from tests.commands.running import score_of, write_release_file
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.figures import make_figures
from tests.helpers.habits import text_of, work_with_farm
from tests.helpers.pages import assert_shows
from tests.helpers.queries import assert_queries

TEXTS = 16
SIGNED_IN = 3  # the session, the account, the campaign with its project
READERS = 6  # after them comes a farm of three, who answer by one rule


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(texts=[text_of(n) for n in range(TEXTS)], redundancy=9)


@pytest.fixture
def crowd(campaign: Campaign) -> list[Enrolment]:
    """Make six workers who read, each with errors of their own, and a farm of three."""
    enrolments = [enrol(campaign) for _ in range(9)]
    work_with_farm(campaign, enrolments, readers=READERS)
    make_figures(campaign)
    return enrolments


def test_a_farm_is_uncertified(campaign: Campaign, crowd: list[Enrolment], insider: Client) -> None:
    stored = WorkerSignals.objects.in_bulk([one.pk for one in crowd])
    found = [stored[one.pk] for one in crowd]
    assert [one.twins for one in found] == [0] * 6 + [2] * 3
    assert [one.cluster for one in found] == [None] * 6 + [1] * 3
    assert "certified" not in [one.state for one in found[READERS:]]
    twin, texts, same, expected, *_ = found[READERS].twin_pairs[0]
    assert twin in {crowd[7].pk, crowd[8].pk}
    assert (texts, same) == (TEXTS, TEXTS)
    assert expected < TEXTS / 2
    report = campaign.reports.get(kind=CampaignReport.Kind.SIGNALS).results
    assert (report["twinned"], report["clusters"], report["pairs"]) == (3, 1, 36)

    base = f"/research/campaigns/{campaign.pk}/"
    for part in ("", "signals/", "signals/twins/"):
        shown = insider.get(base + part).content.decode()
        assert "3 workers in 1 group give identical answers more often" in shown, part
    assert_shows(shown, "Group 1: 3", f"{TEXTS} of {TEXTS}")
    assert len(insider.get(base + "signals/twins.csv").content.decode().splitlines()) == 1 + 6


@pytest.mark.long
def test_without_the_farm_alpha_is_that_of_the_rest(
    campaign: Campaign, crowd: list[Enrolment], insider: Client, tmp_path: Path
) -> None:
    """The farm is selected on the page and excluded; `score` reads a file that never included
    it."""
    farm = [one.pk for one in crowd[READERS:]]
    before = AgreementState.objects.get(campaign=campaign).figures["alpha"]
    insider.post(
        f"/research/campaigns/{campaign.pk}/workers/exclude/",
        {"worker": farm, "reason": "They answer alike."},
    )
    fold_all(campaign.pk)
    texts: dict[str, dict[str, list[int]]] = defaultdict(dict)
    rows = campaign.judgments.exclude(assignment__enrolment__in=farm)
    for text, who, vector in rows.values_list("hit__item__text", "assignment__enrolment", "vector"):
        texts[text][str(who)] = vector
    scored = score_of(flat=write_release_file(tmp_path / "rest.json", texts))["flat"]
    figures = AgreementState.objects.get(campaign=campaign).figures
    names = ("annotations", "alpha", "alpha_annotations", "S")
    assert {name: figures[name] for name in names} == {name: scored[name] for name in names}
    assert figures["alpha"] != before


@pytest.mark.long
def test_the_page_costs_as_many_queries_however_many_there_are(
    campaign: Campaign, crowd: list[Enrolment], insider: Client
) -> None:
    page = f"/research/campaigns/{campaign.pk}/signals/twins/"
    pair = WorkerSignals.objects.get(pk=crowd[READERS].pk).twin_pairs[:1]
    for more in (False, True):
        if more:
            others = campaign.signals.filter(pk__in=[one.pk for one in crowd[:READERS]])
            followed = {"same": 9, "expected": 3.0, "whom": [[pair[0][0], 9, 9]]}
            others.update(twins=1, cluster=2, twin_pairs=pair, follows=True, followed=followed)
            for enrolment in crowd:
                keep_trace(enrolment=enrolment, address="192.0.2.1", known=[])
        with assert_queries(SIGNED_IN + 7):
            shown = insider.get(page).content.decode()
    assert "Group 2: 6" in shown


def test_without_twins_the_page_says_so(campaign: Campaign, insider: Client) -> None:
    enrolment = enrol(campaign)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    make_figures(campaign)
    shown = insider.get(f"/research/campaigns/{campaign.pk}/signals/twins/").content.decode()
    assert "No two workers give identical answers" in shown


def test_who_joined_together_is_known_without_their_address(campaign: Campaign) -> None:
    one, two, other = (enrol(campaign) for _ in range(3))
    keep_trace(enrolment=one, address="192.0.2.1", known=[])
    keep_trace(enrolment=two, address="192.0.2.1", known=[one.worker_id])
    keep_trace(enrolment=other, address="192.0.2.2", known=[])
    keep_trace(enrolment=other, address="192.0.2.1", known=[])  # they return from another address
    stored = joined_together(campaign)
    assert stored == {"address": [[one.pk, two.pk]], "browser": [[one.pk, two.pk]]}
    found = together(campaign, {1: [one.pk, two.pk, other.pk], 2: [other.pk]})
    assert found == {1: (3, 2, 2), 2: (0, 0, 0)}
    assert "192.0.2" not in repr(list(JoinTrace.objects.values()))


def test_the_trace_of_a_worker_goes_with_them(campaign: Campaign) -> None:
    one, two = enrol(campaign), enrol(campaign)
    for enrolment in (one, two):
        keep_trace(enrolment=enrolment, address="192.0.2.1", known=[])
    erase_worker(worker=one.worker)
    assert [trace.pk for trace in JoinTrace.objects.all()] == [two.pk]


def test_joining_on_the_page_leaves_a_trace(campaign: Campaign, client: Client) -> None:
    for name in ("ann", "bob"):
        client.post(f"/w/{campaign.code}/", {"name": name})
    assert joined_together(campaign)["browser"]
