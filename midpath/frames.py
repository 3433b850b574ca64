"""Convert rows to pandas DataFrames; install it by `pip install "midpath[pandas]"`."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from midpath.errors import NotInstalled

if TYPE_CHECKING:
    import pandas as pd


def frame_of(rows: Sequence[Any], columns: Sequence[str] = ()) -> "pd.DataFrame":
    """Return a DataFrame with a column for each name, in the order of the rows' fields.

    Fields whose names end in `_at` become times in UTC; all others stay as the server sent them, so
    that money and answers are exact. `columns` are used if there are no rows."""
    module = _pandas()
    names = list(dict.fromkeys(name for row in rows for name in row)) or list(columns)
    frame = module.DataFrame.from_records(list(rows), columns=names)
    for name in names:
        if name.endswith("_at"):
            frame[name] = module.to_datetime(frame[name], utc=True, format="ISO8601")
    return cast("pd.DataFrame", frame)


def _pandas() -> Any:
    """Return pandas, imported on first use, as this takes half a second."""
    try:
        return import_module("pandas")
    except ImportError as error:
        raise NotInstalled('There is no pandas here: pip install "midpath[pandas]".') from error
