"""Read sites for document collection from tables or JSON lines: site, and optionally a category and
a start address."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from midpath.exchange.apps import one_line
from midpath.exchange.jsonl import objects_of
from midpath.exchange.rows import BadCell, Rows
from midpath.exchange.tables import named_cells

SITE = "site"
READ = {SITE, "category", "url"}
OTHER_KINDS = {"text", "tokens", "document", "sections", "question", "description", "left"}


def has_sites(names: Iterable[str]) -> bool:
    known = {name.strip().lower() for name in names}
    return SITE in known and not known & OTHER_KINDS


def read_site_table(text: str, delimiter: str, rows: Rows) -> None:
    take_sites(named_cells(text, delimiter, rows), rows)


def take_sites(records: Iterable[tuple[int, dict[str, str]]], rows: Rows) -> None:
    for number, cells in records:
        _keep(number, cells, rows)


def read_site_lines(text: str, rows: Rows) -> None:
    for number, value in objects_of(text, rows, '{"site": …}'):
        _keep(number, value, rows)


def _keep(number: int, values: Mapping[str, object], rows: Rows) -> None:
    given = {name.strip().lower(): value for name, value in values.items()}
    for other in sorted(given.keys() - READ):
        rows.skip_field(0, other, "column")
    try:
        site = one_line(given.get(SITE), SITE, longest=300)
        content = {
            "category": one_line(given.get("category"), "category", longest=120, needed=False),
            "url": _url(one_line(given.get("url"), "url", longest=2000, needed=False)),
        }
    except BadCell as error:
        rows.refuse(number, error.column, error.message)
    else:
        rows.keep(number, site, content, column=SITE)


def _url(url: str) -> str:
    """Return an address, or refuse it. It becomes a link, so only safe URLs are accepted."""
    try:
        sound = not url or (
            urlsplit(url).scheme in {"http", "https"} and bool(urlsplit(url).hostname)
        )
    except ValueError:
        sound = False
    if not sound or len(url.split()) > 1:
        raise BadCell("url", "This is not a web address. It must start with https:// or http://.")
    return url
