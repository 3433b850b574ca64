"""Item filters in words, each with the URL that removes it."""

from typing import NamedTuple

from django.utils.http import urlencode
from django.utils.safestring import SafeString

from annotation.models import Campaign
from annotation.research.common.names import pseudonym
from annotation.services.items.cursors import POSITION, possible
from annotation.services.items.filters import ItemFilter
from annotation.services.items.words import words_of


class Chip(NamedTuple):
    """A filter in a few words; `without` is the query without it."""

    words: str
    without: str


def query_of(wanted: ItemFilter, order: str = POSITION, **more: str) -> SafeString:
    """Return the filters as a query string, without the default order."""
    parameters = {**wanted.written(), "order": "" if order == POSITION else order, **more}
    return SafeString(urlencode({name: value for name, value in parameters.items() if value}))


def chips_of(campaign: Campaign, wanted: ItemFilter, order: str, **more: str) -> list[Chip]:
    made = []
    for names, words in words_of(campaign, wanted, pseudonym):
        rest = wanted.without(*names)
        made.append(Chip(words, query_of(rest, possible(order, rest), **more)))
    return made
