"""Archived and deleted. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.transport import Caller


class Operations(Caller):
    def archive_campaign(self, campaign_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self._post(models.PutAway, f"campaigns/{campaign_id}/archive")

    def archive_dataset(self, dataset_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self._post(models.PutAway, f"datasets/{dataset_id}/archive")

    def archive_project(self, project_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self._post(models.PutAway, f"projects/{project_id}/archive")

    def archive_set(self, set_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self._post(models.PutAway, f"sets/{set_id}/archive")

    def delete_campaign(self, campaign_id: int) -> models.PutAway:
        """Delete it with everything in it."""
        return self._post(models.PutAway, f"campaigns/{campaign_id}/delete")

    def delete_dataset(self, dataset_id: int) -> models.PutAway:
        """Delete it with everything in it."""
        return self._post(models.PutAway, f"datasets/{dataset_id}/delete")

    def delete_project(
        self, project_id: int, **body: Unpack[models.ProjectNameInput]
    ) -> models.PutAway:
        """Delete it with everything in it."""
        return self._post(models.PutAway, f"projects/{project_id}/delete", body)

    def delete_set(self, set_id: int) -> models.PutAway:
        """Delete it with everything in it."""
        return self._post(models.PutAway, f"sets/{set_id}/delete")

    def foresee_deletion_of_campaign(self, campaign_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self._get(models.ForeseenDeletion, f"campaigns/{campaign_id}/delete")

    def foresee_deletion_of_dataset(self, dataset_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self._get(models.ForeseenDeletion, f"datasets/{dataset_id}/delete")

    def foresee_deletion_of_project(self, project_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self._get(models.ForeseenDeletion, f"projects/{project_id}/delete")

    def foresee_deletion_of_set(self, set_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self._get(models.ForeseenDeletion, f"sets/{set_id}/delete")

    def list_deleted(self) -> models.DeletedThings:
        """List deleted objects that can be restored."""
        return self._get(models.DeletedThings, "deleted")

    def restore_campaign(self, campaign_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self._post(models.PutAway, f"campaigns/{campaign_id}/restore")

    def restore_dataset(self, dataset_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self._post(models.PutAway, f"datasets/{dataset_id}/restore")

    def restore_project(self, project_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self._post(models.PutAway, f"projects/{project_id}/restore")

    def restore_set(self, set_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self._post(models.PutAway, f"sets/{set_id}/restore")

    def undo_deletion_of_campaign(self, campaign_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self._post(models.PutAway, f"campaigns/{campaign_id}/undelete")

    def undo_deletion_of_dataset(self, dataset_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self._post(models.PutAway, f"datasets/{dataset_id}/undelete")

    def undo_deletion_of_project(self, project_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self._post(models.PutAway, f"projects/{project_id}/undelete")

    def undo_deletion_of_set(self, set_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self._post(models.PutAway, f"sets/{set_id}/undelete")
