"""The URLs of exports and snapshots."""

from django.urls import URLPattern, path

from annotation.research.common.access import snapshot_for
from annotation.research.common.jobs import JobPages, job_urls
from annotation.research.snapshots import snapshots
from annotation.services.jobs.kinds import SNAPSHOT

PAGES = JobPages(
    kind=SNAPSHOT,
    find=snapshot_for,
    progress="research/snapshots/progress.html",
    restored="Restored.",
)

snapshot_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/export/", snapshots.export, name="export"),
    path("snapshots/<int:snapshot_id>/", snapshots.show, name="snapshot"),
    *job_urls(PAGES, "snapshots"),
    path("snapshots/<int:snapshot_id>/publish/", snapshots.publish, name="publish_snapshot"),
    path("snapshots/<int:snapshot_id>/unpublish/", snapshots.unpublish, name="unpublish_snapshot"),
    path("snapshots/<int:snapshot_id>/files/<str:name>", snapshots.download, name="snapshot_file"),
]
