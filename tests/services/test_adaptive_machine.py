"""Promise 6 for adaptive pairs: after any order of claim, submit, return, expiry, late work,
review, extension, stop and restoring, exclusion and inclusion, each pair is settled, at its cap, or
open; settled pairs have no free slot; only judgments that may count do. The same for pairs that are
settled by posterior, whatever the accuracies of their workers become."""

from typing import Any, ClassVar

import pytest
from django.db.models import F
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from annotation.models import HIT, Assignment, Campaign, Enrolment, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy, launch_campaign
from annotation.services.campaigns.extension import ask_more_of
from annotation.services.errors import Conflict, Invalid, NothingLeft, Stopped
from annotation.services.items.filters import ItemFilter
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.missing_judgments import lock_decision, settle_hits
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from tests.helpers.factories import enrol, make_user, run_out, submit
from tests.helpers.invariants import check_serving, settled
from tests.helpers.machines import MachineInDatabase
from tests.helpers.pairs import THREE_WAY, make_pair_campaign, make_pairs
from tests.helpers.posterior import set_accuracy
from tests.helpers.queries import run_sql
from tests.helpers.tiers import by_tier

PAIRS, KNOWN, WORKERS = 3, 3, 6
CAP = 5

workers = st.integers(0, WORKERS - 1)
pick = st.integers(0, 10**6)
answers = st.integers(0, 2)


class Agreeing(MachineInDatabase):
    """Gold HITs depend on the campaign's seed and the enrolments' numbers, so all examples use the
    same, each in a database without the others."""

    terms: ClassVar[dict[str, Any]] = {}

    def __init__(self) -> None:
        super().__init__()
        run_sql("SELECT setval('annotation_enrolment_id_seq', 1000000)")
        gold = "No, they discuss two different topics"
        draft = make_pair_campaign(
            make_pairs(PAIRS + KNOWN, [gold] * KNOWN),
            settings=THREE_WAY,
            redundancy=2,
            most_judgments=CAP,
            known_every=2,
            most_workers=WORKERS,
            pass_share="0.5",
            pass_after=2,
            leave_out_failed=True,
            launch=False,
            **self.terms,
        )
        Campaign.objects.filter(pk=draft.pk).update(seed=7)
        self.campaign = launch_campaign(campaign=draft, user=None)
        self.user = make_user()
        self.enrolments = [enrol(self.campaign) for _ in range(WORKERS)]
        self.first = 2
        self.open: dict[int, Assignment] = {}
        self.ended: list[tuple[int, Assignment]] = []

    @rule(worker=workers)
    def claim(self, worker: int) -> None:
        try:
            assignment = claim_hit(enrolment_id=self.enrolments[worker].pk)
        except (NothingLeft, Stopped):
            assert worker not in self.open
            return
        assert self.open.setdefault(worker, assignment) == assignment

    @precondition(lambda self: self.open)
    @rule(which=pick, index=answers)
    def submit_in_time(self, which: int, index: int) -> None:
        worker, assignment = self.end(which)
        assert submit(self.enrolments[worker], assignment, {"answer": index}).counts

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def give_back(self, which: int) -> None:
        worker, assignment = self.end(which)
        return_hit(enrolment=self.enrolments[worker], assignment_id=assignment.pk)
        self.ended.append((worker, assignment))

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def run_out(self, which: int) -> None:
        worker, assignment = self.end(which)
        run_out(assignment)
        assert expire_overdue() == 1
        self.ended.append((worker, assignment))

    @precondition(lambda self: self.ended)
    @rule(which=pick, index=answers)
    def submit_late(self, which: int, index: int) -> None:
        worker, assignment = self.ended.pop(which % len(self.ended))
        enrolment = self.enrolments[worker]
        hit = HIT.objects.get(pk=assignment.hit_id)
        later = Assignment.objects.filter(enrolment=enrolment, pk__gt=assignment.pk).exists()
        excluded = Enrolment.objects.get(pk=enrolment.pk).excluded_at is not None
        receipt = submit(enrolment, assignment, {"answer": index})
        free = hit.known or hit.taken < hit.quota
        assert receipt.counts is (free and not later and not excluded)

    @rule(which=pick, reject=st.booleans())
    def review(self, which: int, reject: bool) -> None:
        judgments = list(Judgment.objects.filter(campaign=self.campaign).order_by("pk"))
        if not judgments:
            return
        judgment = judgments[which % len(judgments)]
        verdict = Judgment.Review.REJECTED if reject else Judgment.Review.NONE
        try:
            review_judgment(judgment=judgment, user=self.user, review=verdict, reason="blank")
        except Conflict:
            assert not judgment.took_slot

    @rule(worker=workers, stop=st.booleans())
    def stop_or_restore(self, worker: int, stop: bool) -> None:
        change = stop_worker if stop else restore_worker
        change(enrolment=self.enrolments[worker], user=self.user)
        if stop:
            self.let_go(worker)

    @rule(worker=workers, exclude=st.booleans())
    def exclude_or_include(self, worker: int, exclude: bool) -> None:
        enrolment = self.enrolments[worker]
        if exclude:
            exclude_worker(enrolment=enrolment, user=self.user, reason="spam")
            self.let_go(worker)
        else:
            include_worker(enrolment=enrolment, user=self.user)

    def let_go(self, worker: int) -> None:
        """Workers who are served nothing more have no open HIT."""
        if worker in self.open:
            self.ended.append((worker, self.open.pop(worker)))

    @precondition(lambda self: self.first < CAP)
    @rule()
    def extend(self) -> None:
        self.first += 1
        self.campaign = extend_redundancy(
            campaign=self.campaign, user=self.user, redundancy=self.first
        )

    @rule(position=st.integers(1, PAIRS + KNOWN), redundancy=st.integers(2, WORKERS))
    def ask_more_of_one(self, position: int, redundancy: int) -> None:
        """This may exceed the cap; no filter finds gold ones for this."""
        wanted = ItemFilter(q=f"of pair {position}.")
        try:
            ask_more_of(
                campaign=self.campaign, user=self.user, wanted=wanted, redundancy=redundancy
            )
        except (Conflict, Invalid):
            return

    def end(self, which: int) -> tuple[int, Assignment]:
        worker = sorted(self.open)[which % len(self.open)]
        return worker, self.open.pop(worker)

    @invariant()
    def is_settled_at_its_cap_or_open(self) -> None:
        check_serving(self.campaign)
        short = HIT.objects.filter(campaign=self.campaign, known=False, taken__lt=F("quota"))
        open_hits = settled(self.campaign).intersection(short.values_list("pk", flat=True))
        assert not open_hits, f"{open_hits} are settled and still ask"

    @invariant()
    def only_what_may_count_counts(self) -> None:
        for judgment in Judgment.objects.filter(campaign=self.campaign).select_related(
            "hit", "assignment__enrolment"
        ):
            may = (
                judgment.took_slot
                and not judgment.hit.known
                and judgment.review != Judgment.Review.REJECTED
                and judgment.assignment.enrolment.stopped_at is None
                and judgment.assignment.enrolment.excluded_at is None
            )
            assert judgment.counts is may


class Probable(Agreeing):
    """The next decision on a HIT uses the accuracies of that moment, so here each HIT is decided on
    when one changes."""

    terms: ClassVar[dict[str, Any]] = {"settle_by": "posterior"}

    @rule(worker=workers, accuracy=st.none() | st.integers(1, 999))
    def estimate(self, worker: int, accuracy: int | None) -> None:
        set_accuracy(self.enrolments[worker], accuracy)
        hits = list(
            HIT.objects.filter(campaign=self.campaign, known=False).values_list("pk", flat=True)
        )
        lock_decision(hits)
        settle_hits(self.campaign, hits)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.fault(6)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("machine", [Agreeing, Probable])
def test_every_pair_is_settled_at_its_cap_or_open(machine: type[Agreeing]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=by_tier(quick=4, long=100),
            stateful_step_count=40,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        ),
    )
