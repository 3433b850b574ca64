"""Studies on Prolific. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def ask_for_prolific_step(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.AskForProlificStepInput],
    ) -> models.StepOnProlific:
        """Publish, pause, start or stop a study, or add places."""
        return self._post(
            models.StepOnProlific, f"campaigns/{campaign_id}/prolific/steps", body, idempotency_key
        )

    def ask_prolific(
        self, campaign_id: int, *, idempotency_key: str = ""
    ) -> models.StandingWithProlific:
        """Start a sync with Prolific, which sends decisions and reads the current state."""
        return self._post(
            models.StandingWithProlific,
            f"campaigns/{campaign_id}/prolific/ask",
            key=idempotency_key,
        )

    def confirm_prolific_step(
        self, campaign_id: int, step_id: int, **body: Unpack[models.ConfirmProlificStepInput]
    ) -> models.StandingWithProlific:
        """Confirm a step, if the cost has not changed."""
        return self._post(
            models.StandingWithProlific,
            f"campaigns/{campaign_id}/prolific/steps/{step_id}/confirm",
            body,
        )

    def connect_prolific(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.ConnectProlificInput],
    ) -> models.StandingWithProlific:
        """Connect a campaign with an existing study on Prolific; a sync reads it."""
        return self._post(
            models.StandingWithProlific,
            f"campaigns/{campaign_id}/prolific/connect",
            body,
            idempotency_key,
        )

    def decide_prolific(
        self, campaign_id: int, **body: Unpack[models.DecideProlificInput]
    ) -> models.Decided:
        """Approve or reject submissions that wait for a review; a sync sends the decisions."""
        return self._post(
            models.Decided, f"campaigns/{campaign_id}/prolific/submissions/decide", body
        )

    def disconnect_prolific(self, campaign_id: int) -> None:
        """Disconnect a campaign's study and delete its submissions here."""
        return self._post(type(None), f"campaigns/{campaign_id}/prolific/disconnect")

    def forget_prolific_token(self, project_id: int) -> None:
        """Remove a project's token; delete it on Prolific, too."""
        return self._post(type(None), f"projects/{project_id}/prolific-token/forget")

    def free_prolific_bonuses(self, campaign_id: int, batch_id: int) -> models.BonusesByProlific:
        """Release payments that were sent a day ago and certainly not paid."""
        return self._post(
            models.BonusesByProlific,
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific/free",
        )

    def keep_prolific_token(
        self, project_id: int, **body: Unpack[models.KeepProlificTokenInput]
    ) -> models.KeptToken:
        """Set or replace a project's Prolific token."""
        return self._post(models.KeptToken, f"projects/{project_id}/prolific-token", body)

    def leave_prolific_bonuses(self, campaign_id: int, batch_id: int) -> models.BonusesByProlific:
        """Cancel payments that were set up but not sent; nothing is paid."""
        return self._post(
            models.BonusesByProlific,
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific/leave",
        )

    def leave_prolific_draft(self, campaign_id: int) -> None:
        """Discard a draft that was not sent, or whose study was certainly not created."""
        return self._post(type(None), f"campaigns/{campaign_id}/prolific/draft/leave")

    def leave_prolific_step(self, campaign_id: int) -> models.StandingWithProlific:
        """Discard the open step; it is not sent."""
        return self._post(
            models.StandingWithProlific, f"campaigns/{campaign_id}/prolific/steps/leave"
        )

    def list_prolific_messages(
        self, campaign_id: int, **asked: Unpack[models.ListProlificMessagesQuery]
    ) -> Rows[models.MessageByProlific]:
        """List the messages to and from participants of a campaign's study, the oldest first."""
        return self._rows(
            models.MessageByProlific, f"campaigns/{campaign_id}/prolific/messages", asked
        )

    def list_prolific_submissions(
        self, campaign_id: int, **asked: Unpack[models.ListProlificSubmissionsQuery]
    ) -> Rows[models.SubmissionOnProlific]:
        """List the submissions of a campaign's study with their workers here."""
        return self._rows(
            models.SubmissionOnProlific, f"campaigns/{campaign_id}/prolific/submissions", asked
        )

    def make_prolific_study(
        self, campaign_id: int, *, idempotency_key: str = ""
    ) -> models.StandingWithProlific:
        """Create the study on Prolific as a draft that participants cannot see."""
        return self._post(
            models.StandingWithProlific,
            f"campaigns/{campaign_id}/prolific/draft/make",
            key=idempotency_key,
        )

    def pay_prolific_bonuses(
        self,
        campaign_id: int,
        batch_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.PayProlificBonusesInput],
    ) -> models.BonusesByProlific:
        """Have Prolific pay what was set up, if the cost has not changed."""
        return self._post(
            models.BonusesByProlific,
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific/pay",
            body,
            idempotency_key,
        )

    def propose_prolific_study(self, campaign_id: int) -> models.ProposeProlificStudyOutput:
        """Read what a campaign suggests for a study on Prolific."""
        return self._get(
            models.ProposeProlificStudyOutput, f"campaigns/{campaign_id}/prolific/draft"
        )

    def read_prolific(self, campaign_id: int) -> models.StandingWithProlific:
        """Read a campaign's Prolific status as of the last sync."""
        return self._get(models.StandingWithProlific, f"campaigns/{campaign_id}/prolific")

    def read_prolific_bonuses(self, campaign_id: int, batch_id: int) -> models.BonusesByProlific:
        """Read the status of a payment list with Prolific."""
        return self._get(
            models.BonusesByProlific, f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific"
        )

    def read_prolific_readiness(self, campaign_id: int) -> models.ReadinessForProlific:
        """Check whether a study is ready to be published: its address, codes, minutes, pay and
        budget."""
        return self._get(models.ReadinessForProlific, f"campaigns/{campaign_id}/prolific/readiness")

    def read_prolific_token(self, project_id: int) -> models.ReadProlificTokenOutput:
        """Read whether a project has a Prolific token; the token itself is never returned."""
        return self._get(models.ReadProlificTokenOutput, f"projects/{project_id}/prolific-token")

    def set_up_prolific_bonuses(
        self, campaign_id: int, batch_id: int, *, idempotency_key: str = ""
    ) -> models.BonusesByProlific:
        """Have Prolific price the waiting payments of a list; nothing is paid yet."""
        return self._post(
            models.BonusesByProlific,
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific",
            key=idempotency_key,
        )

    def stop_prolific(self, campaign_id: int) -> models.StandingWithProlific:
        """Stop the running sync; what was sent stays sent."""
        return self._post(models.StandingWithProlific, f"campaigns/{campaign_id}/prolific/stop")

    def try_prolific_again(self, campaign_id: int) -> models.Decided:
        """Retry decisions that failed repeatedly."""
        return self._post(models.Decided, f"campaigns/{campaign_id}/prolific/submissions/again")

    def write_prolific_draft(
        self, campaign_id: int, *, idempotency_key: str = "", **body: Unpack[models.DraftInput]
    ) -> models.DraftForProlific:
        """Write or replace the draft of a study; nothing is sent to Prolific yet."""
        return self._post(
            models.DraftForProlific,
            f"campaigns/{campaign_id}/prolific/draft",
            body,
            idempotency_key,
        )

    def write_prolific_messages(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.WriteProlificMessagesInput],
    ) -> models.MessagesWritten:
        """Write to the participants of submissions through Prolific, once each."""
        return self._post(
            models.MessagesWritten,
            f"campaigns/{campaign_id}/prolific/messages",
            body,
            idempotency_key,
        )
