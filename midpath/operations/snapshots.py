"""Snapshots. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def ask_for_snapshot(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.AskForSnapshotInput],
    ) -> models.Snapshot:
        """Create a snapshot of a campaign in the background: poll it until it is ready."""
        return self._post(
            models.Snapshot, f"campaigns/{campaign_id}/snapshots", body, idempotency_key
        )

    def delete_snapshot(self, snapshot_id: int) -> models.Snapshot:
        """Delete a snapshot, or stop it."""
        return self._delete(models.Snapshot, f"snapshots/{snapshot_id}")

    def list_snapshots(
        self, campaign_id: int, **asked: Unpack[models.ListSnapshotsQuery]
    ) -> Rows[models.ListedSnapshot]:
        """List a campaign's snapshots, oldest first, including discarded ones."""
        return self._rows(models.ListedSnapshot, f"campaigns/{campaign_id}/snapshots", asked)

    def publish_snapshot(
        self, snapshot_id: int, **body: Unpack[models.PublishSnapshotInput]
    ) -> models.Published:
        """Publish a snapshot of a closed campaign."""
        return self._post(models.Published, f"snapshots/{snapshot_id}/publish", body)

    def read_snapshot(self, snapshot_id: int) -> models.Snapshot:
        """Read a snapshot: its progress, or its files and manifest."""
        return self._get(models.Snapshot, f"snapshots/{snapshot_id}")

    def restore_snapshot(self, snapshot_id: int) -> models.Snapshot:
        """Restore a deleted snapshot."""
        return self._post(models.Snapshot, f"snapshots/{snapshot_id}/restore")

    def unpublish_snapshot(self, snapshot_id: int) -> models.Published:
        """Unpublish a snapshot; then only members can read it."""
        return self._post(models.Published, f"snapshots/{snapshot_id}/unpublish")
