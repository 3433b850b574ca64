"""The stored Prolific status of a campaign."""

from dataclasses import dataclass, field

from addons.prolific.models import (
    ProlificDraft,
    ProlificStep,
    ProlificStudy,
    ProlificToken,
    ProlificVisit,
)
from addons.prolific.services.steps import possible_steps
from addons.prolific.services.studies import set_aside_ones, unsent_ones, visit_of
from addons.prolific.services.study_draft import is_surely_absent
from annotation.models import Campaign


@dataclass(frozen=True)
class Status:
    """A campaign's study, its draft until it is created, and its last step and visit; `possible`
    are the steps that Prolific allows now."""

    token: ProlificToken | None
    study: ProlificStudy | None
    visit: ProlificVisit | None
    draft: ProlificDraft | None = None
    surely_absent: bool = False
    step: ProlificStep | None = None
    step_is_open: bool = False
    possible: list[str] = field(default_factory=list)
    unsent: int = 0
    set_aside: int = 0


def status_of(campaign: Campaign) -> Status:
    study = ProlificStudy.objects.filter(campaign=campaign).first()
    token = ProlificToken.objects.filter(project=campaign.dataset.project_id).first()
    visit = visit_of(campaign)
    if study is None:
        return Status(token, study, visit)
    drafts = ProlificDraft.objects.filter(study=study).select_related("user")
    draft, step = None if study.study else drafts.first(), study.steps.last()
    is_open = step is not None and step.state in ProlificStep.OPEN
    return Status(
        *(token, study, visit, draft),
        surely_absent=draft is not None and is_surely_absent(draft),
        step=step,
        step_is_open=is_open,
        possible=[] if is_open else possible_steps(study),
        unsent=unsent_ones(study).count(),
        set_aside=set_aside_ones(study).count(),
    )
