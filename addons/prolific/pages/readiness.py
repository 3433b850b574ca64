"""Show the checks before a study is published, and where to fix each."""

from dataclasses import dataclass

from django.urls import reverse

from addons.prolific.models import ProlificStudy
from addons.prolific.services.readiness import Check, Fix, checks_of, is_published
from annotation.models import Campaign
from annotation.research.common.access import ResearcherRequest
from annotation.research.people.admission import address_for_prolific

LABELS = {
    "address": "Address",
    "codes": "Codes",
    "minutes": "Minutes",
    "pay": "Hourly pay",
    "budget": "Budget",
}
# The pages on which a launched campaign's terms are changed; a draft has one form for all.
PAGES = {"budget": "pay_terms"}
FIXED_AT_LAUNCH = ("hourly_wage", "fee_percent")
STUDY_ON_PROLIFIC = "https://app.prolific.com/researcher/workspaces/studies/{study}"


@dataclass(frozen=True)
class Line:
    """A check as the page shows it. `fix` is the text of the link to `address`; `fee_address` is
    where an assumed fee is changed."""

    label: str
    check: Check
    fix: str = ""
    address: str = ""
    fee_address: str = ""


def readiness_of(
    request: ResearcherRequest, campaign: Campaign, study: ProlificStudy | None
) -> list[Line]:
    """Return a line for each check; none once the study is published."""
    if is_published(study):
        return []
    checks = checks_of(campaign, address_for_prolific(request, campaign))
    fee_page = _page_of(campaign, "fee_percent")
    return [
        Line(
            LABELS[one.name],
            one,
            *_fix(campaign, study, one.fix),
            fee_address=fee_page if one.assumes_fee else "",
        )
        for one in checks
    ]


def _fix(campaign: Campaign, study: ProlificStudy | None, fix: Fix) -> tuple[str, str]:
    """Return how to fix it, and where."""
    if fix == "server":
        return "Set up the server", reverse("research:help_page", args=("operators",))
    if fix == "dry_run":
        return "Try as a participant", reverse("research:dry_run", args=(campaign.pk,))
    if fix == "study" and study is not None and study.study:
        return "Change it on Prolific", STUDY_ON_PROLIFIC.format(study=study.study)
    return ("Change it", _page_of(campaign, fix)) if fix else ("", "")


def _page_of(campaign: Campaign, term: str) -> str:
    """Return the page of a study that was not created yet, or the field of a term. A campaign whose
    wage and fee are fixed since its launch is duplicated instead."""
    anchor = f"#id_{term}"
    if term == "study":
        return reverse("research:new_prolific_study", args=(campaign.pk,))
    if term == "project_budget":
        project = campaign.dataset.project_id
        return reverse("research:project_pay", args=(project,)) + "#id_budget"
    if campaign.status == Campaign.Status.DRAFT:
        return reverse("research:edit_campaign", args=(campaign.pk,)) + anchor
    if term in FIXED_AT_LAUNCH:
        return reverse("research:duplicate_campaign", args=(campaign.pk,))
    return reverse(f"research:{PAGES.get(term, 'people')}", args=(campaign.pk,)) + anchor
