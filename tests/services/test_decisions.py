"""Decisions: made, replaced, withdrawn, double-blind and joint; what never moves."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from analysis.reports.decisions import decided_of, read_decided
from annotation.models import AgreementState, AuditEvent, Campaign, Decision, Judgment
from annotation.services.decisions.decide import Seen, accept_judgment, decide, withdraw_decision
from annotation.services.decisions.queue import SAMPLE, SETTLE, Queue, progress_of, waiting
from annotation.services.decisions.status import decision_status
from annotation.services.errors import Conflict, Invalid
from annotation.services.people.erasure import erase_worker
from annotation.services.work.review import review_judgment
from tests.helpers.factories import at_once, make_project, make_user
from tests.helpers.refusals import refused_by_database
from tests.helpers.sites import POLICY, collect, collection, make_sites, version
from tests.services.deciding import CUT, WHOLE, House


@pytest.mark.long
def test_a_judgment_is_accepted_with_what_was_seen(house: House) -> None:
    hit = house.hit()
    first, *others = Judgment.objects.filter(hit=hit).order_by("pk")
    seen = Seen([first.pk, others[0].pk, 999_999_999])
    made = accept_judgment(judgment=first, user=house.ada, note=" It \n is so. ", seen=seen)
    assert (made.how, made.judgment_id, made.vector) == ("accepted", first.pk, first.vector)
    assert (made.final, made.apart, made.adjudicator, made.note) == (True, False, 1, "It is so.")
    assert made.payload == first.payload
    assert made.seen["version"] == AgreementState.objects.get(campaign=house.campaign).version
    assert made.seen["judgments"] == [first.pk, others[0].pk]
    assert made.seen["consensus"]["of"] == 3
    assert made.seen["blind"] is False
    event = AuditEvent.objects.get(verb="decision.made")
    assert (event.object_id, event.user) == (made.pk, house.ada)


@pytest.mark.long
def test_an_edit_and_an_answer_of_ones_own_are_checked_as_any_answer(house: House) -> None:
    hit = house.hit()
    judgment = Judgment.objects.filter(hit=hit).earliest("pk")
    changed = [1 - judgment.vector[0], *judgment.vector[1:]]
    made = decide(hit=hit, payload={"boundaries": changed}, user=house.ada, edited=judgment)
    assert (made.how, made.judgment, made.vector) == ("edited", judgment, changed)
    same = decide(hit=hit, payload={"boundaries": judgment.vector}, user=house.ada, edited=judgment)
    assert same.how == "accepted"
    second = house.decides(house.ada, WHOLE)
    assert (second.how, second.judgment, second.final) == ("written", None, True)
    found = decide(hit=hit, payload={"boundaries": CUT}, user=house.ada, seen=Seen(blind=True)).seen
    assert "consensus" not in found
    for wrong in ({"boundaries": [1]}, {"boundaries": "x"}, {}, {"answer": "|" * 10_000}):
        with pytest.raises(Invalid):
            decide(hit=hit, payload=wrong, user=house.ada)
    with pytest.raises(Invalid, match="at most 1,000"):
        decide(hit=hit, payload={"boundaries": CUT}, user=house.ada, note="n" * 1001)


def test_what_does_not_count_is_neither_accepted_nor_edited(house: House) -> None:
    judgment = Judgment.objects.filter(hit=house.hit()).earliest("pk")
    review_judgment(judgment=judgment, user=house.ada, review="rejected", reason="in haste")
    judgment.refresh_from_db()
    with pytest.raises(Conflict, match="does not count"):
        accept_judgment(judgment=judgment, user=house.ada)
    with pytest.raises(Conflict, match="does not count"):
        decide(hit=house.hit(), payload={"boundaries": CUT}, user=house.ada, edited=judgment)
    other = Judgment.objects.filter(hit=house.hit(2)).earliest("pk")
    with pytest.raises(Conflict, match="is about another item"):
        decide(hit=house.hit(), payload={"boundaries": CUT}, user=house.ada, edited=other)


@pytest.mark.long
def test_a_new_decision_replaces_the_old_one_which_is_stored(house: House) -> None:
    first = house.decides(house.ada, CUT)
    second = house.decides(house.bob, WHOLE)
    first.refresh_from_db()
    assert (first.final, first.withdrawn_by) == (False, house.bob)
    assert (second.final, second.adjudicator) == (True, 2)
    withdraw_decision(decision=second, user=house.ada)
    again = withdraw_decision(decision=second, user=house.ada)
    assert (again.final, again.withdrawn_by) == (False, house.ada)
    assert not Decision.objects.in_force().exists()
    assert Decision.objects.count() == 2
    assert AuditEvent.objects.filter(verb="decision.withdrawn").count() == 1


def test_two_decide_apart_and_equal_ones_stand(house: House) -> None:
    house.two()
    mine = house.decides(house.ada, CUT)
    assert (mine.final, mine.apart) == (False, True)
    assert decision_status(house.hit(), house.bob).shown == []
    assert decision_status(house.hit(), house.ada).shown == [mine]
    assert list(Decision.objects.shown_to(house.bob)) == []
    with pytest.raises(Conflict, match="Another adjudicator decides it independently"):
        house.decides(house.ada, WHOLE)
    theirs = house.decides(house.bob, CUT)
    mine.refresh_from_db()
    assert (mine.final, theirs.final) == (True, False)
    assert list(Decision.objects.shown_to(house.bob).order_by("pk")) == [mine, theirs]
    withdraw_decision(decision=mine, user=house.ada)
    theirs.refresh_from_db()
    assert not theirs.final


def test_who_has_seen_the_others_decision_does_not_decide_apart_any_more(house: House) -> None:
    house.two()
    withdraw_decision(decision=house.decides(house.ada, CUT), user=house.ada)
    early, theirs = house.decides(house.ada, WHOLE), house.decides(house.bob, CUT)
    assert (early.apart, theirs.apart) == (True, True)
    withdraw_decision(decision=early, user=house.ada)
    assert list(waiting(house.campaign, house.ada, Queue(SETTLE))) == [house.hit()]
    assert house.hit() not in waiting(house.campaign, house.ada, Queue(SAMPLE))
    assert (progress_of(house.campaign).apart, progress_of(house.campaign).unlike) == (0, 1)
    copied = house.decides(house.ada, CUT)
    assert (copied.apart, copied.final) == (False, True)
    assert decided_of(read_decided(house.campaign))["apart"] is None


def test_nothing_is_decided_over_a_decision_that_was_not_on_the_screen(house: House) -> None:
    empty = Seen(decisions=())
    first = decide(hit=house.hit(), payload={"boundaries": CUT}, user=house.ada, seen=empty)
    with pytest.raises(Conflict, match="has been decided in the meantime"):
        decide(hit=house.hit(), payload={"boundaries": WHOLE}, user=house.bob, seen=empty)
    assert Decision.objects.get() == first
    knowing = Seen(decisions=(first.pk, 2**62))
    second = decide(hit=house.hit(), payload={"boundaries": WHOLE}, user=house.bob, seen=knowing)
    assert (second.final, second.seen["decisions"]) == (True, [first.pk])


def test_what_is_sent_twice_is_stored_once(house: House) -> None:
    sent: dict[str, Any] = {
        "hit": house.hit(),
        "payload": {"boundaries": CUT},
        "user": house.ada,
        "seen": Seen(decisions=()),
        "submission_id": uuid4(),
    }
    first = decide(**sent)
    assert decide(**sent) == first
    for other in ({"payload": {"boundaries": WHOLE}}, {"note": "x"}, {"user": house.bob}):
        with pytest.raises(Conflict, match="submission_id"):
            decide(**sent | other)
    with pytest.raises(Conflict, match="submission_id"):
        decide(**sent | {"hit": house.hit(2)})
    withdraw_decision(decision=first, user=house.ada)
    assert decide(**sent) == first
    assert Decision.objects.count() == 1
    assert AuditEvent.objects.filter(verb="decision.made").count() == 1


def test_a_decision_on_a_choice_keeps_no_words_that_were_sent_along(house: House) -> None:
    judgment = Judgment.objects.filter(hit=house.hit()).earliest("pk")
    words = {"boundaries": judgment.vector, "said": "my name is Zoe"}
    Judgment.objects.filter(pk=judgment.pk).update(payload=words)
    judgment.refresh_from_db()
    found = accept_judgment(judgment=judgment, user=house.ada).payload
    assert found == {"boundaries": judgment.vector}
    written = decide(
        hit=house.hit(2), payload={"boundaries": CUT, "said": "my name is Zoe"}, user=house.ada
    )
    assert written.payload == {"boundaries": CUT}


@pytest.mark.long
def test_two_who_decide_at_once_do_not_both_stand_as_final(
    house: House, transactional_db: None
) -> None:
    jobs = [partial(house.decides, house.ada, CUT), partial(house.decides, house.bob, CUT)]
    results = at_once(jobs, 2)
    assert not [one for one in results if isinstance(one, Exception)]
    assert sorted(Decision.objects.values_list("adjudicator", flat=True)) == [1, 2]
    assert Decision.objects.final().count() == Decision.objects.in_force().count() == 1


@pytest.mark.long
def test_no_figure_moves_by_a_decision(house: House) -> None:
    before = house.figures()
    accept_judgment(
        judgment=Judgment.objects.filter(hit=house.hit(1)).earliest("pk"), user=house.ada
    )
    house.decides(house.ada, CUT, 2)
    withdraw_decision(decision=house.decides(house.bob, WHOLE, 3), user=house.bob)
    assert house.figures() == before


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [{"vector": [0]}, {"payload": {}}, {"note": "x"}, {"how": "accepted"}, {"adjudicator": 9}],
)
def test_the_database_refuses_to_change_a_decision(house: House, change: dict[str, Any]) -> None:
    house.decides(house.ada, CUT)
    with refused_by_database("a decision is never changed"):
        Decision.objects.update(**change)


@pytest.mark.long
def test_the_database_refuses_what_must_never_be(house: House) -> None:
    made = house.decides(house.ada, CUT)
    for refused, change in (
        ("one_standing_decision_per_hit_and_adjudicator", {"final": False}),
        ("one_final_decision_per_hit", {"adjudicator": 2}),
        ("adjudicators_count_from_one", {"adjudicator": 0, "final": False}),
        ("what_is_not_written_anew_comes", {"how": "edited", "adjudicator": 3, "final": False}),
    ):
        copy = Decision.objects.get(pk=made.pk)
        copy.pk, copy._state.adding = None, True
        for name, value in change.items():
            setattr(copy, name, value)
        with refused_by_database(refused):
            copy.save(force_insert=True)
    with refused_by_database("no_withdrawn_decision_is_final"):
        Decision.objects.update(withdrawn_at=made.decided_at)
    with refused_by_database("one_or_two_adjudicators"):
        Campaign.objects.update(adjudicators=3)


@pytest.mark.long
def test_it_stays_when_its_adjudicator_goes_and_keeps_its_number(house: House) -> None:
    house.decides(house.ada, CUT)
    made = house.decides(house.bob, CUT, 2)
    house.bob.delete()
    made.refresh_from_db()
    assert (made.user, made.adjudicator, made.final) == (None, 2, True)


def test_what_an_erased_worker_wrote_is_withdrawn_and_emptied() -> None:
    user = make_user()
    campaign = collection(make_sites(make_project(user), "shop.example"))
    collect(campaign, version(), version(text=POLICY.replace("cookies", "biscuits")))
    judgment = Judgment.objects.latest("pk")
    made = accept_judgment(judgment=judgment, user=user)
    edited = decide(
        hit=judgment.hit,
        payload=version(text=POLICY.replace("cookies", "cakes")),
        user=user,
        edited=judgment,
    )
    erase_worker(worker=judgment.assignment.enrolment.worker, user=user)
    for one in (made, edited):
        one.refresh_from_db()
        assert one.withdrawn_at is not None
        assert one.payload["text"] == ""
        assert not any(one.vector)
