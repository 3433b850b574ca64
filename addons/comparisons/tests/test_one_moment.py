"""Comparisons read one moment, though work and folds come between any two of their queries."""

from typing import Any

import pytest

from addons.comparisons.models import Comparison
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import request_comparison
from annotation.models import Campaign
from tests.helpers.factories import make_campaign
from tests.tasks.test_one_moment import REDUNDANCY, of_one_moment, segmented

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def flat(flat: Campaign) -> Campaign:
    return make_campaign(flat.dataset, redundancy=REDUNDANCY)


def test_comparisons(flat: Campaign) -> None:
    gold = make_campaign(flat.dataset, redundancy=REDUNDANCY)
    crowd_works, experts_work = segmented(flat), segmented(gold)
    one = request_comparison(flat, gold)

    def read() -> tuple[Any, Any]:
        assert make_comparison(one.pk)
        found = Comparison.objects.get(pk=one.pk)
        return found.basis, found.results

    def happens() -> None:
        crowd_works()
        experts_work()

    of_one_moment(read, happens)
