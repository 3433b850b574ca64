"""The number of clicks from a project's first page to everyday tasks, by the links of its pages."""

from functools import partial
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from annotation.models import Campaign, Item
from annotation.services.people.questions import ask_question
from tasks.fold import fold_all
from tests.helpers.clicking import clicks_from, navigation_tree
from tests.helpers.factories import (
    enrol,
    judge_all_of,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)
from tests.helpers.pages import signed_in
from tests.helpers.tiers import by_tier

TEXTS = ["best pizza in town", "red wine stain"]
# The page where the work is done, or its form: the address's name, and what else it contains.
TASKS = {
    "see disputed texts": (2, "GET items", "order=disagreement"),
    "exclude a worker": (3, "GET exclude_worker", ""),
    "change a limit": (2, "GET limits", ""),
    "pay": (2, "GET pay", ""),
    "export gold": (2, "GET export_file", "gold"),
    "compare with gold": (1, "GET new_comparison", ""),
    "find a text": (1, "GET search", ""),
    "invite a colleague": (1, "GET members", ""),
    "decide a tie": (2, "GET decide", ""),
    "answer a message": (2, "GET question_thread", ""),
    "create a campaign": (1, "GET new_campaign", ""),
    "pause a campaign": (3, "GET move_campaign", "pause"),
}
# The pages through which the tasks are reached.
ON_THE_WAY = {
    "project",
    "item",
    "campaign",
    "workers",
    "export",
    "decisions",
    "questions",
    "project_pay",
}
# Entries in parentheses are behind More until the campaign uses them.
TREE = """\
Overview
Data: Datasets, Annotation sets, Alignments
Campaigns
Analysis: Bias laboratory, Function words, Comparisons
Settings: Members, Pay, API tokens, Webhooks, Audit, Trash & archive
  Overview
  Results: Texts, Bias, Breakdowns, Planner
  Quality: Decisions, Worker quality, Judgments, Model answers, (Gold answers)
  People: Workers, Messages, Pay, Limits, Who may join, Prolific, (Recruitment), (Consent)
  Export
  ⋯: Pause …, Close …, Request more judgments, Preview as a worker, Try as a participant, \
Duplicate …, Rename"""


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Return a live campaign with a tie and an unanswered message."""
    dataset = make_dataset(TEXTS, make_project(make_user()))
    campaign = make_campaign(dataset, redundancy=3, reward="0.05")
    for cut in (1, 0):
        judge_all_of(enrol(campaign), partial(boundaries, cut))
    fold_all(campaign.pk)
    ask_question(enrolment=campaign.enrolments.earliest("pk"), text="May I pause?", key=uuid4())
    return campaign


def boundaries(cut: int, item: Item) -> dict[str, list[int]]:
    return {"boundaries": [cut] * (len(item.words) - 1)}


def pages_of(campaign: Campaign) -> tuple[Client, str, str]:
    project = campaign.dataset.project
    return (
        signed_in(project.memberships.get().user),
        reverse("research:project", args=(project.pk,)),
        reverse("research:campaign", args=(campaign.pk,)),
    )


def name_of(address: str) -> str:
    try:
        return resolve(address.partition("?")[0]).url_name or ""
    except Resolver404:
        return ""


def leads_to(name: str, part: str, to: str) -> bool:
    method, _, address = to.partition(" ")
    return f"{method} {name_of(address)}" == name and part in address


def is_on_the_way(path: str) -> bool:
    return by_tier(quick=name_of(path) in ON_THE_WAY, long=path.startswith("/research/"))


def test_everyday_tasks_take_these_clicks(campaign: Campaign) -> None:
    """The long tier opens every page, so that no shorter way is overlooked."""
    client, project, _ = pages_of(campaign)
    wanted = {task: partial(leads_to, *where) for task, (_, *where) in TASKS.items()}
    found = clicks_from(client, project, wanted, is_on_the_way)
    assert found == {task: clicks for task, (clicks, *_) in TASKS.items()}


def test_the_navigation_tree_is_five_by_five(campaign: Campaign) -> None:
    assert navigation_tree(*pages_of(campaign)) == TREE
