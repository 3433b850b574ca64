"""Sampling a dataset in a browser: from its menu to the new dataset, and lengths side by side."""

import pytest
from playwright.sync_api import BrowserContext, expect

from addons.sampling.models import Sample
from addons.sampling.services import keep_sample
from addons.sampling.tests.requested import make_log, request_sample
from annotation.models import Dataset, Project
from tasks.run_job import run_job
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_project, make_user
from tests.helpers.jobs import carry_out
from tests.journeys.researcher import expect_all_readable, sign_in

pytestmark = pytest.mark.long


def test_a_log_is_sampled_from_its_menu(context: BrowserContext) -> None:
    user = make_user()
    log = make_log(make_project(user))
    page = sign_in(context, user)
    page.goto(f"/research/datasets/{log.pk}/")
    page.locator("details.menu.more summary").click()
    page.get_by_role("link", name="Sample texts").click()
    page.get_by_label("Name of the new dataset").fill("Sampled")
    page.get_by_label("Texts", exact=True).fill("9")
    page.get_by_label("Fewest words").fill("2")
    page.get_by_text("More options").click()
    page.get_by_label("Column").select_option("entropy")
    page.get_by_label("Least value").fill("0.5")
    page.get_by_role("button", name="Sample", exact=True).click()
    expect(page.get_by_role("heading", name="Sampled")).to_be_visible()
    run_job("sample", Sample.objects.get().pk)
    page.reload()
    expect(page.get_by_role("heading", name="First texts")).to_be_visible()
    page.get_by_role("button", name="as “Sampled”").click()
    expect(page.get_by_role("heading", name="How they were sampled")).to_be_visible()
    assert Dataset.objects.get(name="Sampled").details["sampled_from"] == log.pk
    page.locator("details.menu.more summary").click()
    page.get_by_role("link", name="Compare lengths").click()
    page.get_by_label(log.name).check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".plot").locator("canvas, svg").first).to_be_visible()


def addresses(project: Project) -> list[str]:
    user = project.members.get()
    log, documents = make_log(project, texts=200), make_documents(project)
    ready = carry_out(request_sample(log, user, "Random", sampler="random", size=40))
    short = carry_out(request_sample(log, user, "Queries", size=300, shortest=2, longest=6))
    saved = keep_sample(sample=short, user=user)
    waiting = request_sample(documents, user, "Sentences", sampler="sentences", longest=9)
    return [
        f"/research/datasets/{log.pk}/samples/new/",
        f"/research/datasets/{log.pk}/samples/new/?sampler=random",
        f"/research/datasets/{documents.pk}/samples/new/",
        f"/research/samples/{ready.pk}/",
        f"/research/samples/{waiting.pk}/",
        f"/research/datasets/{saved.pk}/",
        f"/research/projects/{project.pk}/lengths/",
        f"/research/projects/{make_project(user).pk}/lengths/",
    ]


def test_pages_of_samples_are_accessible_and_fit(context: BrowserContext) -> None:
    user = make_user()
    expect_all_readable(sign_in(context, user), addresses(make_project(user)))
