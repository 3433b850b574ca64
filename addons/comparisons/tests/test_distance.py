"""Items by the distance between a campaign and a set, as stored by their comparison; pages of many
items in that order read the rows that they show."""

from collections.abc import Mapping
from functools import partial

import pytest
from django.db import connection

from addons.comparisons.models import ComparedItem, Comparison
from addons.comparisons.services.comparisons import delete_comparison
from addons.comparisons.tests.compared import compared, request_comparison
from annotation.models import HIT, Campaign
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import Invalid
from annotation.services.items.cursors import neighbours, page_of_items
from annotation.services.items.filters import ItemFilter, checked, read_filter
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.sets import annotations_file, make_set
from tests.services.items.study import judged
from tests.services.items.test_plans import (
    A_PAGE_OF_ROWS,
    ITEMS,
    PAGE,
    PASSES,
    campaign_of_many_items,
    expect_few_rows,
    explained,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def slow(alike: dict[int, float], least: float, most: float) -> set[int]:
    """Return the items whose sides differ this much, one after the other."""
    return {item for item, likeness in alike.items() if least <= 1 - likeness <= most}


def test_items_are_found_and_put_in_order_by_distance() -> None:
    campaign, user = judged("flat")
    one = compared(campaign, make_set(campaign.dataset, "flat", annotations_file(campaign.dataset)))
    by_crowd = {row.item_id: row for row in ComparedItem.objects.filter(comparison=one)}
    only = _are_found(campaign, one, by_crowd)
    delete_comparison(comparison=one, user=user)
    assert not only.hits(campaign).exists()


@pytest.mark.quick
def test_the_campaign_of_gold_finds_its_items_as_that_of_the_crowd_does() -> None:
    campaign, _ = judged("flat")
    other, _ = judged("flat", campaign.dataset.project)
    one = compared(make_set(campaign.dataset, "flat", annotations_file(campaign.dataset)), campaign)
    rows = ComparedItem.objects.filter(comparison=one)
    _are_found(campaign, one, {row.gold_item_id: row for row in rows})
    Comparison.objects.filter(pk=one.pk).update(name="With a set")
    two = compared(campaign, other)
    rows = ComparedItem.objects.filter(comparison=two)
    assert all(row.item_id != row.gold_item_id for row in rows)
    _are_found(campaign, two, {row.item_id: row for row in rows})
    _are_found(other, two, {row.gold_item_id: row for row in rows})


def test_a_campaign_of_trees_finds_nothing_by_the_comparison_of_others() -> None:
    campaign, _ = judged("flat")
    trees = make_campaign(campaign.dataset, scheme="nested")
    own = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    one = compared(campaign, own, crowd_trees=trees)
    assert checked({"comparison": one.pk}).hits(campaign).exists()
    assert not checked({"comparison": one.pk}).hits(trees).exists()


def _are_found(campaign: Campaign, one: Comparison, rows: Mapping[int, ComparedItem]) -> ItemFilter:
    """Check the filter by a comparison, and its orders, against the comparison's rows by item;
    return a filter that matches some of them."""
    alike = {item: row.alike for item, row in rows.items()}
    assert len({round(number, 6) for number in alike.values()}) > 2
    for least, most in ((0.0, 1.0), (0.2, 0.8), (0.5, 0.5), (0.0, 0.0), (0.3, 1.0)):
        wanted = checked({"comparison": one.pk, "apart_from": least, "apart_to": most})
        found = set(wanted.hits(campaign).values_list("item", flat=True))
        assert found == slow(alike, least, most), (least, most)
    only = checked({"comparison": one.pk, "length_from": 4})
    stored = only.without("comparison").hits(campaign).filter(item__in=rows)
    by_rank = sorted(stored.select_related("item"), key=lambda hit: rows[hit.item_id].rank)
    right = [hit.pk for hit in by_rank]
    assert 1 < len(right) < len(rows)
    for order in ("apart", "-apart"):
        found_in_order, after = list[int](), ""
        while True:
            page = page_of_items(campaign, only, order, after, 2)
            found_in_order += [hit.pk for hit in page.hits]
            if not (after := page.next):
                break
        assert found_in_order == (right if order == "apart" else right[::-1])
    assert neighbours(campaign, only, "apart", by_rank[1])[0] == right[0]
    return only


@pytest.mark.quick
def test_a_comparison_of_others_finds_nothing() -> None:
    campaign, _ = judged("flat")
    other, _ = judged("flat")
    one = compared(other, make_set(other.dataset, "flat", annotations_file(other.dataset)))
    ComparedItem.objects.update(item=HIT.objects.filter(campaign=campaign)[0].item_id)
    wanted = checked({"comparison": one.pk})
    assert not wanted.hits(campaign).exists()
    assert not page_of_items(campaign, wanted, "apart", "", 5).hits


@pytest.mark.quick
def test_what_is_written_reads_the_same() -> None:
    for values in ({"comparison": 3}, {"comparison": 3, "apart_from": 0.25, "apart_to": 1.0}):
        wanted = checked({"q": "a", **values})
        assert read_filter(wanted.written()) == wanted
        assert wanted.without("q").values() == values
        assert checked({"q": "a"}).with_more(wanted) == wanted


def test_distance_needs_a_comparison() -> None:
    campaign, _ = judged("flat")
    with pytest.raises(Invalid) as refused:
        read_filter({"apart_from": "0.2"})
    assert refused.value.field == "comparison"
    with pytest.raises(Invalid):
        read_filter({"comparison": "1", "apart_from": "0.5", "apart_to": "0.2"})
    with pytest.raises(Invalid) as refused:
        page_of_items(campaign, ItemFilter(), "-apart", "", 5)
    assert refused.value.field == "order"


SQL = """
INSERT INTO annotation_compareditem
    (comparison_id, item_id, gold_item_id, position, rank, alike)
SELECT %(comparison)s, hit.item_id, hit.item_id, hit.position, hit.position, hit.position / 1e5
FROM annotation_hit hit WHERE hit.campaign_id = %(campaign)s;
"""


@pytest.fixture
def campaign() -> Campaign:
    made, user = campaign_of_many_items(), make_user()
    other = launch_campaign(campaign=make_campaign(made.dataset, launch=False), user=user)
    one = request_comparison(made, other, "Far", user)
    with connection.cursor() as cursor:
        cursor.execute(SQL, {"comparison": one.pk, "campaign": made.pk})
        cursor.execute("ANALYZE")
    return made


@pytest.mark.parametrize("side", ["crowd", "gold"])
def test_items_apart_from_a_set_are_read_along_their_ranks(campaign: Campaign, side: str) -> None:
    one = Comparison.objects.get()
    campaign = getattr(one, side).campaign
    wanted = checked({"comparison": one.pk})
    hit = HIT.objects.select_related("item", "summary").get(campaign=campaign, position=ITEMS // 2)
    for order in ("apart", "-apart"):
        expect_few_rows(campaign, order, wanted, hit, A_PAGE_OF_ROWS)
    far = checked({"comparison": one.pk, "apart_from": 0.9})
    for order in ("apart", "-apart", "position", "disagreement"):
        rows = explained(f"far, {order}", partial(page_of_items, campaign, far, order, "", PAGE))
        assert rows <= PASSES, order
