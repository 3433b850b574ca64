"""The URLs of the API, in the order of the schema. Rows have a route below the prefix, a name, and
the operations."""

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView

from annotation.api import campaigns, datasets, lifecycle, publishing, reviews, sets, snapshots
from annotation.api import right_answers as answers
from annotation.api.bulk import bulk_datasets, bulk_sets
from annotation.api.decisions import decide, listing, queue, reasons
from annotation.api.follow_up import collection, evidence, question_texts
from annotation.api.items import events, saved_filters
from annotation.api.items.listing import ListCampaignItems
from annotation.api.jobs import dataset_imports, set_imports, word_lists
from annotation.api.jobs.jobs import job_urls
from annotation.api.machines import reference_sets, suggestions
from annotation.api.operations import url, urls
from annotation.api.pay import batches, compensations, costs, pay, project_pay
from annotation.api.people import (
    admission,
    join,
    questions,
    screening,
    withdrawal,
    work,
    worker_ids,
    worker_lists,
    workforce,
)
from annotation.api.pictures import apps
from annotation.api.pictures.instruction_pictures import HidePicture, ListShownPictures, ShowPicture
from annotation.api.projects import audit, invitations, members, projects, tokens
from annotation.api.rename import renaming_urls
from annotation.api.results import figures, history, judgments, methods, reports, signals

worker_urls: list[URLPattern] = urls(
    "campaigns/<slug:code>/",
    ("join", "join", join.JoinCampaign),
    ("way-out", "way_out", withdrawal.ReadWayOut),
    ("claim", "claim", work.ClaimHIT),
    ("assignments/<int:assignment_id>/submit", "submit", work.SubmitJudgment),
    ("assignments/<int:assignment_id>/return", "return", work.ReturnHIT),
    ("assignments/<int:assignment_id>/skip", "skip", work.SkipHIT),
)

project_urls: list[URLPattern] = [
    url("projects", "projects", projects.ListProjects, projects.CreateProject),
    *urls(
        "projects/<int:project_id>/",
        ("invitations", "invitations", invitations.ListInvitations, invitations.Invite),
        (
            "invitations/<int:invitation_id>/withdraw",
            "withdraw_invitation",
            invitations.WithdrawInvitation,
        ),
        ("members", "members", members.ListMembers, members.AddMember),
        ("members/<int:user_id>", "member", members.ChangeMember),
        ("members/<int:user_id>/remove", "remove_member", members.RemoveMember),
        ("leave", "leave_project", members.LeaveProject),
        ("tokens", "tokens", tokens.ListTokens),
        ("tokens/<int:token_id>/revoke", "revoke_token", tokens.RevokeToken),
        ("audit", "audit", audit.ListAudit),
    ),
]

dataset_urls: list[URLPattern] = [
    url("datasets/bulk", "dataset_in_bulk", bulk_datasets.CreateDatasetInBulk),
    url("sets/bulk", "set_in_bulk", bulk_sets.CreateSetInBulk),
    url("datasets", "datasets", datasets.ListDatasets, datasets.CreateDataset),
    url("datasets/<int:dataset_id>", "dataset", datasets.ReadDataset),
    url("datasets/<int:dataset_id>/licence", "license_dataset", datasets.LicenseDataset),
    url("datasets/<int:dataset_id>/texts", "make_question_texts", question_texts.MakeQuestionTexts),
    url("datasets/<int:dataset_id>/items", "items", datasets.ListItems),
]

campaign_urls: list[URLPattern] = [
    url("campaigns", "campaigns", campaigns.ListCampaigns, campaigns.CreateCampaign),
    url("campaigns/<int:campaign_id>", "campaign", campaigns.ReadCampaign, campaigns.EditCampaign),
    *urls(
        "campaigns/<int:campaign_id>/",
        ("launch", "launch", campaigns.LaunchCampaign),
        ("pause", "pause", campaigns.PauseCampaign),
        ("pilot/end", "end_pilot", campaigns.EndPilot),
        ("pilot/count", "count_pilot", campaigns.CountPilot),
        ("resume", "resume", campaigns.ResumeCampaign),
        ("close", "close", campaigns.CloseCampaign),
        ("duplicate", "duplicate", campaigns.DuplicateCampaign),
        ("extend", "extend", campaigns.ExtendCampaign),
        ("reviews", "reviews", reviews.ReviewJudgments),
        ("reviews/foresee", "foresee_review", reviews.ForeseeReview),
        ("reviews/<int:act_id>", "review", reviews.ReadReview),
        ("reviews/<int:act_id>/undo", "undo_review", reviews.UndoReview),
        ("right-answers", "right_answers", answers.ListRightAnswers, answers.KeepRightAnswers),
        ("right-answers/<int:answer_id>/remove", "remove_right_answer", answers.RemoveRightAnswer),
    ),
]

people_urls: list[URLPattern] = urls(
    "campaigns/<int:campaign_id>/",
    ("questions", "questions", questions.ListQuestions),
    ("workers/<int:worker>/answer", "answer_question", questions.AnswerQuestion),
    ("workers/<int:worker>/settle", "settle_questions", questions.SettleQuestions),
    ("waiting-workers", "waiting_workers", screening.ListWaitingWorkers, screening.DecideWorkers),
    ("workers/<int:worker>/stop", "stop_worker", workforce.StopWorker),
    ("workers/<int:worker>/restore", "restore_worker", workforce.RestoreWorker),
    ("workers/<int:worker>/exclude", "exclude_worker", workforce.ExcludeWorker),
    ("workers/<int:worker>/release", "release_lease", workforce.ReleaseLease),
    ("workers/<int:worker>/include", "include_worker", workforce.IncludeWorker),
    ("people", "people", admission.ChangePeople),
    ("signed-links", "signed_links", admission.SignLinks),
    ("signed-links/end", "end_links", admission.EndLinks),
    ("worker-ids", "worker_ids", worker_ids.ListWorkerIds),
    ("listed-ids", "listed_ids", worker_lists.ListListed, worker_lists.ChangeListed),
    ("consent", "consent", worker_lists.ReadConsent, worker_lists.ChangeConsent),
    ("consents", "consents", worker_lists.ListConsents),
    ("workers/<int:worker>/exclude/foresee", "foresee_exclusion", workforce.ForeseeExclusion),
)

pay_urls: list[URLPattern] = [
    *urls(
        "projects/<int:project_id>/",
        ("money", "project_money", project_pay.ReadProjectMoney, project_pay.SetProjectMoney),
    ),
    *urls(
        "campaigns/<int:campaign_id>/",
        ("pay", "pay", pay.ReadPay),
        ("pay/terms", "pay_terms", pay.SetPay),
        ("pay/workers", "pay_of_workers", pay.ListPay),
        ("pay/ledger", "ledger", pay.ListLedger),
        ("workers/<int:worker>/pay", "enter_pay", pay.EnterPay),
        ("pay/compensations", "compensations", compensations.CompensateWorkers),
        (
            "pay/compensations/take-back",
            "take_back_compensations",
            compensations.TakeBackCompensations,
        ),
        ("costs", "costs", costs.ReadCosts),
        ("limits", "limits", costs.LimitCampaign),
        ("workers", "workers", costs.ListWorkers),
        ("pay/batches", "payment_lists", batches.ListPayments, batches.MakePayments),
        ("pay/batches/<int:batch_id>/lines", "payment_lines", batches.ListPaymentLines),
        ("pay/batches/<int:batch_id>/settle", "settle_payments", batches.SettlePayments),
    ),
]

result_urls: list[URLPattern] = [
    *urls(
        "campaigns/<int:campaign_id>/",
        ("figures", "figures", figures.ReadFigures),
        ("methods", "methods", methods.ReadMethods),
        ("history", "history", history.ReadHistory),
        ("plan", "plan", reports.ReadPlan),
        ("biases", "biases", reports.ReadBiases),
        ("wordings", "wordings", reports.ReadWordings),
        ("breakdowns", "breakdowns", reports.ReadBreakdowns),
    ),
    url("projects/<int:project_id>/biases", "project_biases", reports.ListBiases),
    *urls(
        "campaigns/<int:campaign_id>/",
        ("workers/<int:worker>/signals", "worker_signals", signals.ReadSignals),
        ("signals", "signals", signals.ListSignals),
        ("judgments", "judgments", judgments.ListJudgments),
        ("items", "campaign_items", ListCampaignItems),
        ("items/<int:item_id>/events", "item_events", events.ListItemEvents),
        ("filters", "filters", saved_filters.Filters),
    ),
    url("filters/<int:filter_id>", "filter", saved_filters.OneFilter),
    url("filters/<int:filter_id>/delete", "delete_filter", saved_filters.DeleteFilter),
    *urls(
        "campaigns/<int:campaign_id>/",
        ("sites", "sites", collection.ListSites),
        ("sites/alike", "alike_sites", collection.ReadAlikeSites),
        ("sites/documents", "make_documents", collection.MakeDocuments),
        ("evidence", "ask_for_evidence", evidence.AskForEvidence),
    ),
]

picture_urls: list[URLPattern] = [
    *urls(
        "items/<int:item_id>/",
        ("pictures", "pictures", apps.AddPicture),
        ("pictures/<slug:sha256>/describe", "describe_picture", apps.DescribePicture),
        ("pictures/<slug:sha256>/remove", "remove_picture", apps.RemovePicture),
    ),
    *urls(
        "campaigns/<int:campaign_id>/",
        ("shown-pictures", "shown_pictures", ListShownPictures, ShowPicture),
        ("shown-pictures/hide", "hide_picture", HidePicture),
    ),
]

decision_urls: list[URLPattern] = urls(
    "campaigns/<int:campaign_id>/",
    ("decisions", "decisions", listing.ListDecisions, decide.MakeDecision),
    ("decisions/reasons", "reasons", reasons.ReadReasons, reasons.SetReasons),
    ("decisions/<int:decision_id>/reasons", "code_decision", reasons.CodeDecision),
    ("decisions/waiting", "waiting", queue.ListWaiting),
    ("decisions/beside", "beside_decisions", queue.ReadBesideDecisions),
    ("decisions/adjudicators", "adjudicators", decide.ShareDecisions),
    ("decisions/<int:decision_id>/withdraw", "withdraw_decision", decide.WithdrawDecision),
    ("models", "held_sets", reference_sets.HeldSets),
    ("suggestions", "suggestions", suggestions.Suggestions),
    ("suggestions/drop", "drop_suggestions", suggestions.DropSuggestions),
    ("models/<int:set_id>", "held_set", reference_sets.ReadHeldSet),
    ("models/<int:set_id>/let-go", "let_go_set", reference_sets.LetGo),
)

lifecycle_urls: list[URLPattern] = [
    url("deleted", "deleted", lifecycle.ListDeleted),
    *lifecycle.lifecycle_urls("campaign", "campaigns"),
    *lifecycle.lifecycle_urls("dataset", "datasets"),
    *lifecycle.lifecycle_urls("project", "projects"),
    *lifecycle.lifecycle_urls("set", "sets"),
]

set_urls: list[URLPattern] = [
    url("sets", "sets", sets.ListSets, sets.UploadSet),
    url("sets/<int:set_id>", "set", sets.ReadSet),
    url("sets/<int:set_id>/annotations", "annotations", sets.ListAnnotations),
]

snapshot_urls: list[URLPattern] = [
    *urls(
        "campaigns/<int:campaign_id>/",
        ("snapshots", "snapshots", snapshots.ListSnapshots, snapshots.AskForSnapshot),
    ),
    url(
        "snapshots/<int:snapshot_id>", "snapshot", snapshots.ReadSnapshot, snapshots.DeleteSnapshot
    ),
    *urls(
        "snapshots/<int:snapshot_id>/",
        ("publish", "publish_snapshot", publishing.PublishSnapshot),
        ("unpublish", "unpublish_snapshot", publishing.UnpublishSnapshot),
        ("restore", "restore_snapshot", snapshots.RestoreSnapshot),
        ("files/<str:name>", "snapshot_file", snapshots.ReadSnapshotFile),
    ),
]

job_room_urls: list[URLPattern] = [
    *job_urls(
        set_imports.OPERATIONS,
        url("set-imports/<int:set_import_id>/rest", "import_the_rest", set_imports.ImportTheRest),
    ),
    *job_urls(dataset_imports.OPERATIONS),
    *urls(
        "projects/<int:project_id>/",
        ("words", "words", word_lists.WordLists),
        ("words/<slug:language>/rename", "rename_words", word_lists.RenameWords),
    ),
]

urlpatterns: list[URLPattern] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    *worker_urls,
    *project_urls,
    *dataset_urls,
    *campaign_urls,
    *people_urls,
    *pay_urls,
    *result_urls,
    *picture_urls,
    *decision_urls,
    *lifecycle_urls,
    *set_urls,
    *snapshot_urls,
    *job_room_urls,
    *renaming_urls,
]
