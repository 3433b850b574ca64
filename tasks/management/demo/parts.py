"""Parts of the demo that add-ons make."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import Model

from annotation.addons import modules_of_addons
from annotation.models import Project, User
from tasks.management.demo.campaign import DemoCampaign


@dataclass(frozen=True, kw_only=True)
class DemoPart:
    """A part with a page, which a job makes after the crowd has judged. `ask` requests the job, or
    returns an existing one; `job` is its kind. `name` is the name of the page, and the part's key
    in the output; `campaigns` are judged as well."""

    name: str
    label: str
    about: str
    ask: Callable[[Project, User], Model]
    job: str
    campaigns: Sequence[DemoCampaign] = ()


def demo_parts() -> list[DemoPart]:
    """Return the parts, which are `DEMO` in the add-ons' modules `demo`."""
    return [module.DEMO for module in modules_of_addons("demo")]
