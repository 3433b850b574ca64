"""`manage.py replay` of evidence files, and a simulated crowd that marks evidence."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from agreement.evidence.answers import Question, sentence_alpha
from annotation.models import AgreementState, Judgment, Worker
from annotation.services.datasets.datasets import import_dataset
from midpath.exchange.evidence.evidence_files import read_evidence_file
from tasks.fold import fold_all
from tests.commands.running import SHARED, run
from tests.helpers.evidence import PLAIN, document, evidence_campaign, question
from tests.helpers.factories import make_campaign, make_project
from tests.helpers.invariants import check_serving
from tests.helpers.statistics import analyze_tables

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
POLICIES = SHARED / "data" / "opp115" / "evidence.jsonl"
META = {
    "relevance": "relevant",
    "subjectivity": "objective",
    "likelihood": "likely",
    "categories": ["Data Retention"],
}


def write(path: Path, *lines: str) -> str:
    path.write_text("\n".join(lines))
    return str(path)


def test_recorded_answers_arrive_once(tmp_path: Path) -> None:
    lines = [document(), question(answers={"e1": [2, 3], "e2": [2], "e3": []}), question("Who?")]
    campaign = evidence_campaign(*lines, redundancy=3)
    file = write(tmp_path / "evidence.jsonl", *lines, question("New?", answers={"e1": [0]}))
    printed = run("replay", file, "--campaign", str(campaign.pk))
    assert "3  submitted\n" in printed
    assert "1  left out: the campaign has no such question" in printed
    assert sorted(Judgment.objects.values_list("vector", flat=True)) == [
        [0] * 7,
        [1, 0, 0, 0, 0, 0, 0, 2],
        [1, 0, 0, 0, 0, 0, 0, 2, 3],
    ]
    assert set(Worker.objects.values_list("source", flat=True)) == {"replay"}
    check_serving(campaign)
    assert "3  there already\n" in run("replay", file, "--campaign", str(campaign.pk))


def test_extra_answers_go_along_where_they_are_requested(tmp_path: Path) -> None:
    meta = {"e1": META, "e2": {**META, "cause": "silent"}, "e3": {"cause": "incomprehensible"}}
    answers = {"e1": [2], "e2": [], "e3": [], "e4": [1]}
    lines = [document(), question(answers=answers, meta=meta)]
    campaign = evidence_campaign(*lines, settings={"preset": "privacyqa"}, redundancy=4)
    printed = run("replay", write(tmp_path / "e.jsonl", *lines), "--campaign", str(campaign.pk))
    assert "3  submitted\n" in printed
    assert "1  left out: Is this a question for a document of this kind?" in printed


def test_spans_are_replayed_as_spans(tmp_path: Path) -> None:
    lines = [document(), question(answers={"e1": [0], "e2": [1, 2]}, spans={"e1": [[3, 9]]})]
    for snap, spans in ((False, [[3, 9], [46, 110]]), (True, [[0, 45], [46, 110]])):
        settings = {**PLAIN, "preset": "custom", "unit": "characters", "snap": snap}
        campaign = evidence_campaign(*lines, settings=settings, redundancy=2)
        run("replay", write(tmp_path / "e.jsonl", *lines), "--campaign", str(campaign.pk))
        payloads = campaign.judgments.order_by("pk").values_list("payload", flat=True)
        assert sorted(payload["spans"] for payload in payloads) == sorted([one] for one in spans)


@pytest.mark.quick
def test_a_file_with_errors_is_refused_by_line(tmp_path: Path) -> None:
    campaign = evidence_campaign()
    file = write(tmp_path / "e.jsonl", document(), question(answers={"e1": [99]}))
    with pytest.raises(CommandError, match="has errors"):
        run("replay", file, "--campaign", str(campaign.pk))
    assert not Judgment.objects.exists()


@pytest.mark.parametrize(
    "settings",
    [{}, PLAIN, {"preset": "custom", "unit": "characters", "snap": True, "causes": True}],
)
def test_a_simulated_crowd_marks_evidence(settings: dict[str, object]) -> None:
    lines = [document()]
    lines += [question(f"Question {n}, of the log?") for n in range(6)]
    lines.append(question("Sold?", extra={"options": ["Yes", "No"]}))
    campaign = evidence_campaign(*lines, settings=settings, redundancy=3)
    arguments = ("--workers", "3", "--judgments", "21", "--seed", "5")
    assert "21  submitted" in run("simulate_crowd", "--campaign", str(campaign.pk), *arguments)
    fold_all(campaign.pk)
    assert AgreementState.objects.get(campaign=campaign).judgments == 21


@pytest.mark.skipif(not POLICIES.exists(), reason="the data sets are not here")
def test_fifteen_policies_replayed_have_the_figures_of_their_file() -> None:
    dataset = import_dataset(
        project=make_project(),
        user=None,
        name="OPP",
        filename=POLICIES.name,
        body=POLICIES.read_bytes(),
    )
    evidence = read_evidence_file(POLICIES)
    most = max(len(one.answers) for one in evidence.questions)
    campaign = make_campaign(dataset, scheme="evidence", settings=PLAIN, redundancy=most)
    run("replay", str(POLICIES), "--campaign", str(campaign.pk))
    analyze_tables()
    fold_all(campaign.pk)
    expected = sentence_alpha(
        Question(
            one.document,
            len(evidence.documents[one.document].sentences),
            [answer.sentences for answer in one.answers.values()],
        )
        for one in evidence.questions
    ).pooled.value
    assert expected is not None
    figures = AgreementState.objects.get(campaign=campaign).figures
    assert figures["alpha"]["pooled"]["exact"] == f"{expected.numerator}/{expected.denominator}"
