from django.urls import URLPattern, path

from annotation.research.common.jobs import job_urls
from annotation.research.common.rename import rename_url
from annotation.research.common.routes import of_campaign
from annotation.research.datasets import (
    apps,
    dataset_imports,
    datasets,
    licences,
    question_texts,
    uploads,
)
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls

dataset_urls: list[URLPattern] = [
    path("projects/<int:project_id>/datasets/new/", uploads.upload, name="new_dataset"),
    path("uploads/<int:upload_id>/", uploads.show_upload, name="upload"),
    path("uploads/<int:upload_id>/import/", uploads.import_it, name="import_upload"),
    path("uploads/<int:upload_id>/discard/", uploads.discard, name="discard_upload"),
    path("uploads/<int:upload_id>/reading/", uploads.choose, name="choose_reading"),
    path("uploads/<int:upload_id>/left-out.csv", uploads.left_out, name="rows_left_out"),
    path(
        "dataset-imports/<int:dataset_import_id>/rest/",
        dataset_imports.rest,
        name="import_other_rows",
    ),
    *job_urls(dataset_imports.PAGES),
    path("datasets/<int:dataset_id>/", datasets.show_dataset, name="dataset"),
    rename_url("dataset", "datasets"),
    path("datasets/<int:dataset_id>/licence/", licences.license_it, name="license_dataset"),
    path("datasets/<int:dataset_id>/texts/", question_texts.make, name="make_question_texts"),
    *lifecycle_urls("dataset", "datasets"),
    path("apps/<int:item_id>/", apps.show, name="app"),
    path(
        "apps/<int:item_id>/pictures/<slug:sha256>/describe/",
        apps.describe,
        name="describe_picture",
    ),
    path(
        "apps/<int:item_id>/pictures/<slug:sha256>/remove/", apps.take_away, name="remove_picture"
    ),
    path("datasets/<int:dataset_id>/pictures/<slug:sha256>", apps.picture, name="picture"),
    of_campaign("pictures/<slug:sha256>", apps.campaign_picture, "campaign_picture"),
]
