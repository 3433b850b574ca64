"""The URLs of the bias laboratory."""

from django.urls import URLPattern, path

from annotation.research.lab import lab, word_lists

lab_urls: list[URLPattern] = [
    path("projects/<int:project_id>/lab/", lab.show, name="lab"),
    path("campaigns/<int:campaign_id>/biases/", lab.of_campaign, name="biases"),
    path("projects/<int:project_id>/lab/<slug:chart>.csv", lab.as_csv, name="lab_csv"),
    path("projects/<int:project_id>/words/<slug:language>/", word_lists.words, name="words"),
    path(
        "projects/<int:project_id>/words/<slug:language>/rename/",
        word_lists.rename_words,
        name="rename_words",
    ),
]
