"""The URLs of jobs on datasets, and of word lists."""

from django.urls import URLPattern, path

from annotation.api.jobs import alignments, dataset_imports, draws, set_imports, typologies
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import address

job_room_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/draws", address("Draws", draws.Draws), name="draws"),
    path("draws/<int:draw_id>", address("Draw", draws.ReadDraw), name="draw"),
    path("draws/<int:draw_id>/keep", address("KeepDraw", draws.KeepDraw), name="keep_draw"),
    *job_urls("draw", "draws", draws.Draw),
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
    *job_urls("alignment", "alignments", alignments.Alignment),
    path(
        "datasets/<int:dataset_id>/typologies",
        address("Typologies", typologies.Typologies),
        name="typologies",
    ),
    path(
        "typologies/<int:typology_id>",
        address("Typology", typologies.ReadTypology),
        name="typology",
    ),
    *job_urls("typology", "typologies", typologies.Typology),
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
    *job_urls("set_import", "set-imports", set_imports.SetImport),
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
    *job_urls("dataset_import", "dataset-imports", dataset_imports.DatasetImport),
    path("projects/<int:project_id>/words", address("Words", typologies.WordLists), name="words"),
    path(
        "projects/<int:project_id>/words/<slug:language>/rename",
        address("RenameWords", typologies.RenameWords),
        name="rename_words",
    ),
]
