from django.urls import URLPattern, path

from annotation.research.lifecycle import archive_and_delete

away_urls: list[URLPattern] = [
    path("projects/away/", archive_and_delete.show_projects, name="projects_away"),
    path("projects/<int:project_id>/away/", archive_and_delete.show, name="away"),
]
