"""Sentences about a figure: its interval, and any sampling."""

from collections.abc import Iterator

from midpath.json_types import JsonMapping
from midpath.tables.figures.common import Interval


def interval_notes(figure: JsonMapping, decimals: int = 5) -> Iterator[str]:
    """Yield the notes on a figure: its interval, and any sampling."""
    found: Interval | None = figure.get("interval")
    if found:
        if found["low"] is None or found["high"] is None:
            yield f"no interval: {found['reason']}"
        else:
            ends = f"{found['low']:.{decimals}f} to {found['high']:.{decimals}f}"
            how = f"{found['resamples']:,} resamples of the {found['over']}"
            yield f"{found['level']:.0%} from {ends} ({how}, seed {found['seed']})"
    if figure.get("sampled"):
        error = f"{figure['standard_error']:.5f}"
        yield f"chance of {figure['sampled_items']:,} long texts is sampled: ± {error}"
