"""Decisions. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def decide(self, campaign_id: int, **body: Unpack[models.MakeDecisionInput]) -> models.Decision:
        """Decide a HIT: accept a judgment, edit one, or write a new answer."""
        return self._ask(
            models.Decision, "POST", f"campaigns/{campaign_id}/decisions", body, repeatable=True
        )

    def list_decisions(
        self, campaign_id: int, **asked: Unpack[models.ListDecisionsQuery]
    ) -> Rows[models.Decision]:
        """List the decisions of a campaign in order, including withdrawn ones."""
        return self._rows(models.Decision, f"campaigns/{campaign_id}/decisions", asked, most=500)

    def list_waiting(
        self, campaign_id: int, **asked: Unpack[models.ListWaitingQuery]
    ) -> models.ListWaitingOutput:
        """List the HITs that the caller can decide now, in the order of a queue."""
        return self._ask(
            models.ListWaitingOutput,
            "GET",
            f"campaigns/{campaign_id}/decisions/waiting",
            query=asked,
        )

    def read_beside_decisions(self, campaign_id: int) -> models.ReadBesideDecisionsOutput:
        """Read the progress of a campaign's decisions, and its figures compared with them."""
        return self._ask(
            models.ReadBesideDecisionsOutput, "GET", f"campaigns/{campaign_id}/decisions/beside"
        )

    def share_decisions(
        self, campaign_id: int, **body: Unpack[models.ShareDecisionsInput]
    ) -> models.Adjudicators:
        """Set the number of adjudicators per HIT."""
        return self._ask(
            models.Adjudicators, "POST", f"campaigns/{campaign_id}/decisions/adjudicators", body
        )

    def withdraw_decision(self, campaign_id: int, decision_id: int) -> models.Decision:
        """Withdraw a decision."""
        return self._ask(
            models.Decision, "POST", f"campaigns/{campaign_id}/decisions/{decision_id}/withdraw"
        )
