"""The addresses of help."""

from django.urls import URLPattern, path

from annotation.research.help import pages

help_urls: list[URLPattern] = [
    path("help/", pages.show_start, name="help"),
    path("help/hints/restore/", pages.restore, name="restore_hints"),
    path("help/hints/<slug:hint>/dismiss/", pages.dismiss, name="dismiss_hint"),
    path("help/<slug:page>/", pages.show, name="help_page"),
]
