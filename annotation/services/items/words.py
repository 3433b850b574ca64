"""Filters of items in words, for pages and file names."""

from collections.abc import Callable, Iterator, Mapping

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.services.items.addon_filters import addon_filters
from annotation.services.items.filters import ItemFilter
from midpath.exchange.pairs.content import STRATUM_NAMES
from midpath.text.formatting import counted

REVIEWED = {
    "none": "not reviewed",
    "accepted": "accepted",
    "set_aside": "set aside",
    "rejected": "rejected",
}


def words_of(
    campaign: Campaign, wanted: ItemFilter, name: Callable[[int], str] = "worker {}".format
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the parts of a filter in a few words, each with its fields; `name` returns a worker's
    name for their number."""
    noun = scheme_of(campaign).noun
    for fields, tell in PHRASES.items():
        values = [getattr(wanted, field) for field in fields]
        if all(value in (None, "") for value in values):
            continue
        if fields == ("worker",):
            values = [name(values[0])]
        yield fields, tell(noun, *values)
    for one in addon_filters():
        if given := one.values_in(wanted.of_addons):
            yield one.names, one.in_words(campaign, given)


def stratum_name(key: str) -> str:
    """Return the name of a stratum; for the first four, which are made from similarities, the
    interval."""
    known = {str(number): name for number, name in enumerate(STRATUM_NAMES)}
    return known.get(key, key)


def between(what: str, low: object, high: object) -> str:
    """Return a range in words; either end may be None."""
    if low is not None and high is not None:
        return f"{what} {low:g} to {high:g}" if low != high else f"{what} {low:g}"
    return f"{what} {low:g} or more" if high is None else f"{what} {high:g} or less"


def _times(noun: str, low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return counted(low, "judgment")
    return between("judgments", low, high)


def _span(noun: str, since: object, until: object) -> str:
    parts = [f"from {since:%Y-%m-%d}"] if since else []
    return " ".join(["judged", *parts, *([f"before {until:%Y-%m-%d}"] if until else [])])


# In the order of display.
PHRASES: Mapping[tuple[str, ...], Callable[..., str]] = {
    ("q",): lambda noun, q: f"contains “{q}”",
    ("worker",): lambda noun, worker: f"judged by {worker}",
    ("since", "until"): _span,
    ("review",): lambda noun, review: f"a judgment {REVIEWED[review]}",
    ("late",): lambda noun, late: "a late judgment" if late else "a judgment in time",
    ("length_from", "length_to"): lambda noun, *ends: between("words", *ends),
    ("stratum",): lambda noun, key: f"stratum {stratum_name(key)}",
    ("judgments_from", "judgments_to"): _times,
    ("disagreement_from", "disagreement_to"): lambda noun, *ends: between("disagreement", *ends),
    ("entropy_from", "entropy_to"): lambda noun, *ends: between("entropy", *ends),
    ("tie",): lambda noun, tie: "a tie" if tie else "no tie",
    ("undecided",): lambda noun, undecided: "undecided" if undecided else "consensus settled",
    ("decided",): lambda noun, decided: "decided" if decided else "not decided",
}
