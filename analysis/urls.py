"""The addresses of a campaign's pages that need analysis."""

from django.urls import URLPattern, path

from analysis.exports.download_views import export
from analysis.reports.foreseen_views import foreseen

urlpatterns: list[URLPattern] = [
    path("<int:campaign_id>/gold.json", export, name="export_gold"),
    path("<int:campaign_id>/files/<slug:name>", export, name="export_file"),
    path("<int:campaign_id>/workers/foreseen/", foreseen, name="foreseen_figures"),
]
