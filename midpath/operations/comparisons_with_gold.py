"""Comparisons with gold. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def delete_comparison(self, comparison_id: int) -> None:
        """Delete a comparison; it can be restored for a day."""
        return self._post(type(None), f"comparisons/{comparison_id}/delete")

    def list_compared_items(
        self, comparison_id: int, **asked: Unpack[models.ListComparedItemsQuery]
    ) -> Rows[models.ComparedAnswers]:
        """List the items of a comparison with the answers of both sides."""
        return self._rows(models.ComparedAnswers, f"comparisons/{comparison_id}/items", asked)

    def list_comparisons(
        self, **asked: Unpack[models.ListComparisonsQuery]
    ) -> Rows[models.Comparison]:
        """List comparisons without their results, the oldest first."""
        return self._rows(models.Comparison, "comparisons", asked)

    def make_comparison(
        self, *, idempotency_key: str = "", **body: Unpack[models.MakeComparisonInput]
    ) -> models.Comparison:
        """Create a comparison of a crowd with gold; a background job computes it soon after."""
        return self._post(models.Comparison, "comparisons", body, idempotency_key)

    def make_comparison_anew(self, comparison_id: int) -> models.Comparison:
        """Recompute a comparison in the background, whether or not its sides have changed."""
        return self._post(models.Comparison, f"comparisons/{comparison_id}/anew")

    def read_comparison(self, comparison_id: int) -> models.ReadComparisonOutput:
        """Read the stored results of a comparison."""
        return self._get(models.ReadComparisonOutput, f"comparisons/{comparison_id}")

    def rename_comparison(
        self, comparison_id: int, **body: Unpack[models.PatchedRenameComparisonInput]
    ) -> models.Comparison:
        """Rename a comparison."""
        return self._patch(models.Comparison, f"comparisons/{comparison_id}", body)

    def restore_comparison(self, comparison_id: int) -> models.Comparison:
        """Restore a deleted comparison."""
        return self._post(models.Comparison, f"comparisons/{comparison_id}/restore")
