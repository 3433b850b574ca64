"""The URLs of published snapshots."""

from django.urls import URLPattern, path

from annotation.research.snapshots import public

urlpatterns: list[URLPattern] = [
    path("<slug:public_code>/", public.show, name="published"),
    path("<slug:public_code>/<str:name>", public.download, name="published_file"),
]
