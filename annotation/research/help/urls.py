from django.urls import URLPattern, path

from annotation.research.help import null_distributions, pages, reference

help_urls: list[URLPattern] = [
    path("help/", pages.show_start, name="help"),
    path("help/hints/restore/", pages.restore, name="restore_hints"),
    path("help/hints/<slug:hint>/dismiss/", pages.dismiss, name="dismiss_hint"),
    path("help/operations/", reference.show_operations, name="operations"),
    path("help/operations/<slug:operation>/", reference.show_operation, name="operation"),
    path("help/null/", null_distributions.show, name="null"),
    path("help/null.<slug:ending>", null_distributions.download, name="null_file"),
    path("help/<slug:page>/", pages.show, name="help_page"),
]
