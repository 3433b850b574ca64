"""The URLs of jobs on datasets, and of word lists."""

from django.urls import URLPattern, path

from annotation.api.jobs import alignments, dataset_imports, draws, set_imports, word_lists
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address
from annotation.services.jobs.kinds import ALIGNMENT, DATASET_IMPORT, DRAW, SET_IMPORT

job_room_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/draws", address("Draws", draws.Draws), name="draws"),
    path("draws/<int:draw_id>", address("Draw", draws.ReadDraw), name="draw"),
    path("draws/<int:draw_id>/keep", address("KeepDraw", draws.KeepDraw), name="keep_draw"),
    *job_urls(DRAW, "draws", draws.Draw),
    path(
        "datasets/<int:dataset_id>/alignments",
        address("Alignments", alignments.Alignments),
        name="alignments",
    ),
    path(
        "alignments/<int:alignment_id>",
        address("Alignment", alignments.ReadAlignment),
        name="alignment",
    ),
    path(
        "alignments/<int:alignment_id>/groups",
        address("Groups", alignments.ListGroups),
        name="groups",
    ),
    *job_urls(ALIGNMENT, "alignments", alignments.Alignment),
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
