"""Imports on first use instead of at start (decision 53)."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


class LazyModule:
    """A module that is imported when one of its names is used.

    Type checkers and import-linter read the matching import under TYPE_CHECKING.

    >>> json = LazyModule("json")
    >>> json.loads("[1]")
    [1]
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


class Registry(Mapping[str, T]):
    """A mapping from keys to the same attribute of several modules. Reading keys imports nothing;
    each module is imported when its value is used.

    >>> registry = Registry[str]({"json": "json", "csv": "csv"}, "__name__")
    >>> list(registry), registry["json"], "xml" in registry
    (['json', 'csv'], 'json', False)
    """

    def __init__(self, modules: Mapping[str, str], attribute: str) -> None:
        self.modules = modules
        self._attribute = attribute

    def __getitem__(self, key: str) -> T:
        value: T = getattr(import_module(self.modules[key]), self._attribute)
        return value

    def __contains__(self, key: object) -> bool:
        return key in self.modules

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)
