"""The routes of the program by name and by package: tests of a matrix request one package at a
time."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("get", "post", "put", "patch", "delete")


def named_routes(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield f"{space}{entry.name}", entry
        else:
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            yield from named_routes(entry, inner)


def room_of(route: URLPattern) -> str:
    """Return the package that answers a route, such as annotation.research.items."""
    view = getattr(route.callback, "cls", route.callback)
    handlers = (getattr(view, method, None) for method in METHODS)
    module: str = next(filter(None, handlers), view).__module__
    return ".".join(module.split(".")[:3])


def rooms_of(names: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return these addresses by the package of their view."""
    rooms = defaultdict(list)
    for name in names:
        rooms[room_of(ROUTES[name])].append(name)
    return rooms


ROUTES = dict(named_routes(get_resolver()))
ROOMS = rooms_of(list(ROUTES))
