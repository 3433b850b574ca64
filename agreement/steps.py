"""Bins of equal, round width."""

MAX_BINS = 10


def step_of(longest: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50, ... that covers 1 to `longest` in ten bins.

    >>> [step_of(longest) for longest in (4, 11, 100, 101, 330)]
    [1, 2, 10, 20, 50]
    """
    power = 1
    while True:
        for lead in (1, 2, 5):
            if lead * power * MAX_BINS >= longest:
                return lead * power
        power *= 10
