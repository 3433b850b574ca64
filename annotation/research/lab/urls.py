"""The URLs of the bias laboratory."""

from django.urls import URLPattern, path

from annotation.research.common.routes import of_campaign
from annotation.research.lab import lab, word_lists

PROJECT = "projects/<int:project_id>"

lab_urls: list[URLPattern] = [
    path(f"{PROJECT}/lab/", lab.show, name="lab"),
    of_campaign("biases/", lab.of_campaign, "biases"),
    path(f"{PROJECT}/lab/<slug:chart>.csv", lab.as_csv, name="lab_csv"),
    path(f"{PROJECT}/words/<slug:language>/", word_lists.words, name="words"),
    path(f"{PROJECT}/words/<slug:language>/rename/", word_lists.rename_words, name="rename_words"),
]
