"""Lanes of background work: each has a queue of messages and a number of jobs at a time in the
whole cluster. Folds and parts have queues, too, but no such number."""

from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

LANES = ("reports", "elsewhere", "files")
FOLDS = "folds"
# Celery's description of the queues. A worker without -Q takes all of them.
QUEUES: Mapping[str, Mapping[str, str]] = {
    name: {"exchange": name, "routing_key": name} for name in (FOLDS, "parts", *LANES)
}
MOST_AT_A_TIME = 100


def checked_lanes(text: str) -> dict[str, int]:
    """Return how many jobs of each lane may run at a time: 1, unless the setting says otherwise.

    >>> checked_lanes("elsewhere=4,files=2")
    {'reports': 1, 'elsewhere': 4, 'files': 2}
    """
    numbers = dict.fromkeys(LANES, 1)
    for word in text.replace(",", " ").split():
        lane, _, number = word.partition("=")
        known = lane in numbers and number.isdecimal() and number.isascii()
        if not known or not 1 <= int(number) <= MOST_AT_A_TIME:
            raise ImproperlyConfigured(
                f"MIDPATH_LANES contains {word!r}; write a lane ({', '.join(LANES)}) and how many "
                f"of its jobs may run at a time, 1 to {MOST_AT_A_TIME}, such as "
                "reports=2,elsewhere=4."
            )
        numbers[lane] = int(number)
    return numbers
