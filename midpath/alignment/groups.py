"""The groups that models made of segments, for sampling, from an alignment or from a file.

A file has lines of JSON: one segment per line, as written by `midpath align --out`, or one group
per line, as downloaded from an alignment's page. All its numbers count from 1.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from midpath.alignment.places import Place, Places
from midpath.corpus.pair_sampling import Grouped
from midpath.exchange.files import read_file
from midpath.exchange.segments import Level
from midpath.progress import Failed
from midpath.text.strict_json import UnreadableJSON, read_json


@dataclass(frozen=True, eq=False)
class Groups:
    """Models' groups of segments.

    `labels` has a row for each run and a column for each place: the number of a document, then the
    segment's place in it. `edge` is in millionths of the cosine.
    """

    name: str
    level: Level
    places: Sequence[tuple[int, ...]]
    labels: NDArray[np.int64]
    edge: int
    alignment: int | None = None

    def of(self, places: Sequence[tuple[int, ...]]) -> Grouped:
        """Return the groups of the segments to sample from; segments that the models left out have
        none."""
        nowhere = len(self.places)
        column_of = {place: column for column, place in enumerate(self.places)}
        columns = [column_of.get(place, nowhere) for place in places]
        if all(column == nowhere for column in columns):
            raise Failed(f"{self.name} has no group for any segment of these documents.")
        none = np.full((len(self.labels), 1), -1, np.int64)
        return Grouped(np.hstack((self.labels, none))[:, columns], self.edge)


def level_of(choice: str) -> Level:
    return "sections" if choice == "sections" else "paragraphs"


GIVE = "Use the documents that were aligned."
MAX_LENGTH = 120


def level_in(path: Path) -> Level:
    """Return the level of the segments in the file, from its first line."""
    for _, row in _rows(path):
        return "paragraphs" if "paragraph" in row else "sections"
    raise Failed(f"{path} contains no groups.")


def groups_in(paths: Sequence[Path], places: Places, edge: int) -> Groups:
    """Return the groups in the files, each of which is a run.

    A segment that a file does not name has no group in its run.
    """
    runs = [_run(path, places) for path in paths]
    known = list(dict.fromkeys(place for run in runs for place in run))
    labels = [[run.get(place, -1) for place in known] for run in runs]
    name = ", ".join(path.name for path in paths)
    return Groups(name, places.level, known, np.array(labels, np.int64), edge)


def _run(path: Path, places: Places) -> dict[Place, int]:
    by_document: dict[str, dict[tuple[int, ...], tuple[Place, str]]] = {}
    found: dict[Place, int] = {}
    for where, row in _rows(path):
        document = row.get("document")
        if not isinstance(document, str) or document not in places:
            raise Failed(f"{where}: there is no document {_short(document)}. {GIVE}")
        if document not in by_document:
            segments = places.segments(document)
            by_document[document] = {place[1:]: (place, one.title) for place, one in segments}
        place = _place(row, by_document[document], places.level, where)
        if place in found:
            raise Failed(f"{where}: this segment already has a group.")
        found[place] = _number(row, "group", where)
    return found


def _place(
    row: dict[str, object],
    known: Mapping[tuple[int, ...], tuple[Place, str]],
    level: Level,
    where: str,
) -> Place:
    """Return the position of a segment by its numbers; a title in the file must match."""
    numbers = _numbers(row, level, where)
    at = ", ".join(f"{name} {number}" for name, number in numbers.items())
    known_segment = known.get(tuple(number - 1 for number in numbers.values()))
    if known_segment is None:
        raise Failed(f"{where}: {row['document']} has no {at}. {GIVE}")
    place, title = known_segment
    given = row.get("title") or title
    if given != title:
        raise Failed(
            f"{where}: {at} of {row['document']} is called {_short(given)} there and "
            f"{_short(title)} here. {GIVE}"
        )
    return place


def _numbers(row: dict[str, object], level: Level, where: str) -> dict[str, int]:
    if ("paragraph" in row) != (level == "paragraphs"):
        raise Failed(f"{where}: this is not a group of {level}; choose the other --level.")
    names = ("section", "paragraph") if level == "paragraphs" else ("section",)
    return {name: _number(row, name, where) for name in names}


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the segments, each with its place in the file for messages."""
    for where, row in _lines(path):
        members = row.get("segments", [row])
        if not isinstance(members, list) or not all(isinstance(one, dict) for one in members):
            raise Failed(f"{where}: segments must be a list of objects.")
        for member in members:
            yield where, member | {"group": row.get("group")}


def _lines(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    try:
        lines = read_file(path).split(b"\n")
    except OSError as error:
        raise Failed(f"{path} cannot be read: {error.strerror}.") from error
    for number, line in enumerate(lines, 1):
        where = f"{path}, line {number}"
        try:
            row = read_json(line) if line.strip() else None
        except UnreadableJSON as error:
            raise Failed(f"{where}: {error.message}") from error
        if isinstance(row, dict):
            yield where, row
        elif row is not None:
            raise Failed(f"{where}: it must be an object with a document and a group.")


def _number(row: dict[str, object], name: str, where: str) -> int:
    value = row.get(name)
    if type(value) is not int or value < 1:
        raise Failed(f"{where}: {name} must be a whole number from 1.")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…"
