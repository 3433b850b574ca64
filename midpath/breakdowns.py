"""Figures of groups of items: by the length of their texts, or by a column about them.

Each group's figures are computed as those of all items are, from the answers to its items only."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple, TypedDict, TypeVar

from agreement.steps import step_of
from midpath.json_types import Figures, JsonMapping

LENGTH = "length"
# If any text is longer, lengths are put into bins of equal width.
MAX_LENGTH = 20
# What a campaign's pages show: the first columns with few values.
MAX_COLUMNS, MAX_VALUES = 10, 30
KEPT = ("value", "exact", "reason")
Item = TypeVar("Item", bound=Hashable)
Path = tuple[str, ...]


class Shown(NamedTuple):
    """A figure to show for each group, found at `path` in its figures. `is_share`: as a percentage;
    `is_chance`: the value of another figure by chance; `is_drawn`: in charts too."""

    path: Path
    label: str
    is_share: bool = False
    is_chance: bool = False
    is_drawn: bool = True


class Group(TypedDict):
    """The items that have one value. `figures` has the figures that are shown, each under its
    path."""

    value: str
    items: int
    judgments: int
    figures: Figures


class Breakdown(TypedDict):
    """The figures by the values of `by`; `without` counts the items that have none."""

    by: str
    groups: list[Group]
    without: int


def by_length(lengths: Mapping[Item, int]) -> dict[str, list[Item]]:
    """Return the items by the number of their words, in ascending order; in bins if any is long.

    >>> by_length({"b": 12, "a": 3, "c": 3})
    {'3': ['a', 'c'], '12': ['b']}
    >>> by_length({"a": 5, "b": 6, "c": 42})
    {'1–5': ['a'], '6–10': ['b'], '41–45': ['c']}
    """
    longest = max(lengths.values(), default=0)
    step = 1 if longest <= MAX_LENGTH else step_of(longest)
    found: defaultdict[int, list[Item]] = defaultdict(list)
    for item, length in lengths.items():
        found[max(1, -(-length // step)) if step > 1 else length].append(item)
    if step == 1:
        return {f"{place:,}": found[place] for place in sorted(found)}
    return {f"{(place - 1) * step + 1:,}–{place * step:,}": found[place] for place in sorted(found)}


def by_value(values: Mapping[Item, str]) -> dict[str, list[Item]]:
    """Return the items by their values: numbers in ascending order, then texts in theirs.

    >>> by_value({"a": "10", "b": "9", "c": "de", "d": "9"})
    {'9': ['b', 'd'], '10': ['a'], 'de': ['c']}
    """
    found: defaultdict[str, list[Item]] = defaultdict(list)
    for item, value in values.items():
        found[value].append(item)
    return {value: found[value] for value in sorted(found, key=_order_of)}


def break_down(
    by: str,
    groups: Mapping[str, Sequence[Item]],
    judged: Mapping[Item, int],
    figures_of: Callable[[Sequence[Item]], JsonMapping],
    shown: Sequence[Shown],
) -> Breakdown:
    """Return the figures of each group.

    judged : the number of judgments of each item
    figures_of : returns the figures of some items

    >>> found = break_down("x", {"a": [1, 2]}, {1: 3, 2: 2, 3: 1}, lambda items: {"n": 5}, [])
    >>> found["groups"], found["without"]
    ([{'value': 'a', 'items': 2, 'judgments': 5, 'figures': {}}], 1)
    """
    made = [
        Group(
            value=value,
            items=len(items),
            judgments=sum(judged[item] for item in items),
            figures=picked(figures_of(items), [one.path for one in shown]),
        )
        for value, items in groups.items()
    ]
    without = len(judged) - sum(group["items"] for group in made)
    return {"by": by, "groups": made, "without": without}


def picked(figures: JsonMapping, paths: Sequence[Path]) -> Figures:
    """Return only the figures at these paths, without their parts.

    >>> picked({"S": {"d1": {"value": 0.5, "chance": 0.4, "items": 7}}}, [("S", "d1")])
    {'S': {'d1': {'value': 0.5}}}
    """
    made: Figures = {}
    for path in paths:
        found = at_path(figures, path)
        if isinstance(found, Mapping):
            found = {name: found[name] for name in KEPT if found.get(name) is not None}
            found.setdefault("value", None)
        _put(made, path, found)
    return made


def at_path(figures: object, path: Path) -> object:
    """Return what is at a path; None if there is nothing."""
    for step in path:
        figures = figures.get(step) if isinstance(figures, Mapping) else None
    return figures


def _put(made: Figures, path: Path, found: object) -> None:
    *steps, last = path
    for step in steps:
        made = made.setdefault(step, {})
    made[last] = made.get(last, {}) | found if isinstance(found, dict) else found


def _order_of(value: str) -> tuple[bool, Decimal, str]:
    try:
        number = Decimal(value)
    except InvalidOperation:
        number = Decimal("NaN")
    return (False, number, value) if number.is_finite() else (True, Decimal(0), value)
