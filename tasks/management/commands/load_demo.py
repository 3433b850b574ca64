"""`manage.py load_demo`: create a demo study with a simulated crowd."""

import json
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import connection, transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac

from annotation.management.base import MidpathCommand
from annotation.management.feeding import patiently
from annotation.models import Campaign, Project, User
from annotation.schemes import SCHEMES
from annotation.services.accounts.projects import create_project
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from midpath.schemes.question.settings import PRIVACYQA
from tasks.management.demo.apps import app_subjects, demo_apps
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.evidence import demo_questions, true_evidence
from tasks.management.demo.figures import fold_past
from tasks.management.demo.finished import publish_finished
from tasks.management.demo.labels import demo_reviews, true_labels
from tasks.management.demo.live import LiveCrowd
from tasks.management.demo.parts import demo_parts
from tasks.management.demo.places import SIMULATED, USERNAME, as_lines, describe
from tasks.management.demo.spans import demo_news, true_names
from tasks.management.demo.storing import store_past
from tasks.management.demo.texts import demo_texts, true_segments
from tasks.run_job import run_job

Campaigns = Sequence[tuple[DemoCampaign, Campaign]]

PROJECT = "Query study"
DESCRIPTION = (
    "A study to try Midpath with: short queries and sentences in several languages, privacy "
    "notices, reviews, news and apps. All but the queries and sentences are invented. The "
    "judgments that are here before you begin come from a simulated crowd, that is from a program "
    "and not from people. Change whatever you like."
)
REDUNDANCY = 10
# How many versions of its figures a campaign has.
FOLDS = 20
# Simulated workers work in this campaign while someone watches.
LIVE = "flat"
REVIEWS = {"question": "What does the review say about the product?", "texts": ["title", "text"]}

CAMPAIGNS = (
    DemoCampaign(
        *("flat", "Flat segmentation, simulated crowd", 300, demo_texts, true_segments),
        ended=timedelta(minutes=1),
    ),
    DemoCampaign("nested", "Nested segmentation, simulated crowd", 440, demo_texts, true_segments),
    DemoCampaign(
        *("evidence", "Evidence, simulated crowd", 72, demo_questions, true_evidence),
        settings={"preset": "privacyqa"},
    ),
    DemoCampaign(
        *("label", "Labels, simulated crowd", 216, demo_reviews, true_labels),
        settings=REVIEWS,
        workers=6,
        disputed=True,
    ),
    DemoCampaign("spans", "Names in news, simulated crowd", 144, demo_news, true_names),
    DemoCampaign(
        *("question", "Questions about apps, simulated crowd", 40, demo_apps, app_subjects),
        settings=dict(PRIVACYQA),
    ),
    DemoCampaign(
        *("label", "Labels with gold answers, simulated crowd", 90, demo_reviews, true_labels),
        settings=REVIEWS,
        label="gold",
        terms={
            "known_every": 3,
            "pass_share": Decimal("0.6"),
            "pass_after": 4,
            "known_feedback": True,
            "most_workers": 20,
        },
    ),
    DemoCampaign(
        *("spans", "Names in news (finished), simulated crowd", 144, demo_news, true_names),
        label="finished",
        terms={"redundancy": 6},
        workers=6,
        ended=timedelta(hours=15),
        finished=True,
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
        "which a simulated crowd has judged during the last two days. Flat and nested segmentation "
        f"ask about the same {demo_texts.name.lower()}; pairs, evidence, labels, spans and "
        "questions ask about invented privacy notices, reviews, news and apps. One campaign uses "
        "gold answers, and one is closed, with a published snapshot. An alignment of the notices "
        "and their function words are computed as well. Run again, it changes nothing and prints "
        "the addresses and the login once more. The password is MIDPATH_DEMO_PASSWORD, or else "
        "one made from the secret key."
    )
    examples = """
  manage.py load_demo
  manage.py load_demo --json
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--leave-jobs",
            action="store_true",
            help="leave the alignment and the function words to a Celery worker",
        )
        parser.add_argument(
            "--live",
            action="store_true",
            help="go on: let simulated workers submit a judgment every few seconds until they are "
            "stopped, as make demo does",
        )

    def handle(self, **options: object) -> None:
        password = demo_password()
        with transaction.atomic():
            user = demo_user(password)
            project = demo_project(user)
            campaigns = [(demo, demo_campaign(demo, project, user)) for demo in demo_campaigns()]
        if not user.check_password(password):
            password = "(the one you chose)"  # noqa: S105
        for line in as_lines(describe(campaigns, password)):
            self._report(line)
        with hasty_commits():
            leave = bool(options["leave_jobs"])
            parts = self._fill(campaigns, project, user, leave_jobs=leave)
        places = describe(campaigns, password) | parts
        lines = [*as_lines(places), SIMULATED]
        self.stdout.write(json.dumps(places, indent=2) if options["json"] else "\n".join(lines))
        if options["live"]:
            self._watch(campaigns)

    def _fill(
        self, campaigns: Campaigns, project: Project, user: User, *, leave_jobs: bool
    ) -> dict[str, str]:
        """Let the crowd have judged, and request what is computed from texts; return the URLs of
        the latter."""
        self._report("1 of 3: the judgments of a simulated crowd over the last two days")
        patiently(partial(store_past, campaigns))
        self._report(f"2 of 3: the figures of {len(campaigns)} campaigns")
        for _, campaign in campaigns:
            patiently(partial(fold_past, campaign, FOLDS))
        about = [*(part.about for part in demo_parts()), "a published snapshot"]
        self._report(f"3 of 3: {', '.join(about)}")
        for demo, campaign in campaigns:
            if demo.finished:
                publish_finished(campaign, user)
        places = {}
        for part in demo_parts():
            made = part.ask(project, user)
            if not leave_jobs:
                run_job(part.job, made.pk)
            places[part.name] = reverse(f"research:{part.name}", args=[made.pk])
        return places

    def _watch(self, campaigns: Campaigns) -> None:
        """Let simulated workers work until they are stopped or nothing is left for them."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        self.stdout.flush()
        for demo, campaign in campaigns:
            if demo.key == LIVE:
                LiveCrowd(campaign, demo).run()

    def _report(self, how_far: str) -> None:
        """Print progress; `embedded.demo` shows it, too."""
        self.stderr.write(f"· {how_far}", lambda line: line)


@contextmanager
def hasty_commits() -> Iterator[None]:
    """Do not wait for the disk at each of a thousand commits. If the machine fails, loading again
    restores what was lost. A session of a pool also belongs to others, who do wait."""
    if settings.POOLED:
        yield
        return
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
    """Create and launch a campaign, which pays what its paper paid if there is one; an existing one
    is not changed."""
    dataset = demo.dataset(project, user)
    campaign = Campaign.objects.filter(dataset=dataset, name=demo.name).first()
    if campaign is not None:
        return campaign
    terms = {"redundancy": REDUNDANCY, **_price(demo.scheme), **demo.terms}
    settings = dict(demo.settings)
    draft = create_campaign(
        dataset=dataset, scheme=demo.scheme, user=user, name=demo.name, settings=settings, **terms
    )
    return launch_campaign(campaign=draft, user=user)


def _price(scheme: str) -> dict[str, Any]:
    paid = SCHEMES[scheme].price_paid
    return {"reward": paid.reward} if paid else {}
