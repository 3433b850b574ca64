"""Forms of the API. Written by `make client`; do not edit."""

from typing import TypedDict


class NameInput(TypedDict):
    name: str


class Renamed(TypedDict):
    """An object with its new name."""

    id: int
    name: str
