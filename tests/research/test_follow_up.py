"""Drafting a campaign of evidence from elicited questions in one click."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from annotation.models import AuditEvent, Campaign, Dataset, Project
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.campaigns.elicitation import ask_for_evidence
from annotation.services.datasets.datasets import import_dataset
from annotation.services.errors import Invalid
from annotation.services.work.review import review_judgment
from tests.helpers.apps import (
    KEEP,
    MAPS,
    QUESTIONS,
    answer_with_questions,
    make_apps,
    question_campaign,
)
from tests.helpers.factories import enrol, judge_next, make_project
from tests.helpers.pages import read, text_of
from tests.helpers.queries import assert_max_queries
from tests.research.study import Study

pytestmark = pytest.mark.long
POLICY = "We keep your notes. Nobody else can read them."


def policies(project: Project, *names: str) -> Dataset:
    lines = [
        json.dumps({"document": name, "sections": [{"title": "Notes", "text": POLICY}]})
        for name in names
    ]
    return import_dataset(
        project=project,
        user=None,
        name=f"Policies of {names[0]}",
        filename="policies.jsonl",
        body="\n".join(lines).encode(),
    )


@pytest.fixture
def campaign(study: Study) -> Campaign:
    apps = make_apps(study.project, (("Keep", KEEP), ("Maps", MAPS)))
    return question_campaign(apps, name="Elicitation", redundancy=3)


def send(client: Client, campaign: Campaign, documents: Dataset, **more: str) -> Any:
    sent = {"documents": documents.pk, "name": "Questions", **more}
    return client.post(f"/research/campaigns/{campaign.pk}/evidence/", sent)


def test_one_click_drafts_the_campaign(study: Study, campaign: Campaign, owner: Client) -> None:
    documents = policies(study.project, "Keep", "Other")
    answer_with_questions(campaign, QUESTIONS, ["who can READ my notes", "Why is that?"])
    assert "Create evidence campaign" in read(owner, f"/research/campaigns/{campaign.pk}/")
    response = send(owner, campaign, documents)
    drafted = Campaign.objects.get(scheme="evidence")
    assert response.headers["Location"] == f"/research/campaigns/{drafted.pk}/"
    assert (drafted.status, drafted.redundancy) == ("draft", 3)
    assert (str(drafted.reward), drafted.hourly_wage) == ("0.800", Decimal(12))
    assert drafted.settings["preset"] == "privacyqa"
    items = list(drafted.dataset.items.all())
    assert [(item.text, item.content["question"], item.content["by"]) for item in items] == [
        ("Keep/1", "Who can read my notes?", 3),
        ("Keep/2", "Are my notes sold?", 3),
        ("Keep/3", "Why is that?", 4),
    ]
    assert {item.document and item.document.text for item in items} == {"Keep"}
    page = owner.get(response.headers["Location"]).content.decode()
    assert "3 questions are ready, on the policies of 1 app." in page
    assert "Left out because they have no document: Maps." in page
    assert AuditEvent.objects.filter(verb="dataset.created", project=study.project).exists()


def test_an_expert_answers_requests(study: Study, campaign: Campaign, owner: Client) -> None:
    answer_with_questions(campaign, QUESTIONS)
    send(owner, campaign, policies(study.project, "Keep"))
    drafted = launch_campaign(campaign=Campaign.objects.get(scheme="evidence"), user=study.owner)
    assert "Who can read my notes?" in read(owner, f"/research/campaigns/{drafted.pk}/preview/")
    assert drafted.hit_count == 2


def test_rejected_is_not_requested(study: Study, campaign: Campaign, owner: Client) -> None:
    answer_with_questions(campaign, QUESTIONS, ["Why is that?", "Who is it?"])
    for judgment in campaign.judgments.order_by("pk")[:2]:
        review_judgment(judgment=judgment, user=study.owner, review="rejected", reason="blank")
    send(owner, campaign, policies(study.project, "Keep"))
    questions = Campaign.objects.get(scheme="evidence").dataset.items.all()
    assert [item.content["question"] for item in questions] == ["Why is that?", "Who is it?"]


def test_errors_are_said_and_make_nothing(study: Study, campaign: Campaign, owner: Client) -> None:
    page = owner.get(f"/research/campaigns/{campaign.pk}/evidence/").content.decode()
    assert "This project has no documents yet." in page
    documents = policies(study.project, "Other")
    assert "No questions that count yet" in text_of(send(owner, campaign, documents), 409)
    answer_with_questions(campaign, QUESTIONS)
    page = send(owner, campaign, documents)
    assert "no document named like the policy of an app" in text_of(page, 400)
    assert not Dataset.objects.filter(kind="questions").exists()
    page = send(owner, campaign, policies(study.project, "Keep"), name=study.dataset.name)
    assert 'id="id_name_error"' in text_of(page, 409)
    assert not Campaign.objects.filter(scheme="evidence").exists()


def test_documents_of_another_project_are_not_on_offer(
    study: Study, campaign: Campaign, owner: Client, stranger: Client
) -> None:
    answer_with_questions(campaign, QUESTIONS)
    theirs = policies(make_project(), "Keep")
    assert send(owner, campaign, theirs).status_code == 400
    with pytest.raises(Invalid, match="in this project"):
        ask_for_evidence(campaign=campaign, documents=theirs, user=study.owner, name="Q")
    assert send(stranger, campaign, policies(study.project, "Keep")).status_code == 404
    assert owner.get(f"/research/campaigns/{study.flat.pk}/evidence/").status_code == 404


def test_it_costs_the_same_however_much_was_requested(study: Study, campaign: Campaign) -> None:
    documents = policies(study.project, "Keep", "Maps")
    for _ in range(2):
        answer_with_questions(campaign, QUESTIONS)
    judge_next(enrol(campaign), {"questions": ["Where is it?", "Who has it?"]})
    with assert_max_queries(30):
        ask_for_evidence(campaign=campaign, documents=documents, user=study.owner, name="Q")


@pytest.mark.quick
def test_good_choices_are_preselected(study: Study, campaign: Campaign, owner: Client) -> None:
    both = policies(study.project, "Keep", "Maps")
    one = policies(study.project, "Maps", "Other")
    none = policies(study.project, "Other")
    answer_with_questions(campaign, QUESTIONS)
    address = f"/research/campaigns/{campaign.pk}/evidence/"
    form = owner.get(address).context["form"]
    assert [*form.fields["documents"].queryset] == [both, one, none]
    assert form["name"].value() == "Elicitation: questions on documents"
    send(owner, campaign, both, name="Elicitation: questions on documents")
    again = owner.get(address).context["form"]["name"].value()
    assert again == "Elicitation: questions on documents 2"
