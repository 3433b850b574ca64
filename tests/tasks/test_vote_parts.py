"""Votes are read in parts by any process, and large campaigns have the reports made from them."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, cast

import numpy as np
import pytest
from django.utils import timezone

from analysis.reading import item_ranges
from analysis.reading.label_material import LabelMaterial
from analysis.reading.material import read_own_material, read_votes_here
from analysis.reading.pair_material import PairMaterial
from analysis.reading.snapshot import share_snapshot, snapshot
from analysis.reading.vote_parts import joined
from analysis.reports import scheme_reports
from analysis.reports.intervals import label_intervals, pair_intervals
from analysis.schemes import analysis_of
from analysis.schemes.mixins import HasVotes
from annotation.models import Campaign, CampaignReport, Enrolment
from annotation.services.work.exclusion import exclude_worker
from midpath.scoring.labels import who_labelled
from midpath.scoring.models import reported_models
from midpath.scoring.pairs import as_crowd, who_judged
from tasks import reports, shards
from tasks.fold import fold_all
from tasks.reports import due_campaigns, make_reports, report
from tasks.vote_parts import read_votes_together
from tests.helpers.factories import at_once, make_user
from tests.helpers.judged_labels import judge_labels
from tests.tasks.judged import LABELS, judged

pytestmark = pytest.mark.django_db(transaction=True)

OF_FEW_CHOICES = [*LABELS, "pair"]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_ranges, "JUDGMENTS_AT_ONCE", 7)


def folded(name: str) -> Campaign:
    """Return a campaign with judgments that are not in the figures, and with some that are, but
    should not be any more."""
    campaign, user = judged(name), make_user("who excludes")
    first, last = Enrolment.objects.filter(campaign=campaign).order_by("pk")[:2]
    exclude_worker(enrolment=first, user=user, reason="guesses")
    fold_all(campaign.pk)
    exclude_worker(enrolment=last, user=user, reason="guesses")
    return campaign


def votes_of(campaign: Campaign) -> HasVotes:
    return cast(HasVotes, analysis_of(campaign))


def results(campaign: Campaign) -> Mapping[str, Any]:
    return dict(CampaignReport.objects.filter(campaign=campaign).values_list("kind", "results"))


@pytest.mark.parametrize("name", OF_FEW_CHOICES)
def test_the_parts_are_the_whole(name: str, small_parts: None) -> None:
    campaign = folded(name)
    with snapshot():
        parts = read_votes_together(campaign, votes_of(campaign))
        [whole] = read_votes_here(campaign, votes_of(campaign))
    together, at_once = joined(parts), joined([whole])
    assert len(parts) > 2
    assert together.facts == at_once.facts
    assert all(np.array_equal(*columns) for columns in zip(together[1:], at_once[1:], strict=True))
    assert sum(part.votes for part in parts) == campaign.agreement.judgments


@pytest.mark.parametrize("name", OF_FEW_CHOICES)
def test_columns_give_the_figures_of_the_rows(name: str) -> None:
    campaign = folded(name)
    own = read_own_material(campaign, votes_of(campaign))
    assert own.crowd
    assert own.intervals
    if name == "pair":
        material = PairMaterial(campaign)
        pairs = as_crowd(material.folded())
        found = who_judged(pairs, reported_models(pairs.ballots, campaign.settings))
        intervals = pair_intervals(pairs, material.yes)
    else:
        labels = LabelMaterial(campaign).folded()
        found = who_labelled(labels, reported_models(labels.ballots, campaign.settings))
        intervals = label_intervals(labels)
    assert own.crowd(1000) == (found, len(found["differences"]))
    assert own.intervals() == intervals


def test_other_workers_read_the_same_moment(
    small_parts: None,
    other_worker: None,
    others_first: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others judge, and their judgments are folded, before any part is sent."""
    campaign = folded("label any")

    def judge_more() -> None:
        judge_labels(campaign, workers=1, seed=2)
        fold_all(campaign.pk)

    def share_before_more() -> str:
        name = share_snapshot()
        at_once([judge_more], threads=1)
        return name

    monkeypatch.setattr(shards, "share_snapshot", share_before_more)
    with snapshot():
        expected = joined(read_votes_here(campaign, votes_of(campaign)))
        found = joined(read_votes_together(campaign, votes_of(campaign)))
    assert found.facts == expected.facts
    assert np.array_equal(found.worker, expected.worker)
    later = joined(read_votes_here(campaign, votes_of(campaign)))
    assert not np.array_equal(found.worker, later.worker)


@pytest.mark.parametrize("name", ["label one", "pair"])
def test_a_large_campaign_has_the_reports_made_from_its_votes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = folded(name)
    make_reports(campaign.pk)
    small = results(campaign)
    CampaignReport.objects.all().delete()
    monkeypatch.setattr(reports, "MAX_JUDGMENTS", 5)
    assert due_campaigns() == [campaign.pk]
    assert report(campaign.pk)
    assert results(campaign) == {kind: small[kind] for kind in ("crowd", "intervals")}
    CampaignReport.objects.update(rests_until=timezone.now() - timedelta(seconds=1))
    assert due_campaigns() == []


def test_a_campaign_larger_than_memory_has_no_live_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    folded("label one")
    for limit in ("MAX_JUDGMENTS", "MAX_VOTES"):
        monkeypatch.setattr(reports, limit, 5)
    assert due_campaigns() == []


def test_the_first_differences_are_stored_and_all_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    campaign = folded("label any")
    make_reports(campaign.pk)
    whole = results(campaign)["crowd"]
    monkeypatch.setattr(scheme_reports, "MAX_DIFFERENCES", 1)
    make_reports(campaign.pk)
    assert results(campaign)["crowd"] == whole | {"differences": whole["differences"][:1]}
    assert whole["differing"] == len(whole["differences"]) > 1
