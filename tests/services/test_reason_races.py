"""Researchers who add, rename, remove, give and count reasons for disagreement at once."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from django.db import OperationalError
from psycopg2.errors import LockNotAvailable

from annotation.models import CodedDecision, Decision, DecisionReason, User
from annotation.services.decisions.decide import decide
from annotation.services.decisions.reasons import (
    MAX_REASONS,
    ReasonText,
    code_decision,
    count_reasons,
    set_reasons,
)
from annotation.services.errors import Conflict, Invalid
from tests.helpers.factories import at_once
from tests.helpers.moments import After
from tests.helpers.tiers import by_tier
from tests.services.deciding import CUT, WHOLE, House

INTENT, SOURCES, OTHER = "Question intent", "Different sources", "Other"


def write(house: House, *names: str) -> list[ReasonText]:
    set_reasons(campaign=house.campaign, user=house.ada, reasons=[ReasonText(n) for n in names])
    return read(house)


def read(house: House) -> list[ReasonText]:
    found = DecisionReason.objects.filter(campaign=house.campaign)
    return [ReasonText(one.name, one.description, one.pk) for one in found]


def until_unlocked(change: Callable[[], None]) -> None:
    """Repeat a change that waited too long for a lock, so that it had no effect; a deadlock is an
    error."""
    while True:
        try:
            return change()
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise


def names(house: House) -> list[str]:
    return [one.name for one in read(house)]


@pytest.mark.django_db
class TestOnePageAfterTheOther:
    """Both researchers opened the page before either saved it."""

    def save(self, *reasons: ReasonText) -> None:
        house = self.house
        set_reasons(campaign=house.campaign, user=house.bob, reasons=reasons, seen=self.shown)

    @pytest.fixture(autouse=True)
    def opened(self) -> None:
        self.house = House()
        self.shown = write(self.house, INTENT, SOURCES)

    def test_reasons_of_both_are_added(self) -> None:
        self.save(*self.shown, ReasonText(OTHER))
        self.save(*self.shown, ReasonText("Partial answer"))
        assert names(self.house) == [INTENT, SOURCES, OTHER, "Partial answer"]

    def test_the_same_reason_is_added_once_however_often_it_is_sent(self) -> None:
        for _ in range(2):
            self.save(*self.shown, ReasonText(OTHER, "None of these."))
        assert names(self.house) == [INTENT, SOURCES, OTHER]
        with pytest.raises(Conflict, match=f"“{OTHER}” has been changed in the meantime"):
            self.save(*self.shown, ReasonText(OTHER, "Whatever else."))

    def test_a_reason_renamed_by_one_is_not_renamed_back_by_the_other(self) -> None:
        intent, sources = self.shown
        renamed = ReasonText("Intent", "", intent.key)
        for _ in range(2):
            self.save(renamed, sources)
        self.save(intent, ReasonText(SOURCES, "They rely on other sections.", sources.key))
        assert names(self.house) == ["Intent", SOURCES]
        assert read(self.house)[1].description == "They rely on other sections."
        with pytest.raises(Conflict, match=f"“{INTENT}” has been changed in the meantime"):
            self.save(ReasonText("Intention", "", intent.key), sources)

    def test_a_reason_removed_by_one_stays_removed(self) -> None:
        intent, sources = self.shown
        self.save(intent)
        self.save(intent, sources, ReasonText(OTHER))
        assert names(self.house) == [INTENT, OTHER]
        with pytest.raises(Conflict, match=f"“{SOURCES}” has been changed in the meantime"):
            self.save(intent, ReasonText("Sources", "", sources.key))
        assert names(self.house) == [INTENT, OTHER]

    def test_together_they_may_not_add_too_many(self) -> None:
        self.save(*self.shown, *(ReasonText(f"{n}") for n in range(MAX_REASONS - 2)))
        with pytest.raises(Invalid, match="at most"):
            self.save(*self.shown, ReasonText(OTHER))
        assert len(names(self.house)) == MAX_REASONS

    def test_a_decision_gets_the_reasons_of_both(self) -> None:
        one, other = (text.key or 0 for text in self.shown)
        made = self.house.decides(self.house.ada, CUT)
        code = partial(code_decision, decision=made, user=self.house.bob)
        for chosen in ([one], [other]):
            code(reasons=chosen, seen=[])
        assert [code.reason_id for code in made.codes.all()] == [one, other]
        for left in ([other], [one, other], [one]):
            code(reasons=left, seen=[one, other])
        assert not made.codes.exists()


@pytest.mark.django_db(transaction=True)
def test_counts_are_of_one_moment() -> None:
    house = House()
    intent, sources = (text.key or 0 for text in write(house, INTENT, SOURCES))
    made = house.decides(house.ada, CUT)
    code_decision(decision=made, user=house.ada, reasons=[intent])

    def change() -> None:
        code_decision(decision=made, user=house.bob, reasons=[sources])
        house.decides(house.bob, WHOLE, position=2)

    between = After(1, change)
    with between.watching():
        found = count_reasons(house.campaign)
    assert between.came
    assert [times for _, times in found.reasons] == [1, 0]
    assert (found.uncoded, found.decisions) == (0, 1)


@pytest.mark.django_db(transaction=True)
def test_two_researchers_edit_the_codebook_decide_and_code_at_once() -> None:
    """Nobody waits for each other in a circle, no reason or rename is lost, and at each moment the
    counts add up: every decision has exactly one reason."""
    house, rounds = House(), by_tier(quick=8, long=200)
    intent, sources = write(house, INTENT, SOURCES)
    keys = [intent.key or 0, sources.key or 0]
    house.decides(house.ada, CUT)
    code_decision(decision=Decision.objects.get(), user=house.ada, reasons=keys[:1])
    luck = random.Random(5)

    def add(user: User, name: str) -> None:
        shown = read(house)
        text = ReasonText(name)
        set_reasons(campaign=house.campaign, user=user, reasons=[*shown, text], seen=shown)

    def rename(user: User, name: str) -> None:
        shown = read(house)
        reasons = [ReasonText(name, "", shown[0].key), *shown[1:]]
        set_reasons(campaign=house.campaign, user=user, reasons=reasons, seen=shown)

    def decide_again(user: User, key: int) -> None:
        decide(hit=house.hit(), payload={"boundaries": WHOLE}, user=user, reasons=[key])

    def code(user: User, key: int) -> None:
        in_force = Decision.objects.in_force().get()
        code_decision(decision=in_force, user=user, reasons=[key])

    def count() -> None:
        found = count_reasons(house.campaign)
        assert (sum(times for _, times in found.reasons), found.uncoded) == (1, 0)
        assert found.decisions == 1

    jobs: list[Callable[[], None]] = []
    added = [f"added {n}" for n in range(min(rounds, MAX_REASONS - 2))]
    for user in (house.ada, house.bob):
        for n in range(rounds):
            jobs += [partial(act, user, luck.choice(keys)) for act in (decide_again, code)]
            jobs += [count, partial(rename, user, f"{user.username} {n}")]
    jobs += [partial(add, luck.choice([house.ada, house.bob]), name) for name in added]
    luck.shuffle(jobs)
    results = at_once([partial(until_unlocked, job) for job in jobs], threads=4)
    refused = [one for one in results if isinstance(one, Exception)]
    allowed = ("has been changed in the meantime", "was withdrawn")
    assert [one for one in refused if not any(words in str(one) for words in allowed)] == []
    assert sorted(names(house)[2:]) == sorted(added)
    assert names(house)[1] == SOURCES
    count()
    assert CodedDecision.objects.filter(decision__final=True).count() == 1
