"""The operations that a researcher's token has. Written by `make client`; do not edit.

Each has the name, the arguments and the response of /api/v1/schema/."""

from typing import Any, Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Transport, in_path


class Operations:
    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def add_endpoint(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.EndpointInput]
    ) -> models.Endpoint:
        """Add an endpoint with its key, which is stored encrypted and never returned."""
        return self.transport.ask(
            models.Endpoint,
            "POST",
            f"projects/{project_id}/endpoints",
            body=body,
            key=idempotency_key,
        )

    def add_member(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.AddMemberInput]
    ) -> models.Member:
        """Add a person who has an account; invite others."""
        return self.transport.ask(
            models.Member, "POST", f"projects/{project_id}/members", body=body, key=idempotency_key
        )

    def add_webhook(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.WebhooksInput]
    ) -> models.WebhookWithSecret:
        """Add a webhook; the response has its signing secret."""
        return self.transport.ask(
            models.WebhookWithSecret,
            "POST",
            f"projects/{project_id}/webhooks",
            body=body,
            key=idempotency_key,
        )

    def answer_question(
        self, campaign_id: int, worker: int, **body: Unpack[models.AnswerQuestionInput]
    ) -> models.Message:
        """Answer a worker, which settles their earlier questions."""
        return self.transport.ask(
            models.Message,
            "POST",
            f"campaigns/{campaign_id}/workers/{worker}/answer",
            body=body,
            repeatable=True,
        )

    def archive_campaign(self, campaign_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self.transport.ask(models.PutAway, "POST", f"campaigns/{campaign_id}/archive")

    def archive_dataset(self, dataset_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self.transport.ask(models.PutAway, "POST", f"datasets/{dataset_id}/archive")

    def archive_project(self, project_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self.transport.ask(models.PutAway, "POST", f"projects/{project_id}/archive")

    def archive_set(self, set_id: int) -> models.PutAway:
        """Archive it with everything in it: read-only and hidden from the lists."""
        return self.transport.ask(models.PutAway, "POST", f"sets/{set_id}/archive")

    def ask_for_alignment(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.AlignmentInput]
    ) -> models.Alignment:
        """Align documents in the background."""
        return self.transport.ask(
            models.Alignment,
            "POST",
            f"datasets/{dataset_id}/alignments",
            body=body,
            key=idempotency_key,
        )

    def ask_for_draw(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.DrawInput]
    ) -> models.Draw:
        """Sample pairs from documents in the background; nothing is saved until you keep them."""
        return self.transport.ask(
            models.Draw, "POST", f"datasets/{dataset_id}/draws", body=body, key=idempotency_key
        )

    def ask_for_evidence(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.AskForEvidenceInput],
    ) -> models.AskForEvidenceOutput:
        """Create a dataset of workers' questions, and draft an evidence campaign on it."""
        return self.transport.ask(
            models.AskForEvidenceOutput,
            "POST",
            f"campaigns/{campaign_id}/evidence",
            body=body,
            key=idempotency_key,
        )

    def ask_for_prolific_step(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.AskForProlificStepInput],
    ) -> models.StepOnProlific:
        """Publish, pause, start or stop a study, or add places."""
        return self.transport.ask(
            models.StepOnProlific,
            "POST",
            f"campaigns/{campaign_id}/prolific/steps",
            body=body,
            key=idempotency_key,
        )

    def ask_for_snapshot(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.AskForSnapshotInput],
    ) -> models.Snapshot:
        """Create a snapshot of a campaign in the background: poll it until it is ready."""
        return self.transport.ask(
            models.Snapshot,
            "POST",
            f"campaigns/{campaign_id}/snapshots",
            body=body,
            key=idempotency_key,
        )

    def ask_for_typology(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.TypologyInput]
    ) -> models.Typology:
        """Detect a dataset's function words and the side of its adpositions in the background."""
        return self.transport.ask(
            models.Typology,
            "POST",
            f"datasets/{dataset_id}/typologies",
            body=body,
            key=idempotency_key,
        )

    def ask_prolific(
        self, campaign_id: int, *, idempotency_key: str = ""
    ) -> models.StandingWithProlific:
        """Start a sync with Prolific, which sends decisions and reads the current state."""
        return self.transport.ask(
            models.StandingWithProlific,
            "POST",
            f"campaigns/{campaign_id}/prolific/ask",
            key=idempotency_key,
        )

    def begin_round(
        self, campaign_id: int, *, idempotency_key: str = "", **body: Unpack[models.RoundInput]
    ) -> models.RoundWithProgress:
        """Have a model annotate each item of a launched campaign, within a budget."""
        return self.transport.ask(
            models.RoundWithProgress,
            "POST",
            f"campaigns/{campaign_id}/rounds",
            body=body,
            key=idempotency_key,
        )

    def change_consent(
        self, campaign_id: int, **body: Unpack[models.ChangeConsentInput]
    ) -> models.Consent:
        """Publish a new consent text."""
        return self.transport.ask(
            models.Consent, "POST", f"campaigns/{campaign_id}/consent", body=body
        )

    def change_listed_ids(
        self, campaign_id: int, **body: Unpack[models.ChangeListedInput]
    ) -> models.ListChanged:
        """Add ids to a campaign's list of admitted or blocked ids, and remove others."""
        return self.transport.ask(
            models.ListChanged, "POST", f"campaigns/{campaign_id}/listed-ids", body=body
        )

    def change_member(
        self, project_id: int, user_id: int, **body: Unpack[models.PatchedRoleInput]
    ) -> models.Member:
        """Change a member's role, effective from their next request."""
        return self.transport.ask(
            models.Member, "PATCH", f"projects/{project_id}/members/{user_id}", body=body
        )

    def change_people(
        self, campaign_id: int, **body: Unpack[models.ChangePeopleInput]
    ) -> models.Campaign:
        """Change who may join a launched campaign, and how workers return to a platform."""
        return self.transport.ask(
            models.Campaign, "POST", f"campaigns/{campaign_id}/people", body=body
        )

    def change_webhook(
        self, webhook_id: int, **body: Unpack[models.PatchedOneWebhookInput]
    ) -> models.Webhook:
        """Change the events of a webhook, or turn it on or off."""
        return self.transport.ask(models.Webhook, "PATCH", f"webhooks/{webhook_id}", body=body)

    def choose_suggestions(
        self, campaign_id: int, **body: Unpack[models.SuggestionsInput]
    ) -> models.Told:
        """Use the answers of a set as suggestions in a draft, on part of the HITs."""
        return self.transport.ask(
            models.Told, "POST", f"campaigns/{campaign_id}/suggestions", body=body
        )

    def close_campaign(self, campaign_id: int) -> models.Campaign:
        """Close the campaign; open HITs can still be submitted."""
        return self.transport.ask(models.Campaign, "POST", f"campaigns/{campaign_id}/close")

    def compensate_workers(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.CompensateWorkersInput],
    ) -> models.Compensations:
        """Promise each of these workers the same compensation for their time, all of them or
        none."""
        return self.transport.ask(
            models.Compensations,
            "POST",
            f"campaigns/{campaign_id}/pay/compensations",
            body=body,
            key=idempotency_key,
        )

    def confirm_prolific_step(
        self, campaign_id: int, step_id: int, **body: Unpack[models.ConfirmProlificStepInput]
    ) -> models.StandingWithProlific:
        """Confirm a step, if the cost has not changed."""
        return self.transport.ask(
            models.StandingWithProlific,
            "POST",
            f"campaigns/{campaign_id}/prolific/steps/{step_id}/confirm",
            body=body,
        )

    def connect_prolific(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.ConnectProlificInput],
    ) -> models.StandingWithProlific:
        """Connect a campaign with an existing study on Prolific; a sync reads it."""
        return self.transport.ask(
            models.StandingWithProlific,
            "POST",
            f"campaigns/{campaign_id}/prolific/connect",
            body=body,
            key=idempotency_key,
        )

    def create_campaign(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateCampaignInput]
    ) -> models.Campaign:
        """Draft a campaign on a dataset."""
        return self.transport.ask(
            models.Campaign, "POST", "campaigns", body=body, key=idempotency_key
        )

    def create_dataset(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateDatasetInput]
    ) -> models.Dataset:
        """Create a dataset of any kind, all or nothing: 400 lists the errors by row."""
        return self.transport.ask(
            models.Dataset, "POST", "datasets", body=body, key=idempotency_key
        )

    def create_dataset_in_bulk(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateDatasetInBulkInput]
    ) -> models.CreateDatasetInBulkOutput:
        """Create a dataset from up to 10,000 rows and report the outcome of each."""
        return self.transport.ask(
            models.CreateDatasetInBulkOutput,
            "POST",
            "datasets/bulk",
            body=body,
            key=idempotency_key,
        )

    def create_project(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateProjectInput]
    ) -> models.Project:
        """Create a project, which you own."""
        return self.transport.ask(
            models.Project, "POST", "projects", body=body, key=idempotency_key
        )

    def create_set_in_bulk(
        self, *, idempotency_key: str = "", **body: Unpack[models.CreateSetInBulkInput]
    ) -> models.CreateSetInBulkOutput:
        """Create a set from up to 10,000 annotations and report the outcome of each."""
        return self.transport.ask(
            models.CreateSetInBulkOutput, "POST", "sets/bulk", body=body, key=idempotency_key
        )

    def decide(self, campaign_id: int, **body: Unpack[models.MakeDecisionInput]) -> models.Decision:
        """Decide a HIT: accept a judgment, edit one, or write a new answer."""
        return self.transport.ask(
            models.Decision,
            "POST",
            f"campaigns/{campaign_id}/decisions",
            body=body,
            repeatable=True,
        )

    def decide_prolific(
        self, campaign_id: int, **body: Unpack[models.DecideProlificInput]
    ) -> models.Decided:
        """Approve or reject submissions that wait for a review; a sync sends the decisions."""
        return self.transport.ask(
            models.Decided,
            "POST",
            f"campaigns/{campaign_id}/prolific/submissions/decide",
            body=body,
        )

    def decide_workers(
        self, campaign_id: int, **body: Unpack[models.DecideWorkersInput]
    ) -> models.DecidedWorkers:
        """Let workers in, or turn them away."""
        return self.transport.ask(
            models.DecidedWorkers, "POST", f"campaigns/{campaign_id}/waiting-workers", body=body
        )

    def delete_campaign(self, campaign_id: int) -> models.PutAway:
        """Delete it with everything in it."""
        return self.transport.ask(models.PutAway, "POST", f"campaigns/{campaign_id}/delete")

    def delete_comparison(self, comparison_id: int) -> None:
        """Delete a comparison; it can be restored for a day."""
        return self.transport.ask(type(None), "POST", f"comparisons/{comparison_id}/delete")

    def delete_dataset(self, dataset_id: int) -> models.PutAway:
        """Delete it with everything in it."""
        return self.transport.ask(models.PutAway, "POST", f"datasets/{dataset_id}/delete")

    def delete_filter(self, filter_id: int) -> None:
        """Delete a saved filter; earlier results of it do not change."""
        return self.transport.ask(type(None), "POST", f"filters/{filter_id}/delete")

    def delete_project(
        self, project_id: int, **body: Unpack[models.ProjectNameInput]
    ) -> models.PutAway:
        """Delete it with everything in it."""
        return self.transport.ask(
            models.PutAway, "POST", f"projects/{project_id}/delete", body=body
        )

    def delete_set(self, set_id: int) -> models.PutAway:
        """Delete it with everything in it."""
        return self.transport.ask(models.PutAway, "POST", f"sets/{set_id}/delete")

    def delete_snapshot(self, snapshot_id: int) -> models.Snapshot:
        """Delete a snapshot, or stop it."""
        return self.transport.ask(models.Snapshot, "DELETE", f"snapshots/{snapshot_id}")

    def describe_picture(
        self, item_id: int, sha256: str, **body: Unpack[models.AltInput]
    ) -> models.AppPictures:
        """Change the description of an app's picture."""
        return self.transport.ask(
            models.AppPictures,
            "POST",
            f"items/{item_id}/pictures/{in_path(sha256)}/describe",
            body=body,
        )

    def discard_alignment(self, alignment_id: int) -> models.Alignment:
        """Discard its results, or stop it."""
        return self.transport.ask(models.Alignment, "POST", f"alignments/{alignment_id}/discard")

    def discard_dataset_import(self, dataset_import_id: int) -> models.DatasetImport:
        """Discard its results, or stop it."""
        return self.transport.ask(
            models.DatasetImport, "POST", f"dataset-imports/{dataset_import_id}/discard"
        )

    def discard_draw(self, draw_id: int) -> models.Draw:
        """Discard its results, or stop it."""
        return self.transport.ask(models.Draw, "POST", f"draws/{draw_id}/discard")

    def discard_set_import(self, set_import_id: int) -> models.SetImport:
        """Discard its results, or stop it."""
        return self.transport.ask(models.SetImport, "POST", f"set-imports/{set_import_id}/discard")

    def discard_typology(self, typology_id: int) -> models.Typology:
        """Discard its results, or stop it."""
        return self.transport.ask(models.Typology, "POST", f"typologies/{typology_id}/discard")

    def disconnect_prolific(self, campaign_id: int) -> None:
        """Disconnect a campaign's study and delete its submissions here."""
        return self.transport.ask(
            type(None), "POST", f"campaigns/{campaign_id}/prolific/disconnect"
        )

    def drop_suggestions(self, campaign_id: int) -> models.Told:
        """Remove the suggestions from a draft."""
        return self.transport.ask(models.Told, "POST", f"campaigns/{campaign_id}/suggestions/drop")

    def duplicate_campaign(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.DuplicateCampaignInput],
    ) -> models.Campaign:
        """Draft a campaign on the same scheme, terms and settings, without workers or judgments."""
        return self.transport.ask(
            models.Campaign,
            "POST",
            f"campaigns/{campaign_id}/duplicate",
            body=body,
            key=idempotency_key,
        )

    def edit_campaign(
        self, campaign_id: int, **body: Unpack[models.PatchedEditCampaignInput]
    ) -> models.Campaign:
        """Change the terms of a draft."""
        return self.transport.ask(models.Campaign, "PATCH", f"campaigns/{campaign_id}", body=body)

    def end_links(self, campaign_id: int) -> None:
        """Revoke all links signed so far."""
        return self.transport.ask(type(None), "POST", f"campaigns/{campaign_id}/signed-links/end")

    def enter_pay(
        self,
        campaign_id: int,
        worker: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.EnterPayInput],
    ) -> models.WorkerPay:
        """Promise a worker a bonus or a compensation, or adjust what they are owed."""
        return self.transport.ask(
            models.WorkerPay,
            "POST",
            f"campaigns/{campaign_id}/workers/{worker}/pay",
            body=body,
            key=idempotency_key,
        )

    def exclude_worker(
        self, campaign_id: int, worker: int, **body: Unpack[models.ExcludeWorkerInput]
    ) -> models.Changed:
        """Exclude a worker: remove their judgments from the figures and request replacements."""
        return self.transport.ask(
            models.Changed, "POST", f"campaigns/{campaign_id}/workers/{worker}/exclude", body=body
        )

    def extend_campaign(
        self, campaign_id: int, **body: Unpack[models.ExtendCampaignInput]
    ) -> models.Campaign:
        """Request more judgments for every HIT, or for those that a filter finds."""
        return self.transport.ask(
            models.Campaign, "POST", f"campaigns/{campaign_id}/extend", body=body
        )

    def foresee_deletion_of_campaign(self, campaign_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self.transport.ask(models.ForeseenDeletion, "GET", f"campaigns/{campaign_id}/delete")

    def foresee_deletion_of_dataset(self, dataset_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self.transport.ask(models.ForeseenDeletion, "GET", f"datasets/{dataset_id}/delete")

    def foresee_deletion_of_project(self, project_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self.transport.ask(models.ForeseenDeletion, "GET", f"projects/{project_id}/delete")

    def foresee_deletion_of_set(self, set_id: int) -> models.ForeseenDeletion:
        """Read what a deletion would delete, and what prevents it."""
        return self.transport.ask(models.ForeseenDeletion, "GET", f"sets/{set_id}/delete")

    def foresee_exclusion(self, campaign_id: int, worker: int) -> models.ForeseenExclusion:
        """Preview the exclusion of a worker."""
        return self.transport.ask(
            models.ForeseenExclusion,
            "POST",
            f"campaigns/{campaign_id}/workers/{worker}/exclude/foresee",
        )

    def foresee_review(
        self, campaign_id: int, **body: Unpack[models.ForeseeReviewInput]
    ) -> models.ForeseenReview:
        """Preview a bulk review."""
        return self.transport.ask(
            models.ForeseenReview, "POST", f"campaigns/{campaign_id}/reviews/foresee", body=body
        )

    def forget_prolific_token(self, project_id: int) -> None:
        """Remove a project's token; delete it on Prolific, too."""
        return self.transport.ask(
            type(None), "POST", f"projects/{project_id}/prolific-token/forget"
        )

    def free_prolific_bonuses(self, campaign_id: int, batch_id: int) -> models.BonusesByProlific:
        """Release payments that were sent a day ago and certainly not paid."""
        return self.transport.ask(
            models.BonusesByProlific,
            "POST",
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific/free",
        )

    def hide_picture(
        self, campaign_id: int, **body: Unpack[models.HidePictureInput]
    ) -> models.ShownPictures:
        """Remove a picture from a draft."""
        return self.transport.ask(
            models.ShownPictures, "POST", f"campaigns/{campaign_id}/shown-pictures/hide", body=body
        )

    def hold_set(self, campaign_id: int, **body: Unpack[models.HeldSetsInput]) -> models.HeldSet:
        """Compare a set with a campaign's crowd; its figures are computed soon after."""
        return self.transport.ask(
            models.HeldSet, "POST", f"campaigns/{campaign_id}/models", body=body
        )

    def import_the_rest(
        self, set_import_id: int, **body: Unpack[models.ImportTheRestInput]
    ) -> models.SetImport:
        """Retry a refused import without the annotations that have no match."""
        return self.transport.ask(
            models.SetImport, "POST", f"set-imports/{set_import_id}/rest", body=body
        )

    def include_worker(self, campaign_id: int, worker: int) -> models.Changed:
        """Undo an exclusion: the worker and their judgments count as before."""
        return self.transport.ask(
            models.Changed, "POST", f"campaigns/{campaign_id}/workers/{worker}/include"
        )

    def invite(
        self, project_id: int, *, idempotency_key: str = "", **body: Unpack[models.InviteInput]
    ) -> models.NewInvitation:
        """Invite someone to a project, by link or e-mail."""
        return self.transport.ask(
            models.NewInvitation,
            "POST",
            f"projects/{project_id}/invitations",
            body=body,
            key=idempotency_key,
        )

    def keep_draw(self, draw_id: int, *, idempotency_key: str = "") -> models.Dataset:
        """Save the sampled pairs as a dataset."""
        return self.transport.ask(
            models.Dataset, "POST", f"draws/{draw_id}/keep", key=idempotency_key
        )

    def keep_prolific_token(
        self, project_id: int, **body: Unpack[models.KeepProlificTokenInput]
    ) -> models.KeptToken:
        """Set or replace a project's Prolific token."""
        return self.transport.ask(
            models.KeptToken, "POST", f"projects/{project_id}/prolific-token", body=body
        )

    def keep_right_answers(
        self, campaign_id: int, **body: Unpack[models.KeepRightAnswersInput]
    ) -> models.KeptAnswers:
        """Store gold answers, all or none, for schemes that allow them."""
        return self.transport.ask(
            models.KeptAnswers, "POST", f"campaigns/{campaign_id}/right-answers", body=body
        )

    def keep_round(self, campaign_id: int, run_id: int) -> models.Set:
        """Create a set from the valid answers of a finished round."""
        return self.transport.ask(
            models.Set, "POST", f"campaigns/{campaign_id}/rounds/{run_id}/keep"
        )

    def launch_campaign(
        self, campaign_id: int, **body: Unpack[models.LaunchCampaignInput]
    ) -> models.Campaign:
        """Launch a campaign: fix its terms and start to hand out HITs."""
        return self.transport.ask(
            models.Campaign, "POST", f"campaigns/{campaign_id}/launch", body=body
        )

    def leave_project(self, project_id: int) -> None:
        """Leave a project, which revokes your tokens for it."""
        return self.transport.ask(type(None), "POST", f"projects/{project_id}/leave")

    def leave_prolific_bonuses(self, campaign_id: int, batch_id: int) -> models.BonusesByProlific:
        """Cancel payments that were set up but not sent; nothing is paid."""
        return self.transport.ask(
            models.BonusesByProlific,
            "POST",
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific/leave",
        )

    def leave_prolific_draft(self, campaign_id: int) -> None:
        """Discard a draft that was not sent, or whose study was certainly not created."""
        return self.transport.ask(
            type(None), "POST", f"campaigns/{campaign_id}/prolific/draft/leave"
        )

    def leave_prolific_step(self, campaign_id: int) -> models.StandingWithProlific:
        """Discard the open step; it is not sent."""
        return self.transport.ask(
            models.StandingWithProlific, "POST", f"campaigns/{campaign_id}/prolific/steps/leave"
        )

    def let_go_set(self, campaign_id: int, set_id: int) -> models.LetGoOutput:
        """Stop comparing a set."""
        return self.transport.ask(
            models.LetGoOutput, "POST", f"campaigns/{campaign_id}/models/{set_id}/let-go"
        )

    def limit_campaign(
        self, campaign_id: int, **body: Unpack[models.LimitCampaignInput]
    ) -> models.Campaign:
        """Change the limits of a launched campaign: workers, tasks per worker, pace and times."""
        return self.transport.ask(
            models.Campaign, "POST", f"campaigns/{campaign_id}/limits", body=body
        )

    def list_alignments(
        self, dataset_id: int, **asked: Unpack[models.ListAlignmentsQuery]
    ) -> Rows[models.Alignment]:
        """List the alignments of a dataset's documents, the oldest first."""
        return self.transport.rows(
            models.Alignment, f"datasets/{dataset_id}/alignments", asked, most=500
        )

    def list_annotations(
        self, set_id: int, **asked: Unpack[models.ListAnnotationsQuery]
    ) -> Rows[models.Annotation]:
        """List a set's annotations in their order."""
        return self.transport.rows(models.Annotation, f"sets/{set_id}/annotations", asked, most=500)

    def list_answers_of_round(
        self, campaign_id: int, run_id: int, **asked: Unpack[models.ListAnswersOfRoundQuery]
    ) -> Rows[models.ModelsAnswer]:
        """List the items of a round with the model's replies and their errors."""
        return self.transport.rows(
            models.ModelsAnswer, f"campaigns/{campaign_id}/rounds/{run_id}/answers", asked, most=500
        )

    def list_audit(
        self, project_id: int, **asked: Unpack[models.ListAuditQuery]
    ) -> Rows[models.Event]:
        """List the audit log of a project, oldest first; `after` continues where you were."""
        return self.transport.rows(models.Event, f"projects/{project_id}/audit", asked, most=500)

    def list_biases(
        self, project_id: int, **asked: Unpack[models.ListBiasesQuery]
    ) -> Rows[models.Biases]:
        """List the biases of a project's segmentation campaigns, for comparison."""
        return self.transport.rows(models.Biases, f"projects/{project_id}/biases", asked, most=8)

    def list_campaign_items(
        self, campaign_id: int, **asked: Unpack[models.ListCampaignItemsQuery]
    ) -> Rows[models.JudgedItem]:
        """List a campaign's items with counts of their judgments; filters combine."""
        return self.transport.rows(
            models.JudgedItem, f"campaigns/{campaign_id}/items", asked, most=500
        )

    def list_campaigns(self, **asked: Unpack[models.ListCampaignsQuery]) -> Rows[models.Campaign]:
        """List campaigns, the oldest first."""
        return self.transport.rows(models.Campaign, "campaigns", asked, most=500)

    def list_compared_items(
        self, comparison_id: int, **asked: Unpack[models.ListComparedItemsQuery]
    ) -> Rows[models.ComparedAnswers]:
        """List the items of a comparison with the answers of both sides."""
        return self.transport.rows(
            models.ComparedAnswers, f"comparisons/{comparison_id}/items", asked, most=500
        )

    def list_comparisons(
        self, **asked: Unpack[models.ListComparisonsQuery]
    ) -> Rows[models.Comparison]:
        """List comparisons without their results, the oldest first."""
        return self.transport.rows(models.Comparison, "comparisons", asked, most=500)

    def list_consents(
        self, campaign_id: int, **asked: Unpack[models.ListConsentsQuery]
    ) -> Rows[models.ConsentGiven]:
        """List workers' answers to each version of the consent text."""
        return self.transport.rows(
            models.ConsentGiven, f"campaigns/{campaign_id}/consents", asked, most=500
        )

    def list_dataset_imports(
        self, project_id: int, **asked: Unpack[models.ListDatasetImportsQuery]
    ) -> Rows[models.DatasetImport]:
        """List the imports of large files into a project, the oldest first."""
        return self.transport.rows(
            models.DatasetImport, f"projects/{project_id}/dataset-imports", asked, most=500
        )

    def list_datasets(self, **asked: Unpack[models.ListDatasetsQuery]) -> Rows[models.Dataset]:
        """List datasets, the oldest first."""
        return self.transport.rows(models.Dataset, "datasets", asked, most=500)

    def list_decisions(
        self, campaign_id: int, **asked: Unpack[models.ListDecisionsQuery]
    ) -> Rows[models.Decision]:
        """List the decisions of a campaign in order, including withdrawn ones."""
        return self.transport.rows(
            models.Decision, f"campaigns/{campaign_id}/decisions", asked, most=500
        )

    def list_deleted(self) -> models.DeletedThings:
        """List deleted objects that can be restored."""
        return self.transport.ask(models.DeletedThings, "GET", "deleted")

    def list_deliveries(
        self, webhook_id: int, **asked: Unpack[models.ListDeliveriesQuery]
    ) -> Rows[models.Delivery]:
        """List the messages of a webhook of the last 30 days, and those waiting."""
        return self.transport.rows(
            models.Delivery, f"webhooks/{webhook_id}/deliveries", asked, most=500
        )

    def list_draws(
        self, dataset_id: int, **asked: Unpack[models.ListDrawsQuery]
    ) -> Rows[models.Draw]:
        """List the samples of pairs from a dataset's documents, the oldest first."""
        return self.transport.rows(models.Draw, f"datasets/{dataset_id}/draws", asked, most=500)

    def list_endpoints(
        self, project_id: int, **asked: Unpack[models.ListEndpointsQuery]
    ) -> Rows[models.Endpoint]:
        """List the endpoints of a project, without their keys."""
        return self.transport.rows(
            models.Endpoint, f"projects/{project_id}/endpoints", asked, most=500
        )

    def list_filters(
        self, campaign_id: int, **asked: Unpack[models.ListFiltersQuery]
    ) -> Rows[models.Filter]:
        """List the saved filters of a campaign that you may use."""
        return self.transport.rows(
            models.Filter, f"campaigns/{campaign_id}/filters", asked, most=500
        )

    def list_groups(
        self, alignment_id: int, **asked: Unpack[models.ListGroupsQuery]
    ) -> Rows[models.SegmentGroup]:
        """List the groups of an alignment with their words and segments; `after` is a group."""
        return self.transport.rows(
            models.SegmentGroup, f"alignments/{alignment_id}/groups", asked, most=500
        )

    def list_held_sets(
        self, campaign_id: int, **asked: Unpack[models.ListHeldSetsQuery]
    ) -> Rows[models.HeldSet]:
        """List the sets compared with a campaign's crowd, without results."""
        return self.transport.rows(
            models.HeldSet, f"campaigns/{campaign_id}/models", asked, most=500
        )

    def list_invitations(
        self, project_id: int, **asked: Unpack[models.ListInvitationsQuery]
    ) -> Rows[models.Invitation]:
        """List the invitations to a project that are open or ended within a week."""
        return self.transport.rows(
            models.Invitation, f"projects/{project_id}/invitations", asked, most=500
        )

    def list_item_events(
        self, campaign_id: int, item_id: int, **asked: Unpack[models.ListItemEventsQuery]
    ) -> Rows[models.ItemEvent]:
        """List the history of an item of a campaign in order of time; `after` is a position."""
        return self.transport.rows(
            models.ItemEvent, f"campaigns/{campaign_id}/items/{item_id}/events", asked, most=500
        )

    def list_items(
        self, dataset_id: int, **asked: Unpack[models.ListItemsQuery]
    ) -> Rows[models.Item]:
        """List a dataset's items in their order; `after` is a position."""
        return self.transport.rows(models.Item, f"datasets/{dataset_id}/items", asked, most=500)

    def list_judgments(
        self, campaign_id: int, **asked: Unpack[models.ListJudgmentsQuery]
    ) -> Rows[models.Judgment]:
        """List a campaign's judgments in the order in which they came; `after` is an id."""
        return self.transport.rows(
            models.Judgment, f"campaigns/{campaign_id}/judgments", asked, most=500
        )

    def list_ledger(
        self, campaign_id: int, **asked: Unpack[models.ListLedgerQuery]
    ) -> Rows[models.Entry]:
        """List all decisions about pay in the order in which they were entered."""
        return self.transport.rows(
            models.Entry, f"campaigns/{campaign_id}/pay/ledger", asked, most=500
        )

    def list_listed_ids(
        self, campaign_id: int, **asked: Unpack[models.ListListedIdsQuery]
    ) -> Rows[models.Listed]:
        """List the ids that a campaign admits or blocks."""
        return self.transport.rows(
            models.Listed, f"campaigns/{campaign_id}/listed-ids", asked, most=500
        )

    def list_members(
        self, project_id: int, **asked: Unpack[models.ListMembersQuery]
    ) -> Rows[models.Member]:
        """List the members of a project in the order in which they joined."""
        return self.transport.rows(models.Member, f"projects/{project_id}/members", asked, most=500)

    def list_pay(
        self, campaign_id: int, **asked: Unpack[models.ListPayQuery]
    ) -> Rows[models.WorkerPay]:
        """List what each worker earned and is owed, in the order in which they joined."""
        return self.transport.rows(
            models.WorkerPay, f"campaigns/{campaign_id}/pay/workers", asked, most=500
        )

    def list_payment_lines(
        self, campaign_id: int, batch_id: int, **asked: Unpack[models.ListPaymentLinesQuery]
    ) -> Rows[models.Payment]:
        """List the payments of a list with the ids that a platform or bank needs."""
        return self.transport.rows(
            models.Payment, f"campaigns/{campaign_id}/pay/batches/{batch_id}/lines", asked, most=500
        )

    def list_payments(
        self, campaign_id: int, **asked: Unpack[models.ListPaymentsQuery]
    ) -> Rows[models.Payments]:
        """List the payment lists of a campaign, oldest first."""
        return self.transport.rows(
            models.Payments, f"campaigns/{campaign_id}/pay/batches", asked, most=500
        )

    def list_projects(self, **asked: Unpack[models.ListProjectsQuery]) -> Rows[models.Project]:
        """List the projects that you are a member of; with a project's token, that one."""
        return self.transport.rows(models.Project, "projects", asked, most=500)

    def list_prolific_messages(
        self, campaign_id: int, **asked: Unpack[models.ListProlificMessagesQuery]
    ) -> Rows[models.MessageByProlific]:
        """List the messages to and from participants of a campaign's study, the oldest first."""
        return self.transport.rows(
            models.MessageByProlific, f"campaigns/{campaign_id}/prolific/messages", asked, most=500
        )

    def list_prolific_submissions(
        self, campaign_id: int, **asked: Unpack[models.ListProlificSubmissionsQuery]
    ) -> Rows[models.SubmissionOnProlific]:
        """List the submissions of a campaign's study with their workers here."""
        return self.transport.rows(
            models.SubmissionOnProlific,
            f"campaigns/{campaign_id}/prolific/submissions",
            asked,
            most=500,
        )

    def list_questions(
        self, campaign_id: int, **asked: Unpack[models.ListQuestionsQuery]
    ) -> Rows[models.Message]:
        """List workers' questions and the answers in the order in which they were written."""
        return self.transport.rows(
            models.Message, f"campaigns/{campaign_id}/questions", asked, most=500
        )

    def list_right_answers(
        self, campaign_id: int, **asked: Unpack[models.ListRightAnswersQuery]
    ) -> Rows[models.RightAnswer]:
        """List the gold answers given in a campaign, without those from the dataset's file."""
        return self.transport.rows(
            models.RightAnswer, f"campaigns/{campaign_id}/right-answers", asked, most=500
        )

    def list_rounds(
        self, campaign_id: int, **asked: Unpack[models.ListRoundsQuery]
    ) -> Rows[models.Round]:
        """List the rounds of model annotation of a campaign, without their progress."""
        return self.transport.rows(models.Round, f"campaigns/{campaign_id}/rounds", asked, most=500)

    def list_set_imports(
        self, dataset_id: int, **asked: Unpack[models.ListSetImportsQuery]
    ) -> Rows[models.SetImport]:
        """List the imports of sets of a dataset, the oldest first."""
        return self.transport.rows(
            models.SetImport, f"datasets/{dataset_id}/set-imports", asked, most=500
        )

    def list_sets(self, **asked: Unpack[models.ListSetsQuery]) -> Rows[models.Set]:
        """List sets of annotations, the oldest first."""
        return self.transport.rows(models.Set, "sets", asked, most=500)

    def list_shown_pictures(self, campaign_id: int) -> models.ShownPictures:
        """List the pictures that a campaign's instructions and consent can show."""
        return self.transport.ask(
            models.ShownPictures, "GET", f"campaigns/{campaign_id}/shown-pictures"
        )

    def list_signals(
        self, campaign_id: int, **asked: Unpack[models.ListSignalsQuery]
    ) -> Rows[models.Signals]:
        """List the signals of each worker: how they work, and whether their answers depend on the
        texts."""
        return self.transport.rows(
            models.Signals, f"campaigns/{campaign_id}/signals", asked, most=500
        )

    def list_sites(
        self, campaign_id: int, **asked: Unpack[models.ListSitesQuery]
    ) -> Rows[models.CollectedSite]:
        """List the sites of a collection with their chosen versions; `after` is a HIT."""
        return self.transport.rows(
            models.CollectedSite, f"campaigns/{campaign_id}/sites", asked, most=500
        )

    def list_snapshots(
        self, campaign_id: int, **asked: Unpack[models.ListSnapshotsQuery]
    ) -> Rows[models.ListedSnapshot]:
        """List a campaign's snapshots, oldest first, including discarded ones."""
        return self.transport.rows(
            models.ListedSnapshot, f"campaigns/{campaign_id}/snapshots", asked, most=500
        )

    def list_tokens(
        self, project_id: int, **asked: Unpack[models.ListTokensQuery]
    ) -> Rows[models.Token]:
        """List your tokens of a project, or all tokens if you manage its members."""
        return self.transport.rows(models.Token, f"projects/{project_id}/tokens", asked, most=500)

    def list_typologies(
        self, dataset_id: int, **asked: Unpack[models.ListTypologiesQuery]
    ) -> Rows[models.Typology]:
        """List the analyses of function words of a dataset, oldest first."""
        return self.transport.rows(
            models.Typology, f"datasets/{dataset_id}/typologies", asked, most=500
        )

    def list_waiting(
        self, campaign_id: int, **asked: Unpack[models.ListWaitingQuery]
    ) -> models.ListWaitingOutput:
        """List the HITs that the caller can decide now, in the order of a queue."""
        return self.transport.ask(
            models.ListWaitingOutput,
            "GET",
            f"campaigns/{campaign_id}/decisions/waiting",
            query=asked,
        )

    def list_waiting_workers(
        self, campaign_id: int, **asked: Unpack[models.ListWaitingWorkersQuery]
    ) -> Rows[models.WaitingWorker]:
        """List the workers waiting for approval by number; `after` is a number."""
        return self.transport.rows(
            models.WaitingWorker, f"campaigns/{campaign_id}/waiting-workers", asked, most=500
        )

    def list_webhooks(
        self, project_id: int, **asked: Unpack[models.ListWebhooksQuery]
    ) -> Rows[models.Webhook]:
        """List the webhooks of a project."""
        return self.transport.rows(
            models.Webhook, f"projects/{project_id}/webhooks", asked, most=500
        )

    def list_words(
        self, project_id: int, **asked: Unpack[models.ListWordsQuery]
    ) -> Rows[models.Words]:
        """List a project's own lists of prepositions; languages without one have Midpath's."""
        return self.transport.rows(models.Words, f"projects/{project_id}/words", asked, most=500)

    def list_worker_ids(
        self, campaign_id: int, **asked: Unpack[models.ListWorkerIdsQuery]
    ) -> Rows[models.WorkerIds]:
        """List the ids under which platforms, links and programs sent the workers."""
        return self.transport.rows(
            models.WorkerIds, f"campaigns/{campaign_id}/worker-ids", asked, most=500
        )

    def list_workers(
        self, campaign_id: int, **asked: Unpack[models.ListWorkersQuery]
    ) -> Rows[models.Worker]:
        """List the workers of a campaign, in the order in which they joined."""
        return self.transport.rows(
            models.Worker, f"campaigns/{campaign_id}/workers", asked, most=500
        )

    def make_comparison(
        self, *, idempotency_key: str = "", **body: Unpack[models.MakeComparisonInput]
    ) -> models.Comparison:
        """Create a comparison of a crowd with gold; a background job computes it soon after."""
        return self.transport.ask(
            models.Comparison, "POST", "comparisons", body=body, key=idempotency_key
        )

    def make_comparison_anew(self, comparison_id: int) -> models.Comparison:
        """Recompute a comparison in the background, whether or not its sides have changed."""
        return self.transport.ask(models.Comparison, "POST", f"comparisons/{comparison_id}/anew")

    def make_documents(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.MakeDocumentsInput],
    ) -> models.MakeDocumentsOutput:
        """Create a document dataset from the settled sites, divided at their headings."""
        return self.transport.ask(
            models.MakeDocumentsOutput,
            "POST",
            f"campaigns/{campaign_id}/sites/documents",
            body=body,
            key=idempotency_key,
        )

    def make_payments(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.MakePaymentsInput],
    ) -> models.Payments:
        """Create a payment list of everything approved and not sent yet."""
        return self.transport.ask(
            models.Payments,
            "POST",
            f"campaigns/{campaign_id}/pay/batches",
            body=body,
            key=idempotency_key,
        )

    def make_prolific_study(
        self, campaign_id: int, *, idempotency_key: str = ""
    ) -> models.StandingWithProlific:
        """Create the study on Prolific as a draft that participants cannot see."""
        return self.transport.ask(
            models.StandingWithProlific,
            "POST",
            f"campaigns/{campaign_id}/prolific/draft/make",
            key=idempotency_key,
        )

    def pause_campaign(self, campaign_id: int) -> models.Campaign:
        """Pause a campaign: no new HITs are handed out; open ones can still be submitted."""
        return self.transport.ask(models.Campaign, "POST", f"campaigns/{campaign_id}/pause")

    def pay_prolific_bonuses(
        self,
        campaign_id: int,
        batch_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.PayProlificBonusesInput],
    ) -> models.BonusesByProlific:
        """Have Prolific pay what was set up, if the cost has not changed."""
        return self.transport.ask(
            models.BonusesByProlific,
            "POST",
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific/pay",
            body=body,
            key=idempotency_key,
        )

    def ping_webhook(self, webhook_id: int, *, idempotency_key: str = "") -> models.Delivery:
        """Send a test message."""
        return self.transport.ask(
            models.Delivery, "POST", f"webhooks/{webhook_id}/ping", key=idempotency_key
        )

    def propose_prolific_study(self, campaign_id: int) -> models.ProposeProlificStudyOutput:
        """Read what a campaign suggests for a study on Prolific."""
        return self.transport.ask(
            models.ProposeProlificStudyOutput, "GET", f"campaigns/{campaign_id}/prolific/draft"
        )

    def publish_snapshot(
        self, snapshot_id: int, **body: Unpack[models.PublishSnapshotInput]
    ) -> models.Published:
        """Publish a snapshot of a closed campaign."""
        return self.transport.ask(
            models.Published, "POST", f"snapshots/{snapshot_id}/publish", body=body
        )

    def read_alignment(self, alignment_id: int) -> models.AlignmentWithResults:
        """Read the progress or the results of an alignment."""
        return self.transport.ask(models.AlignmentWithResults, "GET", f"alignments/{alignment_id}")

    def read_alike_sites(self, campaign_id: int) -> models.ReadAlikeSitesOutput:
        """List the sites of a collection with equal or nearly equal texts."""
        return self.transport.ask(
            models.ReadAlikeSitesOutput, "GET", f"campaigns/{campaign_id}/sites/alike"
        )

    def read_beside_decisions(self, campaign_id: int) -> models.ReadBesideDecisionsOutput:
        """Read the progress of a campaign's decisions, and its figures compared with them."""
        return self.transport.ask(
            models.ReadBesideDecisionsOutput, "GET", f"campaigns/{campaign_id}/decisions/beside"
        )

    def read_biases(self, campaign_id: int) -> models.Biases:
        """Read the biases of a segmentation campaign."""
        return self.transport.ask(models.Biases, "GET", f"campaigns/{campaign_id}/biases")

    def read_campaign(self, campaign_id: int) -> models.Campaign:
        """Read a campaign's terms and its state."""
        return self.transport.ask(models.Campaign, "GET", f"campaigns/{campaign_id}")

    def read_comparison(self, comparison_id: int) -> models.ReadComparisonOutput:
        """Read the stored results of a comparison."""
        return self.transport.ask(
            models.ReadComparisonOutput, "GET", f"comparisons/{comparison_id}"
        )

    def read_consent(self, campaign_id: int) -> models.Consent:
        """Read the consent text."""
        return self.transport.ask(models.Consent, "GET", f"campaigns/{campaign_id}/consent")

    def read_costs(self, campaign_id: int) -> models.Costs:
        """Read the maximum cost of a campaign and its cost so far."""
        return self.transport.ask(models.Costs, "GET", f"campaigns/{campaign_id}/costs")

    def read_dataset(self, dataset_id: int) -> models.Dataset:
        """Read a dataset's name and size."""
        return self.transport.ask(models.Dataset, "GET", f"datasets/{dataset_id}")

    def read_dataset_import(self, dataset_import_id: int) -> models.DatasetImportWithFaults:
        """Read the progress of an import, its dataset, or the errors of the file."""
        return self.transport.ask(
            models.DatasetImportWithFaults, "GET", f"dataset-imports/{dataset_import_id}"
        )

    def read_draw(self, draw_id: int) -> models.DrawWithResults:
        """Read the progress or the results of a sample."""
        return self.transport.ask(models.DrawWithResults, "GET", f"draws/{draw_id}")

    def read_figures(self, campaign_id: int) -> models.ReadFiguresOutput:
        """Read a campaign's figures as last computed."""
        return self.transport.ask(
            models.ReadFiguresOutput, "GET", f"campaigns/{campaign_id}/figures"
        )

    def read_gold(self, campaign_id: int) -> dict[str, Any]:
        """Read the gold file: every judgment that counts, and the results computed from them."""
        return self.transport.ask(dict[str, Any], "GET", f"campaigns/{campaign_id}/gold")

    def read_held_set(self, campaign_id: int, set_id: int) -> models.HeldResults:
        """Read the stored results of a set compared with a campaign's crowd."""
        return self.transport.ask(
            models.HeldResults, "GET", f"campaigns/{campaign_id}/models/{set_id}"
        )

    def read_history(self, campaign_id: int) -> models.ReadHistoryOutput:
        """Read the history of a campaign's figures, and when its judgments came."""
        return self.transport.ask(
            models.ReadHistoryOutput, "GET", f"campaigns/{campaign_id}/history"
        )

    def read_methods(self, campaign_id: int) -> models.Methods:
        """Describe the task, workers, pay, exclusions and agreement of a campaign."""
        return self.transport.ask(models.Methods, "GET", f"campaigns/{campaign_id}/methods")

    def read_pay(self, campaign_id: int) -> models.Pay:
        """Read what a campaign's workers have earned and are owed, and the budget left."""
        return self.transport.ask(models.Pay, "GET", f"campaigns/{campaign_id}/pay")

    def read_plan(self, campaign_id: int) -> models.ReadPlanOutput:
        """Read the estimated cost and benefit of other numbers of judgments."""
        return self.transport.ask(models.ReadPlanOutput, "GET", f"campaigns/{campaign_id}/plan")

    def read_project_money(self, project_id: int) -> models.ProjectMoney:
        """Read what a project's campaigns have spent, owe and will cost, and its budget left."""
        return self.transport.ask(models.ProjectMoney, "GET", f"projects/{project_id}/money")

    def read_prolific(self, campaign_id: int) -> models.StandingWithProlific:
        """Read a campaign's Prolific status as of the last sync."""
        return self.transport.ask(
            models.StandingWithProlific, "GET", f"campaigns/{campaign_id}/prolific"
        )

    def read_prolific_bonuses(self, campaign_id: int, batch_id: int) -> models.BonusesByProlific:
        """Read the status of a payment list with Prolific."""
        return self.transport.ask(
            models.BonusesByProlific,
            "GET",
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific",
        )

    def read_prolific_readiness(self, campaign_id: int) -> models.ReadinessForProlific:
        """Check whether a study is ready to be published: its address, codes, minutes, pay and
        budget."""
        return self.transport.ask(
            models.ReadinessForProlific, "GET", f"campaigns/{campaign_id}/prolific/readiness"
        )

    def read_prolific_token(self, project_id: int) -> models.ReadProlificTokenOutput:
        """Read whether a project has a Prolific token; the token itself is never returned."""
        return self.transport.ask(
            models.ReadProlificTokenOutput, "GET", f"projects/{project_id}/prolific-token"
        )

    def read_review(self, campaign_id: int, act_id: int) -> models.Review:
        """Read the progress of a bulk review."""
        return self.transport.ask(models.Review, "GET", f"campaigns/{campaign_id}/reviews/{act_id}")

    def read_round(self, campaign_id: int, run_id: int) -> models.RoundWithProgress:
        """Read the progress and cost of a round."""
        return self.transport.ask(
            models.RoundWithProgress, "GET", f"campaigns/{campaign_id}/rounds/{run_id}"
        )

    def read_set(self, set_id: int) -> models.Set:
        """Read a set's origin and size."""
        return self.transport.ask(models.Set, "GET", f"sets/{set_id}")

    def read_set_import(self, set_import_id: int) -> models.SetImportWithFaults:
        """Read the progress of an import, its set, or the errors of the file."""
        return self.transport.ask(models.SetImportWithFaults, "GET", f"set-imports/{set_import_id}")

    def read_signals(
        self, campaign_id: int, worker: int, **asked: Unpack[models.ReadSignalsQuery]
    ) -> Rows[models.RankedAnswer]:
        """Read the signals of one worker, and their stake answer by answer."""
        return self.transport.rows(
            models.RankedAnswer,
            f"campaigns/{campaign_id}/workers/{worker}/signals",
            asked,
            most=500,
        )

    def read_snapshot(self, snapshot_id: int) -> models.Snapshot:
        """Read a snapshot: its progress, or its files and manifest."""
        return self.transport.ask(models.Snapshot, "GET", f"snapshots/{snapshot_id}")

    def read_suggestions(self, campaign_id: int) -> models.Told:
        """Read a campaign's suggestions and their effect on the answers."""
        return self.transport.ask(models.Told, "GET", f"campaigns/{campaign_id}/suggestions")

    def read_typology(self, typology_id: int) -> models.TypologyWithResults:
        """Read the progress or the results of a typology."""
        return self.transport.ask(models.TypologyWithResults, "GET", f"typologies/{typology_id}")

    def read_webhook(self, webhook_id: int) -> models.Webhook:
        """Read a webhook, without its secret."""
        return self.transport.ask(models.Webhook, "GET", f"webhooks/{webhook_id}")

    def release_lease(self, campaign_id: int, worker: int) -> models.Released:
        """Take back a worker's open HIT and offer it to others."""
        return self.transport.ask(
            models.Released, "POST", f"campaigns/{campaign_id}/workers/{worker}/release"
        )

    def remove_endpoint(self, project_id: int, endpoint_id: int) -> None:
        """Remove an endpoint and its key; a running round there stops."""
        return self.transport.ask(
            type(None), "POST", f"projects/{project_id}/endpoints/{endpoint_id}/remove"
        )

    def remove_member(self, project_id: int, user_id: int) -> None:
        """Remove a member."""
        return self.transport.ask(
            type(None), "POST", f"projects/{project_id}/members/{user_id}/remove"
        )

    def remove_picture(self, item_id: int, sha256: str) -> models.AppPictures:
        """Remove a picture from an app."""
        return self.transport.ask(
            models.AppPictures, "POST", f"items/{item_id}/pictures/{in_path(sha256)}/remove"
        )

    def remove_right_answer(self, campaign_id: int, answer_id: int) -> models.RightAnswer:
        """Remove a gold answer, which can be restored on a page."""
        return self.transport.ask(
            models.RightAnswer, "POST", f"campaigns/{campaign_id}/right-answers/{answer_id}/remove"
        )

    def remove_webhook(self, webhook_id: int) -> None:
        """Delete a webhook with its messages."""
        return self.transport.ask(type(None), "POST", f"webhooks/{webhook_id}/remove")

    def rename_alignment(
        self, alignment_id: int, **body: Unpack[models.NameInput]
    ) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(
            models.Renamed, "POST", f"alignments/{alignment_id}/rename", body=body
        )

    def rename_campaign(self, campaign_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(
            models.Renamed, "POST", f"campaigns/{campaign_id}/rename", body=body
        )

    def rename_comparison(
        self, comparison_id: int, **body: Unpack[models.PatchedRenameComparisonInput]
    ) -> models.Comparison:
        """Rename a comparison."""
        return self.transport.ask(
            models.Comparison, "PATCH", f"comparisons/{comparison_id}", body=body
        )

    def rename_dataset(self, dataset_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(
            models.Renamed, "POST", f"datasets/{dataset_id}/rename", body=body
        )

    def rename_draw(self, draw_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(models.Renamed, "POST", f"draws/{draw_id}/rename", body=body)

    def rename_filter(
        self, filter_id: int, **body: Unpack[models.PatchedOneFilterInput]
    ) -> models.Filter:
        """Rename a saved filter."""
        return self.transport.ask(models.Filter, "PATCH", f"filters/{filter_id}", body=body)

    def rename_project(self, project_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(
            models.Renamed, "POST", f"projects/{project_id}/rename", body=body
        )

    def rename_set(self, set_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(models.Renamed, "POST", f"sets/{set_id}/rename", body=body)

    def rename_typology(self, typology_id: int, **body: Unpack[models.NameInput]) -> models.Renamed:
        """Rename it, also while it runs; new files use the new name."""
        return self.transport.ask(
            models.Renamed, "POST", f"typologies/{typology_id}/rename", body=body
        )

    def rename_words(
        self, project_id: int, language: str, **body: Unpack[models.RenameWordsInput]
    ) -> models.Words:
        """Change the language of a list."""
        return self.transport.ask(
            models.Words,
            "POST",
            f"projects/{project_id}/words/{in_path(language)}/rename",
            body=body,
        )

    def replay_delivery(
        self, webhook_id: int, delivery_id: int, *, idempotency_key: str = ""
    ) -> models.Delivery:
        """Send a message again with the same id."""
        return self.transport.ask(
            models.Delivery,
            "POST",
            f"webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
            key=idempotency_key,
        )

    def restore_alignment(self, alignment_id: int) -> models.Alignment:
        """Restore it."""
        return self.transport.ask(models.Alignment, "POST", f"alignments/{alignment_id}/restore")

    def restore_campaign(self, campaign_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self.transport.ask(models.PutAway, "POST", f"campaigns/{campaign_id}/restore")

    def restore_comparison(self, comparison_id: int) -> models.Comparison:
        """Restore a deleted comparison."""
        return self.transport.ask(models.Comparison, "POST", f"comparisons/{comparison_id}/restore")

    def restore_dataset(self, dataset_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self.transport.ask(models.PutAway, "POST", f"datasets/{dataset_id}/restore")

    def restore_project(self, project_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self.transport.ask(models.PutAway, "POST", f"projects/{project_id}/restore")

    def restore_set(self, set_id: int) -> models.PutAway:
        """Restore it from the archive, with everything archived with it."""
        return self.transport.ask(models.PutAway, "POST", f"sets/{set_id}/restore")

    def restore_snapshot(self, snapshot_id: int) -> models.Snapshot:
        """Restore a deleted snapshot."""
        return self.transport.ask(models.Snapshot, "POST", f"snapshots/{snapshot_id}/restore")

    def restore_typology(self, typology_id: int) -> models.Typology:
        """Restore it."""
        return self.transport.ask(models.Typology, "POST", f"typologies/{typology_id}/restore")

    def restore_worker(self, campaign_id: int, worker: int) -> models.Standing:
        """Let a stopped worker continue, skipping training."""
        return self.transport.ask(
            models.Standing, "POST", f"campaigns/{campaign_id}/workers/{worker}/restore"
        )

    def resume_campaign(self, campaign_id: int) -> models.Campaign:
        """Resume a paused campaign."""
        return self.transport.ask(models.Campaign, "POST", f"campaigns/{campaign_id}/resume")

    def resume_round(
        self, campaign_id: int, run_id: int, **body: Unpack[models.ResumeInput]
    ) -> models.RoundWithProgress:
        """Resume a round, optionally with another budget."""
        return self.transport.ask(
            models.RoundWithProgress,
            "POST",
            f"campaigns/{campaign_id}/rounds/{run_id}/resume",
            body=body,
        )

    def review_judgments(
        self, campaign_id: int, **body: Unpack[models.ReviewJudgmentsInput]
    ) -> models.Review:
        """Review all judgments that match a filter at once."""
        return self.transport.ask(
            models.Review, "POST", f"campaigns/{campaign_id}/reviews", body=body
        )

    def revoke_token(self, project_id: int, token_id: int) -> models.Token:
        """Revoke a token permanently: your own, or any if you manage the members."""
        return self.transport.ask(
            models.Token, "POST", f"projects/{project_id}/tokens/{token_id}/revoke"
        )

    def rotate_webhook_secret(self, webhook_id: int) -> models.WebhookWithSecret:
        """Create a new secret; for a day, messages are signed with both."""
        return self.transport.ask(models.WebhookWithSecret, "POST", f"webhooks/{webhook_id}/rotate")

    def save_filter(
        self, campaign_id: int, *, idempotency_key: str = "", **body: Unpack[models.FiltersInput]
    ) -> models.Filter:
        """Save a filter under a name."""
        return self.transport.ask(
            models.Filter,
            "POST",
            f"campaigns/{campaign_id}/filters",
            body=body,
            key=idempotency_key,
        )

    def set_pay(self, campaign_id: int, **body: Unpack[models.SetPayInput]) -> models.Pay:
        """Change the budget of a campaign and when its work is approved automatically."""
        return self.transport.ask(
            models.Pay, "POST", f"campaigns/{campaign_id}/pay/terms", body=body
        )

    def set_project_money(
        self, project_id: int, **body: Unpack[models.SetProjectMoneyInput]
    ) -> models.ProjectMoney:
        """Change the budget of a project and the minimum hourly pay."""
        return self.transport.ask(
            models.ProjectMoney, "POST", f"projects/{project_id}/money", body=body
        )

    def set_up_prolific_bonuses(
        self, campaign_id: int, batch_id: int, *, idempotency_key: str = ""
    ) -> models.BonusesByProlific:
        """Have Prolific price the waiting payments of a list; nothing is paid yet."""
        return self.transport.ask(
            models.BonusesByProlific,
            "POST",
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/prolific",
            key=idempotency_key,
        )

    def set_words(self, project_id: int, **body: Unpack[models.WordListsInput]) -> models.Words:
        """Set the list of prepositions of a language; figures that depend on it are recomputed."""
        return self.transport.ask(models.Words, "POST", f"projects/{project_id}/words", body=body)

    def settle_payments(
        self, campaign_id: int, batch_id: int, **body: Unpack[models.SettlePaymentsInput]
    ) -> models.Settled:
        """Mark payments as paid or failed."""
        return self.transport.ask(
            models.Settled,
            "POST",
            f"campaigns/{campaign_id}/pay/batches/{batch_id}/settle",
            body=body,
        )

    def settle_questions(
        self, campaign_id: int, worker: int, **body: Unpack[models.SettleQuestionsInput]
    ) -> models.SettleQuestionsOutput:
        """Mark a worker's questions, up to a message, as not needing an answer."""
        return self.transport.ask(
            models.SettleQuestionsOutput,
            "POST",
            f"campaigns/{campaign_id}/workers/{worker}/settle",
            body=body,
        )

    def share_decisions(
        self, campaign_id: int, **body: Unpack[models.ShareDecisionsInput]
    ) -> models.Adjudicators:
        """Set the number of adjudicators per HIT."""
        return self.transport.ask(
            models.Adjudicators,
            "POST",
            f"campaigns/{campaign_id}/decisions/adjudicators",
            body=body,
        )

    def sign_links(
        self, campaign_id: int, **body: Unpack[models.SignLinksInput]
    ) -> models.SignLinksOutput:
        """Sign a link for each id."""
        return self.transport.ask(
            models.SignLinksOutput, "POST", f"campaigns/{campaign_id}/signed-links", body=body
        )

    def stop_prolific(self, campaign_id: int) -> models.StandingWithProlific:
        """Stop the running sync; what was sent stays sent."""
        return self.transport.ask(
            models.StandingWithProlific, "POST", f"campaigns/{campaign_id}/prolific/stop"
        )

    def stop_round(self, campaign_id: int, run_id: int) -> models.RoundWithProgress:
        """Stop a round; replies to running requests are still stored."""
        return self.transport.ask(
            models.RoundWithProgress, "POST", f"campaigns/{campaign_id}/rounds/{run_id}/stop"
        )

    def stop_worker(self, campaign_id: int, worker: int) -> models.Standing:
        """Stop a worker: they get no new HITs, and their open HIT is taken back."""
        return self.transport.ask(
            models.Standing, "POST", f"campaigns/{campaign_id}/workers/{worker}/stop"
        )

    def take_back_compensations(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.TakeBackCompensationsInput],
    ) -> models.Compensations:
        """Take back the compensations of these workers, all of them or none."""
        return self.transport.ask(
            models.Compensations,
            "POST",
            f"campaigns/{campaign_id}/pay/compensations/take-back",
            body=body,
            key=idempotency_key,
        )

    def try_prolific_again(self, campaign_id: int) -> models.Decided:
        """Retry decisions that failed repeatedly."""
        return self.transport.ask(
            models.Decided, "POST", f"campaigns/{campaign_id}/prolific/submissions/again"
        )

    def undo_deletion_of_campaign(self, campaign_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self.transport.ask(models.PutAway, "POST", f"campaigns/{campaign_id}/undelete")

    def undo_deletion_of_dataset(self, dataset_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self.transport.ask(models.PutAway, "POST", f"datasets/{dataset_id}/undelete")

    def undo_deletion_of_project(self, project_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self.transport.ask(models.PutAway, "POST", f"projects/{project_id}/undelete")

    def undo_deletion_of_set(self, set_id: int) -> models.PutAway:
        """Undo a deletion within a day, with everything deleted with it."""
        return self.transport.ask(models.PutAway, "POST", f"sets/{set_id}/undelete")

    def undo_review(self, campaign_id: int, act_id: int) -> models.Review:
        """Undo a bulk review: restore each judgment's earlier review."""
        return self.transport.ask(
            models.Review, "POST", f"campaigns/{campaign_id}/reviews/{act_id}/undo"
        )

    def unpublish_snapshot(self, snapshot_id: int) -> models.Published:
        """Unpublish a snapshot; then only members can read it."""
        return self.transport.ask(models.Published, "POST", f"snapshots/{snapshot_id}/unpublish")

    def withdraw_decision(self, campaign_id: int, decision_id: int) -> models.Decision:
        """Withdraw a decision."""
        return self.transport.ask(
            models.Decision, "POST", f"campaigns/{campaign_id}/decisions/{decision_id}/withdraw"
        )

    def withdraw_invitation(self, project_id: int, invitation_id: int) -> models.Invitation:
        """Withdraw an invitation; it no longer works."""
        return self.transport.ask(
            models.Invitation, "POST", f"projects/{project_id}/invitations/{invitation_id}/withdraw"
        )

    def write_prolific_draft(
        self, campaign_id: int, *, idempotency_key: str = "", **body: Unpack[models.DraftInput]
    ) -> models.DraftForProlific:
        """Write or replace the draft of a study; nothing is sent to Prolific yet."""
        return self.transport.ask(
            models.DraftForProlific,
            "POST",
            f"campaigns/{campaign_id}/prolific/draft",
            body=body,
            key=idempotency_key,
        )

    def write_prolific_messages(
        self,
        campaign_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.WriteProlificMessagesInput],
    ) -> models.MessagesWritten:
        """Write to the participants of submissions through Prolific, once each."""
        return self.transport.ask(
            models.MessagesWritten,
            "POST",
            f"campaigns/{campaign_id}/prolific/messages",
            body=body,
            key=idempotency_key,
        )
