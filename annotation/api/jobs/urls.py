"""The URLs of jobs on datasets, and of word lists."""

from django.urls import URLPattern, path

from annotation.api.jobs import dataset_imports, set_imports, word_lists
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address

job_room_urls: list[URLPattern] = [
    *job_urls(
        set_imports.OPERATIONS,
        path(
            "set-imports/<int:set_import_id>/rest",
            address("ImportTheRest", set_imports.ImportTheRest),
            name="import_the_rest",
        ),
    ),
    *job_urls(dataset_imports.OPERATIONS),
    path("projects/<int:project_id>/words", address("Words", word_lists.WordLists), name="words"),
    path(
        "projects/<int:project_id>/words/<slug:language>/rename",
        address("RenameWords", word_lists.RenameWords),
        name="rename_words",
    ),
]
