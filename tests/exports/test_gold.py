"""Gold of segmentations is streamed, with the same bytes as when built all at once."""

from functools import partial

import pytest

from analysis.exports import gold, json_parts
from analysis.exports.export_registry import export_file
from analysis.reading import batches
from annotation.models import Campaign, Dataset, Item
from annotation.services.decisions.decide import accept_judgment
from annotation.services.work.exclusion import exclude_worker
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.exports.slow_gold import Gold
from tests.helpers.factories import (
    judge_all_at_random,
    make_campaign,
    make_dataset,
    make_user,
    random_vector,
)
from tests.helpers.measured import gold_to_nowhere, held_while_written, judged_by_rows, peak_of
from tests.helpers.tiers import LONG, by_tier

pytestmark = pytest.mark.django_db(transaction=True)

# By code point the last sorts after the one before it; in UTF-16 before it.
TEXTS = (
    *("zoo of many small animals", "Zoo of many small animals", "ä b", "a|b (c) d\\e 100%s %d"),
    *("alone", "the old ferry to the grey island", 'a "quoted" word\there', "～ x y", "👩‍👩‍👧 x y"),
)
OTHER = {"flat": "nested", "nested": "flat"}
UNSPACED = ("自転車に乗る", ["自転車", "に", "乗る"])


def unlike_texts() -> Dataset:
    """Return unsorted texts of all lengths, some with words that no spaces separate."""
    dataset = make_dataset(TEXTS)
    text, tokens = UNSPACED
    Item.objects.create(
        dataset=dataset, position=len(TEXTS) + 1, text=text, content={"tokens": tokens}
    )
    dataset.item_count = len(TEXTS) + 1
    dataset.save()
    return dataset


def judged(scheme: str, dataset: Dataset, *, workers: int = 4) -> Campaign:
    return judge_all_at_random(make_campaign(dataset, scheme=scheme), workers=workers, seed=7)


def made(campaign: Campaign) -> bytes:
    return export_file(campaign.pk, "gold").body


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ITEMS_AT_ONCE", 3)
    monkeypatch.setattr(json_parts, "MAX_IN_MEMORY", 100)
    monkeypatch.setattr(json_parts, "AT_ONCE", 1000)


@pytest.mark.few(2)
@pytest.mark.parametrize("scheme", ["flat", "nested"])
@pytest.mark.parametrize("few", [True, False])
def test_it_equals_the_slow_twin(scheme: str, few: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write gold of a campaign with another one of its dataset, an exclusion, a judgment set aside
    and decisions."""
    if not few:
        monkeypatch.setattr(gold, "MAX_JUDGMENTS", 5)
        monkeypatch.setattr("tests.exports.slow_gold.MAX_JUDGMENTS", 5)
    dataset, user = unlike_texts(), make_user()
    campaign, other = judged(scheme, dataset), judged(OTHER[scheme], dataset, workers=2)
    exclude_worker(enrolment=campaign.enrolments.order_by("pk")[0], user=user, reason="a habit")
    counting = [*campaign.judgments.counting().order_by("pk")]
    for judgment in counting[:2]:
        review_judgment(judgment=judgment, user=user, review="set_aside", reason="in haste")
    for judgment in campaign.judgments.filter(counts=True, hit__item=counting[5].hit.item_id):
        review_judgment(judgment=judgment, user=user, review="set_aside", reason="in haste")
    accept_judgment(judgment=campaign.judgments.counting().order_by("pk")[0], user=user)
    for one in (campaign, other):
        fold_all(one.pk)
        assert made(one) == Gold(one).to_bytes()
    assert b'"entailment"' in made(campaign)
    assert b'"tokens"' in made(campaign)


@pytest.mark.long
def test_it_is_the_same_before_anybody_judged() -> None:
    campaign = make_campaign(unlike_texts())
    assert made(campaign) == Gold(campaign).to_bytes()


def test_it_needs_no_more_memory_for_more_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judgments of a text take more than a hundred bytes."""
    monkeypatch.setattr(batches, "ITEMS_AT_ONCE", 10)
    monkeypatch.setattr(gold, "MAX_JUDGMENTS", 0)
    few, many = by_tier(quick=(30, 230), long=(100, 5_000))
    small, large = (
        judged_by_rows(
            make_campaign(texts=texts),
            workers=4,
            vector=lambda luck: random_vector("flat", 5, luck),
        )
        for texts in (few, many)
    )
    held = [held_while_written(campaign) for campaign in (small, large)]
    assert (held[1] - held[0]) / (many - few) < 50, held
    if LONG:
        peaks = [peak_of(partial(gold_to_nowhere, campaign)) for campaign in (small, large)]
        assert peaks[1] < 1.4 * peaks[0], peaks
