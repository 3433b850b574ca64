"""Flatten nested fields into columns, or leave them out."""

from collections.abc import Iterator, Mapping

FLATTEN, DROP = "flatten", "drop"
WAYS = (FLATTEN, DROP)
# The reason of refused rows, shown with counts.
NESTED = "nested fields"
MAX_COLUMNS, MAX_DEPTH, MAX_NAME_LENGTH = 1000, 8, 200
# The names of columns are stored with each row.
MAX_NAME_CHARACTERS = 20 * 2**20
SHOWN = 10


class BadNesting(ValueError):
    """Fields that cannot be flattened; `column` is the field at fault."""

    def __init__(self, column: str, message: str) -> None:
        super().__init__(message)
        self.column = column
        self.message = message


class NestedFields:
    """The nested fields of a file, read as chosen; `way` is empty if nothing was chosen.

    `names` are the columns made of them."""

    def __init__(self, way: str = "") -> None:
        self.way = way
        self.names: dict[str, None] = {}
        self._characters = 0

    def unnested(self, row: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
        """Return a row without nested fields, and the names of the fields left out.

        >>> NestedFields(FLATTEN).unnested({"id": 1, "a": {"b": 2, "c": [3, {"d": 4}]}})
        ({'id': 1, 'a.b': 2, 'a.c.0': 3, 'a.c.1.d': 4}, [])
        >>> NestedFields(DROP).unnested({"id": 1, "a": {"b": 2}})
        ({'id': 1}, ['a'])
        """
        nested = [name for name, value in row.items() if isinstance(value, dict | list)]
        if not nested or not self.way:
            return dict(row), []
        if self.way == DROP:
            return {name: value for name, value in row.items() if name not in nested}, nested
        found: dict[str, object] = {}
        for name, value in row.items():
            for column, leaf in _leaves(name, value):
                if column in found or (column != name and column in row):
                    raise BadNesting(
                        name[:100],
                        f"Two fields would be named {column} if the nested fields were flattened. "
                        "Rename one of them, or leave the nested fields out.",
                    )
                found[column] = leaf
                if name in nested:
                    self._count(column)
        return found, []

    def _count(self, column: str) -> None:
        self.names[column] = None
        self._characters += len(column)
        if len(self.names) > MAX_COLUMNS or self._characters > MAX_NAME_CHARACTERS:
            raise BadNesting(
                column,
                f"The nested fields would become more than {MAX_COLUMNS:,} columns, or columns "
                "with too long names. Leave the nested fields out.",
            )

    @property
    def note(self) -> str:
        """Return which columns were made of nested fields; empty if none were."""
        if not self.names:
            return ""
        shown = ", ".join(list(self.names)[:SHOWN])
        more = f" and {len(self.names) - SHOWN:,} more" if len(self.names) > SHOWN else ""
        return f"Nested fields were flattened into columns: {shown}{more}."


def _leaves(name: str, value: object, depth: int = 0) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list):
        parts = [(str(number), part) for number, part in enumerate(value)]
    else:
        yield name, value
        return
    if depth >= MAX_DEPTH:
        raise BadNesting(
            name[:100],
            f"The field is nested more than {MAX_DEPTH} levels deep. Leave the nested fields out.",
        )
    if not parts:
        yield name, None
    for part, inner in parts:
        column = f"{name}.{part}"
        if len(column) > MAX_NAME_LENGTH:
            raise BadNesting(
                name[:100],
                f"A column would have a name of more than {MAX_NAME_LENGTH} characters. Leave the "
                "nested fields out.",
            )
        yield from _leaves(column, inner, depth + 1)
