"""Names of countries and languages in the language of the page, from Babel's copy of the Unicode
CLDR."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import get_language

from annotation.text.languages import ENGLISH
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    from babel import core, lists
else:
    core, lists = LazyModule("babel.core"), LazyModule("babel.lists")


def country_named(code: str) -> str:
    """Return the name of a country by its ISO 3166 code; the code itself if it has none.

    >>> country_named("IN"), country_named("XQ")
    ('India', 'XQ')
    """
    names: Mapping[str, str] = _speaking().territories
    return names.get(code, code)


def language_named(code: str) -> str:
    """Return the name of a language by its ISO 639 code, of two or three letters; the code itself
    if it has none.

    >>> language_named("hi"), language_named("hin"), language_named("zzz")
    ('Hindi', 'Hindi', 'zzz')
    """
    names: Mapping[str, str] = _speaking().languages
    return names.get(core.get_global("language_aliases").get(code, code), code)


def any_of(names: Iterable[str]) -> str:
    """Return names as alternatives within a sentence.

    >>> any_of(["India", "Nepal"])
    'India or Nepal'
    """
    return lists.format_list(list(names), style="or", locale=_speaking())


def _speaking() -> "core.Locale":
    try:
        return core.Locale.parse(get_language() or ENGLISH, sep="-")
    except (core.UnknownLocaleError, ValueError):
        return core.Locale.parse(ENGLISH)
