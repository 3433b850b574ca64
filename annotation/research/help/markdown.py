"""Render a page of docs/ as HTML, with heading anchors, scrolling tables and picture sizes. HTML in
the source is escaped."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

from annotation.text.markdown import align_numbers, markdown_parser

# Keeps the ids of a help page distinct from those of the page that shows it.
PREFIX = "help-"
SIZE_OF_SVG = re.compile(r'<svg\b[^>]*?\swidth="(\d+)"[^>]*?\sheight="(\d+)"')
NOT_IN_ANCHORS = re.compile(r"[^\w\- ]")

# Maps a file to its address in the application, or None.
Addresses = Callable[[Path], str | None]


class Link(NamedTuple):
    """A link to another file of the project, or to an anchor in it."""

    file: Path
    anchor: str


@dataclass(frozen=True)
class Rendered:
    title: str
    html: str
    anchors: frozenset[str]
    links: tuple[Link, ...]


def render(source: Path, page_of: Addresses, picture_of: Addresses) -> Rendered:
    """Return the page. Links to files that are not served become plain text."""
    parser = markdown_parser()
    tokens = parser.parse(source.read_text())
    headings = list(_name_headings(tokens))
    links = []
    for token in (child for each in tokens for child in each.children or ()):
        if token.type == "image":
            _show(token, source, picture_of)
        elif token.type == "link_open" and "://" not in str(token.attrs["href"]):
            links.append(_lead(token, source, page_of))
    align_numbers(tokens)
    html = parser.renderer.render(tokens, parser.options, {})
    title = headings[0] if headings else source.stem
    return Rendered(title, html, frozenset(map(anchor_of, headings)), tuple(links))


def line(text: str) -> SafeString:
    """Render a sentence or two of Markdown as inline HTML.

    >>> line("An `id`, if x < 2.")
    'An <code>id</code>, if x &lt; 2.'
    """
    html: str = _parser().renderInline(text)
    return mark_safe(html)  # noqa: S308 - HTML in it is text


@cache
def _parser() -> MarkdownIt:
    return markdown_parser()


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as GitHub generates it.

    >>> anchor_of("Distance d, d1, d2"), anchor_of("Nominal α")
    ('distance-d-d1-d2', 'nominal-α')
    """
    return NOT_IN_ANCHORS.sub("", heading.lower()).replace(" ", "-")


def _name_headings(tokens: Sequence[Token]) -> Iterator[str]:
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            words = (each.content for each in inline.children or () if each.content)
            heading = "".join(words)
            token.attrSet("id", PREFIX + anchor_of(heading))
            yield heading


def _lead(token: Token, source: Path, page_of: Addresses) -> Link:
    """Point a link to the address of its file in the application."""
    name, _, anchor = unquote(str(token.attrs["href"])).partition("#")
    file = (source.parent / name).resolve() if name else source
    address = page_of(file) if name else ""
    if address is None:
        del token.attrs["href"]
    else:
        token.attrs["href"] = f"{address}#{PREFIX}{anchor}" if anchor else address
    return Link(file, anchor)


def _show(token: Token, source: Path, picture_of: Addresses) -> None:
    """Set a picture's address and size; replace a missing picture with its alt text."""
    file = (source.parent / str(token.attrs["src"])).resolve()
    address = picture_of(file) if file.is_file() else None
    if address is None:
        token.type = "text"
        return
    width, height = _size_of(file)
    token.attrs |= {"src": address, "width": width, "height": height, "loading": "lazy"}


def _size_of(file: Path) -> tuple[int, int]:
    """Return the width and the height of a picture; a drawing (SVG) names its own."""
    if file.suffix == ".svg":
        if not (size := SIZE_OF_SVG.search(file.read_text())):
            raise ValueError(file)
        return int(size[1]), int(size[2])
    with Image.open(file) as picture:
        return picture.size
