"""Filters of a campaign's items: parsed from URLs and saved filters, and turned into one database
query."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, time
from functools import cache

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.dateparse import parse_date, parse_datetime

from annotation.capabilities import Capability, refusal_of
from annotation.models import HIT, Campaign, Decision, Judgment
from annotation.schemes import scheme_of
from annotation.services.errors import Forbidden, Invalid
from annotation.services.items.addon_filters import Conditions, addon_conditions, addon_filters

MAX_TEXT_LENGTH = 200
LARGEST = 2**31 - 1
DECIMALS = 10
# Only numbers that are written the same way again.
NUMBER = re.compile(rf"[0-9]{{1,4}}(\.[0-9]{{1,{DECIMALS}}})?")
YEARS = range(1970, 9000)
NO_REVIEW = "none"
REVIEWS = {review or NO_REVIEW: review for review in Judgment.Review.values}
YES_NO = {"yes": True, "no": False}
# Pairs of start and end: the end must not be before the start.
RANGES = (
    ("length_from", "length_to"),
    ("judgments_from", "judgments_to"),
    ("disagreement_from", "disagreement_to"),
    ("entropy_from", "entropy_to"),
)
OF_ADDONS = "of_addons"


@dataclass(frozen=True)
class ItemFilter:
    """A filter of a campaign's items; None and an empty string mean no condition.

    `worker` (by number), `since`, `until`, `review` and `late` have to hold for the same judgment
    of an item. Ranges include their ends, except `until`. Conditions on figures use the stored
    ones, so an item without figures matches no range of them; an item without judgments has 0
    judgments. `of_addons` has the conditions of add-ons by name, only those that are set."""

    q: str = ""
    worker: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    review: str | None = None
    late: bool | None = None
    length_from: int | None = None
    length_to: int | None = None
    stratum: str = ""
    judgments_from: int | None = None
    judgments_to: int | None = None
    disagreement_from: float | None = None
    disagreement_to: float | None = None
    entropy_from: float | None = None
    entropy_to: float | None = None
    tie: bool | None = None
    undecided: bool | None = None
    decided: bool | None = None
    of_addons: Conditions = field(default_factory=dict, hash=False)

    def hits(self, campaign: Campaign) -> QuerySet[HIT]:
        """Return the HITs of a campaign that match the filter, unordered."""
        hits = HIT.objects.filter(campaign=campaign, item__dataset=campaign.dataset_id)
        if self.q:
            found = [(f"item__{name}__icontains", self.q) for name in scheme_of(campaign).searched]
            hits = hits.filter(Q(*found, _connector=Q.OR))
        hits = hits.filter(self._of_items(), self._of_figures())
        if judged := self.of_judgments():
            hits = hits.filter(Exists(Judgment.objects.filter(hit=OuterRef("pk"), **judged)))
        if self.decided is not None:
            settled = Exists(Decision.objects.final().filter(hit=OuterRef("pk")))
            hits = hits.filter(settled if self.decided else ~settled)
        for one in addon_filters():
            if values := one.values_in(self.of_addons):
                hits = one.matching(hits, campaign, values)
        return hits

    def values(self) -> Conditions:
        """Return the conditions that are set, by name."""
        own = {one.name: getattr(self, one.name) for one in fields(self) if one.name != OF_ADDONS}
        given = {name: value for name, value in own.items() if value not in (None, "")}
        return {**given, **self.of_addons}

    def written(self) -> dict[str, str]:
        """Return the filter as the parameters of a query string."""
        return {name: _written(value) for name, value in self.values().items()}

    def with_more(self, more: "ItemFilter") -> "ItemFilter":
        """Return both filters combined; `more` overrides fields that both set."""
        return checked({**self.values(), **more.values()})

    def without(self, *names: str) -> "ItemFilter":
        return _built({name: value for name, value in self.values().items() if name not in names})

    def of_judgments(self) -> dict[str, object]:
        """Return the conditions that one judgment of an item has to meet; empty if there are
        none."""
        conditions = {
            "assignment__enrolment__worker__number": self.worker,
            "submitted_at__gte": self.since,
            "submitted_at__lt": self.until,
            "review": None if self.review is None else REVIEWS[self.review],
            "late": self.late,
        }
        return {name: value for name, value in conditions.items() if value is not None}

    def _of_items(self) -> Q:
        found = Q(item__stratum=self.stratum) if self.stratum else Q()
        return found & within("item__length", self.length_from, self.length_to)

    def _of_figures(self) -> Q:
        found = _judged_times(self.judgments_from, self.judgments_to)
        for name in ("disagreement", "entropy"):
            ends = (getattr(self, f"{name}_{end}") for end in ("from", "to"))
            found &= within(f"summary__{name}", *ends)
        for wanted, column in ((self.tie, "tied"), (self.undecided, "undecided")):
            if wanted is not None:
                found &= Q(**{f"summary__{column}": wanted})
        return found


EVERYTHING = ItemFilter()


def read_filter(given: Mapping[str, str]) -> ItemFilter:
    """Parse a filter from named strings; empty ones mean no condition, other names are ignored.
    Raise Invalid, with the field."""
    read: dict[str, object] = {}
    for name, reader in readers().items():
        text = given.get(name, "").strip()
        if text:
            read[name] = reader(name, text)
    return checked(read)


def read_known(given: Mapping[str, str]) -> ItemFilter:
    """Parse a filter like `read_filter`, but refuse unknown names: without the condition of an
    add-on that is not installed, a filter would match too many items."""
    for name in given:
        if name not in readers():
            raise Invalid(f"There is no filter {name!r}: {', '.join(readers())}.", field="filter")
    return read_filter(given)


def checked(read: Conditions) -> ItemFilter:
    """Return the filter with these values; raise Invalid if a range ends before it begins."""
    ranges = (ends for one in addon_filters() for ends in one.ranges)
    for low, high in (*RANGES, *ranges):
        if low in read and high in read and read[low] > read[high]:
            raise Invalid("The minimum is above the maximum.", field=low)
    if "since" in read and "until" in read and read["since"] >= read["until"]:
        raise Invalid("The period ends before it begins.", field="until")
    for one in addon_filters():
        one.check(one.values_in(read))
    return _built(read)


def _built(values: Conditions) -> ItemFilter:
    own = {name: value for name, value in values.items() if name not in addon_conditions()}
    of_addons = {name: values[name] for name in addon_conditions() if name in values}
    return ItemFilter(**own, of_addons=of_addons)


def require_sight(wanted: ItemFilter, can: Collection[Capability]) -> None:
    """Refuse a filter by worker to a reader who may not see who gave which answer."""
    if wanted.worker is not None and Capability.SEE_WORKERS not in can:
        raise Forbidden(refusal_of(Capability.SEE_WORKERS))


def _text(name: str, text: str) -> str:
    if len(text) > MAX_TEXT_LENGTH:
        raise Invalid(f"Enter at most {MAX_TEXT_LENGTH} characters.", field=name)
    if "\0" in text:
        raise Invalid("Text cannot contain NUL characters.", field=name)
    return text


def _whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST))):
        raise Invalid("Enter a whole number, 0 or more.", field=name)
    if int(text) > LARGEST:
        raise Invalid(f"Enter a number up to {LARGEST:,}.", field=name)
    return int(text)


def _number(name: str, text: str) -> float:
    if not NUMBER.fullmatch(text):
        raise Invalid("Enter a number, 0 or more, such as 0.25.", field=name)
    return float(text)


def _moment(name: str, text: str) -> datetime:
    try:
        day = parse_date(text)
        found = datetime.combine(day, time(), UTC) if day else parse_datetime(text)
        found = found and in_utc(found)
    except (ValueError, OverflowError):
        found = None
    if found is None or found.year not in YEARS:
        raise Invalid(
            "Enter a date such as 2027-03-31, or a time such as 2027-03-31T18:00:00Z.", field=name
        )
    return found


def in_utc(moment: datetime) -> datetime:
    """Return a time in UTC; PostgreSQL does not accept offsets of 16 hours or more."""
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _yes_or_no(name: str, text: str) -> bool:
    if text not in YES_NO:
        raise Invalid("Enter yes or no.", field=name)
    return YES_NO[text]


def _review(name: str, text: str) -> str:
    if text not in REVIEWS:
        raise Invalid(f"Enter one of {', '.join(REVIEWS)}.", field=name)
    return text


READERS: Mapping[str, Callable[[str, str], object]] = {
    "q": _text,
    "worker": _whole,
    "since": _moment,
    "until": _moment,
    "review": _review,
    "late": _yes_or_no,
    "length_from": _whole,
    "length_to": _whole,
    "stratum": _text,
    "judgments_from": _whole,
    "judgments_to": _whole,
    "disagreement_from": _number,
    "disagreement_to": _number,
    "entropy_from": _number,
    "entropy_to": _number,
    "tie": _yes_or_no,
    "undecided": _yes_or_no,
    "decided": _yes_or_no,
}
READERS_BY_KIND: Mapping[str, Callable[[str, str], object]] = {"whole": _whole, "number": _number}


@cache
def readers() -> Mapping[str, Callable[[str, str], object]]:
    """Return the function that parses each condition, with those of add-ons."""
    of_addons = {name: READERS_BY_KIND[one.kind] for name, one in addon_conditions().items()}
    return {**READERS, **of_addons}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        moment = value.astimezone(UTC)
        return str(moment.date()) if moment.time() == time() else moment.isoformat()
    if isinstance(value, float):
        return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")
    return str(value)


def within(path: str, least: float | None, most: float | None) -> Q:
    found = Q() if least is None else Q(**{f"{path}__gte": least})
    return found if most is None else found & Q(**{f"{path}__lte": most})


def _judged_times(least: int | None, most: int | None) -> Q:
    """Return the condition on the number of judgments. HITs without judgments have no summary."""
    if least:
        return within("summary__judgments", least, most)
    return Q() if most is None else Q(summary__isnull=True) | Q(summary__judgments__lte=most)
