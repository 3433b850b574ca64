"""A study from nothing to gold in a browser: workers ask questions, experts answer them,
PrivacyQA's table is downloaded."""

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from annotation.models import Judgment
from tests.helpers.apps import KEEP
from tests.helpers.factories import make_project, make_user
from tests.journeys.conftest import OpenContext
from tests.journeys.pressing import submit_last
from tests.journeys.researcher import open_folds, sign_in
from tests.journeys.worker import finished

pytestmark = pytest.mark.long

APPS = f'name,description,category\nKeep,"{KEEP}",Tools\n'
SENTENCES = (
    "We keep your notes on our servers.",
    "Nobody else can read them.",
    "We never sell your notes.",
)
POLICY: dict[str, Any] = {
    "document": "Keep",
    "sections": [
        {"title": "Notes", "paragraphs": [" ".join(SENTENCES[:2])]},
        {"title": "Trade", "paragraphs": [SENTENCES[2]]},
    ],
}
READ, SOLD, CAMERA = "Who can read my notes?", "Are my notes sold?", "Does it use my camera?"
QUESTIONS = {"ada": (READ, SOLD), "bob": ("who can READ my notes", CAMERA)}
# The sentences that each expert marks for each question; none where the document has no answer.
MARKED: dict[str, dict[str, Sequence[int]]] = {
    "eve": {READ: (0, 1), SOLD: (2,), CAMERA: ()},
    "fay": {READ: (1,), SOLD: (2,), CAMERA: ()},
    "gus": {READ: (1,), SOLD: (1, 2), CAMERA: (0,)},
}


def test_from_nothing_to_gold(
    context: BrowserContext, open_context: OpenContext, tmp_path: Path
) -> None:
    user = make_user()
    project = make_project(user)
    page = sign_in(context, user)
    for name, content in (("policies.jsonl", json.dumps(POLICY)), ("apps.csv", APPS)):
        page.goto(f"/research/projects/{project.pk}/")
        upload(page, tmp_path / name, content)
    link = launch_elicitation(page)
    for worker, questions in QUESTIONS.items():
        write_questions(open_context().new_page(), f"{link}?worker={worker}", questions)
    link = launch_evidence(page)
    for worker, marked in MARKED.items():
        answer(open_context().new_page(), f"{link}?worker={worker}", marked)
    assert Judgment.objects.filter(campaign__scheme="evidence", counts=True).count() == 9
    check_gold(export(page, tmp_path))


def upload(page: Page, path: Path, content: str) -> None:
    path.write_text(content)
    page.get_by_role("link", name="Add data").first.click()
    page.get_by_label("File").set_input_files(path)
    expect(page.get_by_label("Name of the dataset")).to_have_value(path.stem)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name=re.compile("^Import 1 ")).click()
    expect(page.get_by_role("heading", name=path.stem, exact=True)).to_be_visible()


def launch_elicitation(page: Page) -> str:
    page.get_by_role("link", name="New campaign").click()
    page.locator("#terms").wait_for()
    open_folds(page)
    page.get_by_label("Name", exact=True).fill("Elicitation")
    page.get_by_label("PQ §3.1 question elicitation").check()
    expect(page.get_by_label("Topic", exact=True)).to_have_value("your privacy in this app")
    page.get_by_label("Judgments per app").fill("2")
    page.get_by_label("Questions per worker and app").fill("2")
    page.get_by_role("button", name="Save draft").click()
    return launch(page)


def launch(page: Page) -> str:
    page.get_by_role("link", name="Launch").click()
    page.get_by_role("button", name=re.compile("^Launch for up to ")).click()
    expect(page.locator("#status")).to_contain_text("live")
    return page.locator("#worker-link").inner_text()


def begin(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Start").click()


def write_questions(page: Page, address: str, questions: Sequence[str]) -> None:
    begin(page, address)
    expect(page.locator("#app-name")).to_have_text("Keep")
    for number, question in enumerate(questions, 1):
        page.get_by_label(f"Question {number}", exact=True).fill(question)
    submit_last(page)


def launch_evidence(page: Page) -> str:
    page.reload()
    page.get_by_label("Documents").select_option(label="policies")
    page.get_by_role("button", name="Create evidence campaign").click()
    expect(page.get_by_text("3 questions are ready, on the policies of 1 app.")).to_be_visible()
    return launch(page)


def answer(page: Page, address: str, marked: dict[str, Sequence[int]]) -> None:
    begin(page, address)
    for question in (READ, SOLD, CAMERA):
        expect(page.get_by_role("heading", name=question)).to_be_visible()
        expect(page.locator("#primary")).to_be_enabled()
        for number in marked[question]:
            page.locator(f"#sentence-{number}").click()
        if not marked[question]:
            say_that_it_is_silent(page)
        page.get_by_label("Yes, it could answer the question").check()
        page.get_by_label("No, everyone would give the same answer").check()
        page.get_by_label("Very likely", exact=True).check()
        page.get_by_label("Data Security").check()
        page.get_by_role("button", name="Submit, next").click()
    finished(page)


def say_that_it_is_silent(page: Page) -> None:
    page.get_by_label("No answer in this document").check()
    for step in (
        *("Can you understand the question?", "Could a document of this kind answer it?"),
        "Is the question clear",
    ):
        page.get_by_role("group", name=step).get_by_label("Yes").check()
    page.get_by_label("Yes, but this one does not").check()


def export(page: Page, folder: Path) -> Path:
    page.reload()
    page.get_by_role("link", name="Export", exact=True).first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="privacyqa.tsv", exact=True).click()
    path = folder / "privacyqa.tsv"
    download.value.save_as(path)
    return path


def check_gold(path: Path) -> None:
    """Check a row for each question and sentence, and a column for each expert by their number in
    the project, in order of joining: after those who asked."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 9
    experts = [name for name in rows[0] if name.isdecimal()]
    assert len(experts) == len(MARKED)
    assert experts == sorted(experts, key=int)
    for row, (question, number) in zip(
        rows, ((q, n) for q in (READ, SOLD, CAMERA) for n in range(3)), strict=True
    ):
        assert (row["DocID"], row["Query"], row["Segment"]) == ("Keep", question, SENTENCES[number])
        cells = [number in marked[question] for marked in MARKED.values()]
        assert [row[who] == "Relevant" for who in experts] == cells
        assert {row[who] for who in experts} <= {"Relevant", "Irrelevant"}
        assert (row["Any_Relevant"] == "Relevant") is any(cells)
    assert [row["QueryID"] for row in rows[::3]] == ["Keep/1", "Keep/2", "Keep/3"]
