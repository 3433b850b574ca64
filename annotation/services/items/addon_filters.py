"""Filters and orders of items that add-ons declare.

An add-on lists its filters as `ITEM_FILTERS` in its module `item_filters`. Pages and the API show
their conditions after those of the core."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, TypeAlias

from django.db.models import QuerySet

from annotation.addons import modules_of_addons
from annotation.models import HIT, Campaign

Choices = Sequence[tuple[str, str]]
# The values of conditions, by the names of these.
Conditions: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Condition:
    """A condition: `label` names its field on pages, `help` describes it in the API."""

    name: str
    kind: Literal["whole", "number"]
    label: str
    help: str


@dataclass(frozen=True, kw_only=True)
class FilterOrder:
    """An order by a column of a relation that the filter annotates; no two items have the same
    value.

    `rising` and `falling` name its two directions. It requires the condition `needs`, and `lacking`
    says so."""

    name: str
    column: str
    kind: type
    rising: str
    falling: str
    needs: str
    lacking: str


class AddOnFilter(ABC):
    """Conditions that belong together, and the orders that they make possible. `ranges` are pairs
    of start and end."""

    conditions: ClassVar[Sequence[Condition]]
    ranges: ClassVar[Sequence[tuple[str, str]]] = ()
    orders: ClassVar[Sequence[FilterOrder]] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.conditions)

    def values_in(self, given: Conditions) -> Conditions:
        """Return the values of these conditions."""
        return {name: given[name] for name in self.names if name in given}

    @abstractmethod
    def check(self, values: Conditions) -> None:
        """Raise Invalid if these values cannot be combined."""

    @abstractmethod
    def choices(self, campaign: Campaign) -> Mapping[str, Choices] | None:
        """Return the choices of conditions that have some; None if a campaign needs no such
        filter."""

    @abstractmethod
    def matching(
        self, hits: QuerySet[HIT], campaign: Campaign, values: Conditions
    ) -> QuerySet[HIT]:
        """Return the HITs that match, with the relations of the orders."""

    @abstractmethod
    def in_words(self, campaign: Campaign, values: Conditions) -> str:
        """Describe the values in a few words."""


@cache
def addon_filters() -> Sequence[AddOnFilter]:
    return [one for module in modules_of_addons("item_filters") for one in module.ITEM_FILTERS]


@cache
def addon_conditions() -> Mapping[str, Condition]:
    return {one.name: one for each in addon_filters() for one in each.conditions}


@cache
def addon_orders() -> Mapping[str, FilterOrder]:
    return {one.name: one for each in addon_filters() for one in each.orders}
