"""Extract the text of an HTML page. No markup is kept, so nothing can run or be loaded."""

import re
from collections import Counter
from html import escape
from html.parser import HTMLParser

import nh3

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = {
    *HEADINGS,
    *("p", "div", "br", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "blockquote", "pre"),
    *("section", "article", "header", "footer", "main", "aside", "hr", "address", "figure"),
}
# Elements whose content is not text to read.
DROPPED = {
    *("script", "style", "noscript", "template", "title", "nav", "select", "textarea", "button"),
    *("iframe", "object", "svg", "math", "audio", "video", "canvas"),
}
# Tags as the HTML standard divides a page; possessive quantifiers, so one pass is enough.
MARK = re.compile(r"<(?:(?P<comment>!--)|(?P<end>/?+)(?P<name>[a-zA-Z][^\s/>]*+)|[!?/])")
REST_OF_TAG = re.compile(
    r"""(?:[\s/]++|(?:=[^\s/>=]*+|[^\s/>=]++)"""
    r"""(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'>][^\s>]*+)?+)?+)*+>?+"""
)
REST_OF_COMMENT = re.compile(r"-?>|.*?--!?>", re.DOTALL)
# Elements whose content is never markup, whatever it looks like.
RAW = {
    name: re.compile(rf"(?=</{name}[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
# Only these may be self-closing.
FOREIGN = {"svg", "math"}
MAX_CHARACTERS, DEEPEST = 2_000_000, 200


class TooDeep(ValueError):
    """A page whose dropped elements are nested more than DEEPEST levels deep."""


def problem_with_page(html: str) -> str | None:
    if len(html) > MAX_CHARACTERS:
        return f"The page has {len(html):,} characters; at most {MAX_CHARACTERS:,} are allowed."
    try:
        flattened(html)
    except TooDeep:
        return (
            f"The page nests its elements more than {DEEPEST:,} levels deep, so it is not a "
            "readable document."
        )
    return None


def flattened(html: str) -> str:
    """Return the page without attributes and comments, and with blocks turned into line ends.

    Headings stay, and so do elements that are dropped later, with their contents. Building the
    page's tree instead would cost its size times its depth."""
    pieces: list[str] = []
    dropped: list[str] = []
    at = 0
    while mark := MARK.search(html, at):
        pieces.append(html[at : mark.start()])
        name = (mark["name"] or "").lower()
        at = _end_of_tag(html, mark)
        if name in RAW and not mark["end"]:
            begin, at = at, _end(RAW[name].search(html, at), html)
            pieces.append("" if name in DROPPED else escape(html[begin:at]))
        elif name in HEADINGS or (name in DROPPED and name not in RAW):
            empty = name in FOREIGN and html[at - 2 : at] == "/>"
            pieces.append(f"<{mark['end']}{name}{'/' if empty else ''}>")
            _note_dropped(dropped, name, ends=bool(mark["end"]) or empty)
        elif name in BLOCKS:
            pieces.append("<br>")
    return "".join([*pieces, html[at:]])


def _end_of_tag(html: str, mark: re.Match[str]) -> int:
    if mark["comment"]:
        return _end(REST_OF_COMMENT.match(html, mark.end()), html)
    if mark["name"]:
        return _end(REST_OF_TAG.match(html, mark.end()), html)
    return html.find(">", mark.end()) + 1 or len(html)


def _end(found: re.Match[str] | None, html: str) -> int:
    """Return the end of the match, or the end of the page if an element is never closed."""
    return found.end() if found else len(html)


def _note_dropped(stack: list[str], name: str, *, ends: bool) -> None:
    if name in HEADINGS:
        return
    if not ends:
        stack.append(name)
    elif stack and stack[-1] == name:
        stack.pop()
    if len(stack) > DEEPEST:
        raise TooDeep


def sections_of(html: str) -> list[tuple[str, str]]:
    """Return (title, text) of each section, with lines broken as in a browser.

    Headings of the top layer begin a section, as in COLING 2014 §2.1; deeper headings become lines.
    The top layer is the highest level with more than one heading, together with all levels above
    it."""
    clean = nh3.clean(flattened(html), tags=BLOCKS, attributes={}, clean_content_tags=DROPPED)
    reader = _Lines()
    reader.feed(clean)
    reader.close()
    lines = reader.lines
    levels = [level for level, _ in lines if level]
    many = Counter(levels)
    top = min((level for level in many if many[level] > 1), default=min(levels, default=0))
    sections: list[tuple[str, list[str]]] = [("", [])]
    for level, line in lines:
        if 0 < level <= top:
            sections.append((line, []))
        else:
            sections[-1][1].append(line)
    return [(title, "\n".join(lines)) for title, lines in sections if title or lines]


class _Lines(HTMLParser):
    """The lines of a clean HTML text, each with the level of its heading, or 0 outside of
    headings."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[tuple[int, str]] = []
        self._open: list[str] = []
        self._level = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._end_line()
        self._level = HEADINGS.get(tag, self._level)

    def handle_endtag(self, tag: str) -> None:
        self._end_line()
        if tag in HEADINGS:
            self._level = 0

    def handle_data(self, data: str) -> None:
        self._open.append(data)

    def close(self) -> None:
        super().close()
        self._end_line()

    def _end_line(self) -> None:
        line = " ".join("".join(self._open).split())
        if line:
            self.lines.append((self._level, line))
        self._open = []
