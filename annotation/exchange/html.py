"""The text of an HTML page. No markup is kept, so nothing of it can ever run or be loaded."""

import re
from collections import Counter
from html.parser import HTMLParser

import nh3

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = {
    *HEADINGS,
    *("p", "div", "br", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "blockquote", "pre"),
    *("section", "article", "header", "footer", "main", "aside", "hr", "address", "figure"),
}
# Not text to read, though it stands in the page.
DROPPED = {
    *("script", "style", "noscript", "template", "title", "nav", "select", "textarea", "button"),
    *("iframe", "object", "svg", "math", "audio", "video", "canvas"),
}
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)")
VOID = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
    *("track", "wbr"),
}
# Begun again, they end the one that is open.
IN_ROWS = {"p", "li", "dt", "dd", "tr", "td", "th", "option"}
MOST_CHARACTERS, DEEPEST = 2_000_000, 200


def trouble_with_page(html: str) -> str | None:
    """To clean a page costs its size times its depth, so both have a limit."""
    if len(html) > MOST_CHARACTERS:
        return f"The page has {len(html):,} characters; at most {MOST_CHARACTERS:,} are allowed."
    if depth_of(html) > DEEPEST:
        return f"The page nests its elements deeper than {DEEPEST:,}. No page to read does."
    return None


def depth_of(html: str) -> int:
    """About as a browser would nest it: an end tag ends all that stands open in its element."""
    deepest = 0
    stack: list[str] = []
    standing: Counter[str] = Counter()
    for tag in TAG.finditer(html):
        name = tag[2].lower()
        if tag[1]:
            while standing[name]:
                standing[ended := stack.pop()] -= 1
                if ended == name:
                    break
        elif name not in VOID and not (stack and stack[-1] == name in IN_ROWS):
            stack.append(name)
            standing[name] += 1
            deepest = max(deepest, len(stack))
    return deepest


def sections_of(html: str) -> list[tuple[str, str]]:
    """(title, text) of each section, its lines as a browser would break them. Headings of the top
    layer begin a section, as in COLING 2014 §2.1; deeper ones are lines. The top layer is the
    highest level that has more than one heading, with what stands above it."""
    clean = nh3.clean(html, tags=BLOCKS, attributes={}, clean_content_tags=DROPPED)
    reader = _Lines()
    reader.feed(clean)
    reader.close()
    lines = reader.lines
    levels = [level for level, _ in lines if level]
    top = min(
        (level for level in levels if levels.count(level) > 1), default=min(levels, default=0)
    )
    sections: list[tuple[str, list[str]]] = [("", [])]
    for level, line in lines:
        if 0 < level <= top:
            sections.append((line, []))
        else:
            sections[-1][1].append(line)
    return [(title, "\n".join(lines)) for title, lines in sections if title or lines]


class _Lines(HTMLParser):
    """Of clean HTML: each line of text with the level of its heading, 0 outside of one."""

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
