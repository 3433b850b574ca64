"""Documents: sections and paragraphs by the papers' rules, sanitized pages, errors by row."""

import json
from pathlib import Path
from typing import Any

import pytest

from midpath.exchange.html import flattened, sections_of
from midpath.exchange.prose import paragraphs_of, split_at
from midpath.exchange.readers import ParsedUpload, read_upload
from midpath.exchange.segments import in_all, long_enough, segments_of

POLICIES = Path(__file__).resolve().parents[3] / "shared" / "data" / "opp115" / "policies.jsonl"


def read(*lines: dict[str, Any] | str) -> ParsedUpload:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    return read_upload("policies.jsonl", "\n".join(texts).encode())


def sections(parsed: ParsedUpload) -> list[tuple[str, list[str]]]:
    assert not parsed.errors, parsed.errors
    assert parsed.kind == "documents"
    return [(one["title"], one["paragraphs"]) for one in parsed.items[0].content["sections"]]


def only_error(*lines: dict[str, Any] | str) -> tuple[int, str, str]:
    parsed = read(*lines)
    assert len(parsed.errors) == 1, parsed.errors
    error = parsed.errors[0]
    return error.row, error.column, error.message


def test_sections_are_texts_or_have_titles_and_what_else_they_have_is_stored() -> None:
    line = {
        "document": "a.com",
        "category": "News",
        "year": 2014,
        "sections": [
            "One. \nTwo.",
            {"title": " Your  choices", "text": "None.", "votes": {"x": 3}},
        ],
    }
    parsed = read(line)
    assert sections(parsed) == [("", ["One.", "Two."]), ("Your choices", ["None."])]
    content = parsed.items[0].content
    assert parsed.items[0].text == "a.com"
    assert (content["category"], content["columns"]) == ("News", {"year": 2014})
    assert content["sections"][1]["columns"] == {"votes": {"x": 3}}


def test_what_was_cut_into_paragraphs_stays_so() -> None:
    line = {"document": "a", "sections": [{"title": "", "paragraphs": ["No stop", "here"]}]}
    assert sections(read(line)) == [("", ["No stop", "here"])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\nTwo.", ["One.", "Two."]),
        ("We collect:\r\nnames\r\n\r\nand dates.\r\nThat is all.",
         ["We collect: names and dates.", "That is all."]),
        ("He said “no.”\n(See below.)\nEnd", ["He said “no.”", "(See below.)", "End"]),
        ("Why? \nBecause.", ["Why? Because."]),
        ("我们收集。\n其他", ["我们收集。", "其他"]),
        (" \n\n ", []),
    ],
)  # fmt: skip
def test_a_paragraph_ends_with_a_full_stop(text: str, expected: list[str]) -> None:
    assert paragraphs_of(text) == expected


def test_a_line_equal_to_a_subtitle_begins_a_section() -> None:
    text = "Hello.\n  COOKIES:\nWe use\ncookies.\nYour Choices\nNone.\nCookies are good."
    line = {"document": "a", "text": text, "subtitles": ["Cookies", "Your choices", "Contact"]}
    parsed = read(line)
    assert sections(parsed) == [
        ("", ["Hello."]),
        ("COOKIES:", ["We use cookies."]),
        ("Your Choices", ["None.", "Cookies are good."]),
    ]
    assert parsed.notes == ["1 subtitle is not a line of its document, so it was ignored."]
    assert split_at("Only text", []) == ([("", "Only text")], [])


PAGE = """<!doctype html><html><head><title>Not text</title><style>p{}</style>
<script>alert("never")</script></head><body onload="alert(1)"><nav>Menu</nav><h1>Our policy</h1>
<p>We keep <b>na</b>mes<br>and dates.</p><h2>Cookies</h2><ul><li>one</li><li>two.</li></ul>
<h3>Deeper</h3><p>More &amp; more.</p><h2>Choices</h2><a href="javascript:alert(2)">Ask us.</a>
<img src=x onerror=alert(3)><svg><script>alert(4)</script></svg></body></html>"""


def test_html_becomes_text_and_its_headings_subtitles() -> None:
    expected = [
        ("Our policy", ["We keep names and dates."]),
        ("Cookies", ["one two.", "Deeper More & more."]),
        ("Choices", ["Ask us."]),
    ]
    assert sections(read({"document": "a", "html": PAGE})) == expected
    page = read_upload("a.com.html", PAGE.encode())
    assert sections(page) == expected
    assert page.items[0].text == "a.com"
    assert "alert" not in str(page.items)


@pytest.mark.parametrize(
    "attack",
    [
        "<scr<script>ipt>alert(1)</script>",
        "<style><img src=x onerror=alert(1)></style>",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
        "<svg><style><img src=x onerror=alert(1)></style></svg>",
        "<math><mtext><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x&gt;'>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    ],
)
def test_no_element_and_no_attribute_survives(attack: str) -> None:
    [(_, paragraphs)] = sections(read({"document": "a", "html": f"<p>Text.</p>{attack}"}))
    assert paragraphs[0] == "Text."
    assert not any(f"<{tag}" in str(paragraphs) for tag in ("img", "script", "iframe", "svg"))


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("<nav>" * 600 + "Text.", "more than 200 levels"),
        ("<svg><nav/></svg>" * 300 + "Text.", "more than 200 levels"),
        ("<select><object></select>" * 200 + "Text.", "more than 200 levels"),
        ("x" * 2_000_001, "at most 2,000,000"),
    ],
)
def test_pages_that_would_take_long_to_clean_are_refused(page: str, said: str) -> None:
    found = only_error({"document": "a", "html": page})
    assert found[:2] == (1, "html")
    assert said in found[2]


@pytest.mark.parametrize(
    ("page", "flat"),
    [
        ('<p class="a>b">one<br/>two</p>', "<br>one<br>two<br>"),
        ("<b a='</b>'>x</b><!-- <p> --><!-->y<!----!>z", "xyz"),
        ("a < b <3 </> </3> <?x?> <!doctype html>c", "a < b <3    c"),
        ('<H2 ="><i>Title</H2 a=b>', "<h2>Title</h2>"),
        ("<script>'<p>'</scripty></script>x<xmp><p>&</xmp>", "x&lt;p&gt;&amp;"),
        ("<nav><svg/><svg><path/></svg>x</nav>", "<nav><svg/><svg></svg>x</nav>"),
        ("x<!-- <p>", "x"),
        ("x<p a='>y", "x<br>y"),
        ("x<title>y", "x"),
    ],
)
def test_a_page_is_flattened_before_it_is_cleaned(page: str, flat: str) -> None:
    assert flattened(page) == flat


@pytest.mark.parametrize(
    "nest", ['<div a="</div>">', "<li><ul></li>", "<div><table></div>", "<b><p>"]
)
def test_however_deep_a_page_is_its_flat_form_is_not(nest: str) -> None:
    """Each is a tree with that many levels; cleaning it would take minutes."""
    assert set(flattened(nest * 9)) <= set("<br>")
    assert sections_of(nest * 300 + "A line.") == [("", "A line.")]


def test_statistics_are_counted_by_category() -> None:
    long = "one two three four five six seven eight nine ten."
    parsed = read(
        {"document": "a", "category": "News", "sections": [f"{long}\n{long}", "short."]},
        {"document": "b", "category": "Arts", "sections": [long]},
        {"document": "c", "category": "News", "sections": [long]},
    )
    rows = parsed.details["statistics"]
    assert rows == [
        {"category": "Arts", "documents": 1, "sections": 1, "paragraphs": 1, "words": 10,
         "short_sections": 0, "short_paragraphs": 0},
        {"category": "News", "documents": 2, "sections": 3, "paragraphs": 4, "words": 31,
         "short_sections": 1, "short_paragraphs": 1},
    ]  # fmt: skip
    assert in_all(rows) == {
        "category": "", "documents": 3, "sections": 4, "paragraphs": 5, "words": 41,
        "short_sections": 1, "short_paragraphs": 1,
    }  # fmt: skip
    first = segments_of(parsed.items[0].content, "sections")
    assert [(one.place, long_enough(one)) for one in first] == [((0,), True), ((1,), False)]
    assert first[0].text == f"{long}\n{long}"
    places = [one.place for one in segments_of(parsed.items[0].content, "paragraphs")]
    assert places == [(0, 0), (0, 1), (1, 0)]


GOOD = {"document": "a", "sections": ["Text."]}


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ({"document": "a", "sections": ["More."]}, "document", "Duplicate of row 1"),
        ({"document": " ", "sections": ["Text."]}, "document", "has no name"),
        ({"document": 7, "sections": ["Text."]}, "document", "must be a string"),
        ({"document": "b" * 301, "sections": ["Text."]}, "document", "at most 300"),
        ({"document": "b", "category": ["x"], "sections": ["Text."]}, "category", "be a string"),
        ({"document": "b"}, "", "Give the document either"),
        ({"document": "b", "html": "x", "sections": ["y"]}, "", "Give the document either"),
        ({"document": "b", "sections": "Text."}, "sections", "must be a list"),
        ({"document": "b", "sections": ["ok.", 5]}, "sections, 2", "A section is a text"),
        ({"document": "b", "sections": [{"title": "x"}]}, "sections, 1", "A section is a text"),
        ({"document": "b", "sections": [{"text": 1}]}, "sections, 1", "must be a string"),
        ({"document": "b", "sections": [{"paragraphs": "x"}]}, "sections, 1", "list of strings"),
        ({"document": "b", "sections": []}, "sections", "contains no text"),
        ({"document": "b", "html": "<p> </p>"}, "html", "contains no text"),
        ({"document": "b", "text": "x", "subtitles": "y"}, "subtitles", "list of strings"),
        ({"document": "b", "subtitles": []}, "text", "must be a string"),
        ({"document": "b", "text": "a\x07"}, "text", "control character U+0007"),
        ({"document": "b", "sections": ["x."], "note": {"k": "\x01"}}, "note", "U+0001"),
        ("[1]", "", "must be an object"),
        ("{", "", "not JSON"),
    ],
)
def test_what_is_wrong_is_said_with_its_row_and_column(
    line: dict[str, Any] | str, column: str, said: str
) -> None:
    found = only_error(GOOD, line)
    assert found[:2] == (2, column)
    assert said in found[2]


def test_a_page_without_text_is_refused() -> None:
    parsed = read_upload("empty.html", b"<script>alert(1)</script>")
    assert "contains no text" in parsed.errors[0].message


def test_a_text_that_names_its_document_is_still_a_text() -> None:
    assert read({"document": "a", "text": "red wine"}).kind == "texts"


@pytest.mark.long
@pytest.mark.skipif(not POLICIES.exists(), reason="the policies of OPP-115 are not here")
def test_the_policies_of_opp_115() -> None:
    parsed = read_upload(POLICIES.name, POLICIES.read_bytes())
    assert not parsed.errors
    total = in_all(parsed.details["statistics"])
    assert (total["documents"], total["sections"], total["short_sections"]) == (86, 2927, 106)
    assert parsed.items[0].content["sections"][0]["columns"] == {"votes": {"Other": 3}}
