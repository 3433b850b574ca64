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
from annotation.api.operations import url
from annotation.api.pay.urls import pay_urls
from annotation.api.people.urls import people_urls, worker_urls
from annotation.api.pictures.urls import picture_urls
from annotation.api.projects.urls import project_urls
from annotation.api.rename import renaming_urls
from annotation.api.results.urls import result_urls

CAMPAIGN = "campaigns/<int:campaign_id>"

dataset_urls: list[URLPattern] = [
    url("datasets", "datasets", datasets.ListDatasets, datasets.CreateDataset),
    url("datasets/<int:dataset_id>", "dataset", datasets.ReadDataset),
    url("datasets/<int:dataset_id>/items", "items", datasets.ListItems),
]

campaign_urls: list[URLPattern] = [
    url("campaigns", "campaigns", campaigns.ListCampaigns, campaigns.CreateCampaign),
    url("campaigns/<int:campaign_id>", "campaign", campaigns.ReadCampaign, campaigns.EditCampaign),
    url(f"{CAMPAIGN}/launch", "launch", campaigns.LaunchCampaign),
    url(f"{CAMPAIGN}/pause", "pause", campaigns.PauseCampaign),
    url(f"{CAMPAIGN}/resume", "resume", campaigns.ResumeCampaign),
    url(f"{CAMPAIGN}/close", "close", campaigns.CloseCampaign),
    url(f"{CAMPAIGN}/duplicate", "duplicate", campaigns.DuplicateCampaign),
    url(f"{CAMPAIGN}/extend", "extend", campaigns.ExtendCampaign),
    url(f"{CAMPAIGN}/reviews", "reviews", reviews.ReviewJudgments),
    url(f"{CAMPAIGN}/reviews/foresee", "foresee_review", reviews.ForeseeReview),
    url(f"{CAMPAIGN}/reviews/<int:act_id>", "review", reviews.ReadReview),
    url(f"{CAMPAIGN}/reviews/<int:act_id>/undo", "undo_review", reviews.UndoReview),
    url(
        f"{CAMPAIGN}/right-answers",
        "right_answers",
        right_answers.ListRightAnswers,
        right_answers.KeepRightAnswers,
    ),
    url(
        f"{CAMPAIGN}/right-answers/<int:answer_id>/remove",
        "remove_right_answer",
        right_answers.RemoveRightAnswer,
    ),
]

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
    url(f"{CAMPAIGN}/snapshots", "snapshots", snapshots.ListSnapshots, snapshots.AskForSnapshot),
    url(
        "snapshots/<int:snapshot_id>", "snapshot", snapshots.ReadSnapshot, snapshots.DeleteSnapshot
    ),
    url("snapshots/<int:snapshot_id>/publish", "publish_snapshot", publishing.PublishSnapshot),
    url(
        "snapshots/<int:snapshot_id>/unpublish", "unpublish_snapshot", publishing.UnpublishSnapshot
    ),
    url("snapshots/<int:snapshot_id>/restore", "restore_snapshot", snapshots.RestoreSnapshot),
    url(
        "snapshots/<int:snapshot_id>/files/<str:name>", "snapshot_file", snapshots.ReadSnapshotFile
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
