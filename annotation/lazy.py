"""URLconfs that are imported on first use instead of at start (decision 53)."""

from django.core.checks import CheckMessage
from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


class LazyResolver(URLResolver):
    """A URLconf that is imported when a request or a name is first resolved in it.

    Django would import it as soon as any URL is checked or reversed. `tests/test_startup.py` checks
    the patterns instead.
    """

    def check(self) -> list[CheckMessage]:
        return []

    def _populate(self) -> None:
        """Collect the names of the patterns. Namespaced names are collected by Django's
        `get_ns_resolver` when the first of them is reversed."""
        if self.namespace is None:
            super()._populate()


def lazy_include(route: str, urlconf: str, namespace: str | None = None) -> LazyResolver:
    """Return what `path(route, include(urlconf))` returns, but import the URLconf on first use."""
    pattern = RoutePattern(route, is_endpoint=False)
    return LazyResolver(pattern, urlconf, app_name=namespace, namespace=namespace)
