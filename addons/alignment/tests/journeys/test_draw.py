"""Sampling pairs from documents in a browser, with a real Celery worker."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from addons.alignment.services.draws import keep_draw
from addons.alignment.tests.requested import by_part, distinct_group, make_alignment, request_draw
from annotation.models import Dataset, Project
from annotation.services.datasets.datasets import import_dataset
from tests.faults.processes import Stack
from tests.helpers.documents import make_documents, write_policies
from tests.helpers.factories import make_project, make_user
from tests.helpers.jobs import carry_out
from tests.journeys.researcher import expect_all_readable, sign_in

pytestmark = pytest.mark.long

PAIRS = b"pair,left,right,similarity,gold,why\n1,We keep names.,We sell names.,0.3,yes,Names.\n"
POLLED = 30_000


def test_documents_are_uploaded_and_pairs_drawn_from_them(
    context: BrowserContext, celery: Stack, tmp_path: Path
) -> None:
    user = make_user()
    project = make_project(user)
    page = sign_in(context, user)
    page.goto(f"/research/projects/{project.pk}/datasets/new/")
    page.get_by_label("Name of the dataset").fill("Policies")
    page.get_by_label("File").set_input_files(write_policies(tmp_path / "policies.jsonl", 12))
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="12 documents")).to_be_visible()
    page.get_by_role("button", name="Import 12 documents").click()
    page.get_by_role("link", name="Sample pairs").click()
    page.get_by_label("Name of the pair dataset").fill("Section pairs")
    page.get_by_label("Pairs from each stratum").fill("5")
    page.get_by_role("button", name="Sample pairs", exact=True).click()
    expect(page.get_by_role("heading", name="candidate pairs")).to_be_visible(timeout=POLLED)
    expect(
        page.get_by_role("table", name="Strata").or_(page.locator("table")).first
    ).to_be_visible()
    page.get_by_role("button", name="pairs as “Section pairs”").click()
    expect(page.get_by_role("heading", name="How they were sampled")).to_be_visible()
    assert Dataset.objects.get(name="Section pairs").kind == "pairs"
    expect(page.get_by_text("p-0001", exact=True)).to_be_visible()


def test_the_next_pairs_are_drawn_where_models_and_cosine_disagree(
    context: BrowserContext, celery: Stack
) -> None:
    user = make_user()
    documents = make_documents(make_project(user))
    alignment = make_alignment(documents, by_part, by_part, distinct_group)
    page = sign_in(context, user)
    page.goto(f"/research/datasets/{documents.pk}/draws/new/")
    page.get_by_role("link", name="By parts (sections)").click()
    only = page.get_by_role("heading", name="Only pairs on which By parts and the cosine disagree")
    expect(only).to_be_visible()
    page.get_by_label("Name of the pair dataset").fill("Disputed")
    page.get_by_label("Similar above a cosine of").select_option(".25")
    page.get_by_role("button", name="Sample pairs", exact=True).click()
    found = page.get_by_role(
        "heading", name=("pairs on which the models and the cosine similarity disagree")
    )
    expect(found).to_be_visible(timeout=POLLED)
    expect(
        page.get_by_text("with a cosine of up to .25, pairs that more than half of its 3 runs")
    ).to_be_visible()
    page.get_by_role("button", name=re.compile("^Save .* as “Disputed”$")).click()
    expect(page.get_by_role("heading", name="How they were sampled")).to_be_visible()
    assert Dataset.objects.get(name="Disputed").details["disagreeing"]["alignment"] == alignment.pk
    link = page.get_by_role("link", name="By parts", exact=True)
    expect(link).to_have_attribute("href", f"/research/alignments/{alignment.pk}/")


def addresses(project: Project) -> list[str]:
    documents = make_documents(project)
    user = project.members.get()
    ready = carry_out(request_draw(documents, user, "Ready"))
    alignment = make_alignment(documents, by_part, by_part, distinct_group)
    draw = carry_out(request_draw(documents, user, "Beside", alignment, edge=500_000))
    saved = keep_draw(draw=draw, user=user)
    disputed = carry_out(request_draw(documents, user, "Disputed", alignment, edge=500_000))
    waiting = request_draw(documents, user, "Waiting", alignment, edge=500_000)
    pairs = import_dataset(
        project=project, user=None, name="Pairs", filename="pairs.csv", body=PAIRS
    )
    return [
        f"/research/datasets/{documents.pk}/",
        f"/research/datasets/{documents.pk}/draws/new/",
        f"/research/datasets/{documents.pk}/draws/new/?alignment={alignment.pk}",
        f"/research/draws/{ready.pk}/",
        f"/research/draws/{disputed.pk}/",
        f"/research/datasets/{saved.pk}/",
        f"/research/draws/{waiting.pk}/",
        f"/research/datasets/{pairs.pk}/",
    ]


def test_pages_of_documents_and_pairs_are_accessible_and_fit(context: BrowserContext) -> None:
    user = make_user()
    expect_all_readable(sign_in(context, user), addresses(make_project(user)))
