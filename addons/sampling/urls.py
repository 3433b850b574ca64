"""The URLs of the pages."""

from django.urls import URLPattern, path

from addons.sampling import lengths_page, pages
from annotation.research.common.jobs import job_urls

urlpatterns: list[URLPattern] = [
    path("datasets/<int:dataset_id>/samples/new/", pages.new, name="new_sample"),
    *job_urls(pages.PAGES),
    path("samples/<int:sample_id>/keep/", pages.keep, name="keep_sample"),
    path("projects/<int:project_id>/lengths/", lengths_page.show, name="lengths"),
    path("projects/<int:project_id>/lengths.csv", lengths_page.as_csv, name="lengths_csv"),
]
