"""Results. Written by `make client`; do not edit."""

from typing import Any, Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def delete_filter(self, filter_id: int) -> None:
        """Delete a saved filter; earlier results of it do not change."""
        return self._post(type(None), f"filters/{filter_id}/delete")

    def list_biases(
        self, project_id: int, **asked: Unpack[models.ListBiasesQuery]
    ) -> Rows[models.Biases]:
        """List the biases of a project's segmentation campaigns, for comparison."""
        return self._rows(models.Biases, f"projects/{project_id}/biases", asked, most=8)

    def list_campaign_items(
        self, campaign_id: int, **asked: Unpack[models.ListCampaignItemsQuery]
    ) -> Rows[models.JudgedItem]:
        """List a campaign's items with counts of their judgments; filters combine."""
        return self._rows(models.JudgedItem, f"campaigns/{campaign_id}/items", asked)

    def list_filters(
        self, campaign_id: int, **asked: Unpack[models.ListFiltersQuery]
    ) -> Rows[models.Filter]:
        """List the saved filters of a campaign that you may use."""
        return self._rows(models.Filter, f"campaigns/{campaign_id}/filters", asked)

    def list_item_events(
        self, campaign_id: int, item_id: int, **asked: Unpack[models.ListItemEventsQuery]
    ) -> Rows[models.ItemEvent]:
        """List the history of an item of a campaign in order of time; `after` is a position."""
        return self._rows(
            models.ItemEvent, f"campaigns/{campaign_id}/items/{item_id}/events", asked
        )

    def list_judgments(
        self, campaign_id: int, **asked: Unpack[models.ListJudgmentsQuery]
    ) -> Rows[models.Judgment]:
        """List a campaign's judgments in the order in which they came; `after` is an id."""
        return self._rows(models.Judgment, f"campaigns/{campaign_id}/judgments", asked)

    def list_signals(
        self, campaign_id: int, **asked: Unpack[models.ListSignalsQuery]
    ) -> Rows[models.Signals]:
        """List the signals of each worker: how they work, and whether their answers depend on the
        texts."""
        return self._rows(models.Signals, f"campaigns/{campaign_id}/signals", asked)

    def read_biases(self, campaign_id: int) -> models.Biases:
        """Read the biases of a segmentation campaign."""
        return self._get(models.Biases, f"campaigns/{campaign_id}/biases")

    def read_breakdowns(self, campaign_id: int) -> models.ReadBreakdownsOutput:
        """Read a campaign's figures by the length of its items and by column."""
        return self._get(models.ReadBreakdownsOutput, f"campaigns/{campaign_id}/breakdowns")

    def read_figures(self, campaign_id: int) -> models.ReadFiguresOutput:
        """Read a campaign's figures as last computed."""
        return self._get(models.ReadFiguresOutput, f"campaigns/{campaign_id}/figures")

    def read_gold(self, campaign_id: int) -> dict[str, Any]:
        """Read the gold file: every judgment that counts, and the results computed from them."""
        return self._get(dict[str, Any], f"campaigns/{campaign_id}/gold")

    def read_history(self, campaign_id: int) -> models.ReadHistoryOutput:
        """Read the history of a campaign's figures, and when its judgments came."""
        return self._get(models.ReadHistoryOutput, f"campaigns/{campaign_id}/history")

    def read_methods(self, campaign_id: int) -> models.Methods:
        """Describe the task, workers, pay, exclusions and agreement of a campaign."""
        return self._get(models.Methods, f"campaigns/{campaign_id}/methods")

    def read_plan(self, campaign_id: int) -> models.ReadPlanOutput:
        """Read the estimated cost and benefit of other numbers of judgments."""
        return self._get(models.ReadPlanOutput, f"campaigns/{campaign_id}/plan")

    def read_signals(
        self, campaign_id: int, worker: int, **asked: Unpack[models.ReadSignalsQuery]
    ) -> Rows[models.RankedAnswer]:
        """Read the signals of one worker, and their stake answer by answer."""
        return self._rows(
            models.RankedAnswer, f"campaigns/{campaign_id}/workers/{worker}/signals", asked
        )

    def read_wordings(self, campaign_id: int) -> models.ReadWordingsOutput:
        """Read a campaign's figures by the wording of its instructions."""
        return self._get(models.ReadWordingsOutput, f"campaigns/{campaign_id}/wordings")

    def rename_filter(
        self, filter_id: int, **body: Unpack[models.PatchedOneFilterInput]
    ) -> models.Filter:
        """Rename a saved filter."""
        return self._patch(models.Filter, f"filters/{filter_id}", body)

    def save_filter(
        self, campaign_id: int, *, idempotency_key: str = "", **body: Unpack[models.FiltersInput]
    ) -> models.Filter:
        """Save a filter under a name."""
        return self._post(models.Filter, f"campaigns/{campaign_id}/filters", body, idempotency_key)
