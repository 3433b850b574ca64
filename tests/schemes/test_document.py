"""Valid and invalid answers about a site's policy."""

from datetime import date
from typing import Any

import pytest

from annotation.models import Item
from annotation.schemes import SCHEMES
from midpath.exchange.readers import read_upload
from midpath.schemes.base import InvalidAnswer
from midpath.schemes.document.vector import day_of, fingerprint_of, subtitles_of
from tests.helpers.sites import POLICY, version

SCHEME = SCHEMES["document"]
ITEM = Item(text="shop.example", content={"category": "Shops", "url": ""})


def vector(**changed: Any) -> tuple[int, ...]:
    return SCHEME.parse(version(**changed), ITEM, {})


def test_a_version_has_its_day_its_text_and_its_subtitles() -> None:
    found = vector()
    assert day_of(found) == date(2014, 5, 3)
    assert list(subtitles_of(found)) == [1, 3]
    assert SCHEME.written(found, ITEM, {}) == "2 headings | 2014-05-03"
    nothing = vector(subtitles=[], updated_on={"text": "", "date": None})
    assert day_of(nothing) is None
    assert SCHEME.written(nothing, ITEM, {}) == "0 headings | no date"


def test_spaces_and_empty_lines_make_no_other_text() -> None:
    other = POLICY.replace("\n", "  \r\n\r\n")
    assert fingerprint_of(vector(text=other)) == fingerprint_of(vector())
    assert fingerprint_of(vector(text=POLICY + "!")) != fingerprint_of(vector())


@pytest.mark.parametrize(
    ("changed", "field", "why"),
    [
        ({"url": ""}, "url", "Copy the address"),
        ({"url": "javascript:alert(1)"}, "url", "not a web address"),
        ({"url": "https://"}, "url", "not a web address"),
        ({"url": "https://[x"}, "url", "not a web address"),
        ({"url": "https://a.b/ c"}, "url", "not a web address"),
        ({"url": 7}, "url", "Copy the address"),
        ({"updated_on": None}, "updated_on", "date of the last update"),
        ({"updated_on": {"text": 7}}, "updated_on", "date of the last update"),
        ({"updated_on": {"text": "x" * 201}}, "updated_on", "200"),
        ({"updated_on": {"text": "", "date": "May"}}, "updated_on", "This is not a date"),
        ({"updated_on": {"text": "", "date": 3}}, "updated_on", "This is not a date"),
        ({"text": " "}, "text", "Copy the full text"),
        ({"text": "x" * 500_001, "subtitles": []}, "text", "at most 500,000"),
        ({"text": "a\x00b"}, "text", "invisible character"),
        ({"subtitles": ["cookies", 7]}, "subtitles", "list of strings"),
        ({"subtitles": ["Cookies", "Security"]}, "subtitles", "“Security”, is not a line"),
        ({"subtitles": [""]}, "subtitles", "(empty)"),
        ({"subtitles": ["Cookies", "cookies:"]}, "subtitles", "same line as another"),
        ({"subtitles": ["Cookies"] * 301}, "subtitles", "at most 300"),
    ],
)
def test_what_cannot_be_sent(changed: dict[str, Any], field: str, why: str) -> None:
    with pytest.raises(InvalidAnswer) as refused:
        vector(**changed)
    assert refused.value.field == field
    assert why in refused.value.message


def test_sites_come_as_tables_and_lines() -> None:
    parsed = read_upload("s.csv", b"Site,Category,url\nshop.example,Shops,https://shop.example/p\n")
    assert (parsed.kind, parsed.errors) == ("sites", [])
    assert parsed.items[0].content == {"category": "Shops", "url": "https://shop.example/p"}
    wrong = read_upload("s.jsonl", b'{"site": "a", "url": "javascript:1"}\n{"site": ""}\n')
    assert [(error.row, error.column) for error in wrong.errors] == [(1, "url"), (2, "site")]
