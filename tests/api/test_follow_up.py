"""Documents made from a collection, and evidence campaigns made from questions, through the API."""

import json

import pytest

from annotation.models import Campaign, Dataset, Judgment
from annotation.services.datasets.datasets import import_dataset
from tests.api.studies import Study
from tests.helpers.apps import (
    KEEP,
    MAPS,
    QUESTIONS,
    answer_with_questions,
    make_apps,
    question_campaign,
)
from tests.helpers.figures import make_figures
from tests.helpers.queries import assert_queries
from tests.helpers.sites import POLICY, collect, collection, make_sites, version

OTHER = POLICY.replace("We use cookies.", "We use many cookies.")


@pytest.fixture
def sites(study: Study) -> Campaign:
    return collection(make_sites(study.project, "shop.example", "mall.example"))


@pytest.mark.long
def test_sites_are_listed_settled_and_made_documents(study: Study, sites: Campaign) -> None:
    collect(sites, version(), version(text=OTHER))
    address = f"campaigns/{sites.pk}/sites"
    with assert_queries(6):
        rows = study.researcher.get(address).json()["results"]
    found = [(row["site"], row["versions"], row["settled"]) for row in rows]
    assert found == [("shop.example", 2, "no"), ("mall.example", 2, "no")]
    assert study.researcher.post(f"{address}/documents", {"name": "Docs"}).status_code == 409
    second = Judgment.objects.filter(hit=rows[0]["hit"]).latest("pk")
    decision = {
        "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        "hit": rows[0]["hit"],
        "judgment": second.pk,
    }
    assert study.researcher.post(f"campaigns/{sites.pk}/decisions", decision).status_code == 201
    first = study.researcher.get(address).json()["results"][0]
    assert (first["settled"], first["judgment"], first["decision"]) == ("chosen", second.pk, None)
    made = study.researcher.post(f"{address}/documents", {"name": "Docs"})
    assert (made.status_code, made.json()["unsettled"]) == (201, 1)
    documents = Dataset.objects.get(pk=made.json()["dataset"]["id"])
    assert (documents.kind, documents.item_count) == ("documents", 1)
    again = study.researcher.post(f"{address}/documents", {"name": "Docs"})
    assert (again.status_code, again.json()["field"]) == (409, "name")


@pytest.mark.long
def test_an_edited_version_is_reported_as_a_decision(study: Study, sites: Campaign) -> None:
    collect(sites, version())
    row = study.researcher.get(f"campaigns/{sites.pk}/sites").json()["results"][0]
    written = {
        "submission_id": "3f2504e0-4f89-41d3-9a0c-0305e82c3302",
        "hit": row["hit"],
        "payload": version(text=OTHER),
    }
    made = study.researcher.post(f"campaigns/{sites.pk}/decisions", written)
    assert made.status_code == 201
    row = study.researcher.get(f"campaigns/{sites.pk}/sites").json()["results"][0]
    assert (row["settled"], row["judgment"], row["decision"]) == ("chosen", None, made.json()["id"])


@pytest.mark.long
def test_sites_that_are_alike_are_reported_and_left_out(study: Study, sites: Campaign) -> None:
    address = f"campaigns/{sites.pk}/sites"
    assert study.researcher.get(f"{address}/alike").json() == {"made_at": None, "results": []}
    collect(sites, version(), version())
    make_figures(sites)
    content = study.researcher.get(f"{address}/alike").json()
    pair = {"first": "shop.example", "second": "mall.example", "equal": True}
    assert content["results"] == [pair]
    rows = study.researcher.get(address, limit=1).json()
    assert (rows["results"][0]["settled"], rows["next"] is None) == ("majority", False)
    body = {"name": "One", "without_duplicates": True}
    assert study.researcher.post(f"{address}/documents", body).json()["dataset"]["items"] == 1


def test_other_campaigns_collect_and_ask_nothing(study: Study) -> None:
    for step in ("sites", "sites/alike"):
        assert study.researcher.get(f"{study.path}/{step}").status_code == 400
    made = study.researcher.post(f"{study.path}/sites/documents", {"name": "Docs"})
    assert made.status_code == 400
    body = {"name": "Q", "documents": study.campaign.dataset_id}
    assert study.researcher.post(f"{study.path}/evidence", body).status_code == 400


@pytest.mark.long
def test_what_was_requested_becomes_a_draft_of_evidence(study: Study, other_study: Study) -> None:
    elicitation = question_campaign(
        make_apps(study.project, (("Keep", KEEP), ("Maps", MAPS))), name="Asked"
    )
    answer_with_questions(elicitation, QUESTIONS)
    line = {"document": "Keep", "sections": [{"title": "Notes", "text": "We keep your notes."}]}
    documents = import_dataset(
        project=study.project,
        user=None,
        name="Policies",
        filename="policies.jsonl",
        body=json.dumps(line).encode(),
    )
    address, body = (
        f"campaigns/{elicitation.pk}/evidence",
        {"name": "Qs", "documents": documents.pk},
    )
    assert other_study.researcher.post(address, body).status_code == 404
    answer = study.researcher.post(address, body)
    content = answer.json()
    assert (answer.status_code, content["apps"], content["without"]) == (201, 1, ["Maps"])
    drafted = Campaign.objects.get(pk=content["campaign"]["id"])
    assert (drafted.scheme, drafted.status) == ("evidence", "draft")
    assert drafted.dataset.item_count == content["questions"]
    again = study.researcher.post(address, body)
    assert (again.status_code, again.json()["field"]) == (409, "name")
