"""The addresses of annotation sets."""

from django.urls import URLPattern, path

from annotation.research.common.renaming import rename_url
from annotation.research.keeping.keeping import keeping_urls
from annotation.research.sets import sets

set_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/sets/new/", sets.upload, name="new_set"),
    path("sets/<int:set_id>/", sets.show, name="set"),
    rename_url("set", "sets"),
    *keeping_urls("set", "sets"),
]
