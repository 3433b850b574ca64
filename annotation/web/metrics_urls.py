"""The URL of metrics, without a slash at its end, as Prometheus expects it."""

from django.urls import URLPattern, path

from annotation.web.metrics import metrics

urlpatterns: list[URLPattern] = [path("", metrics, name="metrics")]
