"""Filters of items in words, each with the address that takes it away."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.http import urlencode
from django.utils.safestring import SafeString

from annotation.models import Campaign
from annotation.plurals import counted
from annotation.research.common.names import pseudonym
from annotation.research.items.forms import REVIEWS, stratum_name
from annotation.schemes import scheme_of
from annotation.services.items.filters import ItemFilter, comparisons_of
from annotation.services.items.orders import OF_COMPARISONS, POSITION


class Chip(NamedTuple):
    """A filter in a few words; `without` is the query of an address that asks for all but it."""

    words: str
    without: str


def query_of(wanted: ItemFilter, order: str = POSITION, **more: str) -> SafeString:
    """Return what is asked for as the query of an address; the usual order is left out."""
    asked = {**wanted.written(), "order": "" if order == POSITION else order, **more}
    return SafeString(urlencode({name: value for name, value in asked.items() if value}))


def chips_of(campaign: Campaign, wanted: ItemFilter, order: str, **more: str) -> list[Chip]:
    noun = scheme_of(campaign).noun
    made = []
    for names, tell in TOLD.items():
        values = [getattr(wanted, name) for name in names]
        if names == APART and values[0] is not None:
            named = comparisons_of(campaign).filter(pk=values[0]).values_list("name", flat=True)
            values[0] = named.first() or "another comparison"
        if any(value not in (None, "") for value in values):
            words = tell(noun, *values)
            left = POSITION if names == APART and order in OF_COMPARISONS else order
            made.append(Chip(words, query_of(wanted.without(*names), left, **more)))
    return made


def _between(what: str, low: Any, high: Any) -> str:
    if low is not None and high is not None:
        return f"{what} {low:g} to {high:g}" if low != high else f"{what} {low:g}"
    return f"{what} {low:g} or more" if high is None else f"{what} {high:g} or less"


def _times(noun: str, low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return counted(low, "judgment")
    return _between("judgments", low, high)


def _span(noun: str, since: Any, until: Any) -> str:
    parts = [f"from {since:%Y-%m-%d}"] if since else []
    return " ".join(["judged", *parts, *([f"before {until:%Y-%m-%d}"] if until else [])])


def _apart(noun: str, name: str, low: float | None, high: float | None) -> str:
    told = "" if low is None and high is None else f", {_between('apart', low, high)}"
    return f"in “{name}”{told}"


APART = ("comparison", "apart_from", "apart_to")
# In the order in which they are told.
TOLD: Mapping[tuple[str, ...], Callable[..., str]] = {
    ("q",): lambda noun, q: f"holds “{q}”",
    ("worker",): lambda noun, number: f"judged by {pseudonym(number)}",
    ("since", "until"): _span,
    ("review",): lambda noun, review: f"a judgment {REVIEWS[review]}",
    ("late",): lambda noun, late: "a late judgment" if late else "a judgment in time",
    ("length_from", "length_to"): lambda noun, *ends: _between("words", *ends),
    ("stratum",): lambda noun, key: f"stratum {stratum_name(key)}",
    ("judgments_from", "judgments_to"): _times,
    ("disagreement_from", "disagreement_to"): lambda noun, *ends: _between("disagreement", *ends),
    ("entropy_from", "entropy_to"): lambda noun, *ends: _between("entropy", *ends),
    ("tie",): lambda noun, tie: "a tie" if tie else "no tie",
    ("undecided",): lambda noun, undecided: "undecided" if undecided else "consensus settled",
    ("decided",): lambda noun, decided: "decided" if decided else "not decided",
    APART: _apart,
}
