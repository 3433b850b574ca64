"""Training and gold answers of segmentation and evidence: everything that pairs have, with
experts."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import F

from annotation.models import HIT, Campaign, Dataset, Enrolment
from annotation.services.campaigns.budget import budget_of
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import Conflict, Stopped
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import Receipt
from tests.helpers.evidence import PLAIN, document, import_lines, question
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.imports import imported
from tests.helpers.refusals import check_not_served, refused_at
from tests.helpers.sites import collection

KNOWN, OTHERS = 4, 6


def texts(gold: str) -> Dataset:
    rows = [f"one{n} two{n} three{n},{gold.replace('#', str(n))},Why {n}" for n in range(KNOWN)]
    rows += [f"a{n} b{n} c{n},," for n in range(OTHERS)]
    head = "text,gold_flat,why" if "|" in gold else "text,gold_nested,why"
    return imported("texts.csv", "\n".join([head, *rows]))


def questions() -> Dataset:
    gold = {"gold": {"sentences": [2, 3]}, "why": "The log is told of there."}
    known = [question(f"How long {n}?", extra=gold) for n in range(KNOWN)]
    return import_lines(document(), *known, *(question(f"Who {n}?") for n in range(OTHERS)))


CASES: dict[str, tuple[Callable[[], Dataset], dict[str, Any], dict[str, Any], str]] = {
    "flat": (
        lambda: texts("one# | two# three#"),
        {"boundaries": [1, 0]},
        {"boundaries": [0, 1]},
        "one0 | two0 three0",
    ),
    "nested": (
        lambda: texts("(one# (two# three#))"),
        {"boundaries": [1, 0]},
        {"boundaries": [0, 1]},
        "(one0 (two0 three0))",
    ),
    "evidence": (
        questions,
        {"answerable": True, "sentences": [2, 3]},
        {"answerable": False},
        "sentences 3–4",
    ),
}


def made(scheme: str, *, launch: bool = True, **terms: Any) -> Campaign:
    usual: dict[str, Any] = {"redundancy": 1, "reward": Decimal("0.10"), "most_workers": 5}
    usual["settings"] = PLAIN if scheme == "evidence" else {}
    dataset = CASES[scheme][0]()
    campaign = make_campaign(dataset, scheme=scheme, launch=False, **usual | terms)
    return launch_campaign(campaign=campaign, user=None) if launch else campaign


def judge(enrolment: Enrolment, payload: dict[str, Any]) -> Receipt:
    return submit(enrolment, claim_hit(enrolment_id=enrolment.pk), payload)


def judge_on(enrolment: Enrolment, payload: dict[str, Any]) -> None:
    for _ in range(OTHERS):
        judge(enrolment, payload)


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", CASES)
def test_training_shows_the_experts_answer_and_lets_pass_who_gives_it(scheme: str) -> None:
    _, right, _, shown = CASES[scheme]
    campaign = made(scheme, training_hits=3, pass_share=Decimal("0.6"))
    assert (campaign.hit_count, campaign.known_count) == (OTHERS, KNOWN)
    enrolment = enrol(campaign)
    answers = {shown.replace("0", str(number)) for number in range(KNOWN)}
    for number in (1, 2, 3):
        receipt = judge(enrolment, right)
        assert receipt.feedback is not None
        assert receipt.feedback["right"]
        assert receipt.feedback["answer"] in answers
        assert receipt.feedback["why"]
        assert receipt.trained == number
    enrolment.refresh_from_db()
    assert enrolment.trained_at is not None
    assert (enrolment.training_right, enrolment.training_done) == (3, 3)
    assert not HIT.objects.get(pk=claim_hit(enrolment_id=enrolment.pk).hit_id).known


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", CASES)
def test_who_fails_the_training_is_stopped_and_paid(scheme: str) -> None:
    _, _, wrong, _ = CASES[scheme]
    campaign = made(scheme, training_hits=3, pass_share=Decimal("0.6"))
    enrolment = enrol(campaign)
    for _ in range(3):
        receipt = judge(enrolment, wrong)
        assert receipt.feedback is not None
        assert not receipt.feedback["right"]
        assert receipt.counts
    check_not_served(enrolment, Stopped, "0 of the 3 training examples correctly")


@pytest.mark.long
@pytest.mark.parametrize("scheme", CASES)
def test_known_answers_mixed_in_stop_who_misses_them_and_leave_their_work_out(scheme: str) -> None:
    _, _, wrong, _ = CASES[scheme]
    campaign = made(
        scheme, known_every=2, pass_share=Decimal("0.5"), pass_after=2, leave_out_failed=True
    )
    enrolment = enrol(campaign)
    with pytest.raises(Stopped):
        judge_on(enrolment, wrong)
    enrolment.refresh_from_db()
    assert (enrolment.known_done, enrolment.known_right) == (2, 0)
    assert not campaign.judgments.filter(counts=True).exists()
    assert campaign.judgments.filter(took_slot=True).count() == enrolment.earning
    # Their judgments are requested from others.
    assert not campaign.hits.filter(known=False, taken__gte=F("quota")).exists()


@pytest.mark.parametrize(
    ("scheme", "near", "at_least", "right"),
    [
        # One of two segments and one of three: F1 is 2 of 5.
        ("flat", {"boundaries": [1, 1]}, "0.4", True),
        ("flat", {"boundaries": [1, 1]}, "0.401", False),
        ("nested", {"boundaries": [0, 1]}, "0.001", False),
        # Two sentences, both of three: F1 is 4 of 5.
        ("evidence", {"answerable": True, "sentences": [1, 2, 3]}, "0.8", True),
        ("evidence", {"answerable": True, "sentences": [1, 2, 3]}, "0.801", False),
    ],
)
def test_tolerance_is_set(scheme: str, near: dict[str, Any], at_least: str, right: bool) -> None:
    campaign = made(scheme, training_hits=1, known_agreement=Decimal(at_least))
    receipt = judge(enrol(campaign), near)
    assert receipt.feedback is not None
    assert receipt.feedback["right"] is right


@pytest.mark.few(1)
@pytest.mark.parametrize("scheme", CASES)
def test_the_budget_counts_what_is_paid_for_known_answers(scheme: str) -> None:
    assert budget_of(made(scheme, training_hits=2)).judgments == OTHERS + 2 * 5


def test_a_known_answer_that_does_not_fit_its_text_is_reported_at_the_launch() -> None:
    dataset = texts("one# | four#")
    campaign = make_campaign(dataset, launch=False, training_hits=1, most_workers=20)
    with pytest.raises(Conflict, match="Item one0 two0 three0: The gold answer"):
        launch_campaign(campaign=campaign, user=None)


def test_other_schemes_take_no_threshold() -> None:
    with refused_at("known_agreement"):
        collection(known_agreement=Decimal("0.5"))
