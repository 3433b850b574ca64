"""The two tiers of tests: `make test` runs the quick one, `make test-long` both at full size.

A test that is too slow for the quick tier has the mark `long`; the guard that it protects is also
protected by a quick test, which the mutants check."""

import os
from typing import TypeVar

T = TypeVar("T")
LONG = bool(os.environ.get("MIDPATH_LONG"))


def long_only(*values: T) -> tuple[T, ...]:
    """Return the values in the long tier and none in the quick one, for `parametrize`."""
    return values if LONG else ()


def by_tier(*, quick: T, long: T) -> T:
    """Return what the tier asks for, such as a number of examples."""
    return long if LONG else quick
