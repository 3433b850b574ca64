"""Models. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def add_endpoint(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.EndpointInput]
    ) -> models.Endpoint:
        """Add an endpoint with its key, which is stored encrypted and never returned."""
        return self._post(
            models.Endpoint, f"projects/{project_id}/endpoints", body, idempotency_key
        )

    def begin_round(
        self, campaign_id: int, *, idempotency_key: str = "", **body: Unpack[models.RoundInput]
    ) -> models.RoundWithProgress:
        """Have a model annotate each item of a launched campaign, within a budget."""
        return self._post(
            models.RoundWithProgress, f"campaigns/{campaign_id}/rounds", body, idempotency_key
        )

    def choose_suggestions(
        self, campaign_id: int, **body: Unpack[models.SuggestionsInput]
    ) -> models.Told:
        """Use the answers of a set as suggestions in a draft, on part of the HITs."""
        return self._post(models.Told, f"campaigns/{campaign_id}/suggestions", body)

    def drop_suggestions(self, campaign_id: int) -> models.Told:
        """Remove the suggestions from a draft."""
        return self._post(models.Told, f"campaigns/{campaign_id}/suggestions/drop")

    def hold_set(self, campaign_id: int, **body: Unpack[models.HeldSetsInput]) -> models.HeldSet:
        """Compare a set with a campaign's crowd; its figures are computed soon after."""
        return self._post(models.HeldSet, f"campaigns/{campaign_id}/models", body)

    def keep_round(self, campaign_id: int, run_id: int) -> models.Set:
        """Create a set from the valid answers of a finished round."""
        return self._post(models.Set, f"campaigns/{campaign_id}/rounds/{run_id}/keep")

    def let_go_set(self, campaign_id: int, set_id: int) -> models.LetGoOutput:
        """Stop comparing a set."""
        return self._post(models.LetGoOutput, f"campaigns/{campaign_id}/models/{set_id}/let-go")

    def list_answers_of_round(
        self, campaign_id: int, run_id: int, **asked: Unpack[models.ListAnswersOfRoundQuery]
    ) -> Rows[models.ModelsAnswer]:
        """List the items of a round with the model's replies and their errors."""
        return self._rows(
            models.ModelsAnswer, f"campaigns/{campaign_id}/rounds/{run_id}/answers", asked
        )

    def list_endpoints(
        self, project_id: int, **asked: Unpack[models.ListEndpointsQuery]
    ) -> Rows[models.Endpoint]:
        """List the endpoints of a project, without their keys."""
        return self._rows(models.Endpoint, f"projects/{project_id}/endpoints", asked)

    def list_held_sets(
        self, campaign_id: int, **asked: Unpack[models.ListHeldSetsQuery]
    ) -> Rows[models.HeldSet]:
        """List the sets compared with a campaign's crowd, without results."""
        return self._rows(models.HeldSet, f"campaigns/{campaign_id}/models", asked)

    def list_rounds(
        self, campaign_id: int, **asked: Unpack[models.ListRoundsQuery]
    ) -> Rows[models.Round]:
        """List the rounds of model annotation of a campaign, without their progress."""
        return self._rows(models.Round, f"campaigns/{campaign_id}/rounds", asked)

    def read_held_set(self, campaign_id: int, set_id: int) -> models.HeldResults:
        """Read the stored results of a set compared with a campaign's crowd."""
        return self._get(models.HeldResults, f"campaigns/{campaign_id}/models/{set_id}")

    def read_round(self, campaign_id: int, run_id: int) -> models.RoundWithProgress:
        """Read the progress and cost of a round."""
        return self._get(models.RoundWithProgress, f"campaigns/{campaign_id}/rounds/{run_id}")

    def read_suggestions(self, campaign_id: int) -> models.Told:
        """Read a campaign's suggestions and their effect on the answers."""
        return self._get(models.Told, f"campaigns/{campaign_id}/suggestions")

    def remove_endpoint(self, project_id: int, endpoint_id: int) -> None:
        """Remove an endpoint and its key; a running round there stops."""
        return self._post(type(None), f"projects/{project_id}/endpoints/{endpoint_id}/remove")

    def resume_round(
        self, campaign_id: int, run_id: int, **body: Unpack[models.ResumeInput]
    ) -> models.RoundWithProgress:
        """Resume a round, optionally with another budget."""
        return self._post(
            models.RoundWithProgress, f"campaigns/{campaign_id}/rounds/{run_id}/resume", body
        )

    def stop_round(self, campaign_id: int, run_id: int) -> models.RoundWithProgress:
        """Stop a round; replies to running requests are still stored."""
        return self._post(models.RoundWithProgress, f"campaigns/{campaign_id}/rounds/{run_id}/stop")
