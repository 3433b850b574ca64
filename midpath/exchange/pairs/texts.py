"""Read pairs of texts from tables or JSON lines: an id (`pair`) and two texts in each row, and
optionally similarity, stratum, gold and why.

Rows that repeat a pair, as in files of judgments, make one pair."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from midpath.exchange.jsonl import SCALARS, objects_of, require_scalars
from midpath.exchange.pairs.content import ONE, ORIGINS, STRATUM_NAMES, count_pairs, stratum_of
from midpath.exchange.rows import BadCell, Rows
from midpath.exchange.segments import MAX_SIDE_LENGTH
from midpath.exchange.spreadsheets import as_meant
from midpath.exchange.tables import named_cells
from midpath.json_types import JsonMapping, JsonObject
from midpath.text.characters import canonical, canonical_parts, problem_with_characters

IDS = ("pair", "pair_id", "id")
SIDES = (
    ("left", "right"),
    ("text", "hypothesis"),
    ("premise", "hypothesis"),
    ("sentence1", "sentence2"),
    ("text1", "text2"),
    ("text_a", "text_b"),
    ("first", "second"),
    ("a", "b"),
)
MAX_ID_LENGTH, MAX_LABEL_LENGTH, MAX_WHY_LENGTH = 200, 200, 4000
FIXED = ("left", "right", "similarity", "stratum", "gold", "why")


@dataclass(frozen=True)
class Columns:
    """The columns of the id and the two texts. `names` maps the lower-case names of all columns."""

    id: str
    left: str
    right: str
    names: Mapping[str, str]

    def judged_in(self, values: Mapping[str, object]) -> bool:
        """Return whether a row is a worker's judgment of its pair, in the format of `score`."""
        cells = (values.get(self.names.get(name, "")) for name in ("pair", "worker", "answer"))
        return all(isinstance(one, SCALARS) and one not in {None, ""} for one in cells)


def columns_of(names: Iterable[str]) -> Columns | None:
    """Return the columns of the id and the two texts; None if there are none. If a column is named
    text, only `hypothesis` makes a pair with it. Otherwise that column is the text, and the others
    are stored with it."""
    known = {name.strip().lower(): name for name in names}
    found = next((name for name in IDS if name in known), None)
    sides = sides_of(known)
    return Columns(known[found], *sides, known) if found and sides else None


def sides_of(known: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the columns of the two texts, given all columns by their lower-case names."""
    for left, right in SIDES:
        if left in known and right in known and ("text" not in known or left == "text"):
            return known[left], known[right]
    return None


def has_pairs(names: Iterable[str]) -> bool:
    return columns_of(names) is not None


def read_pair_table(text: str, delimiter: str, rows: Rows) -> None:
    take_pairs(named_cells(text, delimiter, rows), rows)


def take_pairs(records: Iterable[tuple[int, dict[str, str]]], rows: Rows) -> None:
    gathered = Gathered(rows)
    for number, cells in records:
        gathered.take(number, {name: as_meant(cell) for name, cell in cells.items()})
    gathered.finish()


def read_pair_lines(text: str, rows: Rows) -> None:
    gathered = Gathered(rows)
    for number, value in objects_of(text, rows, '{"pair": …, "left": …, "right": …}'):
        gathered.take(number, value)
    gathered.finish()


class Gathered:
    """The pairs by id, each with the row in which it first occurs."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._found: dict[str, tuple[str, int, JsonObject, str]] = {}
        self._columns: dict[tuple[str, ...], Columns | None] = {}
        self._repeats = 0
        self._dropped: dict[str, None] = {}
        self._judged = 0

    def take(self, number: int, values: Mapping[str, object]) -> None:
        names = tuple(values)
        if names not in self._columns:
            self._columns[names] = columns_of(names)
        columns = self._columns[names]
        if columns is None:
            self._rows.refuse(
                number, "", "The row lacks an id (pair) or one of the two texts (left, right)."
            )
            return
        try:
            name, content = _read(values, columns)
            content["columns"] = self._rows.unnested(number, content["columns"])
            require_scalars(content["columns"])
            self._judged += columns.judged_in(values)
            if (same := canonical(name)) in self._found:
                self._repeat(*self._found[same][1:3], content, columns)
            else:
                self._found[same] = (name, number, content, columns.id)
        except BadCell as error:
            self._rows.refuse(number, error.column, error.message, error.reason)

    def finish(self) -> None:
        for name, number, content, column in self._found.values():
            self._rows.keep(number, name, content, column=column)
        if self._repeats:
            self._rows.notes.append(self._on_repeats())
        self._rows.annotations = self._judged
        self._rows.schemes = ["pair"] if self._judged else []
        self._rows.details.update(count_pairs(self._rows.contents))

    def _on_repeats(self) -> str:
        many, pairs = f"{self._repeats:,}", f"{len(self._found):,} pairs"
        rows = "row repeats one of the" if self._repeats == 1 else "rows repeat the"
        said = f"{many} more {rows} {pairs}; each pair is imported once."
        if self._dropped:
            dropped = ", ".join(self._dropped)
            said += f" Columns that differ between its rows are left out: {dropped}."
        return said

    def _repeat(
        self, first: int, stored: JsonObject, content: JsonObject, columns: Columns
    ) -> None:
        for field in FIXED:
            if canonical_parts(stored[field]) != canonical_parts(content[field]):
                column = {"left": columns.left, "right": columns.right}.get(field, field)
                raise BadCell(
                    column,
                    f"Row {first} has the same pair with a different {column}. Make them the "
                    "same, or give one a different id.",
                )
        self._repeats += 1
        others = stored["columns"]
        for column in [name for name in others if others[name] != content["columns"].get(name)]:
            del others[column]
            self._dropped[column] = None


def _read(values: JsonMapping, columns: Columns) -> tuple[str, JsonObject]:
    rest = dict(values)
    name = _label(rest.pop(columns.id), columns.id, MAX_ID_LENGTH)
    if name is None:
        raise BadCell(columns.id, "The pair has no id. Give each pair a unique id.")
    taken = _Taken(rest, columns.names)
    content: JsonObject = {
        "left": taken.side(columns.left, "left"),
        "right": taken.side(columns.right, "right"),
        "similarity": taken.similarity(),
    }
    content["stratum"] = taken.stratum(content["similarity"])
    content["gold"] = taken.label("gold", MAX_LABEL_LENGTH)
    content["why"] = taken.label("why", MAX_WHY_LENGTH)
    content["columns"] = taken.rest()
    return name, content


class _Taken:
    """A row; known columns are removed from it by their names in any case."""

    def __init__(self, values: dict[str, object], names: Mapping[str, str]) -> None:
        self._values = values
        self._names = names

    def side(self, column: str, side: str) -> dict[str, str]:
        value = self._values.pop(column)
        given = value if isinstance(value, dict) else {"text": value}
        if others := sorted(given.keys() - {"text", *ORIGINS}):
            raise BadCell(
                column,
                "A text is a string, or an object with text, document and title. Remove "
                f"{', '.join(others[:5])}.",
            )
        found = {"text": _text(given.get("text"), column)}
        for origin in ORIGINS:
            own = self.label(f"{side}_{origin}", MAX_WHY_LENGTH)
            own = own or _label(given.get(origin), column, MAX_WHY_LENGTH)
            if own is not None:
                found[origin] = own
        return found

    def similarity(self) -> int | None:
        column, value = self._take("similarity")
        if value is None or value == "":
            return None
        try:
            number = Decimal(str(value).strip()) if not isinstance(value, bool) else None
            if number is None or not 0 <= number <= 1:
                raise BadCell(column, "A similarity is a number from 0 to 1, such as 0.25.")
        except InvalidOperation:
            raise BadCell(column, "A similarity is a number from 0 to 1, such as 0.25.") from None
        return int((number * ONE).to_integral_value())

    def stratum(self, similarity: int | None) -> int | str | None:
        """Return the stratum of a pair: the given one, else that of its similarity. 0 to 3 are the
        strata of the papers."""
        column, value = self._take("stratum")
        label = _label(value, column, MAX_LABEL_LENGTH)
        computed = None if similarity is None else stratum_of(similarity)
        if label not in {"0", "1", "2", "3"}:
            return computed if label is None else label
        if computed not in {None, int(label)}:
            raise BadCell(
                column,
                f"Stratum {label} is {STRATUM_NAMES[int(label)]}, but the similarity is outside "
                "it. Leave the stratum out, or use names other than 0 to 3 for your own strata.",
            )
        return int(label)

    def label(self, name: str, longest: int) -> str | None:
        column, value = self._take(name)
        return _label(value, column, longest)

    def rest(self) -> dict[str, object]:
        """Return the unknown columns unchanged."""
        return self._values

    def _take(self, name: str) -> tuple[str, object]:
        column = self._names.get(name, name)
        return column, self._values.pop(column, None)


def _text(value: object, column: str) -> str:
    if not isinstance(value, str):
        raise BadCell(column, "The text must be a string.")
    text = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise BadCell(column, "The text is empty. A pair needs two.")
    if len(text) > MAX_SIDE_LENGTH:
        message = f"The text has {len(text):,} characters; at most {MAX_SIDE_LENGTH:,} are allowed."
        raise BadCell(column, message)
    if trouble := problem_with_characters(text):
        raise BadCell(column, trouble)
    return text


def _label(value: object, column: str, longest: int) -> str | None:
    """Return a line of text; None if the cell is empty. Numbers stay as written."""
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadCell(column, "This must be a string.")
    label = " ".join(str(value).split())
    if len(label) > longest:
        raise BadCell(
            column, f"This has {len(label):,} characters; at most {longest:,} are allowed."
        )
    if trouble := problem_with_characters(label):
        raise BadCell(column, trouble)
    return label or None
