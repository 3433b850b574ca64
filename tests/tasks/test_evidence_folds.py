"""Judgments of evidence are folded like all others; the figures are those of the kernel."""

import pytest

from agreement.evidence import Question, human, sentence_alpha
from annotation.models import AgreementState, CampaignReport, ItemSummary
from annotation.services.claim import claim_hit
from annotation.services.review import review_judgment
from tasks.fold import fold_all
from tasks.reconcile import reconcile_campaign
from tasks.reports import make_reports
from tests.evidence import document, evidence_campaign, question
from tests.factories import enrol, make_user, submit

pytestmark = pytest.mark.django_db(transaction=True)
MARKED = {"house/1": [[0, 1], [1], [2]], "house/2": [[4], [4], []]}


def test_marks_are_folded_and_recomputed_equal() -> None:
    campaign = evidence_campaign(document(), question(), question("Who reads it?"), redundancy=3)
    last = None
    for number in range(3):
        enrolment = enrol(campaign)
        for _ in MARKED:
            assignment = claim_hit(enrolment_id=enrolment.pk)
            marked = MARKED[assignment.hit.item.text][number]
            payload = {"answerable": bool(marked), "sentences": marked}
            last = submit(enrolment, assignment, payload)
    fold_all(campaign.pk)
    state = AgreementState.objects.get(campaign=campaign)
    expected = sentence_alpha([Question("house", 5, answers) for answers in MARKED.values()])
    assert expected.pooled.value is not None
    assert state.figures["alpha"]["value"] == float(expected.pooled.value)
    summary = ItemSummary.objects.get(hit__item__text="house/1", campaign=campaign)
    f1 = human(MARKED["house/1"])
    assert f1 is not None
    assert summary.disagreement == float(1 - f1)
    assert reconcile_campaign(campaign.pk).equal
    make_reports(campaign.pk)
    assert CampaignReport.objects.filter(campaign=campaign).count() == 4
    assert last is not None
    judgment = campaign.judgments.get(pk=last.judgment_id)
    review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="")
    fold_all(campaign.pk)
    assert reconcile_campaign(campaign.pk).equal
