"""Pages of many items in the order of their distance read the rows that they show."""

from functools import partial

import pytest
from django.db import connection

from addons.comparisons.models import Comparison
from addons.comparisons.services.comparisons import create_comparison
from annotation.models import HIT, Campaign
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.items.cursors import page_of_items
from annotation.services.items.filters import checked
from tests.helpers.factories import make_campaign, make_user
from tests.services.items.test_plans import (
    A_PAGE_OF_ROWS,
    ITEMS,
    PAGE,
    PASSES,
    campaign_of_many_items,
    expect_few_rows,
    explained,
)

pytestmark = pytest.mark.django_db
SQL = """
INSERT INTO annotation_compareditem
    (comparison_id, item_id, gold_item_id, position, rank, alike)
SELECT %(comparison)s, hit.item_id, hit.item_id, hit.position, hit.position, hit.position / 1e5
FROM annotation_hit hit WHERE hit.campaign_id = %(campaign)s;
"""


@pytest.fixture
def campaign() -> Campaign:
    made, user = campaign_of_many_items(), make_user()
    project = made.dataset.project
    other = launch_campaign(campaign=make_campaign(made.dataset, launch=False), user=user)
    one = create_comparison(project=project, user=user, name="Far", crowd=made, gold=other)
    with connection.cursor() as cursor:
        cursor.execute(SQL, {"comparison": one.pk, "campaign": made.pk})
        cursor.execute("ANALYZE")
    return made


@pytest.mark.long
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
