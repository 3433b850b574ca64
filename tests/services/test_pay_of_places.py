"""A platform pays for completed submissions, and a list of payments for the rest: together they are
what is owed, to the cent."""

from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest

from annotation.models import (
    Campaign,
    Enrolment,
    LedgerEntry,
    PlacePayment,
    PlatformSession,
    User,
    Worker,
)
from annotation.services.errors import Conflict
from annotation.services.pay.balance import balance_of
from annotation.services.pay.batches import make_batch, payable_by_source, settle_all
from annotation.services.pay.due import price_of_place
from annotation.services.pay.pay_split import is_paid_with_places, shares_of
from annotation.services.pay.payment_lists import bonus_list, parts_of, payout_csv
from annotation.services.people.join import join_campaign
from annotation.services.people.sessions import keep_session
from midpath.text.formatting import CENT
from tests.helpers.factories import judge_many, make_user
from tests.helpers.refusals import check_not_served
from tests.helpers.tiers import by_tier
from tests.services.paying import accept_all, check_pay, make_paid

PLACE, ZERO = 3, Decimal(0)


def make_placed(**terms: Any) -> Campaign:
    """Make a campaign whose submissions are three HITs of 0.135: 0.405, for which Prolific pays
    0.41."""
    usual = {"reward": "0.135", "place_hits": PLACE, "completion_code": "DONE42"}
    return make_paid(**{"hits": 12, **usual, **terms})


def come(campaign: Campaign, name: str, source: str = "prolific", session: str = "s1") -> Enrolment:
    worker = join_campaign(campaign=campaign, source=Worker.Source(source), external_id=name)
    if session:
        keep_session(enrolment=worker, study="", session=session)
    return worker


def judge(worker: Enrolment, times: int) -> None:
    judge_many(worker, times)
    worker.refresh_from_db()


def judged(times: int = PLACE, **terms: Any) -> tuple[Campaign, Enrolment]:
    """Make a campaign with one worker, whose judgments are accepted."""
    campaign = make_placed(**terms)
    worker = come(campaign, "p1")
    judge(worker, times)
    accept_all(campaign)
    return campaign, worker


def test_a_completed_place_is_not_paid_again() -> None:
    campaign, worker = judged()
    user = make_user()
    [found] = payable_by_source(campaign)
    assert (found.places, found.listed, found.remainder) == (Decimal("0.405"), ZERO, ZERO)
    assert found.estimated
    batch = make_batch(campaign=campaign, user=user, source="prolific")
    assert is_paid_with_places(batch)
    # It cannot be sent by mistake, and nothing is paid before the researcher says so.
    assert bonus_list(batch) == ""
    assert payout_csv(batch).count("\n") == 1
    assert parts_of(batch) == 0
    assert not LedgerEntry.objects.filter(kind="paid").exists()
    assert balance_of(worker).waiting == Decimal("0.405")
    assert payable_by_source(campaign) == []
    settle_all(batch=batch, user=user, paid=True)
    assert balance_of(worker).owed == 0
    check_pay(campaign)


def test_more_than_a_place_is_a_bonus_and_the_remainder_is_carried_over() -> None:
    campaign, worker = judged(PLACE + 1)
    user = make_user()
    [found] = payable_by_source(campaign)
    assert (found.places, found.listed, found.remainder) == (Decimal("0.41"), Decimal("0.13"), ZERO)
    batch = make_batch(campaign=campaign, user=user, source="prolific")
    assert bonus_list(batch) == "p1,0.13\n"
    judge(worker, 1)
    accept_all(campaign)
    [more] = payable_by_source(campaign)
    assert (more.places, more.listed, more.remainder) == (ZERO, Decimal("0.13"), Decimal("0.005"))
    again = make_batch(campaign=campaign, user=user, source="prolific")
    assert bonus_list(again) == "p1,0.13\n"
    [left] = payable_by_source(campaign)
    assert (left.amount, left.remainder) == (ZERO, Decimal("0.005"))
    judge(worker, 1)
    accept_all(campaign)
    # The earlier half cent and the new 0.135 are 0.14.
    [last] = payable_by_source(campaign)
    assert (last.listed, last.remainder) == (Decimal("0.14"), ZERO)


def test_a_list_that_is_not_paid_gives_the_places_back() -> None:
    campaign, _ = judged()
    user = make_user()
    before = payable_by_source(campaign)
    batch = make_batch(campaign=campaign, user=user, source="prolific")
    settle_all(batch=batch, user=user, paid=False)
    assert payable_by_source(campaign) == before
    check_pay(campaign)


def test_a_researcher_may_pay_places_in_the_list_once() -> None:
    campaign, worker = judged()
    user = make_user()
    batch = make_batch(campaign=campaign, user=user, source="prolific", with_places=False)
    assert bonus_list(batch) == "p1,0.40\n"
    judge(worker, 1)
    accept_all(campaign)
    # The submission was paid in a list: no later list deducts it.
    [found] = payable_by_source(campaign)
    assert (found.places, found.listed, found.remainder) == (ZERO, Decimal("0.14"), ZERO)
    settle_all(batch=batch, user=user, paid=False)
    [back] = payable_by_source(campaign)
    assert (back.places, back.listed) == (Decimal("0.41"), Decimal("0.13"))
    check_pay(campaign)


def test_a_place_that_may_still_be_completed_waits() -> None:
    campaign, _ = judged(1)
    user = make_user()
    [found] = payable_by_source(campaign)
    assert (found.amount, found.pending) == (ZERO, Decimal("0.135"))
    with pytest.raises(Conflict):
        make_batch(campaign=campaign, user=user, source="prolific")
    # A day later the platform no longer accepts it, so a list pays their work.
    for visit in PlatformSession.objects.all():
        at = visit.came_at - timedelta(days=1)
        PlatformSession.objects.filter(pk=visit.pk).update(came_at=at)
    [later] = payable_by_source(campaign)
    stored = (later.listed, later.pending, later.remainder)
    assert stored == (Decimal("0.13"), ZERO, Decimal("0.005"))


def test_a_place_that_ends_early_with_the_code_is_a_place() -> None:
    campaign = make_placed(hits=2, redundancy=2)
    worker = come(campaign, "p1")
    judge(worker, 2)
    check_not_served(worker)
    accept_all(campaign)
    [found] = payable_by_source(campaign)
    assert (found.places, found.listed) == (Decimal("0.27"), ZERO)


@pytest.mark.parametrize(
    "terms", [{"place_hits": None}, {"completion_code": ""}], ids=["no places", "no code"]
)
def test_without_places_or_code_a_list_pays_everything(terms: dict[str, Any]) -> None:
    campaign, _ = judged(**terms)
    [found] = payable_by_source(campaign)
    assert (found.places, found.pending, found.listed) == (ZERO, ZERO, Decimal("0.40"))


def test_who_is_paid_by_no_platform_is_paid_everything_by_a_list() -> None:
    campaign = make_placed()
    worker = come(campaign, "Ada", "name", session="")
    judge(worker, PLACE)
    accept_all(campaign)
    [found] = payable_by_source(campaign)
    assert (found.source, found.places, found.listed) == ("name", ZERO, Decimal("0.40"))


def test_the_same_session_under_two_studies_is_one_place() -> None:
    campaign = make_placed()
    worker, user = come(campaign, "p1"), make_user()
    judge(worker, PLACE)
    keep_session(enrolment=worker, study="forged", session="s1")
    judge(worker, PLACE)
    accept_all(campaign)
    make_batch(campaign=campaign, user=user, source="prolific")
    assert PlacePayment.objects.count() == 1


@pytest.mark.parametrize("seed", by_tier(quick=range(1), long=range(40)))
def test_places_and_lists_are_what_is_due_to_the_cent(seed: int) -> None:
    """Work is approved and listed at random times. In the end the platform pays for each
    submission, the lists pay the rest, and less than a cent is left for each worker."""
    luck = Random(seed)
    reward = Decimal(luck.randint(10, 400)) / 1000
    campaign = make_placed(hits=16, redundancy=2, reward=str(reward))
    user, done, places = make_user(), dict[int, int](), luck.randint(1, 3)
    workers = [come(campaign, name, session="s0") for name in ("p1", "p2")]
    for number in range(places):
        for worker in workers:
            keep_session(enrolment=worker, study="", session=f"s{number}")
            times = PLACE + luck.randint(1, 2)
            done[worker.pk] = done.get(worker.pk, 0) + times
            for _ in range(times):
                judge(worker, 1)
                if luck.random() < 0.3:
                    with suppress(Conflict):
                        accept_all(campaign)
                if luck.random() < 0.3:
                    list_what_can_be(campaign, user, luck)
    with suppress(Conflict):
        accept_all(campaign)
    with suppress(Conflict):
        make_batch(campaign=campaign, user=user, source="prolific")
    price = price_of_place(campaign)
    assert price is not None
    for worker in workers:
        files = [bonus_list(one) for one in campaign.batches.all()]
        rows = [row.split(",") for text in files for row in text.splitlines()]
        name = worker.worker.external_id
        by_lists = sum((Decimal(sum_) for one, sum_ in rows if one == name), Decimal(0))
        left = done[worker.pk] * reward - places * price - by_lists
        assert 0 <= left < CENT
        balance = balance_of(worker)
        assert balance.payable == left
        shares = shares_of(worker, balance)
        found = (shares.with_place, shares.as_bonus, shares.remainder)
        assert found == (places * price, by_lists, left)
    check_pay(campaign)


def list_what_can_be(campaign: Campaign, user: User, luck: Random) -> None:
    """List what is payable; sometimes the list was paid, sometimes it is withdrawn."""
    with suppress(Conflict):
        batch = make_batch(campaign=campaign, user=user, source="prolific")
        chance = luck.random()
        if chance < 0.6:
            settle_all(batch=batch, user=user, paid=chance < 0.3)
