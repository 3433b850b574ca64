"""The figures of an elicitation, folded and recomputed."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.evidence.question_counts import asked_figures, count_question
from agreement.tally import Tally
from analysis.exports.export_registry import export_file
from analysis.simulation.simulation import Simulation
from annotation.management.feeding import Pace, Progress
from annotation.models import AgreementState, Campaign, CampaignReport, ItemSummary, Judgment
from annotation.services.work.review import review_judgment
from midpath.kernels.question import QuestionKernel
from midpath.schemes.question.vector import vector_of
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import make_reports
from tests.helpers.apps import answer_with_questions, make_apps, question_campaign
from tests.helpers.factories import make_user

pytestmark = pytest.mark.long
LISTS = st.lists(
    st.lists(st.sampled_from(["Who sees it?", "who sees it", "Why, Sam?", "Is it safe"])),
    max_size=5,
)


@pytest.mark.quick
@given(st.lists(LISTS, max_size=4))
def test_small_states_say_what_whole_ones_say(apps: list[list[list[str]]]) -> None:
    kernel = QuestionKernel()
    state = Tally.total(kernel.contribution([vector_of(one) for one in app]) for app in apps)
    whole = asked_figures(
        Tally.total(
            count_question(str(number), question)
            for number, app in enumerate(apps)
            for one in app
            for question in one
        )
    )
    figures: Mapping[str, Any] = kernel.figures(state)
    assert figures["unique"]["value"] == whole["unique_per_document"]
    assert figures["redundant"]["value"] == whole["redundant"]
    assert figures["words"]["value"] == whole["words"]
    assert figures["first_words"] == whole["first_words"]


def figures(campaign: Campaign) -> dict[str, dict[str, object]]:
    fold_all(campaign.pk)
    found: dict[str, dict[str, object]] = AgreementState.objects.get(campaign=campaign).figures
    return found


@pytest.fixture
def campaign(db: None) -> Campaign:
    return question_campaign(make_apps(apps=(("Keep", "Notes."), ("Maps", "Ways."))), redundancy=4)


def test_no_questions_have_a_reason(campaign: Campaign) -> None:
    empty: Mapping[str, Any] = QuestionKernel().figures(Tally())
    assert empty["unique"]["reason"] == "Nothing is asked yet."
    assert empty["first_words"] == {}


def test_figures_follow_what_counts(campaign: Campaign) -> None:
    answer_with_questions(
        campaign, ["Who reads my notes?", "Why?"], ["who reads all my notes", "WHY"]
    )
    found = figures(campaign)
    assert found["unique"]["value"] == 3.0
    assert found["redundant"]["exact"] == "2/8"
    assert found["near"]["exact"] == "4/6"
    assert found["words"]["exact"] == "22/8"
    assert found["first_words"] == {"who": 4, "why": 4}
    summary = ItemSummary.objects.filter(campaign=campaign)[0]
    assert (summary.summary["unique"], summary.disagreement) == (3, None)
    judgment = Judgment.objects.order_by("pk")[0]
    review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="blank")
    assert figures(campaign)["unique"]["exact"] == "5/2"


def test_counted_again_it_is_the_same_and_reports_are_only_about_workers(
    campaign: Campaign,
) -> None:
    luck = Random(3)
    words = ["who", "sees", "my", "notes", "when", "why"]
    for _ in range(3):
        answer_with_questions(
            campaign, [" ".join(luck.sample(words, 3)) + f" {n}" for n in range(2)]
        )
    fold_all(campaign.pk)
    before = AgreementState.objects.get(campaign=campaign).state
    reconcile_campaign(campaign.pk)
    assert AgreementState.objects.get(campaign=campaign).state == before
    make_reports(campaign.pk)
    kinds = {one.kind for one in CampaignReport.objects.filter(campaign=campaign) if one.results}
    assert kinds == {CampaignReport.Kind.SIGNALS}


def test_the_file_holds_what_counts(campaign: Campaign) -> None:
    answer_with_questions(campaign, ["Who reads it?", "Why?"])
    lines = export_file(campaign.pk, "questions").body.decode().splitlines()
    assert len(lines) == 4
    assert lines[0] == '{"app":"Keep","question":"Who reads it?","worker":1,"hints":[]}'


def test_a_simulated_crowd_asks(campaign: Campaign) -> None:
    Simulation(campaign, 5, Pace(None), Progress(8)).run(4, 8)
    found = figures(campaign)
    assert found["words"]["questions"] == 16
    assert found["unique"]["apps"] == 2
