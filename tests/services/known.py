"""Campaigns with gold answers, and workers who reach them."""

from typing import Any

from annotation.models import HIT, Campaign, Enrolment
from annotation.services.errors import NothingLeft, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import Receipt
from tests.helpers.factories import enrol, submit
from tests.helpers.pairs import NO, YES, answer, make_pair_campaign, make_pairs


def make_known(pairs: int = 40, known: int = 8, **terms: Any) -> Campaign:
    defaults: dict[str, Any] = {"redundancy": 1, "known_every": 4, "most_workers": 20}
    return make_pair_campaign(make_pairs(pairs, ["yes"] * known), **{**defaults, **terms})


def positions_of_known(enrolment: Enrolment, how_many: int) -> list[int]:
    """Return the positions of gold HITs in their sequence; all are answered correctly."""
    found = []
    for place in range(how_many):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if HIT.objects.get(pk=assignment.hit_id).known:
            found.append(place)
        submit(enrolment, assignment, {"answer": YES})
    return found


def until_stopped(enrolment: Enrolment, index: int) -> list[Receipt]:
    receipts = []
    while True:
        try:
            receipts.append(answer(enrolment, index))
        except (Stopped, NothingLeft):
            return receipts


def fail(campaign: Campaign) -> Enrolment:
    enrolment = enrol(campaign)
    until_stopped(enrolment, NO)
    enrolment.refresh_from_db()
    assert enrolment.stopped_at is not None
    return enrolment


def claim_next_unknown(enrolment: Enrolment) -> int:
    for _ in range(4):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        if not HIT.objects.get(pk=assignment.hit_id).known:
            return assignment.hit_id
        submit(enrolment, assignment, {"answer": YES})
    raise AssertionError("four known pairs in a row")
