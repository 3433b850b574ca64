"""The steps of a first study, which tick themselves."""

from dataclasses import dataclass
from functools import partial

from django.db.models import Exists, OuterRef
from django.urls import reverse

from annotation.models import AuditEvent, Campaign, Dataset, Project
from annotation.research.common.access import ResearcherRequest, may_open
from midpath.text.formatting import counted

TRIED, EXPORTED = ("campaign.dry_run",), ("file.taken", "snapshot.asked")


@dataclass(frozen=True)
class Step:
    """A step: what it is, whether it is done, what is known of it, and where it is done next."""

    name: str
    is_done: bool
    note: str
    verb: str = ""
    address: str = ""


@dataclass(frozen=True)
class Checklist:
    """The steps of the newest campaign, or of a project without any."""

    steps: list[Step]
    campaign: Campaign | None

    @property
    def done(self) -> int:
        return sum(step.is_done for step in self.steps)

    @property
    def next(self) -> Step | None:
        return next((step for step in self.steps if not step.is_done), None)


def checklist_of(
    request: ResearcherRequest, project: Project, campaign: Campaign | None, dataset: Dataset | None
) -> Checklist | None:
    """Return the steps that remain until the newest campaign is exported; None if all are done.

    campaign, dataset : the newest of the project
    """
    tried = exported = False
    if campaign is not None:
        events = AuditEvent.objects.filter(campaign=OuterRef("pk"))
        [(tried, exported)] = Campaign.objects.filter(pk=campaign.pk).values_list(
            Exists(events.filter(verb__in=TRIED)), Exists(events.filter(verb__in=EXPORTED))
        )
        dataset = campaign.dataset
    launched = campaign is not None and campaign.status != Campaign.Status.DRAFT
    judged = campaign.agreement.judgments if campaign is not None and launched else 0
    data = dataset.pk if dataset else None
    key = campaign.pk if campaign else None
    so_far = f"{counted(judged, 'judgment')} so far" if judged else "Agreement as it comes in"
    step = partial(_step, request)
    found = Checklist(
        [
            step("Add data", dataset, _data(dataset), ("Add data", "new_dataset", project.pk)),
            step("Set up the task", campaign, _task(campaign), ("Set it up", "new_campaign", data)),
            step("Try it", tried or judged, "As a worker would", ("Try it", "dry_run", key)),
            step("Launch", launched, "Workers get a link", ("Review and launch", "campaign", key)),
            step("Watch", judged, so_far, ("Invite workers", "campaign", key)),
            step("Export", exported, "Gold, files or a snapshot", ("Export", "export", key)),
        ],
        campaign,
    )
    return found if found.next else None


def _data(dataset: Dataset | None) -> str:
    return dataset.name if dataset else "Texts or a spreadsheet"


def _task(campaign: Campaign | None) -> str:
    if campaign is None:
        return "What workers do, and their pay"
    return f"{campaign.scheme}, {counted(campaign.redundancy, 'judgment')} each"


def _step(
    request: ResearcherRequest,
    name: str,
    done: object,
    note: str,
    way: tuple[str, str, int | None],
) -> Step:
    """way : what the link says, and the page and object that it opens"""
    verb, page, key = way
    address = reverse(f"research:{page}", args=(key,)) if key else ""
    return Step(
        name, bool(done), note, verb, address if address and may_open(request, address) else ""
    )
