"""Rows as tables of pandas, which is installed by `pip install "midpath[pandas]"`."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from midpath.errors import NotInstalled

if TYPE_CHECKING:
    import pandas as pd


def frame_of(rows: Sequence[Any], columns: Sequence[str] = ()) -> "pd.DataFrame":
    """Return a table with a column for each name, in the order in which rows have them.

    Times, whose names end in `_at`, are times in UTC; all else is as the server sent it, so that
    money and answers stay exact. `columns` are those of a table without rows."""
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
