"""The parts of docs/api.md that are written from what there is, each between two marks."""

from collections.abc import Mapping
from typing import Any

from annotation.api.rooms import ROOMS


def operations_told(schema: Mapping[str, Any]) -> str:
    """Return a table of the operations of a schema, by their rooms."""
    named: dict[str, list[str]] = {room: [] for room in ROOMS}
    for methods in schema["paths"].values():
        for one in methods.values():
            named[one["tags"][0]].append(f"`{one['operationId']}`")
    lines = [f"| {room} | {', '.join(names)} |" for room, names in named.items() if names]
    return "\n".join(["| of | operations |", "|---|---|", *lines])


def with_part(page: str, part: str, text: str) -> str:
    """Return a page with another text between the two marks of a part.

    >>> with_part("a <!-- begin files -->old<!-- end files --> b", "files", "new")
    'a <!-- begin files -->\\nnew\\n<!-- end files --> b'
    """
    begin, end = f"<!-- begin {part} -->", f"<!-- end {part} -->"
    before, _, rest = page.partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f"The page has no part between {begin} and {end}.")
    return f"{before}{begin}\n{text}\n{end}{after}"
