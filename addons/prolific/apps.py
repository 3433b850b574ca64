"""The declarations of the Prolific add-on."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from django.urls import reverse

from annotation.addons import AddOnConfig, Link, NavigationEntry
from annotation.capabilities import Capability

if TYPE_CHECKING:
    from annotation.models import Campaign

PAGES = ("prolific", "prolific_messages", "new_prolific_study")
LABELS = {
    "draft": "Ready for Prolific?",
    "people": "Submissions on Prolific",
}
OF_STUDY = "of a study on Prolific, not of a person"


class ProlificConfig(AddOnConfig):
    name = "addons.prolific"
    default = True

    campaign_navigation = (NavigationEntry("Prolific", page="prolific", after="who_may_join"),)
    campaign_pages = dict.fromkeys(PAGES[1:], "prolific")
    help_page = "prolific-api"
    help_group = "Judgments and workers"
    help_of = PAGES
    api_group = "Studies on Prolific"
    path_parameters = {"step_id": "The number of a step of the study."}
    response_links = {"step_id": {"read_prolific": "/step/id", "ask_for_prolific_step": "/id"}}
    columns_at_erasure = {
        "annotation_prolifictoken": dict.fromkeys(("sealed", "last_four"), "researchers' own"),
        "annotation_prolificstudy": dict.fromkeys(("study", "name", "state", "currency"), OF_STUDY),
        "annotation_prolificvisit": dict.fromkeys(("status", "problem", "results"), OF_STUDY),
        "annotation_prolificsubmission": dict.fromkeys(
            (
                *("submission", "participant", "status", "code", "decision", "category"),
                *("reason", "refusal", "trouble"),
            ),
            "erased",
        ),
        "annotation_prolificmessage": dict.fromkeys(
            ("participant", "body", "state", "message", "problem"), "erased"
        ),
        "annotation_prolificbonus": dict.fromkeys(("study", "state", "bulk", "problem"), OF_STUDY),
        "annotation_prolificdraft": dict.fromkeys(("body", "mark", "state", "problem"), OF_STUDY),
        "annotation_prolificstep": dict.fromkeys(("action", "state", "problem"), OF_STUDY),
        "annotation_prolificbonusline": {"submission": "replaced"},
    }

    def campaign_links(
        self, campaign: "Campaign", page: str, capabilities: Collection[Capability]
    ) -> Sequence[Link]:
        """Link to the study. A draft has a link only if it can return its workers to Prolific."""
        if Capability.PAY not in capabilities or (page == "draft" and not campaign.completion_code):
            return ()
        return [Link(LABELS[page], reverse("research:prolific", args=[campaign.pk]))]
