"""The URLs of jobs on datasets, and of word lists."""

from django.urls import URLPattern, path

from annotation.api.jobs import dataset_imports, set_imports, word_lists
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address
from annotation.services.jobs.kinds import DATASET_IMPORT, SET_IMPORT

job_room_urls: list[URLPattern] = [
    path(
        "datasets/<int:dataset_id>/set-imports",
        address("SetImports", set_imports.SetImports),
        name="set_imports",
    ),
    path(
        "set-imports/<int:set_import_id>",
        address("SetImport", set_imports.ReadSetImport),
        name="set_import",
    ),
    path(
        "set-imports/<int:set_import_id>/rest",
        address("ImportTheRest", set_imports.ImportTheRest),
        name="import_the_rest",
    ),
    *job_urls(SET_IMPORT, "set-imports", set_imports.SetImport),
    path(
        "projects/<int:project_id>/dataset-imports",
        address("DatasetImports", dataset_imports.DatasetImports),
        name="dataset_imports",
    ),
    path(
        "dataset-imports/<int:dataset_import_id>",
        address("DatasetImport", dataset_imports.ReadDatasetImport),
        name="dataset_import",
    ),
    *job_urls(DATASET_IMPORT, "dataset-imports", dataset_imports.DatasetImport),
    path("projects/<int:project_id>/words", address("Words", word_lists.WordLists), name="words"),
    path(
        "projects/<int:project_id>/words/<slug:language>/rename",
        address("RenameWords", word_lists.RenameWords),
        name="rename_words",
    ),
]
