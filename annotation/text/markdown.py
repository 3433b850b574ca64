"""Convert Markdown to HTML. HTML in the source is displayed as text, never interpreted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import nh3
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

SCROLLS = '<div class="scroll" tabindex="0" role="group" aria-label="{}">'
LOWEST = 6
TAGS = {
    *("h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "strong", "em", "s", "code", "pre", "a"),
    *("ul", "ol", "li", "blockquote", "div", "img"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height", "loading"},
    "div": {"class", "tabindex", "role", "aria-label"},
    "th": {"class"},
    "td": {"class"},
    "ol": {"start"},
}
SCHEMES = {"http", "https", "mailto"}


@dataclass(frozen=True)
class Shown:
    """The address and the size of a picture in a text."""

    address: str
    width: int
    height: int


# Maps a picture's name in the text to its source; None if there is no such picture.
Pictures = Callable[[str], Shown | None]


def drawn(text: str, pictures: Pictures) -> SafeString:
    """Convert a researcher's Markdown to HTML that is safe on any page.

    A line break ends the line, as in plain text. Headings start below the page's own level.
    Pictures are named by their file; missing and external pictures are replaced by their
    alternative text."""
    parser = markdown_parser(breaks=True)
    tokens = parser.parse(text)
    _level_headings(tokens)
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                _show(child, pictures)
    align_numbers(tokens)
    html = parser.renderer.render(tokens, parser.options, {})
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES)
    return mark_safe(clean)  # noqa: S308 - cleaned above


def plain(text: str) -> SafeString:
    """Convert plain text to HTML; an empty line ends a paragraph."""
    return mark_safe(linebreaks(text, autoescape=True))  # noqa: S308 - escaped above


def picture_names(text: str) -> set[str]:
    """Return the names of the pictures that a text uses."""
    tokens = markdown_parser(breaks=True).parse(text) if "![" in text else []
    children = (child for token in tokens for child in token.children or ())
    return {str(one.attrs.get("src", "")) for one in children if one.type == "image"}


def markdown_parser(*, breaks: bool = False) -> MarkdownIt:
    """Return a parser that puts wide content into a box that can be scrolled, also by keyboard."""
    parser = MarkdownIt("commonmark", {"html": False, "breaks": breaks}).enable("table")
    parser.add_render_rule("table_open", lambda *_: f"{SCROLLS.format('Table')}<table>\n")
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    for name in ("fence", "code_block"):
        parser.add_render_rule(name, _example)
    return parser


def align_numbers(tokens: Sequence[Token]) -> None:
    """Mark right-aligned columns by a class, since pages have no inline styles."""
    for token in tokens:
        style = token.attrs.pop("style", None)
        if style == "text-align:right":
            token.attrs["class"] = "number"


def _level_headings(tokens: Sequence[Token]) -> None:
    """Shift headings below the page's own level, without skipping a level."""
    headings = [token for token in tokens if token.type in {"heading_open", "heading_close"}]
    ranks = sorted({token.tag for token in headings})
    before = 1
    for token in headings:
        if token.type == "heading_open":
            before = min(ranks.index(token.tag) + 2, before + 1, LOWEST)
        token.tag = f"h{before}"


def _example(
    renderer: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType
) -> str:
    drawn = RendererHTML.code_block(renderer, tokens, place, options, env)
    return f"{SCROLLS.format('Example')}{drawn}</div>\n"


def _show(token: Token, pictures: Pictures) -> None:
    found = pictures(str(token.attrs.get("src", "")))
    if found is None:
        token.type = "text"
        return
    size = {"width": found.width, "height": found.height}
    token.attrs |= {"src": found.address, **size, "loading": "lazy"}
