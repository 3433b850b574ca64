"""The URLs of the API, by package."""

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView

from annotation.api import (
    campaigns,
    datasets,
    lifecycle,
    publishing,
    reviews,
    right_answers,
    sets,
    snapshots,
)
from annotation.api.bulk.urls import bulk_urls
from annotation.api.decisions.urls import decision_urls
from annotation.api.follow_up.urls import follow_up_urls
from annotation.api.items.urls import item_urls
from annotation.api.jobs.urls import job_room_urls
from annotation.api.machines.urls import machine_urls
from annotation.api.operations import address
from annotation.api.pay.urls import pay_urls
from annotation.api.people.urls import people_urls, worker_urls
from annotation.api.pictures.urls import picture_urls
from annotation.api.projects.urls import project_urls
from annotation.api.rename import renaming_urls
from annotation.api.results.urls import result_urls

dataset_urls: list[URLPattern] = [
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

lifecycle_urls: list[URLPattern] = [
    path("deleted", address("Deleted", lifecycle.ListDeleted), name="deleted"),
    *lifecycle.lifecycle_urls("campaign", "campaigns"),
    *lifecycle.lifecycle_urls("dataset", "datasets"),
    *lifecycle.lifecycle_urls("project", "projects"),
    *lifecycle.lifecycle_urls("set", "sets"),
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
        "snapshots/<int:snapshot_id>/publish",
        address("PublishSnapshot", publishing.PublishSnapshot),
        name="publish_snapshot",
    ),
    path(
        "snapshots/<int:snapshot_id>/unpublish",
        address("UnpublishSnapshot", publishing.UnpublishSnapshot),
        name="unpublish_snapshot",
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

urlpatterns: list[URLPattern] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    *worker_urls,
    *project_urls,
    *bulk_urls,
    *dataset_urls,
    *campaign_urls,
    *people_urls,
    *pay_urls,
    *result_urls,
    *item_urls,
    *follow_up_urls,
    *picture_urls,
    *decision_urls,
    *machine_urls,
    *lifecycle_urls,
    *set_urls,
    *snapshot_urls,
    *job_room_urls,
    *renaming_urls,
]
