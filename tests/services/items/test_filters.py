"""Filters of items: parsed from text, bounded, with clear errors."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.capabilities import Capability
from annotation.services.errors import Forbidden, Invalid
from annotation.services.items.addon_filters import addon_conditions
from annotation.services.items.cursors import orders, read_key
from annotation.services.items.filters import (
    LARGEST,
    MAX_TEXT_LENGTH,
    OF_ADDONS,
    READERS,
    REVIEWS,
    ItemFilter,
    checked,
    read_filter,
    readers,
    require_sight,
)
from tests.helpers.refusals import refused_at

WHOLE = st.integers(0, LARGEST)
NUMBER = st.integers(0, 10**6).map(lambda number: number / 1000)
MOMENT = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
KINDS = {
    "q": TEXT.map(str.strip),
    "stratum": TEXT.map(str.strip),
    "review": st.sampled_from(list(REVIEWS)),
    **dict.fromkeys(("since", "until"), MOMENT),
    **dict.fromkeys(("late", "tie", "undecided", "decided"), st.booleans()),
    **{f"{name}_{end}": NUMBER for name in ("disagreement", "entropy") for end in ("from", "to")},
}
FILTERS = st.fixed_dictionaries({}, optional={name: KINDS.get(name, WHOLE) for name in READERS})


def test_every_filter_is_read() -> None:
    own = [field.name for field in fields(ItemFilter) if field.name != OF_ADDONS]
    assert list(READERS) == own
    assert list(readers()) == [*READERS, *addon_conditions()]


@given(FILTERS)
def test_what_is_written_reads_the_same(values: dict[str, Any]) -> None:
    try:
        wanted = checked(values)
    except Invalid:
        return
    assert read_filter(wanted.written()) == wanted
    assert read_filter({**wanted.written(), "order": "x", "more": "y"}) == wanted


@pytest.mark.long
@given(st.dictionaries(st.sampled_from(list(READERS)), st.text(max_size=50)))
def test_whatever_is_sent_is_a_filter_or_is_refused_by_its_field(given_: dict[str, str]) -> None:
    try:
        wanted = read_filter(given_)
    except Invalid as error:
        refused = error
    else:
        assert read_filter(wanted.written()) == wanted
        return
    assert refused.field in READERS
    assert refused.message.endswith(".")


def test_moments_are_reported_in_utc_which_postgresql_takes_whatever_the_offset() -> None:
    far, same = "2020-01-02T00:00:00+23:59", datetime(2020, 1, 1, 0, 1, tzinfo=UTC)
    wanted = read_filter({"since": far})
    place, _ = read_key("latest", f"{far}~1")
    assert wanted.since == place == same
    assert wanted.since.tzinfo is place.tzinfo is UTC


@given(st.sampled_from(list(orders())), st.text("0123456789.~-:T+Ze ²", max_size=70))
def test_whatever_key_is_sent_is_read_or_refused(order: str, text: str) -> None:
    field = "after"
    try:
        read_key(order, text)
    except Invalid as error:
        field = error.field
    assert field == "after"


@pytest.mark.parametrize(
    ("given_", "field"),
    [
        ({"q": "x" * (MAX_TEXT_LENGTH + 1)}, "q"),
        ({"q": "a\0b"}, "q"),
        ({"worker": "-1"}, "worker"),
        ({"worker": "²"}, "worker"),
        ({"worker": str(LARGEST + 1)}, "worker"),
        ({"length_from": "9" * 5000}, "length_from"),
        ({"entropy_from": "nan"}, "entropy_from"),
        ({"entropy_to": "1e3"}, "entropy_to"),
        ({"disagreement_to": "inf"}, "disagreement_to"),
        ({"since": "yesterday"}, "since"),
        ({"since": "2027-02-30"}, "since"),
        ({"since": "0001-01-01T00:00:00-23:59"}, "since"),
        ({"until": "0001-01-01T00:00:00+14:00"}, "until"),
        ({"until": "9999-12-31"}, "until"),
        ({"tie": "perhaps"}, "tie"),
        ({"review": "burnt"}, "review"),
        ({"judgments_from": "3", "judgments_to": "2"}, "judgments_from"),
        ({"since": "2027-01-02", "until": "2027-01-01"}, "until"),
    ],
)
def test_what_is_no_filter_is_refused(given_: Mapping[str, str], field: str) -> None:
    with refused_at(field):
        read_filter(given_)


def test_only_who_sees_workers_finds_by_one() -> None:
    by_worker = read_filter({"worker": "0"})
    with pytest.raises(Forbidden, match="may see which worker"):
        require_sight(by_worker, {Capability.SEE_TEXTS})
    require_sight(by_worker, {Capability.SEE_WORKERS})
    require_sight(read_filter({"late": "yes"}), frozenset())
