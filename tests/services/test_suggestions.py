"""Pre-annotation: who starts from a model's answer, what is recorded, and what is forbidden."""

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.models import (
    HIT,
    Annotation,
    AnnotationSet,
    Assignment,
    AuditEvent,
    Campaign,
    Enrolment,
    Judgment,
    PreAnnotation,
    Suggestion,
)
from annotation.services.campaigns import suggestions as services
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.campaigns.suggestions import choose_suggestions, drop_suggestions
from annotation.services.errors import Conflict, Invalid
from annotation.services.lifecycle.consequences import consequences_of
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from annotation.services.work.skip import skip_hit
from annotation.services.work.slots import ARM
from annotation.worker.work import hit_in_hand
from tests.helpers.factories import enrol, judge_rest, make_campaign, make_dataset, submit
from tests.helpers.pairs import YES
from tests.helpers.queries import assert_queries, run_sql
from tests.helpers.refusals import refused_by_database
from tests.helpers.sets import annotations_file, make_set
from tests.services.known import make_known


def suggesting(
    texts: int = 20, tenths: int = 5, own: AnnotationSet | None = None, **terms: Any
) -> Campaign:
    """Make a flat campaign whose workers start from a set that leaves every text whole."""
    draft = make_campaign(texts=texts, launch=False, **terms)
    own = own or make_set(draft.dataset, "flat", annotations_file(draft.dataset))
    choose_suggestions(campaign=draft, own=own, user=None, tenths=tenths)
    return launch_campaign(campaign=draft, user=None)


def slow_arm(seed: int, enrolment: int, position: int, tenths: int) -> bool:
    """The ten are shuffled like cards, and the first ones come with a suggestion."""
    ten, place = divmod(position - 1, 10)

    def card(other: int) -> str:
        return hashlib.md5(f"{seed}:{enrolment}:arm:{ten}:{other}".encode()).hexdigest()  # noqa: S324

    return place in sorted(range(10), key=card)[:tenths]


def arms_by_sql(seed: int, enrolment: int, hits: int, tenths: int) -> list[bool]:
    rows = run_sql(
        f"SELECT {ARM} FROM generate_series(1, %(hits)s) took(position)",  # noqa: S608
        {"seed": seed, "enrolment": enrolment, "tenths": tenths, "hits": hits},
    )
    return [arm for (arm,) in rows]


@given(
    seed=st.integers(0, 2**31 - 1),
    enrolment=st.integers(1, 2**40),
    tens=st.integers(1, 6),
    tenths=st.integers(1, 9),
)
def test_every_ten_hits_have_their_share(seed: int, enrolment: int, tens: int, tenths: int) -> None:
    arms = arms_by_sql(seed, enrolment, 10 * tens, tenths)
    assert [sum(arms[at : at + 10]) for at in range(0, 10 * tens, 10)] == [tenths] * tens
    assert arms == [slow_arm(seed, enrolment, at, tenths) for at in range(1, 10 * tens + 1)]


def test_each_hit_is_as_likely_to_come_with_one() -> None:
    many = 400
    arms = [arms_by_sql(7, worker, 10, 5) for worker in range(1, many + 1)]
    assert len({tuple(one) for one in arms}) > 150  # of 252 ways to choose five of ten
    for place in range(10):
        assert 0.4 < sum(one[place] for one in arms) / many < 0.6


@pytest.mark.long
def test_half_of_a_worker_s_hits_start_with_the_model_s_answer() -> None:
    campaign = suggesting()
    enrolment = enrol(campaign)
    given = judge_rest(enrolment)
    assert sum(bool(one.suggested) for one in given) == 10
    for one in given:
        stored = Assignment.objects.get(pk=one.pk)
        arm = slow_arm(campaign.seed, enrolment.pk, one.hit.position, 5)
        assert stored.suggested is one.suggested is arm
        if one.suggested:
            assert one.hit.suggestion.payload == {"boundaries": [0, 0, 0, 0]}
    rows = Judgment.objects.values_list("assignment__suggested", "suggested", "as_suggested")
    found = {(arm, same) for arm, copied, same in rows if arm is copied}
    assert found == {(True, True), (False, True)}


def test_whether_an_answer_is_the_suggested_one_is_recorded_in_both_arms() -> None:
    campaign = suggesting(texts=10)
    judge_rest(enrol(campaign), {"boundaries": [1, 0, 0, 0]})
    rows = Judgment.objects.values_list("suggested", "as_suggested")
    assert sorted(rows) == [(False, False)] * 5 + [(True, False)] * 5


@pytest.mark.long
def test_a_reload_and_what_was_put_off_have_the_same_arm() -> None:
    campaign = suggesting(texts=10, tenths=9)
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    again = claim_hit(enrolment_id=enrolment.pk)
    in_hand = hit_in_hand(enrolment)
    assert in_hand is not None
    assert assignment.suggested == again.suggested == in_hand.suggested
    skip_hit(enrolment=enrolment, assignment_id=assignment.pk, later=True, reason="", words="")
    others = judge_rest(enrolment)
    assert others[-1].pk == assignment.pk
    assert others[-1].suggested == assignment.suggested
    if assignment.suggested:
        assert others[-1].hit.suggestion.payload == assignment.hit.suggestion.payload


@pytest.mark.long
def test_the_database_refuses_another_arm() -> None:
    campaign = suggesting(texts=10)
    enrolment = enrol(campaign)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    row = Assignment.objects.filter(pk=assignment.pk)
    for other in (not assignment.suggested, None):
        with refused_by_database("never changes"):
            row.update(suggested=other)
    return_hit(enrolment=enrolment, assignment_id=assignment.pk)
    assert row.get().suggested is assignment.suggested
    chosen = PreAnnotation.objects.filter(campaign=campaign)
    for tenths in (0, 10):
        with refused_by_database("some_hits_come_with"):
            chosen.update(tenths=tenths)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    with refused_by_database("held_against"):
        Judgment.objects.update(as_suggested=None)
    with refused_by_database("no_repeat_has_a_suggestion"):
        Assignment.objects.filter(judgment__isnull=False).update(repeat=True)


def test_known_hits_and_repeats_come_without_one() -> None:
    draft = make_known(pairs=40, launch=False, repeat_every=4, repeat_after=1)
    own = AnnotationSet.objects.create(
        dataset=draft.dataset,
        scheme="pair",
        settings=draft.settings,
        name="A machine",
        made_by="model",
        named=True,
        digest="0" * 64,
        item_count=40,
    )
    Annotation.objects.bulk_create(
        Annotation(set=own, item=item, annotator=1, payload={"answer": "yes"}, vector=[YES])
        for item in draft.dataset.items.all()
    )
    choose_suggestions(campaign=draft, own=own, user=None, tenths=9)
    campaign = launch_campaign(campaign=draft, user=None)
    assert Suggestion.objects.count() == HIT.objects.filter(campaign=campaign, known=False).count()
    assert not Suggestion.objects.filter(hit__known=True).exists()
    given = judge_rest(enrol(campaign), {"answer": YES})
    known = [one for one in given if HIT.objects.get(pk=one.hit_id).known]
    repeats = Assignment.objects.filter(repeat=True)
    assert known
    assert repeats.exists()
    assert {one.suggested for one in known} == {None}
    assert set(repeats.values_list("suggested", flat=True)) == {None}
    assert {one.suggested for one in given} == {None, True, False}


def test_until_a_warm_up_is_over_workers_work_by_themselves() -> None:
    campaign = suggesting(texts=20, tenths=9, warm_up=8)
    given = judge_rest(enrol(campaign))
    assert [one.suggested for one in given[:8]] == [None] * 8
    assert None not in {one.suggested for one in given[8:]}


def test_programs_and_hits_without_an_answer_of_the_set_are_in_no_arm() -> None:
    campaign = suggesting(texts=10)
    missing = HIT.objects.filter(campaign=campaign, position__lte=4)
    Suggestion.objects.filter(hit__in=missing).delete()
    given = judge_rest(enrol(campaign))
    assert [one.suggested is None for one in given] == [True] * 4 + [False] * 6
    program = enrol(campaign)
    Enrolment.objects.filter(pk=program.pk).update(of_program=True)
    assert {one.suggested for one in judge_rest(program)} == {None}


@pytest.mark.long
def test_without_suggestions_nothing_is_recorded() -> None:
    judge_rest(enrol(make_campaign()))
    assert set(Assignment.objects.values_list("suggested", flat=True)) == {None}
    assert set(Judgment.objects.values_list("suggested", "as_suggested")) == {(None, None)}


@pytest.mark.long
def test_they_add_no_query_to_claims() -> None:
    for campaign in (make_campaign(), suggesting(texts=10, tenths=9)):
        enrolment = enrol(campaign)
        with assert_queries(5):  # two are of the savepoint
            assignment = claim_hit(enrolment_id=enrolment.pk)
        rows = [assignment.hit.suggestion.payload] if assignment.suggested else []
        with assert_queries(1):
            leased = hit_in_hand(enrolment)
            assert leased is not None
            assert [leased.hit.suggestion.payload] if leased.suggested else rows == []


def test_it_is_chosen_before_the_launch_and_stays() -> None:
    draft = make_campaign(texts=4, launch=False)
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset))
    drop_suggestions(campaign=draft, user=None)
    choose_suggestions(campaign=draft, own=own, user=None)
    choose_suggestions(campaign=draft, own=own, user=None, tenths=3)
    assert PreAnnotation.objects.get().tenths == 3
    assert "using its answers" in " ".join(consequences_of(own).obstacles)
    drop_suggestions(campaign=draft, user=None)
    assert not PreAnnotation.objects.exists()
    assert not consequences_of(own).obstacles
    launched = launch_campaign(campaign=draft, user=None)
    with pytest.raises(Conflict, match="before the launch"):
        choose_suggestions(campaign=launched, own=own, user=None)
    with pytest.raises(Conflict, match="before the launch"):
        drop_suggestions(campaign=launched, user=None)
    verbs = AuditEvent.objects.filter(verb__startswith="suggestions.").order_by("pk")
    stored_verbs = list(verbs.values_list("verb", flat=True))
    assert stored_verbs == ["suggestions.chosen", "suggestions.chosen", "suggestions.dropped"]


@pytest.mark.long
def test_what_cannot_be_suggested_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = make_campaign(texts=3, launch=False)
    own = make_set(draft.dataset, "flat", annotations_file(draft.dataset))
    other = make_campaign(make_dataset(2, draft.dataset.project), launch=False)
    tree = make_campaign(draft.dataset, scheme="nested", launch=False)
    for campaign in (other, tree):
        with pytest.raises(Invalid, match="another scheme"):
            choose_suggestions(campaign=campaign, own=own, user=None)
    for tenths in (0, 10, -1):
        with pytest.raises(Invalid, match="from 10 to 90"):
            choose_suggestions(campaign=draft, own=own, user=None, tenths=tenths)
    monkeypatch.setattr(services, "MAX_SUGGESTIONS", 2)
    with pytest.raises(Invalid, match="maximum for suggestions is 2"):
        choose_suggestions(campaign=draft, own=own, user=None)
    monkeypatch.undo()
    choose_suggestions(campaign=draft, own=own, user=None)
    own.annotations.filter(item__position__gt=1).delete()
    own.annotations.update(item=other.dataset.items.first())
    with pytest.raises(Conflict, match="None of the answers"):
        launch_campaign(campaign=draft, user=None)
    assert Campaign.objects.get(pk=draft.pk).status == "draft"
