"""Parts of the demo that are computed from its texts."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Model

from annotation.addons import modules_of_addons
from annotation.models import Project, User
from tasks.management.demo.alignment import demo_alignment


@dataclass(frozen=True, kw_only=True)
class DemoPart:
    """A part with a page. `name` is the name of the page, and the part's key in the output."""

    name: str
    label: str
    about: str
    make: Callable[[Project, User], Model]


ALIGNMENT = DemoPart(
    name="alignment",
    label="Alignment",
    about="groups of the notices’ sections",
    make=demo_alignment,
)


def demo_parts() -> list[DemoPart]:
    """Return the parts, with those of add-ons, which are `DEMO` in their modules `demo`."""
    return [ALIGNMENT, *(module.DEMO for module in modules_of_addons("demo"))]
