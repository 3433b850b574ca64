"""Columns of a data frame, through the dataframe interchange protocol.

pandas, pyarrow and others implement the protocol, so none of them is needed here. The memory of a
column is copied. Frames without the protocol, such as those of later versions of polars, are read
by their names of columns and each column's `to_list`.

https://data-apis.org/dataframe-protocol/latest/API.html
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Column: TypeAlias = Array | list[Any]  # None or NaN where a value is missing

INTEGER, UNSIGNED, FLOAT, BOOLEAN, TEXT, CATEGORY = 0, 1, 2, 20, 21, 23
NUMBERS = {INTEGER: "i", UNSIGNED: "u", FLOAT: "f"}
NOTHING_MISSING, IS_NAN, IS_VALUE, IS_BIT, IS_BYTE = range(5)


def is_frame(data: object) -> bool:
    """Return whether data are a data frame."""
    return hasattr(data, "__dataframe__") or (hasattr(data, "columns") and hasattr(data, "shape"))


def columns_of(frame: Any) -> dict[str, Column]:
    """Return the columns of a data frame by their names.

    Raises ValueError if a column does not contain text, numbers, truth values or categories.
    """
    if not hasattr(frame, "__dataframe__"):
        return {str(name): list(frame[name].to_list()) for name in frame.columns}
    with catch_warnings():
        simplefilter("ignore")  # pandas plans to drop the protocol and warns about it
        table = frame.__dataframe__()
        return {
            str(name): _column(frame, at, name, table.get_column(at))
            for at, name in enumerate(table.column_names())
        }


def _column(frame: Any, at: int, name: str, column: Any) -> Column:
    try:
        return _joined([_values(name, part) for part in column.get_chunks()])
    except NotImplementedError:  # of pandas: the protocol has no columns of mixed objects
        return list(frame[frame.columns[at]].to_list())


def _joined(parts: Sequence[Column]) -> Column:
    arrays = [part for part in parts if isinstance(part, np.ndarray)]
    if arrays and len(arrays) == len(parts):
        return np.concatenate(arrays)
    return [value for part in parts for value in _listed(part)]


def _listed(column: Column) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else column


def _values(name: str, column: Any) -> Column:
    """Return the values of one chunk."""
    kind = int(column.dtype[0])
    size, offset = column.size(), column.offset
    buffers = column.get_buffers()
    data, dtype = buffers["data"]
    values: Column
    if kind == TEXT:
        values = _texts(buffers, size, offset)
    elif kind == BOOLEAN:
        values = _flags(data, dtype, size, offset)
    elif kind == CATEGORY or kind in NUMBERS:
        values = _numbers(data, dtype, size, offset)
    else:
        raise ValueError(
            f"The column {name!r} has values that cannot be labels, such as dates or lists. "
            "Convert them to text or numbers."
        )
    missing = _missing(column, values, size, offset)
    if kind == CATEGORY:
        names = _listed(_values(name, column.describe_categorical["categories"]))
        there = np.zeros(size, dtype=bool) if missing is None else missing
        numbers = zip(_listed(values), there.tolist(), strict=True)
        return [None if no else names[number] for number, no in numbers]
    if missing is None or not missing.any():
        return values
    pairs = zip(_listed(values), missing.tolist(), strict=True)
    return [None if no else value for value, no in pairs]


def _missing(column: Any, values: Column, size: int, offset: int) -> Array | None:
    """Return (size,) whether each value is missing; None if none is, or if it is NaN."""
    how, value = column.describe_null
    if int(how) in (NOTHING_MISSING, IS_NAN):
        return None
    if int(how) == IS_VALUE:
        sentinels: Array = np.asarray(values) == value
        return sentinels
    validity = column.get_buffers()["validity"]
    if validity is None:
        return None
    data, dtype = validity
    missing: Array = _flags(data, dtype, size, offset) == bool(value)
    return missing


def _numbers(data: Any, dtype: Any, size: int, offset: int) -> Array:
    kind, bits = int(dtype[0]), int(dtype[1])
    numbers = _memory(data, f"{NUMBERS[kind]}{bits // 8}")
    return numbers[offset : offset + size]


def _flags(data: Any, dtype: Any, size: int, offset: int) -> Array:
    """Return truth values, which take a byte or a bit each."""
    if int(dtype[1]) == 1:
        bits = np.unpackbits(_memory(data, "u1"), bitorder="little")
        return bits[offset : offset + size].astype(bool)
    return _memory(data, "u1")[offset : offset + size].astype(bool)


def _texts(buffers: Any, size: int, offset: int) -> list[str]:
    if not size:
        return []
    data, (at, dtype) = buffers["data"][0], buffers["offsets"]
    ends = _memory(at, f"i{int(dtype[1]) // 8}")[offset : offset + size + 1].tolist()
    content = _memory(data, "u1").tobytes()
    return [content[begin:end].decode() for begin, end in pairwise(ends)]


def _memory(buffer: Any, dtype: str) -> Array:
    """Return a copy of a buffer."""
    if not buffer.bufsize:
        return np.zeros(0, dtype=dtype)
    whole = buffer.bufsize // np.dtype(dtype).itemsize * np.dtype(dtype).itemsize
    held = (ctypes.c_char * whole).from_address(buffer.ptr)
    return np.frombuffer(held, dtype=dtype).copy()
