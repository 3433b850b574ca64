"""The most used pages in three looks each, for docs/gallery.md: light, dark and on a phone."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from django.urls import reverse
from playwright.sync_api import ViewportSize

from pictures.study import Pictured

SCREEN: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
FOLDER = "gallery"
Scheme: TypeAlias = Literal["light", "dark"]


class Look(NamedTuple):
    """The end of a picture's name, and how the page is seen."""

    ending: str
    scheme: Scheme
    size: ViewportSize


LOOKS = (Look("", "light", SCREEN), Look("-dark", "dark", SCREEN), Look("-phone", "light", PHONE))
# Of the worker's desk only the campaign is known: joining it opens the page.
DESK = "desk"
# Signed in, one is sent from here to the projects.
START = "/"


def places(study: Pictured) -> Mapping[str, str]:
    """Return the address of each page, by the name of its picture."""
    return {"start": START, DESK: "", **dict(_of_researchers(study))}


def _of_researchers(study: Pictured) -> Iterator[tuple[str, str]]:
    flat = study.campaigns["flat"]
    yield "projects", reverse("research:projects")
    for name, view, key in (
        ("project", "project", study.project.pk),
        ("campaign-form", "new_campaign", flat.dataset_id),
        ("dashboard", "campaign", flat.pk),
        ("items", "items", flat.pk),
        ("decisions", "decisions", flat.pk),
        ("workers", "workers", flat.pk),
        ("export", "export", flat.pk),
    ):
        yield name, reverse(f"research:{view}", args=(key,))
