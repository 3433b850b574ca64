"""All addresses of Midpath."""

from django.urls import include, path, re_path

from analysis.exports.api import urlpatterns as tasks_urls
from analysis.exports.views import export
from analysis.reports.views import foreseen
from annotation.api.problems import nowhere
from annotation.api.urls import urlpatterns as api_urls
from annotation.pages import health, health_of_web, home, security_txt, signing_keys
from annotation.research.accounts.urls import account_urls
from annotation.research.snapshots import public
from annotation.research.urls import research_urls
from annotation.worker.urls import urlpatterns as worker_urls

urlpatterns = [
    path("", home, name="home"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path(".well-known/midpath-keys.json", signing_keys, name="signing_keys"),
    path("health/", health, name="health"),
    path("health/web/", health_of_web, name="health_of_web"),
    path("account/", include(account_urls)),
    path("research/campaigns/<int:campaign_id>/gold.json", export, name="export_gold"),
    path("research/campaigns/<int:campaign_id>/files/<slug:name>", export, name="export_file"),
    path(
        "research/campaigns/<int:campaign_id>/workers/foreseen/", foreseen, name="foreseen_figures"
    ),
    path("published/<slug:public_code>/", public.show, name="published"),
    path("published/<slug:public_code>/<str:name>", public.download, name="published_file"),
    path("research/", include((research_urls, "research"))),
    path("w/", include((worker_urls, "worker"))),
    path("api/v1/", include((api_urls + tasks_urls, "api"))),
    re_path(r"^api(?:/|$)", nowhere, name="nowhere"),
]
handler400 = "annotation.pages.bad_request"
handler403 = "annotation.pages.forbidden"
handler404 = "annotation.pages.not_found"
handler500 = "annotation.pages.server_error"
