"""Every filter and every order finds what a slow reference finds, item by item."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import product
from random import Random
from typing import Any

import pytest

from annotation.models import HIT, Campaign
from annotation.services.items.cursors import OF_WORKERS, count_items, neighbours, page_of_items
from annotation.services.items.filters import ItemFilter, checked
from tests.helpers.refusals import refused_at
from tests.helpers.tiers import by_tier, long_only
from tests.services.items.slow import slow_facts, slow_filter, slow_order
from tests.services.items.study import FIRST, ORDERS, TEXTS, judged

VALUES: dict[str, list[Any]] = {
    "q": ["", "LONG", "1", "100%"],
    "worker": [1, 2, 4, 99],
    "since": [FIRST + timedelta(hours=hours) for hours in (0, 60, 150, 999)],
    "until": [FIRST + timedelta(hours=hours) for hours in (1, 70, 200)],
    "review": ["none", "accepted", "rejected", "set_aside"],
    "late": [True, False],
    "length_from": [0, 4, 5, 9],
    "length_to": [3, 4, 6],
    "judgments_from": [0, 1, 2, 3],
    "judgments_to": [0, 1, 2, 5],
    "disagreement_from": [0.0, 0.25, 0.6],
    "disagreement_to": [0.0, 0.5, 2.0],
    "entropy_from": [0.0, 0.5, 1.2],
    "entropy_to": [0.0, 0.95, 3.0],
    "tie": [True, False],
    "undecided": [True, False],
    "decided": [True, False],
    "stratum": ["0", "own", "other"],
}
ALONE = [(name, value) for name, values in VALUES.items() for value in values]
# tests/services/items/test_distance.py covers those.
SCHEMES = ("flat", "nested", "label", "pair")
SIZES = by_tier(quick=(4,), long=(1, 4, 100))
FOUND = (
    ItemFilter(),
    *long_only(checked({"length_from": 4}), checked({"worker": 2})),
    checked({"worker": 1, "review": "none", "late": False}),
)


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_filters_alone_and_together_find_what_the_twin_finds(scheme: str) -> None:
    campaign, _ = judged(scheme)
    facts, luck, found_some = slow_facts(campaign), Random(7), 0
    filters = [{name: value} for name, value in ALONE]
    for _ in range(by_tier(quick=20, long=60)):
        names = luck.sample([*VALUES], luck.randint(2, 4))
        filters.append({name: luck.choice(VALUES[name]) for name in names})
    for values in filters:
        if not _is_range(values):
            continue
        wanted = checked(values)
        right = sorted(one["hit"] for one in slow_filter(facts, wanted))
        assert sorted(wanted.hits(campaign).values_list("pk", flat=True)) == right, values
        assert count_items(campaign, wanted, 100) == len(right)
        found_some += bool(right)
    assert found_some > 40


def _is_range(values: dict[str, Any]) -> bool:
    ends = (
        (values.get(f"{name}_from"), values.get(f"{name}_to"))
        for name in ("length", "judgments", "disagreement", "entropy")
    )
    since, until = values.get("since"), values.get("until")
    sound = all(low is None or high is None or low <= high for low, high in ends)
    return sound and (since is None or until is None or since < until)


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_orders_put_items_as_the_twin_does_page_by_page(scheme: str) -> None:
    campaign, _ = judged(scheme)
    facts, found_some = slow_facts(campaign), 0
    for order, wanted in product(ORDERS, FOUND):
        if order in OF_WORKERS and wanted.worker is None:
            continue
        right = slow_order(slow_filter(facts, wanted), order, wanted)
        found_some += bool(right)
        for size in SIZES:
            found, after = [], ""
            while True:
                page = page_of_items(campaign, wanted, order, after, size)
                found += [hit.pk for hit in page.hits]
                after = page.next
                if not after:
                    break
            assert found == right, (order, size)
    assert found_some > len(ORDERS)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["flat", "pair", *long_only("nested", "label")])
def test_one_item_leads_to_the_one_before_and_the_one_after(scheme: str) -> None:
    campaign, _ = judged(scheme)
    facts = slow_facts(campaign)
    hits = HIT.objects.select_related("item", "summary").in_bulk([one["hit"] for one in facts])
    for order in ORDERS:
        wanted = checked({"worker": 1}) if order in OF_WORKERS else ItemFilter()
        right = slow_order(slow_filter(facts, wanted), order, wanted)
        for at, key in enumerate(right):
            before = right[at - 1] if at else None
            after = right[at + 1] if at + 1 < len(right) else None
            assert neighbours(campaign, wanted, order, hits[key]) == (before, after), order
        for key in hits.keys() - set(right):
            assert neighbours(campaign, wanted, order, hits[key]) == (None, None)


@pytest.mark.long
def test_strata_and_letters_put_pairs_in_order() -> None:
    campaign, _ = judged("pair")
    strata = [hit.item.stratum for hit in _all(campaign, "stratum")]
    assert strata == ["0"] * 5 + ["own"] * 5
    assert [hit.item.stratum for hit in _all(campaign, "-stratum")] == strata[::-1]


@pytest.mark.long
def test_texts_are_in_the_order_of_letters_large_or_small() -> None:
    campaign, _ = judged("flat")
    texts = [hit.item.text for hit in _all(campaign, "text")]
    assert texts[:2] == TEXTS[-2:]
    assert texts[2:] == sorted(TEXTS[:-2], key=str.lower)
    assert texts[2:] != sorted(TEXTS[:-2])


@pytest.mark.long
def test_the_order_of_a_worker_needs_one() -> None:
    campaign, _ = judged("flat")
    with refused_at("order"):
        page_of_items(campaign, ItemFilter(), "-worker", "", 5)
    hit = HIT.objects.filter(campaign=campaign).first()
    assert hit is not None
    assert neighbours(campaign, ItemFilter(), "worker", hit) == (None, None)
    others, _ = judged("flat")
    with refused_at("after"):
        page_of_items(others, ItemFilter(), "text", "99", 5)


def _all(campaign: Campaign, order: str) -> Sequence[HIT]:
    return page_of_items(campaign, ItemFilter(), order, "", 100).hits
