"""All URLs of Midpath. The views of each part are imported on first use."""

from django.urls import path, re_path

from annotation.lazy import lazy_include
from annotation.web.error_pages import (
    health,
    health_of_web,
    home,
    nowhere,
    security_txt,
    signing_keys,
)

urlpatterns = [
    path("", home, name="home"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path(".well-known/midpath-keys.json", signing_keys, name="signing_keys"),
    path("health/", health, name="health"),
    path("health/web/", health_of_web, name="health_of_web"),
    lazy_include("health/", "annotation.web.probe_urls"),
    lazy_include("metrics", "annotation.web.metrics_urls"),
    lazy_include("account/", "annotation.research.accounts.urls"),
    lazy_include("published/", "annotation.research.snapshots.public_urls"),
    lazy_include("research/", "config.research_urls", namespace="research"),
    lazy_include("research/campaigns/", "analysis.urls"),
    lazy_include("w/", "annotation.worker.urls", namespace="worker"),
    lazy_include("api/v1/", "config.api_urls", namespace="api"),
    re_path(r"^api(?:/|$)", nowhere, name="nowhere"),
]
handler400 = "annotation.web.error_pages.bad_request"
handler403 = "annotation.web.error_pages.forbidden"
handler404 = "annotation.web.error_pages.not_found"
handler500 = "annotation.web.error_pages.server_error"
