"""The URLs of jobs on datasets, and of word lists."""

from django.urls import URLPattern

from annotation.api.jobs import dataset_imports, set_imports, word_lists
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import url

job_room_urls: list[URLPattern] = [
    *job_urls(
        set_imports.OPERATIONS,
        url("set-imports/<int:set_import_id>/rest", "import_the_rest", set_imports.ImportTheRest),
    ),
    *job_urls(dataset_imports.OPERATIONS),
    url("projects/<int:project_id>/words", "words", word_lists.WordLists),
    url(
        "projects/<int:project_id>/words/<slug:language>/rename",
        "rename_words",
        word_lists.RenameWords,
    ),
]
