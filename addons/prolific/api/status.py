"""The stored Prolific status of a campaign."""

from addons.prolific.models import (
    ProlificDraft,
    ProlificStep,
    ProlificStudy,
    ProlificToken,
    ProlificVisit,
)
from addons.prolific.services.steps import possible_steps
from addons.prolific.services.studies import set_aside_ones, unsent_ones
from addons.prolific.services.study_draft import is_surely_absent
from annotation.models import Campaign


def status_of(campaign: Campaign) -> dict[str, object]:
    """Return the stored status of a campaign's study, its draft, its last step and visit."""
    study = ProlificStudy.objects.filter(campaign=campaign).first()
    token = ProlificToken.objects.filter(project=campaign.dataset.project_id).first()
    return {"token": token, "study": study, "visit": visit_of(campaign), **_of_study(study)}


def visit_of(campaign: Campaign) -> ProlificVisit | None:
    """Return the campaign's last visit."""
    return ProlificVisit.objects.filter(study__campaign=campaign).order_by("-pk").first()


def _of_study(study: ProlificStudy | None) -> dict[str, object]:
    if study is None:
        nothing: dict[str, object] = {
            "draft": None,
            "surely_absent": False,
            "step": None,
            "possible": [],
        }
        return {**nothing, "unsent": 0, "set_aside": 0}
    draft = None if study.study else ProlificDraft.objects.filter(study=study).first()
    last = study.steps.last()
    is_open = last is not None and last.state in ProlificStep.OPEN
    return {
        "draft": draft,
        "surely_absent": draft is not None and is_surely_absent(draft),
        "step": last,
        "possible": [] if is_open else possible_steps(study),
        "unsent": unsent_ones(study).count(),
        "set_aside": set_aside_ones(study).count(),
    }
