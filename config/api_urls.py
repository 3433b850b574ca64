"""The URLs of the API, with those that need analysis and those of add-ons."""

from analysis.exports.api import urlpatterns as export_urls
from annotation.addons import urls_of_addons
from annotation.api.urls import urlpatterns as api_urls

urlpatterns = api_urls + export_urls + urls_of_addons("api_urls")
