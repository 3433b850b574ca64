"""The URLs of researchers' pages. Those of add-ons come first, since the last of the core's matches
any step of a campaign."""

from annotation.addons import urls_of_addons
from annotation.research.urls import urlpatterns as research_urls

urlpatterns = urls_of_addons("urls") + research_urls
