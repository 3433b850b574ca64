"""Workers and their work. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller


class Operations(Caller):
    def answer_question(
        self, campaign_id: int, worker: int, **body: Unpack[models.AnswerQuestionInput]
    ) -> models.Message:
        """Answer a worker, which settles their earlier questions."""
        return self._post(
            models.Message,
            f"campaigns/{campaign_id}/workers/{worker}/answer",
            body,
            repeatable=True,
        )

    def change_consent(
        self, campaign_id: int, **body: Unpack[models.ChangeConsentInput]
    ) -> models.Consent:
        """Publish a new consent text."""
        return self._post(models.Consent, f"campaigns/{campaign_id}/consent", body)

    def change_listed_ids(
        self, campaign_id: int, **body: Unpack[models.ChangeListedInput]
    ) -> models.ListChanged:
        """Add ids to a campaign's list of admitted or blocked ids, and remove others."""
        return self._post(models.ListChanged, f"campaigns/{campaign_id}/listed-ids", body)

    def change_people(
        self, campaign_id: int, **body: Unpack[models.ChangePeopleInput]
    ) -> models.Campaign:
        """Change who may join a launched campaign, and how workers return to a platform."""
        return self._post(models.Campaign, f"campaigns/{campaign_id}/people", body)

    def decide_workers(
        self, campaign_id: int, **body: Unpack[models.DecideWorkersInput]
    ) -> models.DecidedWorkers:
        """Let workers in, or turn them away."""
        return self._post(models.DecidedWorkers, f"campaigns/{campaign_id}/waiting-workers", body)

    def end_links(self, campaign_id: int) -> None:
        """Revoke all links signed so far."""
        return self._post(type(None), f"campaigns/{campaign_id}/signed-links/end")

    def exclude_worker(
        self, campaign_id: int, worker: int, **body: Unpack[models.ExcludeWorkerInput]
    ) -> models.Changed:
        """Exclude a worker: remove their judgments from the figures and request replacements."""
        return self._post(models.Changed, f"campaigns/{campaign_id}/workers/{worker}/exclude", body)

    def foresee_exclusion(self, campaign_id: int, worker: int) -> models.ForeseenExclusion:
        """Preview the exclusion of a worker."""
        return self._post(
            models.ForeseenExclusion, f"campaigns/{campaign_id}/workers/{worker}/exclude/foresee"
        )

    def foresee_review(
        self, campaign_id: int, **body: Unpack[models.ForeseeReviewInput]
    ) -> models.ForeseenReview:
        """Preview a bulk review."""
        return self._post(models.ForeseenReview, f"campaigns/{campaign_id}/reviews/foresee", body)

    def include_worker(self, campaign_id: int, worker: int) -> models.Changed:
        """Undo an exclusion: the worker and their judgments count as before."""
        return self._post(models.Changed, f"campaigns/{campaign_id}/workers/{worker}/include")

    def list_consents(
        self, campaign_id: int, **asked: Unpack[models.ListConsentsQuery]
    ) -> Rows[models.ConsentGiven]:
        """List workers' answers to each version of the consent text."""
        return self._rows(models.ConsentGiven, f"campaigns/{campaign_id}/consents", asked)

    def list_listed_ids(
        self, campaign_id: int, **asked: Unpack[models.ListListedIdsQuery]
    ) -> Rows[models.Listed]:
        """List the ids that a campaign admits or blocks."""
        return self._rows(models.Listed, f"campaigns/{campaign_id}/listed-ids", asked)

    def list_questions(
        self, campaign_id: int, **asked: Unpack[models.ListQuestionsQuery]
    ) -> Rows[models.Message]:
        """List workers' questions and the answers in the order in which they were written."""
        return self._rows(models.Message, f"campaigns/{campaign_id}/questions", asked)

    def list_waiting_workers(
        self, campaign_id: int, **asked: Unpack[models.ListWaitingWorkersQuery]
    ) -> Rows[models.WaitingWorker]:
        """List the workers waiting for approval by number; `after` is a number."""
        return self._rows(models.WaitingWorker, f"campaigns/{campaign_id}/waiting-workers", asked)

    def list_worker_ids(
        self, campaign_id: int, **asked: Unpack[models.ListWorkerIdsQuery]
    ) -> Rows[models.WorkerIds]:
        """List the ids under which platforms, links and programs sent the workers."""
        return self._rows(models.WorkerIds, f"campaigns/{campaign_id}/worker-ids", asked)

    def read_consent(self, campaign_id: int) -> models.Consent:
        """Read the consent text."""
        return self._get(models.Consent, f"campaigns/{campaign_id}/consent")

    def read_review(self, campaign_id: int, act_id: int) -> models.Review:
        """Read the progress of a bulk review."""
        return self._get(models.Review, f"campaigns/{campaign_id}/reviews/{act_id}")

    def release_lease(self, campaign_id: int, worker: int) -> models.Released:
        """Take back a worker's open HIT and offer it to others."""
        return self._post(models.Released, f"campaigns/{campaign_id}/workers/{worker}/release")

    def restore_worker(self, campaign_id: int, worker: int) -> models.Standing:
        """Let a stopped worker continue, skipping training."""
        return self._post(models.Standing, f"campaigns/{campaign_id}/workers/{worker}/restore")

    def review_judgments(
        self, campaign_id: int, **body: Unpack[models.ReviewJudgmentsInput]
    ) -> models.Review:
        """Review all judgments that match a filter at once."""
        return self._post(models.Review, f"campaigns/{campaign_id}/reviews", body)

    def settle_questions(
        self, campaign_id: int, worker: int, **body: Unpack[models.SettleQuestionsInput]
    ) -> models.SettleQuestionsOutput:
        """Mark a worker's questions, up to a message, as not needing an answer."""
        return self._post(
            models.SettleQuestionsOutput, f"campaigns/{campaign_id}/workers/{worker}/settle", body
        )

    def sign_links(
        self, campaign_id: int, **body: Unpack[models.SignLinksInput]
    ) -> models.SignLinksOutput:
        """Sign a link for each id."""
        return self._post(models.SignLinksOutput, f"campaigns/{campaign_id}/signed-links", body)

    def stop_worker(self, campaign_id: int, worker: int) -> models.Standing:
        """Stop a worker: they get no new HITs, and their open HIT is taken back."""
        return self._post(models.Standing, f"campaigns/{campaign_id}/workers/{worker}/stop")

    def undo_review(self, campaign_id: int, act_id: int) -> models.Review:
        """Undo a bulk review: restore each judgment's earlier review."""
        return self._post(models.Review, f"campaigns/{campaign_id}/reviews/{act_id}/undo")
