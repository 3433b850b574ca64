from django.urls import URLPattern, path

from annotation.research.common.access import set_import_for
from annotation.research.common.jobs import JobPages, after_job, job_urls
from annotation.research.common.rename import rename_url
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls
from annotation.research.sets import set_imports, sets
from annotation.services.jobs.kinds import SET_IMPORT

IMPORTS = JobPages(
    kind=SET_IMPORT,
    find=set_import_for,
    progress="research/sets/import_progress.html",
    discarded="The import is discarded. Nothing of the file was imported.",
    after=after_job,
)

set_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/sets/new/", sets.upload, name="new_set"),
    path("sets/<int:set_id>/", sets.show, name="set"),
    path("set-imports/<int:set_import_id>/", set_imports.show, name="set_import"),
    path("set-imports/<int:set_import_id>/rest/", set_imports.rest, name="import_the_rest"),
    *job_urls(IMPORTS, "set-imports"),
    rename_url("set", "sets"),
    *lifecycle_urls("set", "sets"),
]
