"""Operations on the codebook of reasons for disagreement, and on the reasons of a decision."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.basic_fields import Array, Integer, String
from annotation.api.decisions.decide import serialized_decision
from annotation.api.decisions.listing import Decision
from annotation.api.fields import Form, Strict, Text, Whole
from annotation.api.operations import (
    ResearcherOperation,
    adjudicates,
    runs_campaigns,
    sees_figures,
)
from annotation.api.scope import caller, campaign_for, first_of
from annotation.models import Campaign
from annotation.models import Decision as DecisionModel
from annotation.models.work.decision_reason import MAX_DESCRIPTION_LENGTH, MAX_REASON_LENGTH
from annotation.services.decisions.reasons import (
    MAX_REASONS,
    ReasonText,
    code_decision,
    count_reasons,
    set_reasons,
)


class Reason(Form):
    """A reason for disagreement, and how many final decisions have it."""

    id = Integer("Its number.")
    name = String("Its name.")
    description = String("Its description.", allow_blank=True)
    decisions = Integer("How many final decisions have it.")


class Codebook(Form):
    """The reasons of a campaign, with counts of final decisions."""

    reasons = Reason(many=True, help_text="In the order in which they were added.")
    uncoded = Integer("How many final decisions have no reason.")
    decisions = Integer("How many final decisions there are.")


class WrittenReason(Strict):
    """A reason as it is written."""

    id = Whole("The number of a reason to keep or rename.", required=False, min_value=1)
    name = Text("Its name.", max_length=MAX_REASON_LENGTH)
    description = Text(
        "Its description.", required=False, allow_blank=True, max_length=MAX_DESCRIPTION_LENGTH
    )


class ReadReasons(ResearcherOperation):
    @sees_figures(name="read_reasons", gives={200: Codebook})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read the codebook of a campaign, with the number of final decisions for each reason."""
        return _codebook(campaign_for(request, campaign_id))


class SetReasons(ResearcherOperation):
    class Input(Strict):
        reasons = WrittenReason(
            many=True,
            help_text="The whole codebook. Reasons with an id are kept and renamed, those without "
            "one are added, and all others are removed, unless a decision has them (409).",
        )
        seen = WrittenReason(
            many=True,
            required=False,
            help_text="The codebook as you read it. Only your own changes are then made: reasons "
            "that others have added or renamed since stay.",
        )

    @runs_campaigns(name="set_reasons", takes=Input, gives={200: Codebook})
    def post(self, request: Request, campaign_id: int) -> object:
        """Replace the codebook of a campaign."""
        campaign = campaign_for(request, campaign_id)
        reasons = [_text_of(one) for one in self.body["reasons"]]
        seen = [_text_of(one) for one in self.body["seen"]] if "seen" in self.body else None
        set_reasons(campaign=campaign, user=caller(request), reasons=reasons, seen=seen)
        return _codebook(campaign)


class CodeDecision(ResearcherOperation):
    class Input(Strict):
        reasons = Array(
            "All reasons of the decision, by number; none to remove them.",
            child=Whole(min_value=1),
            max_length=MAX_REASONS,
        )

    @adjudicates(name="code_decision", takes=Input, gives={200: Decision})
    def post(self, request: Request, campaign_id: int, decision_id: int) -> Response:
        """Set the reasons of a decision in force. The decision itself does not change."""
        campaign = campaign_for(request, campaign_id)
        found = DecisionModel.objects.shown_to(caller(request)).filter(campaign=campaign)
        decision = first_of(
            found.filter(pk=decision_id), "This campaign has no decision with this number."
        )
        code_decision(decision=decision, user=caller(request), reasons=self.body["reasons"])
        return Response(serialized_decision(campaign, request, decision.pk))


def _text_of(row: Mapping[str, Any]) -> ReasonText:
    return ReasonText(row["name"], row.get("description", ""), row.get("id"))


def _codebook(campaign: Campaign) -> dict[str, object]:
    counts = count_reasons(campaign)
    return {
        "reasons": [
            {
                "id": one.pk,
                "name": one.name,
                "description": one.description,
                "decisions": times,
            }
            for one, times in counts.reasons
        ],
        "uncoded": counts.uncoded,
        "decisions": counts.decisions,
    }
