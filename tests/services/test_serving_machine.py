"""Promise 6: any order of claim, submit, return, skip, expiry, review, extension, exclusion and
inclusion leaves the database in the state of a simple model in memory."""

from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from annotation.models import HIT, AgreementState, Assignment, Judgment
from annotation.services.campaigns.campaigns import extend_redundancy
from annotation.services.campaigns.extension import ask_more_of
from annotation.services.errors import AlreadySubmitted, Conflict, Invalid, NothingLeft, Stopped
from annotation.services.items.filters import ItemFilter
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker, include_worker
from annotation.services.work.release import expire_overdue, return_hit
from annotation.services.work.review import review_judgment
from annotation.services.work.skip import MAX_TIMES_LATER, put_off, skip_hit
from annotation.services.work.submit import Receipt
from tasks.fold import fold_all
from tests.helpers.factories import enrol, make_campaign, make_user, run_out, submit
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.machines import MachineInDatabase
from tests.helpers.tiers import by_tier

HITS, WORKERS = 3, 4

workers = st.integers(0, WORKERS - 1)
pick = st.integers(0, 10**6)


@dataclass
class Judged:
    """One judgment in the model."""

    worker: int
    hit: int
    submission_id: UUID
    took: bool
    rejected: bool = False


class Serving(MachineInDatabase):
    """The model: open HITs, served HITs, excluded workers, and which judgments took a slot or were
    rejected. The quota of a HIT follows from these alone."""

    def __init__(self) -> None:
        super().__init__()
        self.campaign = make_campaign(texts=HITS, redundancy=2)
        self.user = make_user()
        self.enrolments = [enrol(self.campaign) for _ in range(WORKERS)]
        self.redundancy = 2
        self.at_least: dict[int, int] = {}
        self.open: dict[int, Assignment] = {}
        self.had: dict[int, set[int]] = {worker: set() for worker in range(WORKERS)}
        self.ended: list[tuple[int, Assignment]] = []
        self.judged: dict[int, Judged] = {}
        self.excluded: set[int] = set()
        self.put_off: dict[int, list[Assignment]] = {worker: [] for worker in range(WORKERS)}

    def taken(self, hit_id: int) -> int:
        open_leases = sum(a.hit_id == hit_id for a in self.open.values())
        return open_leases + sum(one.hit == hit_id and one.took for one in self.judged.values())

    def counts(self, one: Judged) -> bool:
        return one.took and not one.rejected and one.worker not in self.excluded

    def quota(self, hit_id: int) -> int:
        """A judgment that does not count is replaced; a taken slot stays."""
        lost = sum(
            one.hit == hit_id and one.took and not self.counts(one) for one in self.judged.values()
        )
        return max(self.taken(hit_id), self.requested(hit_id) + lost)

    def requested(self, hit_id: int) -> int:
        return max(self.redundancy, self.at_least.get(hit_id, 0))

    @rule(worker=workers)
    def claim(self, worker: int) -> None:
        try:
            assignment = claim_hit(enrolment_id=self.enrolments[worker].pk)
        except NothingLeft:
            hits = set(HIT.objects.filter(campaign=self.campaign).values_list("pk", flat=True))
            left = {h for h in hits - self.had[worker] if self.taken(h) < self.quota(h)}
            assert worker not in self.open
            assert not left
            assert not self.again(worker)
            return
        except Stopped:
            assert worker in self.excluded
            assert worker not in self.open
            return
        assert worker not in self.excluded
        if worker in self.open:
            assert assignment == self.open[worker]
            return
        if assignment.hit_id in self.had[worker]:
            assert assignment == self.again(worker)[0]
            left = set(HIT.objects.filter(campaign=self.campaign).values_list("pk", flat=True))
            left -= self.had[worker]
            assert not {hit for hit in left if self.taken(hit) < self.quota(hit)}
            self.put_off[worker].remove(assignment)
            self.ended = [one for one in self.ended if one[1] != assignment]
        assert self.taken(assignment.hit_id) < self.quota(assignment.hit_id)
        self.open[worker] = assignment
        self.had[worker].add(assignment.hit_id)

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def submit_in_time(self, which: int) -> None:
        worker, assignment = self.choose_open(which)
        receipt = submit(self.enrolments[worker], assignment)
        assert receipt.created
        assert receipt.counts
        del self.open[worker]
        self.ended.append((worker, assignment))
        self.record(worker, assignment, receipt)

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def give_back(self, which: int) -> None:
        worker, assignment = self.choose_open(which)
        return_hit(enrolment=self.enrolments[worker], assignment_id=assignment.pk)
        del self.open[worker]
        self.ended.append((worker, assignment))

    def again(self, worker: int) -> list[Assignment]:
        """Return the HITs that a worker postponed and can have again, the first postponed first."""
        return [
            one
            for one in self.put_off[worker]
            if one.pk not in self.judged and self.taken(one.hit_id) < self.quota(one.hit_id)
        ]

    @precondition(lambda self: self.open)
    @rule(which=pick, later=st.booleans())
    def skip(self, which: int, later: bool) -> None:
        worker, assignment = self.choose_open(which)
        enrolment = self.enrolments[worker]
        try:
            skip_hit(
                enrolment=enrolment, assignment_id=assignment.pk, later=later, reason="unclear"
            )
        except Conflict:
            assert later
            assert put_off(assignment.pk) == MAX_TIMES_LATER
            return
        del self.open[worker]
        self.ended.append((worker, assignment))
        if later:
            self.put_off[worker].append(assignment)

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def run_out(self, which: int) -> None:
        worker, assignment = self.choose_open(which)
        run_out(assignment)
        assert expire_overdue(campaign_id=self.campaign.pk) == 1
        del self.open[worker]
        self.ended.append((worker, assignment))

    @precondition(lambda self: self.ended)
    @rule(which=pick, same=st.booleans())
    def submit_late_or_again(self, which: int, same: bool) -> None:
        worker, assignment = self.ended[which % len(self.ended)]
        enrolment = self.enrolments[worker]
        if assignment.pk in self.judged:
            known = self.judged[assignment.pk]
            submission_id = known.submission_id if same else uuid4()
            try:
                receipt = submit(enrolment, assignment, None, submission_id)
            except AlreadySubmitted:
                assert not same
                return
            assert same
            assert not receipt.created
            assert receipt.counts is known.took
            return
        free = self.taken(assignment.hit_id) < self.quota(assignment.hit_id)
        free = free and worker not in self.excluded
        receipt = submit(enrolment, assignment)
        assert (receipt.created, receipt.late, receipt.counts) == (True, True, free)
        self.record(worker, assignment, receipt)

    @precondition(lambda self: self.judged)
    @rule(which=pick, reject=st.booleans())
    def review(self, which: int, reject: bool) -> None:
        assignment_id = sorted(self.judged)[which % len(self.judged)]
        judgment = Judgment.objects.get(assignment=assignment_id)
        verdict = Judgment.Review.REJECTED if reject else Judgment.Review.NONE
        try:
            review_judgment(judgment=judgment, user=self.user, review=verdict, reason="blank")
        except Conflict:
            assert not self.judged[assignment_id].took
        else:
            self.judged[assignment_id].rejected = reject

    @rule(worker=workers)
    def exclude(self, worker: int) -> None:
        theirs = [one for one in self.judged.values() if one.worker == worker and self.counts(one)]
        short = [one for one in theirs if self.asks_again(one)]
        changed = exclude_worker(enrolment=self.enrolments[worker], user=self.user, reason="spam")
        assert (changed.judgments, changed.asked_again) == (len(theirs), len(short))
        self.excluded.add(worker)
        if worker in self.open:
            self.ended.append((worker, self.open.pop(worker)))

    @rule(worker=workers)
    def include(self, worker: int) -> None:
        include_worker(enrolment=self.enrolments[worker], user=self.user)
        self.excluded.discard(worker)

    @rule(worker=workers)
    def exclude_and_include(self, worker: int) -> None:
        """If nothing happened in between, the state is as if they had never been excluded."""
        if worker in self.excluded or worker in self.open:
            return
        before = self.digest()
        exclude_worker(enrolment=self.enrolments[worker], user=self.user, reason="a mistake")
        include_worker(enrolment=self.enrolments[worker], user=self.user)
        assert self.digest() == before

    @precondition(lambda self: self.redundancy < 4)
    @rule()
    def extend(self) -> None:
        self.redundancy += 1
        extend_redundancy(campaign=self.campaign, user=self.user, redundancy=self.redundancy)

    @rule(position=st.integers(1, HITS), redundancy=st.integers(2, WORKERS + 1))
    def ask_more_of_one(self, position: int, redundancy: int) -> None:
        hit = HIT.objects.get(campaign=self.campaign, item__position=position)
        before = self.quota(hit.pk)
        wanted = ItemFilter(q=hit.item.text)
        try:
            added = ask_more_of(
                campaign=self.campaign, user=self.user, wanted=wanted, redundancy=redundancy
            )
        except Invalid:
            assert redundancy <= self.requested(hit.pk)
            return
        self.at_least[hit.pk] = redundancy
        assert added == self.quota(hit.pk) - before

    def asks_again(self, one: Judged) -> bool:
        """Return whether the HIT of a counting judgment falls short without it."""
        others = [o for o in self.judged.values() if o.hit == one.hit and o.took]
        lost = sum(not self.counts(other) for other in others)
        return self.requested(one.hit) + lost + 1 > self.quota(one.hit)

    def record(self, worker: int, assignment: Assignment, receipt: Receipt) -> None:
        self.judged[assignment.pk] = Judged(
            worker, assignment.hit_id, receipt.submission_id, receipt.counts
        )

    def digest(self) -> tuple[object, ...]:
        fold_all(self.campaign.pk)
        state = AgreementState.objects.get(campaign=self.campaign)
        hits = HIT.objects.filter(campaign=self.campaign).order_by("pk")
        counts = Judgment.objects.filter(campaign=self.campaign).order_by("pk")
        return (
            state.state,
            state.figures,
            list(hits.values_list("taken", "quota")),
            list(counts.values_list("counts", "folded")),
        )

    @rule()
    def fold(self) -> None:
        fold_all(self.campaign.pk)

    def choose_open(self, which: int) -> tuple[int, Assignment]:
        worker = sorted(self.open)[which % len(self.open)]
        return worker, self.open[worker]

    def teardown(self) -> None:
        try:
            self.check()
        finally:
            super().teardown()

    def check(self) -> None:
        fold_all(self.campaign.pk)
        for hit in HIT.objects.filter(campaign=self.campaign):
            assert (hit.taken, hit.quota) == (self.taken(hit.pk), self.quota(hit.pk))
        for assignment_id, one in self.judged.items():
            assert Judgment.objects.get(assignment=assignment_id).counts is self.counts(one)
        assert Judgment.objects.filter(campaign=self.campaign).count() == len(self.judged)
        check_serving(self.campaign)
        check_figures(self.campaign)


@pytest.mark.fault(6)
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_database_follows_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.fold.REST_SECONDS", 0.0)
    run_state_machine_as_test(
        Serving,
        settings=settings(
            max_examples=by_tier(quick=4, long=500),
            stateful_step_count=50,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        ),
    )
