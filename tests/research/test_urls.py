"""The addresses of rooms together: none hides another's."""

from typing import Any

import pytest
from django.urls import URLPattern, resolve, reverse
from django.urls.converters import IntConverter

from annotation.research.urls import urlpatterns as research_urls


@pytest.mark.parametrize("url", research_urls, ids=lambda url: str(url.pattern))
def test_each_address_leads_to_its_own_page(url: URLPattern) -> None:
    values: dict[str, Any] = {
        name: 1 if isinstance(converter, IntConverter) else "some"
        for name, converter in url.pattern.converters.items()
    }
    address = reverse(f"research:{url.name}", kwargs=values | (url.default_args or {}))
    assert resolve(address).url_name == url.name
