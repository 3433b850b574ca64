"""Find the fields of judgments in JSON lines, by their usual names in other programs."""

from collections.abc import Collection, Mapping, Sequence

from midpath.exchange.judged.judgment_tables import OWN, REJECTED, REJECTION, joined
from midpath.exchange.judged.reading_options import TableReading
from midpath.exchange.judged.synonyms import Columns, find_columns
from midpath.exchange.rows import BadCell
from midpath.exchange.spans.prodigy import is_skipped
from midpath.exchange.tables import problem_with_width
from midpath.json_types import JsonObject
from midpath.text.strict_json import UnreadableJSON, read_json

ANSWER = "answer"  # where Prodigy says whether a record was accepted
# Fields of a task, and of a row of the JSON-MIN export.
OF_LABEL_STUDIO = {"data", "annotation_id", "lead_time"}
MAX_SHAPES, MAX_NOTES = 1000, 10


class JsonFields:
    """The fields of lines, found once for all lines with the same names."""

    def __init__(
        self,
        needed: Sequence[str],
        known: Sequence[str],
        spare: Collection[str],
        to: TableReading,
    ) -> None:
        self._needed, self._known, self._spare = needed, known, spare
        self._options, self._to = to.options, to
        self._found: dict[tuple[str, ...], Columns | BadCell] = {}

    def read(self, number: int, line: Mapping[str, object]) -> list[object] | None:
        """Return the values of the known fields; None if the line is refused or left out."""
        names = tuple(line)
        columns = self._found.get(names)
        if columns is None:
            columns = self._find(names)
            if len(self._found) < MAX_SHAPES:
                self._found[names] = columns
        if isinstance(columns, BadCell):
            self._to.refuse(number, columns.column, columns.message)
            return None
        if (
            ANSWER in line
            and names.index(ANSWER) not in columns.places.values()
            and is_skipped(number, line, self._to)
        ):
            return None
        values = list(line.values())
        if columns.status is not None and str(values[columns.status]).lower() in REJECTED:
            self._to.skip(number, REJECTION)
            return None
        places = columns.places
        return [values[places[name]] if name in places else None for name in self._known]

    def _find(self, names: tuple[str, ...]) -> Columns | BadCell:
        chosen = self._options.columns
        if trouble := problem_with_width(len(names)):
            return BadCell("", trouble)
        try:
            columns = find_columns(names, self._needed, self._known, chosen)
        except BadCell as bad:
            return bad
        if set(names) >= OWN:
            self._to.begin(own=True)
        read = {*columns.places.values(), *columns[1:]}
        for at, name in enumerate(names):
            if at not in read and name not in self._spare and name != ANSWER:
                self._to.skip_field(0, name, "column")
        places = columns.places.items()
        others = [f"{names[at]} as {name}" for name, at in places if names[at] != name]
        note = f"Read {joined(others)}."
        if others and note not in self._to.notes and len(self._to.notes) < MAX_NOTES:
            self._to.notes.append(note)
        return columns


def rows_in_list(text: str, needed: Sequence[str], to: TableReading) -> list[JsonObject] | None:
    """Return the rows in a list of JSON objects whose names are those of judgments; None for any
    other text."""
    try:
        found = read_json(text.encode())
    except UnreadableJSON:
        return None
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        return None
    names = list(found[0]) if found else []
    if not names or problem_with_width(len(names)) or OF_LABEL_STUDIO.intersection(names):
        return None
    try:
        places = find_columns(names, needed, needed, to.options.columns).places
    except BadCell:
        return None
    return found if all(name in places for name in needed) else None
