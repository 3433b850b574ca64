"""Campaigns whose readiness for Prolific is checked, and studies made of them."""

from typing import Any

from addons.prolific.models import ProlificDraft, ProlificStep, ProlificStudy
from annotation.models import Campaign
from annotation.services.people.platform_tokens import address_of_study
from tests.helpers.factories import make_campaign, make_dataset, numbered_texts

JOIN_PAGE = "https://midpath.org/w/{code}/"
TERMS: dict[str, Any] = {
    "redundancy": 2,
    # 60 seconds at 12 an hour.
    "reward": "0.200",
    "hourly_wage": None,
    "seconds_expected": 60,
    "currency": "USD",
    "fee_percent": "33.33",
    "place_hits": 5,
    "completion_code": "DONE42",
    "screen_out_code": "OUT7",
}


def ready(*, launch: bool = True, **terms: Any) -> Campaign:
    """Make ten texts, twice each, five per submission: four submissions at USD 1.00."""
    return make_campaign(make_dataset(numbered_texts(10)), launch=launch, **TERMS | terms)


def made(campaign: Campaign, state: str = "UNPUBLISHED", **body: Any) -> ProlificStudy:
    """Make a study to be published."""
    study = ProlificStudy.objects.create(
        campaign=campaign, study="66aa", state=state, places=4, reward=100, currency="USD"
    )
    usual = {
        "name": "Parts",
        "description": "<p>Cut.</p>",
        "total_available_places": 4,
        "estimated_completion_time": 5,
        "reward": 100,
        "external_study_url": address_of_study(JOIN_PAGE.format(code=campaign.code)),
        "device_compatibility": ["desktop"],
        "completion_codes": [
            {"code": "DONE42", "code_type": "COMPLETED", "actions": [{"action": "X"}]},
            {"code": "OUT7", "code_type": "SCREENED_OUT", "actions": [{"action": "X"}]},
        ],
    }
    ProlificDraft.objects.create(
        study=study, body=usual | body, mark="m", state="made", sent_at=study.connected_at
    )
    return study


def priced(study: ProlificStudy, **columns: Any) -> ProlificStep:
    usual = {"reward": 100, "priced_places": 4, "total": "5.3332"} | columns
    return ProlificStep.objects.create(study=study, action="PUBLISH", state="priced", **usual)
