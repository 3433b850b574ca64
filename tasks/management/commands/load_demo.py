"""`manage.py load_demo`: create a demo study with a simulated crowd."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import connection, transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac

from analysis.simulation.simulation import Simulation
from annotation.management.base import MidpathCommand
from annotation.management.feeding import Pace, Progress, patiently
from annotation.models import Campaign, Judgment, Project, User, Worker
from annotation.services.accounts.projects import create_project
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from midpath.json_types import JsonObject
from midpath.schemes.question.settings import PRIVACYQA
from tasks.fold import fold_all
from tasks.management.demo.apps import app_subjects, demo_apps
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.evidence import demo_questions, true_evidence
from tasks.management.demo.labels import demo_reviews, true_labels
from tasks.management.demo.parts import demo_parts
from tasks.management.demo.spans import demo_news, true_names
from tasks.management.demo.texts import demo_texts, true_segments

USERNAME = "demo"
PROJECT = "Query study"
DESCRIPTION = (
    "A study to try Midpath with: short queries and sentences in several languages, privacy "
    "notices, reviews, news and apps. All but the queries and sentences are invented. The "
    "judgments that are here before you begin come from a simulated crowd, that is from a program "
    "and not from people. Change whatever you like."
)
REDUNDANCY, WORKERS, SEED = 10, 8, 7
FOLDS = 10

CAMPAIGNS = (
    DemoCampaign("flat", "Flat segmentation, simulated crowd", 440, demo_texts, true_segments),
    DemoCampaign("nested", "Nested segmentation, simulated crowd", 440, demo_texts, true_segments),
    DemoCampaign(
        "evidence",
        "Evidence, simulated crowd",
        72,
        demo_questions,
        true_evidence,
        {"preset": "privacyqa"},
    ),
    DemoCampaign(
        "label",
        "Labels, simulated crowd",
        180,
        demo_reviews,
        true_labels,
        {"question": "What does the review say of the thing?", "texts": ["title", "text"]},
    ),
    DemoCampaign("spans", "Names in news, simulated crowd", 144, demo_news, true_names),
    DemoCampaign(
        "question",
        "Questions about apps, simulated crowd",
        40,
        demo_apps,
        app_subjects,
        dict(PRIVACYQA),
    ),
)


def demo_campaigns() -> list[DemoCampaign]:
    """Return the campaigns, with those of add-ons."""
    found = list(CAMPAIGNS)
    for demo in (one for part in demo_parts() for one in part.campaigns):
        schemes = [one.scheme for one in found]
        found.insert(schemes.index(demo.after) + 1, demo)
    return found


class Command(MidpathCommand):
    help = (
        "Load a demonstration: a researcher's account and a project with a campaign of each kind, "
        "which a simulated crowd has judged. Flat and nested segmentation ask about the same "
        f"{demo_texts.name.lower()}; pairs, evidence, labels, spans and questions ask about "
        "invented privacy notices, reviews, news and apps. An alignment of the notices and their "
        "function words are computed as well. Run again, it changes nothing and prints the "
        "addresses and the login once more. The password is MIDPATH_DEMO_PASSWORD, or else one "
        "made from the secret key."
    )
    examples = """
  manage.py load_demo
  manage.py load_demo --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: object) -> None:
        password = demo_password()
        with transaction.atomic():
            user = demo_user(password)
            project = demo_project(user)
            campaigns = [(demo, demo_campaign(demo, project, user)) for demo in demo_campaigns()]
        if not user.check_password(password):
            password = "(the one you chose)"  # noqa: S105
        address = os.environ.get("MIDPATH_ADDRESS", "").rstrip("/")
        self._report(
            f"{address}{reverse(settings.LOGIN_URL)}  login {USERNAME}, password {password}"
        )
        with hasty_commits():
            more = self._fill(campaigns, project, user)
        places = describe([campaign for _, campaign in campaigns], password) | more
        self.stdout.write(
            json.dumps(places, indent=2) if options["json"] else "\n".join(as_lines(places))
        )

    def _fill(
        self, campaigns: list[tuple[DemoCampaign, Campaign]], project: Project, user: User
    ) -> dict[str, str]:
        """Let the crowd judge, and create what is computed from texts; return the URLs of the
        latter."""
        computed = demo_parts()
        parts = len(campaigns) + len(computed)
        for number, (demo, campaign) in enumerate(campaigns, 1):
            self._report(f"{number} of {parts}: {campaign.name}, {demo.judgments} judgments")
            simulate(campaign, demo)
        places = {}
        for number, part in enumerate(computed, len(campaigns) + 1):
            self._report(f"{number} of {parts}: {part.about}")
            made = part.make(project, user)
            places[part.name] = reverse(f"research:{part.name}", args=[made.pk])
        return places

    def _report(self, how_far: str) -> None:
        """Print progress; `embedded.demo` shows it, too."""
        self.stderr.write(f"· {how_far}", lambda line: line)


@contextmanager
def hasty_commits() -> Iterator[None]:
    """Do not wait for the disk at each of a thousand commits. If the machine fails, loading again
    restores what was lost."""
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO off")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET synchronous_commit")


def demo_password() -> str:
    made = salted_hmac("midpath.demo", USERNAME, algorithm="sha256").hexdigest()
    return os.environ.get("MIDPATH_DEMO_PASSWORD") or "-".join((made[:4], made[4:8], made[8:12]))


def demo_user(password: str) -> User:
    user = User.objects.filter(username=USERNAME).first()
    return user or User.objects.create_user(USERNAME, password=password)


def demo_project(user: User) -> Project:
    project = Project.objects.visible_to(user).filter(name=PROJECT).first()
    return project or create_project(user=user, name=PROJECT, description=DESCRIPTION)


def demo_campaign(demo: DemoCampaign, project: Project, user: User) -> Campaign:
    dataset = demo.dataset(project, user)
    campaign = Campaign.objects.filter(dataset=dataset, name=demo.name).first()
    if campaign is not None:
        return campaign
    draft = create_campaign(
        dataset=dataset,
        scheme=demo.scheme,
        user=user,
        name=demo.name,
        redundancy=REDUNDANCY,
        settings=dict(demo.settings),
    )
    return launch_campaign(campaign=draft, user=user)


def simulate(campaign: Campaign, demo: DemoCampaign) -> None:
    """Simulate the crowd in batches with a fold after each, so that the dashboard has a history."""
    simulated = Judgment.objects.filter(
        campaign=campaign, assignment__enrolment__worker__source=Worker.Source.SIMULATED
    )
    left, portion = demo.judgments - simulated.count(), demo.judgments // FOLDS
    if left > 0 and campaign.status == Campaign.Status.LIVE:
        simulation = Simulation(
            campaign, SEED, Pace(None), Progress(left), lambda item: demo.meant(item, campaign)
        )
        for done in range(0, left, portion):
            simulation.run(WORKERS, min(portion, left - done))
            patiently(partial(fold_all, campaign.pk))
    patiently(partial(fold_all, campaign.pk))


def describe(campaigns: list[Campaign], password: str) -> dict[str, object]:
    return {
        "login": {
            "username": USERNAME,
            "password": password,
            "path": reverse(settings.LOGIN_URL),
        },
        "worker_links": {
            campaign.scheme: reverse("worker:join", args=[campaign.code]) for campaign in campaigns
        },
        "dashboards": {
            campaign.scheme: reverse("research:campaign", args=[campaign.pk])
            for campaign in campaigns
        },
    }


def as_lines(places: JsonObject) -> list[str]:
    address = os.environ.get("MIDPATH_ADDRESS", "").rstrip("/")
    login = places["login"]
    lines = [
        f"{'Researcher':<22}{address}{login['path']}",
        f"{'':<22}login {login['username']}, password {login['password']}",
    ]
    for title, key in (("Dashboard", "dashboards"), ("Worker", "worker_links")):
        lines += [
            f"{title + ', ' + scheme:<22}{address}{path}" for scheme, path in places[key].items()
        ]
    lines += [f"{part.label:<22}{address}{places[part.name]}" for part in demo_parts()]
    lines.append("What is judged already was judged by a simulated crowd.")
    return lines
