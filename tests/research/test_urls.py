"""The addresses of all packages: none shadows another's."""

from typing import Any

from django.urls import URLPattern, resolve, reverse
from django.urls.converters import IntConverter

from config.research_urls import urlpatterns as research_urls


def test_each_address_leads_to_its_own_page() -> None:
    found = {url.name: resolve(address_of(url)).url_name for url in research_urls}
    assert len(found) > 200
    assert {name: page for name, page in found.items() if page != name} == {}


def address_of(url: URLPattern) -> str:
    values: dict[str, Any] = {
        name: 1 if isinstance(converter, IntConverter) else "some"
        for name, converter in url.pattern.converters.items()
    }
    return reverse(f"research:{url.name}", kwargs=values | (url.default_args or {}))
