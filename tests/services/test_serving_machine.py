"""Promise 6: any order of claim, submit, return, expiry, review and extension leaves the database
as a simple model in memory says."""

import os
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db.models.functions import Now
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from annotation.models import HIT, Assignment, Judgment
from annotation.services.campaigns import extend_redundancy
from annotation.services.claim import claim_hit
from annotation.services.errors import AlreadySubmitted, Conflict, NothingLeft
from annotation.services.release import expire_overdue, return_hit
from annotation.services.review import review_judgment
from tasks.fold import fold_all
from tests.factories import enrol, make_campaign, make_dataset, make_user, numbered_texts, submit
from tests.invariants import check_figures, check_serving

LONG = bool(os.environ.get("MIDPATH_LONG"))
HITS, WORKERS = 3, 4

workers = st.integers(0, WORKERS - 1)
pick = st.integers(0, 10**6)


class Serving(RuleBasedStateMachine):
    """The model: who holds what, who has had what, and which judgments took a slot."""

    def __init__(self) -> None:
        super().__init__()
        self.campaign = make_campaign(make_dataset(numbered_texts(HITS)), redundancy=2)
        self.user = make_user()
        self.enrolments = [enrol(self.campaign) for _ in range(WORKERS)]
        self.quota = 2
        self.open: dict[int, Assignment] = {}
        self.had: dict[int, set[int]] = {worker: set() for worker in range(WORKERS)}
        self.ended: list[tuple[int, Assignment]] = []
        self.judged: dict[int, tuple[int, UUID, bool]] = {}

    def taken(self, hit_id: int) -> int:
        held = sum(a.hit_id == hit_id for a in self.open.values())
        return held + sum(h == hit_id and counts for h, _, counts in self.judged.values())

    @rule(worker=workers)
    def claim(self, worker: int) -> None:
        try:
            assignment = claim_hit(enrolment_id=self.enrolments[worker].pk)
        except NothingLeft:
            hits = set(HIT.objects.filter(campaign=self.campaign).values_list("pk", flat=True))
            left = {h for h in hits - self.had[worker] if self.taken(h) < self.quota}
            assert worker not in self.open
            assert not left
            return
        if worker in self.open:
            assert assignment == self.open[worker]
            return
        assert assignment.hit_id not in self.had[worker]
        assert self.taken(assignment.hit_id) < self.quota
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
        self.judged[assignment.pk] = (assignment.hit_id, receipt.submission_id, True)

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def give_back(self, which: int) -> None:
        worker, assignment = self.choose_open(which)
        return_hit(enrolment=self.enrolments[worker], assignment_id=assignment.pk)
        del self.open[worker]
        self.ended.append((worker, assignment))

    @precondition(lambda self: self.open)
    @rule(which=pick)
    def run_out(self, which: int) -> None:
        worker, assignment = self.choose_open(which)
        Assignment.objects.filter(pk=assignment.pk).update(expires_at=Now() - timedelta(seconds=1))
        assert expire_overdue(campaign_id=self.campaign.pk) == 1
        del self.open[worker]
        self.ended.append((worker, assignment))

    @precondition(lambda self: self.ended)
    @rule(which=pick, same=st.booleans())
    def submit_late_or_again(self, which: int, same: bool) -> None:
        worker, assignment = self.ended[which % len(self.ended)]
        enrolment = self.enrolments[worker]
        if assignment.pk in self.judged:
            _, submission_id, counts = self.judged[assignment.pk]
            try:
                receipt = submit(enrolment, assignment, None, submission_id if same else uuid4())
            except AlreadySubmitted:
                assert not same
                return
            assert same
            assert not receipt.created
            assert receipt.counts is counts
            return
        free = self.taken(assignment.hit_id) < self.quota
        receipt = submit(enrolment, assignment)
        assert (receipt.created, receipt.late, receipt.counts) == (True, True, free)
        self.judged[assignment.pk] = (assignment.hit_id, receipt.submission_id, free)

    @precondition(lambda self: self.judged)
    @rule(which=pick, reject=st.booleans())
    def review(self, which: int, reject: bool) -> None:
        assignment_id = sorted(self.judged)[which % len(self.judged)]
        judgment = Judgment.objects.get(assignment=assignment_id)
        verdict = Judgment.Review.REJECTED if reject else Judgment.Review.NONE
        try:
            review_judgment(judgment=judgment, user=self.user, review=verdict)
        except Conflict:
            assert not self.judged[assignment_id][2]

    @precondition(lambda self: self.quota < 4)
    @rule()
    def extend(self) -> None:
        self.quota += 1
        extend_redundancy(campaign=self.campaign, user=self.user, redundancy=self.quota)

    @rule()
    def fold(self) -> None:
        fold_all(self.campaign.pk)

    def choose_open(self, which: int) -> tuple[int, Assignment]:
        worker = sorted(self.open)[which % len(self.open)]
        return worker, self.open[worker]

    def teardown(self) -> None:
        fold_all(self.campaign.pk)
        for hit in HIT.objects.filter(campaign=self.campaign):
            assert hit.taken == self.taken(hit.pk)
        assert Judgment.objects.filter(campaign=self.campaign).count() == len(self.judged)
        check_serving(self.campaign)
        check_figures(self.campaign)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_database_follows_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.fold.REST_SECONDS", 0.0)
    run_state_machine_as_test(
        Serving,
        settings=settings(
            max_examples=500 if LONG else 15,
            stateful_step_count=50,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        ),
    )
