"""The URLs of the API, with those that need analysis."""

from analysis.exports.api import urlpatterns as export_urls
from annotation.api.urls import urlpatterns as api_urls

urlpatterns = api_urls + export_urls
