"""The two tiers of tests: `make test` runs the quick one, `make test-long` both at full size.

A test that is too slow for the quick tier has the mark `long`, or its whole file has, where the
other tests have the mark `quick`; the guard that it protects is also covered by a quick test, which
the mutants check. Of the parameters of a test with the mark `few(n)`, the quick tier runs n.
"""

import os
from collections import defaultdict
from typing import TypeVar
from zlib import crc32

import pytest

T = TypeVar("T")
LONG = bool(os.environ.get("MIDPATH_LONG"))


def long_only(*values: T) -> tuple[T, ...]:
    """Return the values in the long tier and none in the quick one, for `parametrize`."""
    return values if LONG else ()


def by_tier(*, quick: T, long: T) -> T:
    """Return the value for the current tier, such as a number of examples."""
    return long if LONG else quick


def is_left_out(function: object, parent: pytest.Collector) -> bool:
    """Return whether the quick tier leaves the function out whatever its parameters are, which need
    not be collected then."""
    marks = [*getattr(function, "pytestmark", ()), *parent.iter_markers()]
    names = {mark.name for mark in marks}
    return not LONG and "long" in names and "quick" not in names


def leave_out_long(items: list[pytest.Item]) -> list[pytest.Item]:
    """Remove and return the items that the quick tier leaves out."""
    groups = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        groups[item.nodeid.partition("[")[0]].append(item)
    left_out = [item for group in groups.values() for item in _left_out(group)]
    remaining = set(items) - set(left_out)
    items[:] = [item for item in items if item in remaining]
    return left_out


def _left_out(group: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests of a function to leave out. The selection of parameters depends on their
    names alone, and differs between functions with the same parameters."""
    quick = [
        item
        for item in group
        if item.get_closest_marker("quick") or not item.get_closest_marker("long")
    ]
    if few := group[0].get_closest_marker("few"):
        (most,) = few.args
        quick = sorted(quick, key=lambda item: crc32(f"{item.location[0]} {item.name}".encode()))[
            :most
        ]
    return [item for item in group if item not in quick]
