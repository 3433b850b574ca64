"""The URLs of liveness and readiness."""

from django.urls import URLPattern, path

from annotation.web.probes import live, ready

urlpatterns: list[URLPattern] = [
    path("live/", live, name="live"),
    path("ready/", ready, name="ready"),
]
