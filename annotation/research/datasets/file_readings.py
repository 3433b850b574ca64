"""Describe how an upload was read: a summary for its page, and the choices to change it."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from django.http import QueryDict

from midpath.exchange.lenient.columns import (
    DROP,
    GOLD,
    ID,
    KEEP,
    LEFT,
    RIGHT,
    ROLES,
    SIMILARITY,
    STRATUM,
    TEXT,
    WHY,
)
from midpath.exchange.lenient.encodings import ENCODINGS, UTF_8
from midpath.exchange.lenient.grid import DELIMITERS, LINES
from midpath.exchange.lenient.reader import Column, Grid, Reading
from midpath.exchange.rows import APPS, PAIRS, QUESTIONS, SITES, TEXTS
from midpath.exchange.spans.formats import (
    ARGILLA,
    BRAT,
    CONLL,
    CONLLU,
    DOCCANO,
    HUGGING_FACE,
    LABEL_STUDIO,
    PRODIGY,
    SPACY,
    UIMA,
)
from midpath.text.formatting import counted

QUESTION_FORMATS = {
    "release": "SQuAD’s format (JSON)",
    "csv": "PrivacyQA’s table, a row for each question and sentence",
    "tsv": "PrivacyQA’s table, a row for each question and sentence",
}
FORMATS = {
    "jsonl": "one JSON object per line (JSONL)",
    "release": "the papers’ release format (JSON)",
    "html": "an HTML page, of which only the text is kept",
    CONLL: "CoNLL, one word and its tag per line; the spans become gold answers",
    SPACY: "spaCy’s training data (JSON); the spans become gold answers",
    PRODIGY: "Prodigy’s records (JSONL); the spans of accepted answers become gold answers",
    DOCCANO: "doccano’s texts (JSONL); the spans become gold answers",
    LABEL_STUDIO: "Label Studio tasks",
    BRAT: "brat’s standoff (ZIP); the spans become gold answers",
    CONLLU: "CoNLL-U; the entities in MISC become gold answers",
    UIMA: "documents of WebAnno, INCEpTION or UIMA; the spans become gold answers",
    HUGGING_FACE: "tokens with tags of a Hugging Face dataset, which become gold answers",
    ARGILLA: "Argilla’s records",
}
PARQUET = {".parquet", ".pq"}
NAMES = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "lines": LINES}
NAME_OF = {delimiter: name for name, delimiter in NAMES.items()}
HEADERS = {"names": "contains the column names", "row": "contains data"}
OF_TEXTS = (TEXT, KEEP, DROP, ID, STRATUM, GOLD, WHY, LEFT, RIGHT)
OF_PAIRS = (LEFT, RIGHT, ID, SIMILARITY, STRATUM, GOLD, WHY, KEEP, DROP, TEXT)
MAX_COLUMNS = 40
# The other sheets of a workbook are in a list.
MAX_TABS = 12
ROLE = "role-"
MAX_CELL_LENGTH = 300


def describe_reading(filename: str, reading: Reading) -> str:
    """Summarize how a file was read: Excel sheet “Queries”, 2,000 rows, column “query”."""
    grid, parsed = reading.grid, reading.parsed
    if grid is None:
        if parsed.format == "jsonl" and PurePath(filename).suffix.lower() in PARQUET:
            return "a Parquet table"
        special = QUESTION_FORMATS if parsed.kind == QUESTIONS else {}
        return special.get(parsed.format) or FORMATS.get(parsed.format, "")
    said = [_form_of(grid, filename)]
    if reading.is_whole:
        said.append(counted(grid.rows, "row" if grid.delimiter else "line"))
    if grid.source.encoding not in {"", UTF_8}:
        said[0] += f" in {ENCODINGS[grid.source.encoding]}"
    if grid.header or len(grid.columns) > 1:
        taken = [column.name for column in grid.columns if column.role in {TEXT, LEFT, RIGHT}]
        names = " and ".join(f"“{name}”" for name in taken)
        said += [f"column {names}" if len(taken) == 1 else f"columns {names}"] if taken else []
    return ", ".join(said)


def _form_of(grid: Grid, filename: str) -> str:
    if grid.source.sheet is not None:
        return f"Excel sheet “{grid.source.sheet.name}”"
    if grid.delimiter == LINES:
        return DELIMITERS[LINES]
    known = {",": " (CSV)", ";": " (CSV)", "\t": " (TSV)"}
    named = known.get(grid.delimiter, "") if PurePath(filename).suffix else ""
    return f"a table with cells separated by {DELIMITERS[grid.delimiter]}{named}"


class Shown:
    """The choices that the page offers, each with its current value."""

    def __init__(self, reading: Reading, choices: Mapping[str, object]) -> None:
        self.grid = grid = reading.grid
        self.choices = choices
        self.columns: list[Column] = []
        self.rows: list[tuple[int, list[tuple[Column, str]]]] = []
        self.roles: list[tuple[str, str]] = []
        if grid is None:
            return
        shown = [column for column in grid.columns if column.role not in {KEEP, DROP}]
        shown += [column for column in grid.columns if column.role in {KEEP, DROP}]
        self.columns = sorted(shown[:MAX_COLUMNS], key=lambda column: column.number)
        self.rows = [(number, self._cells(cells)) for number, cells in grid.first]
        if reading.parsed.kind in {TEXTS, PAIRS}:
            offered = OF_PAIRS if reading.parsed.kind == PAIRS else OF_TEXTS
            self.roles = [(role, ROLES[role]) for role in offered]

    def _cells(self, cells: Sequence[str]) -> list[tuple[Column, str]]:
        return [
            (one, cells[one.number][:MAX_CELL_LENGTH] if one.number < len(cells) else "")
            for one in self.columns
        ]

    @property
    def unshown(self) -> int:
        return len(self.grid.columns) - len(self.columns) if self.grid else 0

    @property
    def can_click(self) -> bool:
        return bool(self.roles) and len(self.columns) > 1

    @property
    def tabs(self) -> list[tuple[str, int, bool]]:
        """Return the sheets of a workbook that has several, the fullest first: each name, its
        number of rows, and whether the sheet is read."""
        sheet = self.grid.source.sheet if self.grid else None
        if sheet is None or len(sheet.names) < 2:
            return []
        tabs = [
            (name, rows, name == sheet.name)
            for name, rows in zip(sheet.names, sheet.rows, strict=True)
        ]
        first = tabs[:MAX_TABS]
        return first + [tab for tab in tabs[MAX_TABS:] if tab[2]]

    @property
    def selects(self) -> list[dict[str, object]]:
        """Return the choices about the whole file, each as name, label and options."""
        grid = self.grid
        if grid is None:
            return []
        found = []
        if grid.source.sheet is not None:
            names = grid.source.sheet.names
            if len(names) > MAX_TABS:
                found.append(
                    _select(
                        "sheet", "Sheet", zip(names, names, strict=True), grid.source.sheet.name
                    )
                )
        else:
            found.append(_select("encoding", "Encoding", ENCODINGS.items(), grid.source.encoding))
            divided = [(NAME_OF[key], name) for key, name in DELIMITERS.items()]
            found.append(_select("delimiter", "Separator", divided, NAME_OF[grid.delimiter]))
        chosen = "names" if grid.header else "row"
        found.append(_select("header", "First row", HEADERS.items(), chosen))
        if grid.found in {APPS, SITES}:
            kinds = (("found", grid.found), (TEXTS, TEXTS))
            chosen = str(self.choices.get("kind") or "found")
            found.append(_select("kind", "Type of rows", kinds, chosen))
        return found


def _select(
    name: str, label: str, options: Iterable[tuple[str, str]], chosen: str
) -> dict[str, object]:
    rows = [(value, said, value == chosen) for value, said in options]
    return {"name": name, "label": label, "options": rows}


def chosen_in(posted: QueryDict) -> dict[str, object]:
    """Return the reading choices in a form; those not in it are omitted."""
    given = {name: str(value) for name, value in posted.items()}
    found: dict[str, object] = {
        name: given[name] for name in ("sheet", "encoding", "control", "nested") if name in given
    }
    if "delimiter" in given:
        found["delimiter"] = NAMES.get(given["delimiter"], given["delimiter"])
    if "header" in given:
        found["header"] = given["header"] == "names"
    if "kind" in given:
        found["kind"] = "" if given["kind"] == "found" else given["kind"]
    if "divide" in given:
        found["divide"] = given["divide"] == "yes"
    if roles := _roles_in(given):
        found["roles"] = roles
    return found


def _roles_in(given: Mapping[str, str]) -> dict[str, str]:
    """Return the role of each column. A button makes a column the text at once."""
    roles = {name.removeprefix(ROLE): role for name, role in given.items() if name.startswith(ROLE)}
    roles = {at: role for at, role in roles.items() if at.isascii() and at.isdigit()}
    taken = given.get("take", "")
    if taken in roles:
        sides = {TEXT, LEFT, RIGHT}
        roles = {at: KEEP if role in sides else role for at, role in roles.items()} | {taken: TEXT}
    return roles
