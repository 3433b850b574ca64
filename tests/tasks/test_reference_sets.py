"""A set compared with a crowd: its figures are those that the crowd would have with it as one more
worker, and the crowd's own figures stay unchanged."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import (
    AgreementState,
    Annotation,
    AnnotationSet,
    Campaign,
    CampaignReport,
    Enrolment,
    HeldSet,
    WorkerSignals,
)
from annotation.services.decisions.decide import Seen, accept_judgment
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.kinds import Lane
from annotation.services.sets import reference_sets as services
from annotation.services.sets.reference_sets import hold_set, let_go
from annotation.services.work.claim import claim_hit
from annotation.services.work.exclusion import exclude_worker
from tasks.decision_reports import make_decided
from tasks.fold import fold_all
from tasks.leases import alone
from tasks.reference_sets import compute_reference_set, due_held_sets, make_reference_set
from tasks.reports import make_reports
from tests.helpers.evidence import document, evidence_campaign, judge_all, question
from tests.helpers.factories import (
    at_once,
    enrol,
    judge_all_at_random,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
    submit,
)
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.sets import annotations_file, make_set, set_of_worker
from tests.helpers.spans import ADA, campaign_of_spans, judge_spans

pytestmark = pytest.mark.django_db(transaction=True)


def segmentations(scheme: str) -> Campaign:
    texts = [" ".join("abcdefg"[: 3 + number % 4]) + f" {number}" for number in range(12)]
    campaign = make_campaign(make_dataset(texts), scheme=scheme, redundancy=10)
    return judge_all_at_random(campaign, workers=4, seed=1)


def pairs() -> Campaign:
    return judge(make_three_way(redundancy=10), workers=4, seed=1)


def labels(kind: str) -> Campaign:
    return judge_labels(make_labels(kind, redundancy=10), workers=4, seed=1)


def evidence() -> Campaign:
    questions = [question(f"Question {n}?", category=f"c{n % 2}") for n in range(6)]
    campaign = evidence_campaign(document(), *questions, redundancy=10)
    judge_all(campaign, workers=4)
    return campaign


def spans() -> Campaign:
    texts = [f"{ADA[:-2]} {number} ." for number in range(6)]
    return judge_spans(campaign_of_spans(*texts, redundancy=10), workers=4, seed=1)


CAMPAIGNS: Mapping[str, Callable[[], Campaign]] = {
    "flat": lambda: segmentations("flat"),
    "nested": lambda: segmentations("nested"),
    "pair": pairs,
    "one label": lambda: labels("one"),
    "labels on a scale": lambda: labels("scale"),
    "any labels": lambda: labels("any"),
    "evidence": evidence,
    "spans": spans,
}


def figures_of(campaign: Campaign) -> dict[str, Any]:
    fold_all(campaign.pk)
    figures: dict[str, Any] = AgreementState.objects.get(campaign=campaign).figures
    return figures


def lens_of(reference: HeldSet) -> dict[str, Any]:
    assert make_reference_set(reference.pk)
    reference.refresh_from_db()
    [lens] = reference.results["lenses"]
    found: dict[str, Any] = lens
    return found


def last_of(campaign: Campaign) -> Enrolment:
    return campaign.enrolments.select_related("campaign").latest("pk")


@pytest.mark.few(1)
@pytest.mark.parametrize("sort", CAMPAIGNS)
def test_a_set_is_seen_as_the_worker_whose_answers_it_holds(sort: str) -> None:
    campaign = CAMPAIGNS[sort]()
    with_them, machine = figures_of(campaign), last_of(campaign)
    make_reports(campaign.pk)
    signals = WorkerSignals.objects.get(enrolment=machine)
    own = set_of_worker(machine)
    exclude_worker(enrolment=machine, user=make_user(), reason="they are a machine now")
    without = figures_of(campaign)
    lens = lens_of(hold_set(campaign=campaign, own=own, user=None))
    assert lens["with_it"] == with_them
    assert lens["without"] == without
    assert lens["without"] != lens["with_it"]
    assert lens["alpha"] == pytest.approx(signals.alpha)
    share = lens["majority"]["agreeing"], lens["majority"]["items"]
    assert signals.majority == (share[0] / share[1] if share[1] else None)
    assert figures_of(campaign) == without


def test_errors_of_a_set_of_evidence_are_against_the_workers() -> None:
    campaign = evidence()
    own = set_of_worker(last_of(campaign))
    exclude_worker(enrolment=last_of(campaign), user=make_user(), reason="they are a machine now")
    fold_all(campaign.pk)
    found = lens_of(hold_set(campaign=campaign, own=own, user=None))["breakdowns"]
    every = found["errors"]["all"]
    assert every["questions"] == 6
    assert (
        sum(one["missed"] for one in found["errors"]["by"]["silence"].values()) == every["missed"]
    )
    own_categories = found["by_column"]["category"]["values"]
    assert {value: one["questions"] for value, one in own_categories.items()} == {"c0": 3, "c1": 3}
    assert [row["system"] for row in own_categories["c0"]["systems"]] == ["human", "this set"]


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_biases_are_those_of_the_laboratory(scheme: str) -> None:
    campaign = segmentations(scheme)
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    machine = last_of(campaign)
    report = CampaignReport.objects.get(campaign=campaign, kind="bias").results
    [row] = [one for one in report["workers"] if one["worker"] == machine.worker.number]
    own = set_of_worker(machine)
    exclude_worker(enrolment=machine, user=make_user(), reason="they are a machine now")
    fold_all(campaign.pk)
    lens = lens_of(hold_set(campaign=campaign, own=own, user=None))
    assert lens["biases"] | {"worker": 0} == row | {"worker": 0}
    assert lens["crowd_biases"]["mean"] is not None


@pytest.mark.long
def test_entailment_is_that_of_the_set_s_own_answers() -> None:
    flat = segmentations("flat")
    nested = make_campaign(flat.dataset, scheme="nested", redundancy=10)
    judge_all_at_random(nested, workers=3, seed=2)
    fold_all(nested.pk)
    fold_all(flat.pk)
    whole = make_set(flat.dataset, "flat", annotations_file(flat.dataset))
    [found] = lens_of(hold_set(campaign=flat, own=whole, user=None))["entailment"]
    assert (found["campaign"], found["name"], found["flat"]) == (nested.pk, nested.name, True)
    assert found["figures"]["observed"] == 1.0  # a text left whole is entailed by every tree
    assert found["crowd"]["observed"] < 1.0
    [back] = lens_of(hold_set(campaign=nested, own=trees_of(nested), user=None))["entailment"]
    assert (back["campaign"], back["flat"]) == (flat.pk, False)


def trees_of(nested: Campaign) -> Any:
    return set_of_worker(last_of(nested), name="Trees")


@pytest.mark.long
def test_who_reads_is_certified_and_who_leaves_all_whole_is_not() -> None:
    campaign = make_campaign(make_dataset(numbered_texts(60)), redundancy=4)
    cut = {item.pk: [item.position >> place & 1 for place in range(4)] for item in items(campaign)}
    for _ in range(3):
        enrol_and_answer(campaign, cut)
    fold_all(campaign.pk)
    reader = set_of_worker(last_of(campaign), name="Reader")
    lens = lens_of(hold_set(campaign=campaign, own=reader, user=None))
    assert (lens["reading"]["reason"], lens["reading"]["state"]) == ("", "certified")
    test = lens["alternative"]
    assert (test["reason"], test["tested"], test["advantage"]) == ("", 3, 1.0)
    assert [one["passes"] for one in test["verdicts"]] == [True, True, True]
    whole = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    lens = lens_of(hold_set(campaign=campaign, own=whole, user=None))
    assert lens["reading"]["state"] != "certified"
    assert [one["won"] for one in lens["alternative"]["verdicts"]] == [0, 0, 0]
    assert [row["farther"] for row in lens["alternative"]["workers"]] == [57, 57, 57]


def items(campaign: Campaign) -> Any:
    return campaign.dataset.items.all()


def enrol_and_answer(campaign: Campaign, cut: Mapping[int, list[int]]) -> None:
    enrolment = enrol(campaign)
    for _ in range(campaign.hit_count):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        submit(enrolment, assignment, {"boundaries": cut[assignment.hit.item_id]})


def test_answers_keep_their_meaning_where_the_set_names_them_in_another_order() -> None:
    campaign = pairs()
    machine = last_of(campaign)
    fold_all(campaign.pk)
    same = lens_of(hold_set(campaign=campaign, own=set_of_worker(machine), user=None))
    answers = list(reversed(campaign.settings["answers"]))
    other = set_of_worker(
        machine, "Turned round", settings={**campaign.settings, "answers": answers}
    )
    for row in Annotation.objects.filter(set=other):
        last = len(answers) - 1
        row.payload["answer"] = row.vector[0] = last - row.vector[0]
        row.save()
    assert lens_of(hold_set(campaign=campaign, own=other, user=None)) == same
    answers[0] = {**answers[0], "label": "nobody's word"}
    odd = set_of_worker(machine, "Odd", settings={**campaign.settings, "answers": answers})
    Annotation.objects.filter(set=odd).update(payload={"answer": 0}, vector=[0])
    reference = hold_set(campaign=campaign, own=odd, user=None)
    assert make_reference_set(reference.pk)
    reference.refresh_from_db()
    assert (reference.results["unfit"], reference.results["lenses"]) == (campaign.hit_count, [])


@pytest.mark.long
def test_it_is_made_when_it_is_added_and_again_when_the_campaign_moves() -> None:
    campaign = segmentations("flat")
    own = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    reference = hold_set(campaign=campaign, own=own, user=None)
    assert due_held_sets() == []  # nothing is folded yet
    fold_all(campaign.pk)
    assert due_held_sets() == [reference.pk]
    with alone("another", Lane.COMPUTING):
        assert at_once([lambda: compute_reference_set(reference.pk)], threads=1) == [False]
    assert due_held_sets() == [reference.pk]
    compute_reference_set(reference.pk)
    assert due_held_sets() == []
    reference.refresh_from_db()
    assert reference.version == AgreementState.objects.get(campaign=campaign).version
    exclude_worker(enrolment=last_of(campaign), user=make_user(), reason="gone")
    fold_all(campaign.pk)
    assert due_held_sets() == []  # within the pause
    HeldSet.objects.update(rests_until=timezone.now() - timedelta(seconds=1))
    assert due_held_sets() == [reference.pk]
    AnnotationSet.objects.filter(pk=own.pk).update(deleted_at=timezone.now())
    assert due_held_sets() == []
    assert not make_reference_set(reference.pk)


def test_a_campaign_that_is_removed_meanwhile_is_not_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is removed after its sets are read, and before its versions are."""
    campaign = segmentations("flat")
    own = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    hold_set(campaign=campaign, own=own, user=None)
    fold_all(campaign.pk)
    assert due_held_sets()
    monkeypatch.setattr("tasks.reference_sets.bases", lambda states: {})
    assert due_held_sets() == []


def test_what_cannot_be_compared_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = make_campaign(make_dataset(numbered_texts(3)))
    own = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset))
    other = make_campaign(make_dataset(numbered_texts(2), campaign.dataset.project))
    draft = make_campaign(campaign.dataset, launch=False)
    tree = make_campaign(campaign.dataset, scheme="nested")
    for wrong, said in ((other, "another scheme"), (tree, "another scheme"), (draft, "draft")):
        with pytest.raises(Invalid, match=said):
            hold_set(campaign=wrong, own=own, user=None)
    monkeypatch.setattr(services, "MAX_REFERENCE_SETS", 1)
    reference = hold_set(campaign=campaign, own=own, user=None)
    assert hold_set(campaign=campaign, own=own, user=None) == reference
    second = make_set(campaign.dataset, "flat", annotations_file(campaign.dataset), name="Second")
    with pytest.raises(Conflict, match="At most 1 sets"):
        hold_set(campaign=campaign, own=second, user=None)
    let_go(campaign=campaign, own=own, user=None)
    let_go(campaign=campaign, own=own, user=None)
    assert hold_set(campaign=campaign, own=second, user=None)


@pytest.mark.few(1)
@pytest.mark.parametrize("sort", ["flat", "pair", "any labels"])
def test_a_set_is_compared_with_decisions_as_its_worker_is(sort: str) -> None:
    campaign = CAMPAIGNS[sort]()
    fold_all(campaign.pk)
    machine, adjudicator = last_of(campaign), make_user()
    reference = hold_set(campaign=campaign, own=set_of_worker(machine), user=None)
    assert lens_of(reference)["decided"] == {"decisions": 0, "all": [], "blind": []}
    others = campaign.judgments.exclude(assignment__enrolment=machine)
    judged = list(others.order_by("hit_id", "pk").distinct("hit_id"))[:4]
    for number, judgment in enumerate(judged):
        accept_judgment(judgment=judgment, user=adjudicator, seen=Seen(blind=number < 2))
    HeldSet.objects.update(rests_until=timezone.now() - timedelta(seconds=1))
    assert due_held_sets() == [reference.pk]
    make_decided(campaign.pk)
    report = CampaignReport.objects.get(campaign=campaign, kind="decisions").results
    [theirs] = [one for one in report["workers"] if one["worker"] == machine.worker.number]
    decided = lens_of(reference)["decided"]
    assert decided["decisions"] == 4
    [mine, *consensus] = decided["all"]
    assert mine == {name: figure for name, figure in theirs.items() if name != "worker"} | {
        "way": "this set",
        "undecided": 0,
    }
    assert consensus == report["consensus"]
    assert [one["decided"] for one in decided["blind"][:1]] == [2]
    assert decided["blind"][1:] == report["blind"]


def test_decisions_on_what_a_set_does_not_answer_are_left_out() -> None:
    campaign = segmentations("flat")
    fold_all(campaign.pk)
    own = set_of_worker(last_of(campaign))
    first, second = campaign.judgments.order_by("hit_id", "pk").distinct("hit_id")[:2]
    Annotation.objects.filter(set=own, item=first.hit.item_id).delete()
    for judgment in (first, second):
        accept_judgment(judgment=judgment, user=make_user())
    decided = lens_of(hold_set(campaign=campaign, own=own, user=None))["decided"]
    assert decided["decisions"] == 1
    assert [one["decided"] + one["undecided"] for one in decided["all"]] == [1] * 3
