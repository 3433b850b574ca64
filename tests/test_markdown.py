"""Markdown of researchers as workers see it: safe on any page."""

from html.parser import HTMLParser

import pytest

from annotation.text.markdown import Shown, drawn, picture_names, plain


class _Elements(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    @classmethod
    def of(cls, html: str) -> list[tuple[str, dict[str, str]]]:
        parser = cls()
        parser.feed(html)
        return parser.found


def tree(name: str) -> Shown | None:
    return Shown("/w/c/pictures/ab", 30, 20) if name == "tree.png" else None


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a\nb\n\nc", "<p>a<br>\nb</p>\n<p>c</p>"),
        ("# Read *this*", "<h2>Read <em>this</em></h2>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
    ],
)
def test_what_it_becomes(text: str, html: str) -> None:
    assert drawn(text, tree).strip() == html


def test_headings_begin_below_the_pages_own_and_skip_none() -> None:
    html = drawn("## a\n\n#### b\n\n## c\n\n# d", tree)
    assert [tag for tag, _ in _Elements.of(html) if tag != "p"] == ["h2", "h3", "h3", "h2"]
    assert "<h3>b</h3>" in html


def test_plain_text_looks_as_it_did_and_marks_are_no_markup() -> None:
    assert plain("a * b\n# c\n\n<i>") == "<p>a * b<br># c</p>\n\n<p>&lt;i&gt;</p>"


def test_a_text_without_marks_reads_the_same_both_ways() -> None:
    text = "You see a text.\nCut it, please.\n\nThen submit."
    one, other = ("".join(html.split()) for html in (drawn(text, tree), plain(text)))
    assert one == other


@pytest.mark.attack(10)
@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[a](javascript:alert(1))",
        "[a](data:text/html,<script>alert(1)</script>)",
        "![a](javascript:alert(1))",
        "![a](https://elsewhere.example/spy.png)",
        '[a](https://x.example "><script>alert(1)</script>")',
        "<a href='javascript:alert(1)'>a</a>",
        "`<script>`",
        '![" onerror="alert(1)](tree.png)',
    ],
)
def test_nothing_in_it_acts(attack: str) -> None:
    for tag, attributes in _Elements.of(drawn(attack, tree)):
        assert tag in {"p", "a", "img", "code", "br"}
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("href", "https:").startswith("https:")
        assert attributes.get("src", "/w/").startswith("/w/")


def test_a_picture_is_shown_by_its_name_with_its_size() -> None:
    html = drawn("![A tree](tree.png) ![No tree](other.png)", tree)
    assert '<img src="/w/c/pictures/ab" alt="A tree"' in html
    assert 'width="30"' in html
    assert 'height="20"' in html
    assert "No tree" in html
    assert html.count("<img") == 1
    assert picture_names("![A tree](tree.png)\n\n`![x](code.png)`") == {"tree.png"}


def test_a_table_scrolls_and_numbers_stand_to_the_right() -> None:
    html = drawn("| a | n |\n|---|--:|\n| b | 1 |", tree)
    assert 'class="scroll"' in html
    assert '<td class="number">1</td>' in html
    assert "style" not in html
