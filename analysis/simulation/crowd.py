"""A model of simulated workers."""

from collections.abc import Callable
from typing import Any, NamedTuple

from annotation.models import Item
from annotation.schemes.base import Settings


class Crowd(NamedTuple):
    """`model` names it; `judge` returns what a worker answers about an item: the same whenever
    they are asked again, by a seed."""

    model: str
    judge: Callable[[int, str, Item, Settings], dict[str, Any]]
