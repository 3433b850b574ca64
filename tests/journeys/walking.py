"""A walk through all that a member is shown: each page, each link on it, each file."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import APIResponse, Page

WRITES = {"hx-post", "hx-put", "hx-patch", "hx-delete", "formaction"}


class Shown(HTMLParser):
    """The addresses linked from a page, by any attribute, and those that it writes to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.writes: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        posts = tag == "form" and (attributes.get("method") or "").lower() == "post"
        for name, value in attributes.items():
            if name in WRITES or (name == "action" and posts):
                self.writes.append(value or "")
            elif value and (name == "href" or value.startswith("/research/")):
                self.links.append(value)
        if posts and not attributes.get("action"):
            self.writes.append("")


@dataclass
class Walk:
    """The walk of a signed-in user; `bodies` are the responses by address, and `writes` the write
    routes offered, by name. The first page of a name is opened in the browser, others of that name
    are fetched with its session."""

    page: Page
    server: str
    bodies: dict[str, str] = field(default_factory=dict)
    opened: dict[str, str] = field(default_factory=dict)
    writes: dict[str, set[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    _seen: set[object] = field(default_factory=set)

    def go(self, *starts: str) -> Iterator[str]:
        """Yield the address of each page that is open in the browser."""
        waiting = [(start, "the start") for start in starts]
        for address, came_from in waiting:
            if not self._is_new(address):
                continue
            body = self._body_of(address, came_from)
            if body is None:
                continue
            self.bodies[address] = body
            if not body.lower().startswith("<!doctype html>"):
                waiting += [(urljoin(address, one), address) for one in Shown(body).links]
                continue
            name = self._name(address)
            if name not in self.opened:
                self.opened[name] = address
                self.page.goto(self.server + address)
                body = self.page.content()
                self.bodies[address] += body
                yield address
            shown = Shown(body)
            for write in shown.writes:
                self.writes.setdefault(self._name(urljoin(address, write)), set()).add(address)
            waiting += [(urljoin(address, one), address) for one in shown.links]

    def _body_of(self, address: str, came_from: str) -> str | None:
        answer: APIResponse = self.page.request.get(self.server + address)
        if not answer.ok:
            self.refused.append(f"{answer.status} {address}, shown on {came_from}")
            return None
        return answer.body().decode(errors="replace")

    def _is_new(self, address: str) -> bool:
        """Return whether this is an unvisited page or file of the project, with any query."""
        parts = urlsplit(address)
        here = parts.netloc in ("", urlsplit(self.server).netloc)
        if not here or not parts.path.startswith("/research/") or "/help/" in parts.path:
            return False
        key = parts.path, frozenset(name for name, _ in parse_qsl(parts.query))
        new = key not in self._seen
        self._seen.add(key)
        return new

    @staticmethod
    def _name(address: str) -> str:
        try:
            return resolve(urlsplit(address).path).view_name
        except Resolver404:
            return f"nothing at {address}"
