"""Figures and consensus equal their forecast before workers were excluded, or included again, to
the last digit and in every scheme."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from analysis.reports import what_if as foreseeing
from analysis.reports.what_if import Foreseen, foresee_figures
from analysis.schemes import ANALYSES, analysis_of
from annotation.models import AgreementState, Campaign, Enrolment, EntailmentState, ItemSummary
from annotation.services.work.exclusion import (
    exclude_workers,
    foresee_exclusion,
    foresee_inclusion,
    include_workers,
)
from annotation.services.work.review import review_judgment
from tasks.fold import fold_all
from tests.helpers.apps import answer_with_questions, question_campaign
from tests.helpers.evidence import document, evidence_campaign, question
from tests.helpers.evidence import judge_all as judge_evidence
from tests.helpers.factories import (
    judge_all_at_random,
    make_campaign,
    make_dataset,
    make_user,
    numbered_texts,
)
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.judged_pairs import judge as judge_pairs
from tests.helpers.judged_pairs import make_three_way
from tests.helpers.samples import SAMPLES, judged_samples
from tests.helpers.sites import collect, collection, make_sites, version
from tests.helpers.spans import campaign_of_spans, judge_spans

pytestmark = pytest.mark.django_db(transaction=True)


def segmented(scheme: str) -> Campaign:
    """Make another campaign of the other kind of segmentation, on the same texts."""
    dataset = make_dataset(numbered_texts(8))
    other = make_campaign(dataset, scheme="nested" if scheme == "flat" else "flat", redundancy=3)
    judge_all_at_random(other, workers=3, seed=5)
    fold_all(other.pk)
    campaign = make_campaign(dataset, scheme=scheme, redundancy=4)
    return judge_all_at_random(campaign, workers=4, seed=6)


def labelled(kind: str) -> Campaign:
    return judge_labels(make_labels(kind, redundancy=4), workers=4, seed=3)


def evidenced() -> Campaign:
    lines = (document(), question(), question("Who reads it?"), question("Why?"))
    campaign = evidence_campaign(*lines, settings={"preset": "privacyqa"}, redundancy=4)
    judge_evidence(campaign, workers=4, seed=2)
    return campaign


def with_questions() -> Campaign:
    campaign = question_campaign(redundancy=4)
    first, again = ["Who sees it?", "Why?"], ["who sees it", "Is it safe?"]
    answer_with_questions(campaign, first, again, first, ["Where is it?", "Why?"])
    return campaign


def collected() -> Campaign:
    campaign = collection(make_sites(None, "a.example", "b.example"), redundancy=4)
    other = version("Other rules\nNo cookies.", ["No cookies."])
    collect(campaign, version(), other, version(), other)
    return campaign


MAKERS: Mapping[str, Callable[[], Campaign]] = {
    **{name: partial(judged_samples, name, redundancy=4) for name in SAMPLES},
    "flat": lambda: segmented("flat"),
    "nested": lambda: segmented("nested"),
    "label": lambda: labelled("one"),
    "label, any": lambda: labelled("any"),
    "label, scale": lambda: labelled("scale"),
    "pair": lambda: judge_pairs(make_three_way(redundancy=4), workers=4, seed=3),
    "evidence": evidenced,
    "question": with_questions,
    "document": collected,
    "spans": lambda: judge_spans(campaign_of_spans(redundancy=4), workers=4, seed=3),
}


def workers_of(campaign: Campaign) -> list[Enrolment]:
    return list(campaign.enrolments.order_by("pk")[:2])


def foresee(campaign: Campaign, *, entering: bool = False) -> Foreseen:
    moves = foresee_inclusion if entering else foresee_exclusion
    moving = moves(campaign, workers_of(campaign)).judgments
    with transaction.atomic():
        return foresee_figures(campaign, moving, entering=entering)


def as_stored(figures: object) -> Any:
    return json.loads(json.dumps(figures))


def choices(campaign: Campaign) -> dict[int, dict[str, Any]]:
    kernel = analysis_of(campaign).kernel
    stored = ItemSummary.objects.filter(campaign=campaign).values_list("hit_id", "summary")
    return {hit: dict(kernel.choices(summary)) for hit, summary in stored}


def unlike(before: dict[int, dict[str, Any]], after: dict[int, dict[str, Any]]) -> set[int]:
    """Return the items that any consensus method settles differently."""
    return {
        hit
        for hit in {*before, *after}
        if any(
            before.get(hit, {}).get(how) != after.get(hit, {}).get(how)
            for how in {*before.get(hit, {}), *after.get(hit, {})}
        )
    }


def assert_came_about(campaign: Campaign, foreseen: Foreseen) -> None:
    state = AgreementState.objects.get(campaign=campaign)
    assert dict(foreseen.tally) == state.state
    assert as_stored(foreseen.figures) == state.figures
    assert foreseen.judgments == state.judgments
    for entailment, figures in foreseen.entailments:
        stored = EntailmentState.objects.get(pk=entailment.pk)
        assert as_stored(figures) == stored.figures


def test_every_scheme_is_tried() -> None:
    assert {name.partition(",")[0] for name in MAKERS} == set(ANALYSES)


@pytest.mark.few(3)
@pytest.mark.parametrize("made", MAKERS)
@pytest.mark.parametrize("portion", [2, 1_000])
def test_it_comes_about_as_foreseen(
    made: str, portion: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreseeing, "PORTION", portion)
    campaign, user = MAKERS[made](), make_user()
    fold_all(campaign.pk)
    before = choices(campaign)
    out, keys = foresee(campaign), [worker.pk for worker in workers_of(campaign)]
    if made in {"flat", "nested"}:
        assert out.entailments
    assert out.figures != AgreementState.objects.get(campaign=campaign).figures
    moves = foresee_exclusion(campaign, workers_of(campaign))
    done = exclude_workers(campaign=campaign, enrolments=keys, user=user, reason="spam")
    assert done.changed.judgments == len(moves.judgments)
    assert done.changed.asked_again == moves.asked_again
    fold_all(campaign.pk)
    assert_came_about(campaign, out)
    after = choices(campaign)
    assert out.turned == len(unlike(before, after))
    assert {turn.hit_id for turn in out.turns} <= unlike(before, after)
    for how, settled in out.settled.items():
        assert settled.now == sum(one.get(how) is not None for one in before.values())
        assert settled.then == sum(one.get(how) is not None for one in after.values())
    back = foresee(campaign, entering=True)
    include_workers(campaign=campaign, enrolments=keys, user=user)
    fold_all(campaign.pk)
    assert_came_about(campaign, back)
    check_figures(campaign)
    check_serving(campaign)


def test_what_waits_to_be_counted_is_reported_and_left_out() -> None:
    campaign = segmented("flat")
    fold_all(campaign.pk)
    theirs, others = workers_of(campaign)[0], campaign.enrolments.latest("pk")
    waiting = others.assignments.latest("pk").judgment
    review_judgment(judgment=waiting, user=make_user(), review="set_aside", reason="no")
    moving = foresee_exclusion(campaign, [theirs]).judgments
    with transaction.atomic():
        found = foresee_figures(campaign, moving, entering=False)
    assert found.unfolded == 1
    assert found.judgments == 8 * 3
