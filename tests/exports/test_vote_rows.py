"""Rows of judgments from templates: the fields around the answer equal those of a row built
alone."""

from datetime import timedelta

import pytest
from django.db.models import F

from analysis.exports.export_registry import export_file
from analysis.exports.votes import text_spool
from analysis.exports.votes.text_spool import TextSpool
from analysis.reading import batches, binary_rows
from annotation.models import Assignment, Campaign
from tests.exports.slow_vote_gold import label_gold, pair_gold
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.judged_pairs import judge, make_three_way


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ITEMS_AT_ONCE", 3)
    monkeypatch.setattr(binary_rows, "AT_ONCE", 4)


def vary_rows(campaign: Campaign) -> None:
    """Include reported and missing times, clocks set back, suggestions, late answers, and a block
    in which nothing counts."""
    pks = [*campaign.judgments.order_by("pk").values_list("pk", flat=True)]
    rows = campaign.judgments
    rows.filter(pk__in=pks[::2]).update(active_ms=12_345, first_action_ms=0)
    rows.filter(pk__in=pks[1::4]).update(active_ms=7)
    rows.filter(pk__in=pks[::3]).update(suggested=True, as_suggested=False)
    rows.filter(pk__in=pks[1::3]).update(suggested=False, as_suggested=True)
    rows.filter(pk__in=pks[::5]).update(late=True)
    rows.filter(pk__in=pks[8:12]).update(counts=False, review="set_aside")
    rows.filter(pk__in=pks[12:14]).update(review="accepted")
    leases = Assignment.objects.filter(judgment__in=pks)
    leases.filter(judgment__in=pks[::4]).update(
        claimed_at=F("claimed_at") - timedelta(seconds=3, microseconds=7)
    )
    leases.filter(judgment__in=pks[1:2]).update(claimed_at=F("claimed_at") + timedelta(days=1))
    leases.filter(judgment__in=pks[2:3]).update(claimed_at=F("claimed_at") - timedelta(days=40))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("max_size", [0, 1 << 20])
def test_labels_with_all_reported_fields(max_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_spool, "MAX_IN_MEMORY", max_size)
    campaign = make_labels("one", texts=6, redundancy=4)
    judge_labels(campaign, 4, 7)
    vary_rows(campaign)
    assert export_file(campaign.pk, "gold").body == label_gold(campaign)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_pairs_with_all_that_may_be_reported() -> None:
    campaign = make_three_way(pairs=6, redundancy=4)
    judge(campaign, 4, 7)
    vary_rows(campaign)
    assert export_file(campaign.pk, "gold").body == pair_gold(campaign)


@pytest.mark.parametrize("max_size", [0, 3, 1 << 20])
def test_texts_put_aside_are_found_again(max_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_spool, "MAX_IN_MEMORY", max_size)
    with TextSpool() as texts:
        texts.add([b"a", b"", "ü".encode()])
        texts.add([b"four"])
        assert texts.at([3, 0, 2, 1, 3]) == [b"four", b"a", "ü".encode(), b"", b"four"]
