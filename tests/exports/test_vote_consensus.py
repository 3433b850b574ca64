"""Consensus of labels and pairs as a table: streamed, with the same bytes as when built all at
once."""

import pytest

from analysis.exports.export_registry import export_file
from analysis.reading import batches, binary_rows
from annotation.models import Campaign, Item
from annotation.services.work.exclusion import exclude_worker
from tests.exports.slow_vote_consensus import label_consensus, pair_consensus
from tests.exports.test_vote_gold import WORKERS, judged_labels, renamed, touched
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.measured import growth, judged_by_rows
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.tiers import by_tier

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ITEMS_AT_ONCE", "NAMES_AT_ONCE"):
        monkeypatch.setattr(batches, name, 3)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 3)


def judged_unequally(campaign: Campaign) -> None:
    """Set some judgments aside, different ones for each item."""
    for number, item in enumerate(Item.objects.filter(dataset=campaign.dataset_id)):
        given = campaign.judgments.counting().filter(hit__item=item).order_by("-pk")
        some = [*given.values_list("pk", flat=True)[: number % 4]]
        campaign.judgments.filter(pk__in=some).update(counts=False, review="set_aside")


def made(campaign: Campaign) -> bytes:
    return export_file(campaign.pk, "consensus-csv").body


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_of_labels_it_is_what_all_at_once_gives(kind: str) -> None:
    campaign = renamed(make_labels(kind, texts=14, redundancy=12))
    assert made(campaign) == label_consensus(campaign)
    assert made(campaign).count(b"\n") == 1
    judge_labels(campaign, 12, 7)
    assert made(campaign) == label_consensus(campaign)
    touched(campaign)
    judged_unequally(campaign)
    table = made(campaign)
    assert table == label_consensus(campaign)
    assert table.count(b"\n") == 14  # the header, and no row of the text without a judgment
    assert sum(line.endswith(b",1") for line in table.splitlines()) == 2  # the adjudicator


@pytest.mark.few(1)
@pytest.mark.parametrize("three_way", [True, False])
def test_of_pairs_it_is_what_all_at_once_gives(three_way: bool) -> None:
    if three_way:
        campaign = renamed(make_three_way(pairs=14, redundancy=12))
        assert Item.objects.filter(content__similarity=None).count() == 0
    else:
        campaign = renamed(make_pair_campaign(make_pairs(14, ["yes", "no"]), redundancy=12))
    assert made(campaign) == pair_consensus(campaign)
    judge(campaign, 12, 7)
    assert made(campaign) == pair_consensus(campaign)
    touched(campaign)
    judged_unequally(campaign)
    table = made(campaign)
    assert table == pair_consensus(campaign)
    assert sum(line.endswith(b",1") for line in table.splitlines()) == 2


@pytest.mark.long
def test_where_nobody_counts_there_are_no_rows() -> None:
    campaign = make_labels("one", texts=2)
    judge_labels(campaign, 1, 7)
    exclude_worker(enrolment=campaign.enrolments.get(), user=make_user(), reason="a habit")
    assert made(campaign) == label_consensus(campaign)
    assert made(campaign).count(b"\n") == 1


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", ["label", "pair"])
def test_it_holds_a_few_numbers_a_judgment(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judgment in memory takes more than a thousand bytes, and so does a row."""
    for name in ("ITEMS_AT_ONCE", "NAMES_AT_ONCE"):
        monkeypatch.setattr(batches, name, 20)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 20)
    make = judged_labels if scheme == "label" else _judged_pairs
    few, many = by_tier(quick=(50, 200), long=(100, 1_000))
    assert growth(make, few, many, "consensus-csv") / WORKERS < 100


def _judged_pairs(pairs: int) -> Campaign:
    campaign = make_campaign(make_pairs(pairs), scheme="pair", settings={"preset": "binary"})
    return judged_by_rows(campaign, workers=WORKERS, vector=lambda luck: [luck.randrange(2)])
