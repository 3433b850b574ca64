"""A model of simulated workers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from annotation.models import Item
from annotation.schemes.base import Settings


class Crowd(NamedTuple):
    """`model` names it; `judge` returns what a worker answers about an item: the same whenever
    they are asked again, by a seed.

    The last argument is what a worker without errors would answer, if somebody wrote it down, in
    the form that the model keeps it in; None leaves it to the model.
    """

    model: str
    judge: Callable[[int, str, Item, Settings, Any], dict[str, Any]]
