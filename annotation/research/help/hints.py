"""First steps, said once on the page where they are taken, until their reader has seen enough."""

from collections.abc import Mapping
from dataclasses import dataclass

from annotation.models import User


@dataclass(frozen=True)
class Hint:
    title: str
    steps: tuple[str, ...]
    topic: str
    """The help page with more."""


HINTS: Mapping[str, Hint] = {
    User.Hint.PROJECTS: Hint(
        "From texts to figures in three steps",
        (
            "Make a project. It holds a study and is seen by its members only.",
            "Upload your texts: one a line is enough, a spreadsheet will do.",
            "Ask something about them, try it as a worker, and launch. You get a link for workers.",
        ),
        "start",
    ),
    User.Hint.DATASET: Hint(
        "Your texts are here. What comes next?",
        (
            "Look through a few of them: they are what people will see.",
            "Start a campaign: what people shall do with each text, and how many of them.",
            "It begins as a draft that you can try as a worker. The launch comes when you say so.",
        ),
        "dataset",
    ),
    User.Hint.DASHBOARD: Hint(
        "How to read this page",
        (
            "Give workers the link on this page. What they submit is counted here within seconds.",
            "First stands how far it is, then agreement. “What it means” explains each figure.",
            "Then look at the items on which workers disagree most: that is where one learns.",
        ),
        "dashboard",
    ),
}
