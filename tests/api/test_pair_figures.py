"""Figures and files of a campaign of pairs, over the API."""

import hashlib
from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from analysis.schemes import ANALYSES
from annotation.models import AgreementState, Campaign
from annotation.services.accounts.tokens import issue_token
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.api.studies import API, Study
from tests.helpers.judged_pairs import judge, make_three_way

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_three_way(redundancy=4)
    judge(campaign, workers=3, seed=1)
    return campaign


@pytest.fixture
def researcher(campaign: Campaign) -> API:
    project = campaign.dataset.project
    user = project.members.get()
    _, bearer = issue_token(project=project, user=user, name="reads")
    return API(bearer)


@pytest.mark.long
def test_figures_with_their_intervals_and_their_crowd(campaign: Campaign, researcher: API) -> None:
    fold_all(campaign.pk)
    path = f"campaigns/{campaign.pk}/figures"
    found: Any = researcher.get(path).json()
    assert found["figures"] == AgreementState.objects.get(campaign=campaign).figures
    assert (found["intervals"], found["crowd"]) == (None, None)
    make_reports(campaign.pk)
    found = researcher.get(path).json()
    assert found["intervals"]["figures"]["alpha"]["value"] == found["figures"]["alpha"]["value"]
    assert found["crowd"]["version"] == found["version"] == 1
    assert found["crowd"]["results"]["workers"] == 3
    assert len(found["crowd"]["results"]["worker_agreement"]["quartiles"]) == 3


def test_segmentations_have_no_crowd(study: Study) -> None:
    assert study.researcher.get(f"{study.path}/figures").json()["crowd"] is None


@pytest.mark.long
def test_each_file_is_the_same_bytes_under_its_digest(campaign: Campaign, researcher: API) -> None:
    for name in ANALYSES["pair"].exports:
        answer = researcher.get(f"campaigns/{campaign.pk}/files/{name}")
        assert answer.content == export_file(campaign.pk, name).body
        assert answer.headers["ETag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'


@pytest.mark.long
def test_other_names_and_drafts_are_refused(campaign: Campaign, researcher: API) -> None:
    refused = researcher.get(f"campaigns/{campaign.pk}/files/secrets")
    assert refused.status_code == 404
    assert "Its files are: gold, judgments-csv" in refused.json()["detail"]
    Campaign.objects.filter(pk=campaign.pk).update(status="draft", launched_at=None)
    assert researcher.get(f"campaigns/{campaign.pk}/files/gold").status_code == 409
