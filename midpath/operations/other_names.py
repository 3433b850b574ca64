"""Other names. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.transport import Caller


class Operations(Caller):
    def rename_alignment(
        self, alignment_id: int, **body: Unpack[models.NameInput]
    ) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"alignments/{alignment_id}/rename", body)

    def rename_campaign(self, campaign_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"campaigns/{campaign_id}/rename", body)

    def rename_dataset(self, dataset_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"datasets/{dataset_id}/rename", body)

    def rename_draw(self, draw_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"draws/{draw_id}/rename", body)

    def rename_project(self, project_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"projects/{project_id}/rename", body)

    def rename_sample(self, sample_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"samples/{sample_id}/rename", body)

    def rename_set(self, set_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"sets/{set_id}/rename", body)

    def rename_typology(self, typology_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self._post(models.Renamed, f"typologies/{typology_id}/rename", body)
