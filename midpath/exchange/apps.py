"""Read apps from tables or JSON lines: a name and a description, and optionally a category and the
name of the app's policy document."""

from collections.abc import Iterable, Mapping

from midpath.exchange.jsonl import objects_of
from midpath.exchange.rows import BadCell, Rows
from midpath.exchange.tables import named_cells
from midpath.text.characters import problem_with_characters

NAMES = ("name", "app")
NEEDED = "description"
READ = {*NAMES, NEEDED, "category", "policy"}
OTHER_KINDS = {"text", "tokens", "document", "sections", "question", "sentences"}
MAX_LENGTH = {"name": 200, "description": 20_000, "category": 120, "policy": 300}


def has_apps(names: Iterable[str]) -> bool:
    """Return whether the columns are those of apps. Next to a text or a document, a name and a
    description are only extra columns."""
    known = {name.strip().lower() for name in names}
    return NEEDED in known and bool(known & set(NAMES)) and not known & OTHER_KINDS


def read_app_table(text: str, delimiter: str, rows: Rows) -> None:
    take_apps(named_cells(text, delimiter, rows), rows)


def take_apps(records: Iterable[tuple[int, dict[str, str]]], rows: Rows) -> None:
    for number, cells in records:
        _keep(number, cells, rows)


def read_app_lines(text: str, rows: Rows) -> None:
    for number, value in objects_of(text, rows, '{"name": …, "description": …}'):
        _keep(number, value, rows)


def _keep(number: int, values: Mapping[str, object], rows: Rows) -> None:
    given = {name.strip().lower(): value for name, value in values.items()}
    for other in sorted(given.keys() - READ):
        rows.skip_field(0, other, "column")
    try:
        name = _line(next((given[key] for key in NAMES if key in given), None), "name")
        content = {
            "name": name,
            "description": some_text(
                given.get("description"), "description", longest=MAX_LENGTH["description"]
            ),
            "category": _line(given.get("category"), "category", needed=False),
            "policy": _line(given.get("policy"), "policy", needed=False) or name,
            "pictures": [],
        }
    except BadCell as error:
        rows.refuse(number, error.column, error.message)
    else:
        rows.keep(number, name, content, column="name")


def _line(value: object, column: str, *, needed: bool = True) -> str:
    return one_line(value, column, longest=MAX_LENGTH[column], needed=needed)


def one_line(value: object, column: str, *, longest: int, needed: bool = True) -> str:
    return " ".join(some_text(value, column, longest=longest, needed=needed).split())


def some_text(value: object, column: str, *, longest: int, needed: bool = True) -> str:
    if value is None or (isinstance(value, str) and not value.strip()):
        if needed:
            raise BadCell(column, f"The {column} is empty. Each row needs one.")
        return ""
    if not isinstance(value, str):
        raise BadCell(column, f"The {column} must be a string.")
    text = value.replace("\r\n", "\n").replace("\r", "\n").strip()
    if len(text) > longest:
        raise BadCell(
            column, f"The {column} has {len(text):,} characters; at most {longest:,} are allowed."
        )
    if trouble := problem_with_characters(text):
        raise BadCell(column, trouble)
    return text
