from django.urls import URLPattern, path

from annotation.research.common.jobs import job_urls
from annotation.research.common.rename import rename_url
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls
from annotation.research.sets import set_imports, sets

set_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/sets/new/", sets.upload, name="new_set"),
    path("sets/<int:set_id>/", sets.show, name="set"),
    path("set-imports/<int:set_import_id>/rest/", set_imports.rest, name="import_the_rest"),
    *job_urls(set_imports.PAGES),
    rename_url("set", "sets"),
    *lifecycle_urls("set", "sets"),
]
