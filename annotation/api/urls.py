"""The addresses of the API."""

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView

from annotation.api import (
    batches,
    campaigns,
    comparisons,
    costs,
    datasets,
    figures,
    judgments,
    keeping,
    machines,
    methods,
    pay,
    projects,
    reviews,
    right_answers,
    sets,
    signals,
    snapshots,
    suggestions,
)
from annotation.api.decisions import listing, making, waiting
from annotation.api.items import listing as items
from annotation.api.operations import address
from annotation.api.people import (
    door,
    invitations,
    joining,
    lists,
    questions,
    work,
    worker_ids,
    workforce,
)
from annotation.api.webhooks import webhooks

worker_urls: list[URLPattern] = [
    path("campaigns/<slug:code>/join", address("Join", joining.JoinCampaign), name="join"),
    path("campaigns/<slug:code>/way-out", address("WayOut", door.ReadWayOut), name="way_out"),
    path("campaigns/<slug:code>/claim", address("Claim", work.ClaimHIT), name="claim"),
    path(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/submit",
        address("Submit", work.SubmitJudgment),
        name="submit",
    ),
    path(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/return",
        address("Return", work.ReturnHIT),
        name="return",
    ),
    path(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/skip",
        address("Skip", work.SkipHIT),
        name="skip",
    ),
]

webhook_urls: list[URLPattern] = [
    path(
        "projects/<int:project_id>/webhooks",
        address("Webhooks", webhooks.Webhooks),
        name="webhooks",
    ),
    path("webhooks/<int:webhook_id>", address("Webhook", webhooks.OneWebhook), name="webhook"),
    path(
        "webhooks/<int:webhook_id>/remove",
        address("RemoveWebhook", webhooks.RemoveWebhook),
        name="remove_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/rotate",
        address("RotateSecret", webhooks.RotateSecret),
        name="rotate_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/ping",
        address("PingWebhook", webhooks.PingWebhook),
        name="ping_webhook",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries",
        address("Deliveries", webhooks.ListDeliveries),
        name="deliveries",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/replay",
        address("ReplayDelivery", webhooks.ReplayDelivery),
        name="replay_delivery",
    ),
]

dataset_urls: list[URLPattern] = [
    path("projects", address("Projects", projects.ListProjects), name="projects"),
    path(
        "projects/<int:project_id>/invitations",
        address("Invitations", invitations.ListInvitations, invitations.Invite),
        name="invitations",
    ),
    path(
        "projects/<int:project_id>/invitations/<int:invitation_id>/withdraw",
        address("WithdrawInvitation", invitations.WithdrawInvitation),
        name="withdraw_invitation",
    ),
    path(
        "datasets",
        address("Datasets", datasets.ListDatasets, datasets.CreateDataset),
        name="datasets",
    ),
    path("datasets/<int:dataset_id>", address("Dataset", datasets.ReadDataset), name="dataset"),
    path("datasets/<int:dataset_id>/items", address("Items", datasets.ListItems), name="items"),
]

campaign_urls: list[URLPattern] = [
    path(
        "campaigns",
        address("Campaigns", campaigns.ListCampaigns, campaigns.CreateCampaign),
        name="campaigns",
    ),
    path(
        "campaigns/<int:campaign_id>",
        address("Campaign", campaigns.ReadCampaign, campaigns.EditCampaign),
        name="campaign",
    ),
    path(
        "campaigns/<int:campaign_id>/launch",
        address("Launch", campaigns.LaunchCampaign),
        name="launch",
    ),
    path(
        "campaigns/<int:campaign_id>/pause", address("Pause", campaigns.PauseCampaign), name="pause"
    ),
    path(
        "campaigns/<int:campaign_id>/resume",
        address("Resume", campaigns.ResumeCampaign),
        name="resume",
    ),
    path(
        "campaigns/<int:campaign_id>/close", address("Close", campaigns.CloseCampaign), name="close"
    ),
    path(
        "campaigns/<int:campaign_id>/duplicate",
        address("Duplicate", campaigns.DuplicateCampaign),
        name="duplicate",
    ),
    path(
        "campaigns/<int:campaign_id>/extend",
        address("Extend", campaigns.ExtendCampaign),
        name="extend",
    ),
    path(
        "campaigns/<int:campaign_id>/figures",
        address("Figures", figures.ReadFigures),
        name="figures",
    ),
    path(
        "campaigns/<int:campaign_id>/methods",
        address("Methods", methods.ReadMethods),
        name="methods",
    ),
    path(
        "campaigns/<int:campaign_id>/items",
        address("CampaignItems", items.ListCampaignItems),
        name="campaign_items",
    ),
    path(
        "campaigns/<int:campaign_id>/signals",
        address("Signals", signals.ListSignals),
        name="signals",
    ),
    path(
        "campaigns/<int:campaign_id>/models",
        address("HeldSets", machines.HeldSets),
        name="held_sets",
    ),
    path(
        "campaigns/<int:campaign_id>/suggestions",
        address("Suggestions", suggestions.Suggestions),
        name="suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/suggestions/drop",
        address("DropSuggestions", suggestions.DropSuggestions),
        name="drop_suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>",
        address("HeldSet", machines.ReadHeldSet),
        name="held_set",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go",
        address("LetGo", machines.LetGo),
        name="let_go_set",
    ),
    path(
        "campaigns/<int:campaign_id>/questions",
        address("Questions", questions.ListQuestions),
        name="questions",
    ),
    path(
        "campaigns/<int:campaign_id>/judgments",
        address("Judgments", judgments.ListJudgments),
        name="judgments",
    ),
    path("campaigns/<int:campaign_id>/pay", address("Pay", pay.ReadPay), name="pay"),
    path(
        "campaigns/<int:campaign_id>/pay/terms", address("PayTerms", pay.SetPay), name="pay_terms"
    ),
    path(
        "campaigns/<int:campaign_id>/pay/workers",
        address("PayOfWorkers", pay.ListPay),
        name="pay_of_workers",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/ledger",
        address("Ledger", pay.ListLedger),
        name="ledger",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/pay",
        address("EnterPay", pay.EnterPay),
        name="enter_pay",
    ),
    path(
        "campaigns/<int:campaign_id>/reviews",
        address("Reviews", reviews.ReviewJudgments),
        name="reviews",
    ),
    path(
        "campaigns/<int:campaign_id>/reviews/foresee",
        address("ForeseeReview", reviews.ForeseeReview),
        name="foresee_review",
    ),
    path(
        "campaigns/<int:campaign_id>/reviews/<int:act_id>",
        address("Review", reviews.ReadReview),
        name="review",
    ),
    path(
        "campaigns/<int:campaign_id>/reviews/<int:act_id>/undo",
        address("UndoReview", reviews.UndoReview),
        name="undo_review",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/exclude",
        address("Exclude", workforce.ExcludeWorker),
        name="exclude_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/release",
        address("Release", workforce.ReleaseLease),
        name="release_lease",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/include",
        address("Include", workforce.IncludeWorker),
        name="include_worker",
    ),
]

campaign_urls += [
    path("campaigns/<int:campaign_id>/costs", address("Costs", costs.ReadCosts), name="costs"),
    path(
        "campaigns/<int:campaign_id>/limits", address("Limits", costs.LimitCampaign), name="limits"
    ),
    path(
        "campaigns/<int:campaign_id>/workers",
        address("CampaignWorkers", costs.ListWorkers),
        name="workers",
    ),
    path(
        "campaigns/<int:campaign_id>/people",
        address("People", door.ChangePeople),
        name="people",
    ),
    path(
        "campaigns/<int:campaign_id>/signed-links",
        address("SignedLinks", door.SignLinks),
        name="signed_links",
    ),
    path(
        "campaigns/<int:campaign_id>/worker-ids",
        address("WorkerIds", worker_ids.ListWorkerIds),
        name="worker_ids",
    ),
]

campaign_urls += [
    path(
        "campaigns/<int:campaign_id>/listed-ids",
        address("ListedIds", lists.ListListed, lists.ChangeListed),
        name="listed_ids",
    ),
    path(
        "campaigns/<int:campaign_id>/consent",
        address("CampaignConsent", lists.ReadConsent, lists.ChangeConsent),
        name="consent",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/exclude/foresee",
        address("ForeseeExclusion", workforce.ForeseeExclusion),
        name="foresee_exclusion",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/batches",
        address("PaymentLists", batches.ListPayments, batches.MakePayments),
        name="payment_lists",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/lines",
        address("PaymentLines", batches.ListPaymentLines),
        name="payment_lines",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/settle",
        address("SettlePayments", batches.SettlePayments),
        name="settle_payments",
    ),
]

campaign_urls += [
    path(
        "campaigns/<int:campaign_id>/decisions",
        address("Decisions", listing.ListDecisions, making.MakeDecision),
        name="decisions",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/waiting",
        address("WaitingDecisions", waiting.ListWaiting),
        name="waiting",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/beside",
        address("BesideDecisions", waiting.ReadBesideDecisions),
        name="beside_decisions",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/adjudicators",
        address("Adjudicators", making.ShareDecisions),
        name="adjudicators",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/<int:decision_id>/withdraw",
        address("Withdraw", making.WithdrawDecision),
        name="withdraw_decision",
    ),
    path(
        "campaigns/<int:campaign_id>/right-answers",
        address("RightAnswers", right_answers.ListRightAnswers, right_answers.KeepRightAnswers),
        name="right_answers",
    ),
    path(
        "campaigns/<int:campaign_id>/right-answers/<int:answer_id>/remove",
        address("RemoveRightAnswer", right_answers.RemoveRightAnswer),
        name="remove_right_answer",
    ),
]

keeping_urls: list[URLPattern] = [
    path("deleted", address("Deleted", keeping.ListDeleted), name="deleted"),
    *keeping.keeping_urls("campaign", "campaigns"),
    *keeping.keeping_urls("dataset", "datasets"),
    *keeping.keeping_urls("project", "projects"),
    *keeping.keeping_urls("set", "sets"),
]

set_urls: list[URLPattern] = [
    path("sets", address("Sets", sets.ListSets, sets.UploadSet), name="sets"),
    path("sets/<int:set_id>", address("Set", sets.ReadSet), name="set"),
    path(
        "sets/<int:set_id>/annotations",
        address("Annotations", sets.ListAnnotations),
        name="annotations",
    ),
]

snapshot_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/snapshots",
        address("Snapshots", snapshots.ListSnapshots, snapshots.AskForSnapshot),
        name="snapshots",
    ),
    path(
        "snapshots/<int:snapshot_id>",
        address("Snapshot", snapshots.ReadSnapshot, snapshots.DeleteSnapshot),
        name="snapshot",
    ),
    path(
        "snapshots/<int:snapshot_id>/restore",
        address("RestoreSnapshot", snapshots.RestoreSnapshot),
        name="restore_snapshot",
    ),
    path(
        "snapshots/<int:snapshot_id>/files/<str:name>",
        address("SnapshotFile", snapshots.ReadSnapshotFile),
        name="snapshot_file",
    ),
]

comparison_urls: list[URLPattern] = [
    path("comparisons", address("Comparisons", comparisons.ListComparisons), name="comparisons"),
    path(
        "comparisons/<int:comparison_id>",
        address("Comparison", comparisons.ReadComparison),
        name="comparison",
    ),
]

urlpatterns: list[URLPattern] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    *worker_urls,
    *dataset_urls,
    *webhook_urls,
    *campaign_urls,
    *keeping_urls,
    *set_urls,
    *snapshot_urls,
    *comparison_urls,
]
