"""Campaigns. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def ask_for_evidence(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.AskForEvidenceInput],
    ) -> models.AskForEvidenceOutput:
        """Create a dataset of workers' questions, and draft an evidence campaign on it."""
        return self._post(
            models.AskForEvidenceOutput, f"campaigns/{campaign_id}/evidence", body, idempotency_key
        )

    def close_campaign(self, campaign_id: int) -> models.Campaign:
        """Close the campaign; open HITs can still be submitted."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/close")

    def count_pilot(
        self, campaign_id: int, **body: Unpack[models.CountPilotInput]
    ) -> models.Campaign:
        """Include the judgments of a pilot that has ended in the figures, or set them aside."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/pilot/count", body)

    def create_campaign(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateCampaignInput]
    ) -> models.Campaign:
        """Draft a campaign on a dataset."""
        return self._post(models.Campaign, "campaigns", body, idempotency_key)

    def duplicate_campaign(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.DuplicateCampaignInput],
    ) -> models.Campaign:
        """Draft a campaign on the same scheme, terms and settings, without workers or judgments."""
        return self._post(
            models.Campaign, f"campaigns/{campaign_id}/duplicate", body, idempotency_key
        )

    def edit_campaign(
        self, campaign_id: int, **body: Unpack[models.PatchedEditCampaignInput]
    ) -> models.Campaign:
        """Change the terms of a draft."""
        return self._patch(models.Campaign, f"campaigns/{campaign_id}", body)

    def end_pilot(self, campaign_id: int, **body: Unpack[models.EndPilotInput]) -> models.Campaign:
        """End a campaign's pilot: the other HITs are handed out."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/pilot/end", body)

    def extend_campaign(
        self, campaign_id: int, **body: Unpack[models.ExtendCampaignInput]
    ) -> models.Campaign:
        """Request more judgments for every HIT, or for those that a filter finds."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/extend", body)

    def hide_picture(
        self, campaign_id: int, **body: Unpack[models.HidePictureInput]
    ) -> models.ShownPictures:
        """Remove a picture from a draft."""
        return self._post(
            models.ShownPictures, f"campaigns/{campaign_id}/shown-pictures/hide", body
        )

    def keep_right_answers(
        self, campaign_id: int, **body: Unpack[models.KeepRightAnswersInput]
    ) -> models.KeptAnswers:
        """Store gold answers, all or none, for schemes that allow them."""
        return self._post(models.KeptAnswers, f"campaigns/{campaign_id}/right-answers", body)

    def launch_campaign(
        self, campaign_id: int, **body: Unpack[models.LaunchCampaignInput]
    ) -> models.Campaign:
        """Launch a campaign: fix its terms and start to hand out HITs."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/launch", body)

    def list_campaigns(self, **asked: Unpack[models.ListCampaignsQuery]) -> Rows[models.Campaign]:
        """List campaigns, the oldest first."""
        return self._rows(models.Campaign, "campaigns", asked)

    def list_right_answers(
        self, campaign_id: int, **asked: Unpack[models.ListRightAnswersQuery]
    ) -> Rows[models.RightAnswer]:
        """List the gold answers given in a campaign, without those from the dataset's file."""
        return self._rows(models.RightAnswer, f"campaigns/{campaign_id}/right-answers", asked)

    def list_shown_pictures(self, campaign_id: int) -> models.ShownPictures:
        """List the pictures that a campaign's instructions and consent can show."""
        return self._get(models.ShownPictures, f"campaigns/{campaign_id}/shown-pictures")

    def list_sites(
        self, campaign_id: int, **asked: Unpack[models.ListSitesQuery]
    ) -> Rows[models.CollectedSite]:
        """List the sites of a collection with their chosen versions; `after` is a HIT."""
        return self._rows(models.CollectedSite, f"campaigns/{campaign_id}/sites", asked)

    def make_documents(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.MakeDocumentsInput],
    ) -> models.MakeDocumentsOutput:
        """Create a document dataset from the settled sites, divided at their headings."""
        return self._post(
            models.MakeDocumentsOutput,
            f"campaigns/{campaign_id}/sites/documents",
            body,
            idempotency_key,
        )

    def pause_campaign(self, campaign_id: int) -> models.Campaign:
        """Pause a campaign: no new HITs are handed out; open ones can still be submitted."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/pause")

    def read_alike_sites(self, campaign_id: int) -> models.ReadAlikeSitesOutput:
        """List the sites of a collection with equal or nearly equal texts."""
        return self._get(models.ReadAlikeSitesOutput, f"campaigns/{campaign_id}/sites/alike")

    def read_campaign(self, campaign_id: int) -> models.Campaign:
        """Read a campaign's terms and its state."""
        return self._get(models.Campaign, f"campaigns/{campaign_id}")

    def remove_right_answer(self, campaign_id: int, answer_id: int) -> models.RightAnswer:
        """Remove a gold answer, which can be restored on a page."""
        return self._post(
            models.RightAnswer, f"campaigns/{campaign_id}/right-answers/{answer_id}/remove"
        )

    def resume_campaign(self, campaign_id: int) -> models.Campaign:
        """Resume a paused campaign."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/resume")
