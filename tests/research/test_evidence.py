"""Questions on documents on the researchers' pages: uploaded, assigned, judged, inspected."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation.models import HIT, Campaign, Dataset, DatasetUpload
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.evidence import QUESTION, SENTENCES, document, import_lines, question, sections
from tests.helpers.factories import enrol, make_campaign, submit
from tests.helpers.pages import assert_shows, page_of, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long
SECOND = "Who can read the log?"
LINES = (
    document(sections=sections()),
    question(category="Retention", answers={"e1": [2]}),
    question(SECOND, extra={"options": ["Two people", "Everybody"]}),
)
META = {
    "relevance": "relevant",
    "subjectivity": "objective",
    "likelihood": "likely",
    "categories": ["Data Retention", "Other"],
}


@pytest.fixture
def dataset(study: Study) -> Dataset:
    return import_lines(*LINES, project=study.project, name="Policies")


@pytest.fixture
def campaign(dataset: Dataset) -> Campaign:
    return make_campaign(dataset, scheme="evidence", settings={"preset": "privacyqa"}, redundancy=5)


def judge(campaign: Campaign) -> None:
    """Let three workers judge: two find evidence, the third none."""
    for marked in ([2, 3], [3], []):
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            payload: dict[str, Any] = {"answerable": bool(marked), "sentences": marked, **META}
            if not marked:
                payload["cause"] = "silent"
            elif assignment.hit.item.content.get("options"):
                payload["choice"] = 0
            submit(enrolment, assignment, payload)


def upload(client: Client, study: Study, body: str) -> int:
    client.post(
        reverse("research:new_dataset", args=(study.project.pk,)),
        {"name": "Asked", "file": SimpleUploadedFile("evidence.jsonl", body.encode())},
    )
    return DatasetUpload.objects.get().pk


def test_a_file_is_looked_at_and_imported(owner: Client, study: Study) -> None:
    pk = upload(owner, study, "\n".join(LINES))
    shown = page_of(owner, "upload", pk)
    for words in ("Questions", "Asked documents", "Answers found", QUESTION, "Retention"):
        assert words in shown
    assert "Import 2 questions" in shown
    assert SECOND in text_of(owner.post(reverse("research:import_upload", args=(pk,)), follow=True))
    documents = Dataset.objects.get(name="Asked documents")
    assert "What we collect" not in page_of(owner, "dataset", documents.pk)
    assert "house" in page_of(owner, "dataset", documents.pk)


@pytest.mark.quick
def test_what_is_wrong_in_a_file_is_reported_by_line(owner: Client, study: Study) -> None:
    pk = upload(owner, study, "\n".join([LINES[0], question(name="nowhere")]))
    assert "There is no document" in read(owner, reverse("research:upload", args=(pk,)), 400)


def test_pages_of_questions(owner: Client, dataset: Dataset) -> None:
    with assert_queries(9):
        shown = page_of(owner, "dataset", dataset.pk)
    assert_shows(shown, QUESTION, "New campaign")
    terms = page_of(owner, "new_campaign", dataset.pk)
    assert_shows(terms, "PQ §3.2 answer selection", "First Party Collection/Use")


def terms(**changed: str) -> dict[str, str]:
    return {
        "name": "Logs",
        "scheme": "evidence",
        "redundancy": "3",
        "reward": "0.25",
        "currency": "USD",
        "minutes": "20",
        "evidence-preset": "privacyqa",
        "evidence-unit": "sentences",
        "evidence-relevance": "on",
        "evidence-subjectivity": "on",
        "evidence-likelihood": "on",
        "evidence-causes": "on",
        **changed,
    }


def test_a_campaign_is_drafted_with_its_settings(owner: Client, dataset: Dataset) -> None:
    address = reverse("research:new_campaign", args=(dataset.pk,))
    own = terms(**{"evidence-preset": "custom", "evidence-categories": "Logs\nOther"})
    assert owner.post(address, own).status_code == 302
    campaign = Campaign.objects.get(dataset=dataset)
    assert campaign.settings["categories"] == ["Logs", "Other"]
    assert campaign.settings["preset"] == "custom"
    assert "Logs; Other" in page_of(owner, "campaign", campaign.pk)
    assert SENTENCES[0] in page_of(owner, "preview", campaign.pk)
    refused = owner.post(address, terms(**{"name": "Two", "evidence-snap": "on"}))
    assert "can be extended to whole sentences" in text_of(refused, 400)


def test_questions_with_the_sentences_marked_and_by_whom(owner: Client, campaign: Campaign) -> None:
    assert "No judgment of this question counts yet." in page_of(owner, "items", campaign.pk)
    judge(campaign)
    fold_all(campaign.pk)
    with assert_queries(11):
        shown = page_of(owner, "items", campaign.pk)
    for words in (QUESTION, SECOND, SENTENCES[3], "2 of 3", "1 of 3", "silent 1", "relevant 3"):
        assert words in shown
    assert SENTENCES[0] not in shown
    assert QUESTION in page_of(owner, "items", campaign.pk, order="disagreement")
    found = page_of(owner, "items", campaign.pk, q="who can")
    assert SECOND in found
    assert QUESTION not in found
    hit = HIT.objects.get(campaign=campaign, item__text="house/2")
    with assert_queries(17):
        shown = page_of(owner, "item", campaign.pk, hit.pk)
    assert_shows(shown, "Two people 2", "How long we keep it", "Two people | sentence 4 | relevant")
    assert "no answer | silent" in shown
    assert_shows(
        page_of(owner, "campaign", campaign.pk), "α of sentences", ">sentence 4<", QUESTION
    )
    for name in ("export", "planner", "lab"):
        assert owner.get(reverse(f"research:{name}", args=(campaign.pk,))).status_code in {200, 404}
