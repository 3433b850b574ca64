"""Rows of figures without gaps, and time buckets that fit the data."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from annotation.research.results.figures import sharing
from annotation.services.progress.throughput import MAX_BUCKETS, WIDTHS, begin_of, width_of

DAY = 86_400


@given(count=st.integers(1, 40), most=st.integers(1, 6))
def test_every_row_of_figures_is_full_and_none_is_much_fuller(count: int, most: int) -> None:
    shares = sharing(count, most)
    rows = []
    while shares:
        size = shares[0]
        assert shares[:size] == [size] * size
        rows.append(size)
        shares = shares[size:]
    assert sum(rows) == count
    assert max(rows) <= most
    assert max(rows) - min(rows) <= 1
    assert len(rows) == -(-count // most)


@given(
    first=st.datetimes(datetime(2001, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    seconds=st.floats(0, 40 * 365 * DAY),
)
def test_buckets_have_every_time_and_are_few_and_short(first: datetime, seconds: float) -> None:
    last = first + timedelta(seconds=seconds)
    width = width_of(seconds)
    begin = begin_of(first, width)
    assert timedelta(0) <= first - begin < timedelta(seconds=width)
    buckets = (last - begin) // timedelta(seconds=width) + 1
    assert 1 <= buckets <= MAX_BUCKETS
    # The next shorter one would be too many; so judgments that came at once fill the axis.
    shorter = [one for one in WIDTHS if one < width]
    if shorter:
        assert seconds // shorter[-1] + 2 > MAX_BUCKETS


def test_buckets_begin_at_round_times() -> None:
    at = datetime(2026, 3, 4, 15, 47, 31, 250_000, tzinfo=UTC)
    assert begin_of(at, 1) == at.replace(microsecond=0)
    assert begin_of(at, 900) == datetime(2026, 3, 4, 15, 45, tzinfo=UTC)
    assert begin_of(at, DAY) == datetime(2026, 3, 4, tzinfo=UTC)
    assert begin_of(at, 7 * DAY) == datetime(2026, 3, 2, tzinfo=UTC)
    assert begin_of(at, 7 * DAY).strftime("%A") == "Monday"
