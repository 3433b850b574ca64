"""The places of a connected study are paid as Prolific reports them."""

from decimal import Decimal

import pytest

from addons.prolific.models import ProlificStudy
from annotation.services.pay.batches import make_batch, payable_by_source
from tests.helpers.factories import make_user
from tests.services.paying import accept_all
from tests.services.test_pay_of_places import PLACE, ZERO, come, judge, make_placed

pytestmark = pytest.mark.django_db


def test_a_study_that_has_not_reported_a_submission_yet_pays_it_later() -> None:
    campaign = make_placed()
    study = ProlificStudy.objects.create(campaign=campaign, study="66aa", reward=41, currency="USD")
    judge(come(campaign, "p1"), PLACE)
    accept_all(campaign)
    [found] = payable_by_source(campaign)
    assert (found.amount, found.pending) == (ZERO, Decimal("0.405"))
    study.submissions.create(submission="s1", participant="p1", status="APPROVED")
    [found] = payable_by_source(campaign)
    assert (found.places, found.pending, found.estimated) == (Decimal("0.405"), ZERO, False)


def test_a_place_listed_before_the_study_was_connected_is_not_entered_again() -> None:
    campaign = make_placed()
    worker, user = come(campaign, "p1"), make_user()
    judge(worker, PLACE)
    accept_all(campaign)
    make_batch(campaign=campaign, user=user, source="prolific")
    study = ProlificStudy.objects.create(campaign=campaign, study="66aa", reward=41, currency="USD")
    study.submissions.create(submission="s1", participant="p1", status="APPROVED")
    judge(worker, 2)
    accept_all(campaign)
    # Prolific pays 0.41 of the 0.675 earned.
    [found] = payable_by_source(campaign)
    assert (found.places, found.listed, found.remainder) == (
        Decimal("0.005"),
        Decimal("0.26"),
        Decimal("0.005"),
    )
