"""The URLs of exports and snapshots."""

from django.urls import URLPattern, path

from annotation.research.common.jobs import job_urls
from annotation.research.common.routes import of_campaign
from annotation.research.snapshots import snapshots

snapshot_urls: list[URLPattern] = [
    of_campaign("export/", snapshots.export, "export"),
    *job_urls(snapshots.PAGES),
    path("snapshots/<int:snapshot_id>/publish/", snapshots.publish, name="publish_snapshot"),
    path("snapshots/<int:snapshot_id>/unpublish/", snapshots.unpublish, name="unpublish_snapshot"),
    path("snapshots/<int:snapshot_id>/files/<str:name>", snapshots.download, name="snapshot_file"),
]
