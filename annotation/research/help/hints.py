"""Onboarding hints, shown on the page where a step happens until the reader dismisses them."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.models import User


@dataclass(frozen=True)
class Hint:
    title: str
    steps: tuple[str, ...]
    topic: str
    """The help page with details."""


HINTS: Mapping[str, Hint] = {
    User.Hint.PROJECTS: Hint(
        "From texts to figures in three steps",
        (
            "Create a project for your study. Only its members can see it.",
            "Add your data: a spreadsheet, or a file with one text per line.",
            "Set up a campaign, try it as a worker, and launch it. You get a link for workers.",
        ),
        "start",
    ),
    User.Hint.DATASET: Hint(
        "Your texts are imported. What comes next?",
        (
            "Check a few of them. Workers will see them like this.",
            "Create a campaign: choose what workers do with each text, and how many workers do it.",
            "It starts as a draft that you can try as a worker. Launch it when you are ready.",
        ),
        "dataset",
    ),
    User.Hint.DASHBOARD: Hint(
        "How to read this page",
        (
            "Give workers the link on this page. Their judgments appear here within seconds.",
            "Progress is at the top, agreement below it. The (i) next to a figure explains it.",
            "Then read the items on which workers disagree most. These are the interesting cases.",
        ),
        "dashboard",
    ),
}
