"""A model of simulated workers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from annotation.models import Item
from annotation.schemes.base import Settings


class Crowd(NamedTuple):
    """`model` is its name; `judge` returns a worker's answer to an item, which depends only on a
    seed.

    The last argument is the answer of a worker without errors, if it is recorded, in the model's
    format; None leaves it to the model.
    """

    model: str
    judge: Callable[[int, str, Item, Settings, Any], dict[str, object]]
