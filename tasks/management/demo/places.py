"""The addresses of the demo's pages, and how they are printed: what workers see first."""

import os
from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse

from annotation.models import Campaign, Publication
from midpath.json_types import JsonObject
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.parts import demo_parts

USERNAME = "demo"
WIDTH = 22
SIMULATED = "Everything that is judged already was judged by a simulated crowd."


def describe(campaigns: Sequence[tuple[DemoCampaign, Campaign]], password: str) -> JsonObject:
    """Return the paths of pages by campaign, and the login."""
    keyed = {demo.key: campaign for demo, campaign in campaigns}
    joined = {demo.key: campaign for demo, campaign in campaigns if not demo.finished}
    return {
        "worker_links": {
            key: reverse("worker:join", args=[campaign.code]) for key, campaign in joined.items()
        },
        "dashboards": {
            key: reverse("research:campaign", args=[campaign.pk]) for key, campaign in keyed.items()
        },
        "decisions": {
            demo.key: reverse("research:decisions", args=[campaign.pk])
            for demo, campaign in campaigns
            if demo.disputed
        },
        "published": {
            demo.key: published(campaign) for demo, campaign in campaigns if demo.finished
        },
        "login": {
            "username": USERNAME,
            "password": password,
            "path": reverse(settings.LOGIN_URL),
        },
    }


def published(campaign: Campaign) -> str:
    """Return the path of a campaign's published snapshot, or of its snapshots until there is
    one."""
    found = Publication.objects.filter(snapshot__campaign=campaign, withdrawn_at=None).first()
    if found is None:
        return reverse("research:export", args=[campaign.pk])
    return reverse("published", args=[found.code])


def as_lines(places: JsonObject) -> list[str]:
    """Return the lines to print: links for workers, pages of researchers, then the login."""
    address = os.environ.get("MIDPATH_ADDRESS", "").rstrip("/")
    login = places["login"]
    lines = [
        f"{f'{title}, {key}':<{WIDTH}}{address}{path}"
        for title, name in (
            ("Worker", "worker_links"),
            ("Dashboard", "dashboards"),
            ("Decisions", "decisions"),
            ("Snapshot", "published"),
        )
        for key, path in places[name].items()
    ]
    lines += [
        f"{part.label:<{WIDTH}}{address}{places[part.name]}"
        for part in demo_parts()
        if part.name in places
    ]
    return [
        *lines,
        f"{'Researcher':<{WIDTH}}{address}{login['path']}",
        f"{'':<{WIDTH}}login {login['username']}, password {login['password']}",
    ]
