"""The addresses of what was archived and deleted."""

from django.urls import URLPattern, path

from annotation.research.keeping import keeping

away_urls: list[URLPattern] = [
    path("projects/away/", keeping.show_projects, name="projects_away"),
    path("projects/<int:project_id>/away/", keeping.show, name="away"),
]
