"""Garbage collection where it costs more than it frees.

Python looks for cycles whenever many objects were created, through all that a process holds. What
is loaded once stays, and rows and counts have no cycles.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# As many new objects as a page creates, instead of 700.
NEW_OBJECTS = 20_000


@contextmanager
def no_collection() -> Iterator[None]:
    """Pause it during work that creates millions of objects without cycles, where it took a third
    of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def keep_what_is_loaded() -> None:
    """Leave out of it, from now on, what the process has loaded, and let it be rare.

    Processes forked after this share these objects: a collection would write to each."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 20, 20)
