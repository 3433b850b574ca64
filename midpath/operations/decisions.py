"""Decisions. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def code_decision(
        self, campaign_id: int, decision_id: int, **body: Unpack[models.CodeDecisionInput]
    ) -> models.Decision:
        """Set the reasons of a decision in force."""
        return self._post(
            models.Decision, f"campaigns/{campaign_id}/decisions/{decision_id}/reasons", body
        )

    def decide(self, campaign_id: int, **body: Unpack[models.MakeDecisionInput]) -> models.Decision:
        """Decide a HIT: accept a judgment, edit one, or write a new answer."""
        return self._post(
            models.Decision, f"campaigns/{campaign_id}/decisions", body, repeatable=True
        )

    def list_decisions(
        self, campaign_id: int, **asked: Unpack[models.ListDecisionsQuery]
    ) -> Rows[models.Decision]:
        """List the decisions of a campaign in order, including withdrawn ones."""
        return self._rows(models.Decision, f"campaigns/{campaign_id}/decisions", asked)

    def list_waiting(
        self, campaign_id: int, **asked: Unpack[models.ListWaitingQuery]
    ) -> models.ListWaitingOutput:
        """List the HITs that the caller can decide now, in the order of a queue."""
        return self._get(
            models.ListWaitingOutput, f"campaigns/{campaign_id}/decisions/waiting", asked
        )

    def read_beside_decisions(self, campaign_id: int) -> models.ReadBesideDecisionsOutput:
        """Read the progress of a campaign's decisions, and its figures compared with them."""
        return self._get(
            models.ReadBesideDecisionsOutput, f"campaigns/{campaign_id}/decisions/beside"
        )

    def read_reasons(self, campaign_id: int) -> models.Codebook:
        """Read the codebook of a campaign, with the number of final decisions for each reason."""
        return self._get(models.Codebook, f"campaigns/{campaign_id}/decisions/reasons")

    def set_reasons(
        self, campaign_id: int, **body: Unpack[models.SetReasonsInput]
    ) -> models.Codebook:
        """Replace the codebook of a campaign."""
        return self._post(models.Codebook, f"campaigns/{campaign_id}/decisions/reasons", body)

    def share_decisions(
        self, campaign_id: int, **body: Unpack[models.ShareDecisionsInput]
    ) -> models.Adjudicators:
        """Set the number of adjudicators per HIT."""
        return self._post(
            models.Adjudicators, f"campaigns/{campaign_id}/decisions/adjudicators", body
        )

    def withdraw_decision(self, campaign_id: int, decision_id: int) -> models.Decision:
        """Withdraw a decision."""
        return self._post(
            models.Decision, f"campaigns/{campaign_id}/decisions/{decision_id}/withdraw"
        )
