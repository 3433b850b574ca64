"""The number of clicks from a page to another, by the links of the rendered pages."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}
# The side navigation is a popover on small screens only.
ALWAYS_SHOWN = "side"
MAX_CLICKS = 3


@dataclass(frozen=True)
class Way:
    """A link or a form of a page: "GET /address" or "POST /address", and its clicks: one more for
    each menu or fold that is opened before."""

    to: str
    clicks: int


@dataclass
class _Open:
    tag: str
    folds: int


class Ways(HTMLParser):
    """Collects the ways of a page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.open: list[_Open] = []
        self.found: list[Way] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        folds = self.open[-1].folds if self.open else 0
        if tag == "a" and given.get("href"):
            self._add("GET", given["href"] or "", folds)
        if tag == "form":
            self._add((given.get("method") or "get").upper(), given.get("action") or "", folds)
        if tag in VOID:
            return
        is_closed = tag == "details" and "open" not in given
        is_closed |= "popover" in given and given.get("id") != ALWAYS_SHOWN
        # A summary is outside its fold.
        self.open.append(_Open(tag, folds - 1 if tag == "summary" and folds else folds + is_closed))

    def handle_endtag(self, tag: str) -> None:
        if any(one.tag == tag for one in self.open):
            while self.open.pop().tag != tag:
                pass

    def _add(self, method: str, to: str, folds: int) -> None:
        self.found.append(Way(f"{method} {urljoin(self.address, to).partition('#')[0]}", folds + 1))


def ways_of(client: Client, address: str) -> list[Way]:
    """Return the ways of a page; none of a file or of another address's page."""
    answer = client.get(address)
    if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
        return []
    page = Ways(address)
    page.feed(answer.content.decode())
    return page.found


def clicks_from(
    client: Client,
    start: str,
    wanted: Mapping[str, Callable[[str], bool]],
    opened: Callable[[str], bool],
) -> dict[str, int]:
    """Return the fewest clicks from a page to each of the wanted links and forms, by pages that may
    be `opened`."""
    found: dict[str, int] = {}
    for clicks, to in _reached(client, start, opened):
        for name, is_wanted in wanted.items():
            if name not in found and is_wanted(to):
                found[name] = clicks
        if len(found) == len(wanted):
            break
    return found


def _reached(
    client: Client, start: str, opened: Callable[[str], bool]
) -> Iterator[tuple[int, str]]:
    """Yield what can be reached, the nearest first. Each path is opened once."""
    ahead = [(0, f"GET {start}")]
    seen: set[str] = set()
    while ahead:
        clicks, to = heappop(ahead)
        yield clicks, to
        method, _, address = to.partition(" ")
        path = urlsplit(address).path
        if method != "GET" or path in seen or clicks >= MAX_CLICKS or not opened(path):
            continue
        seen.add(path)
        for way in ways_of(client, address):
            if clicks + way.clicks <= MAX_CLICKS:
                heappush(ahead, (clicks + way.clicks, way.to))


def navigation_tree(client: Client, project: str, campaign: str) -> str:
    """Return the navigation of a project and of a campaign, a line for each section, tab and menu;
    entries behind More are in parentheses."""
    side = client.get(project).context["side_menu"]
    around = client.get(campaign).context["around"]
    lines = [_line(one.label, [entry.label for entry in one.entries]) for one in side.sections]
    for tab in around.tabs:
        pages = [f"({page.label})" if page.rare else page.label for page in tab.pages]
        lines.append("  " + _line(tab.label, pages))
    return "\n".join([*lines, "  " + _line("⋯", [one.label for one in around.others()])])


def _line(label: str, entries: list[str]) -> str:
    return f"{label}: {', '.join(entries)}" if entries else label
