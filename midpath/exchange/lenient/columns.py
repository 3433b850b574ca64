"""Guess a table's columns: which one contains the texts, and whether the first row is a header."""

from collections.abc import Mapping, Sequence

from midpath.exchange.apps import has_apps
from midpath.exchange.pairs.texts import IDS, sides_of
from midpath.exchange.rows import APPS, MAX_TEXT_BYTES, SITES, TEXTS
from midpath.exchange.sites import has_sites
from midpath.text.unspaced_scripts import has_unspaced

TEXT, LEFT, RIGHT, KEEP, DROP = "text", "left", "right", "keep", "drop"
ID, STRATUM, GOLD, WHY, SIMILARITY = "id", "stratum", "gold", "why", "similarity"
ROLES = {
    TEXT: "text",
    LEFT: "first text of a pair",
    RIGHT: "second text of a pair",
    KEEP: "additional data",
    ID: "id",
    STRATUM: "stratum",
    GOLD: "gold answer",
    WHY: "reason for the gold answer",
    SIMILARITY: "similarity of a pair",
    DROP: "left out",
}
VAGUE = {("first", "second"), ("a", "b")}
# These roles belong to one column each; any number of columns may be kept or left out.
SINGLE = frozenset(ROLES) - {KEEP, DROP}
TEXT_NAMES = (
    "text", "texts", "query", "queries", "search query", "search term", "search terms", "keyword",
    "keywords", "question", "questions", "sentence", "sentences", "utterance", "utterances",
    "phrase", "phrases", "title", "headline", "content", "body", "comment", "review", "message",
    "suchanfrage", "suchanfragen", "anfrage", "anfragen", "frage", "fragen", "satz", "texte",
    "requête", "requete", "requêtes", "phrase", "texto", "consulta", "pregunta",
    "查询", "查詢", "文本", "句子", "クエリ", "文", "テキスト", "คำค้น", "ข้อความ",
)  # fmt: skip
OTHER_NAMES = {
    *IDS, ID, STRATUM, GOLD, WHY, SIMILARITY, "nr", "no", "no.", "number", "source", "category",
    "label", "language", "lang", "date", "count", "frequency", "freq", "url", "name", "nummer",
}  # fmt: skip


def is_header(first: Sequence[str], rest: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a header.

    It is one if it contains a common name for texts; else if all its cells are short, none is a
    number, and some row below it differs by having more words, or a number."""
    filled = [name for name in map(_plain, first) if name]
    if names_texts(first):
        return True
    if not filled or len(set(filled)) < len(filled) or any(map(_is_number, filled)):
        return False
    if len(filled) > 1 and any(name in OTHER_NAMES for name in filled):
        return True
    if any(len(name.split()) > 1 or has_unspaced(name) for name in filled):
        return False
    return any(len(cell.split()) > 1 or _is_number(cell) for row in rest for cell in row)


def names_texts(names: Sequence[str]) -> bool:
    """Return whether a name is commonly used for texts, or for the two texts of a pair."""
    return any(_plain(name) in TEXT_NAMES for name in names) or _sides(_known(names)) is not None


def guess_roles(
    names: Sequence[str], named: bool, rows: Sequence[Sequence[str]]
) -> tuple[str, dict[int, str]]:
    """Return the kind of data and the roles of columns. Columns without a role are kept."""
    if named and has_sites(names):
        return SITES, {}
    if named and has_apps(names):
        return APPS, {}
    known = _known(names)
    places = {name: place for place, name in enumerate(names)}
    sides = _sides(known) if named else None
    if sides and (TEXT not in known or known.get(TEXT) in sides):
        roles = {places[sides[0]]: LEFT, places[sides[1]]: RIGHT}
    else:
        roles = {_text_column(names if named else (), rows): TEXT}
    if named:
        roles |= _others(known, places, roles)
    return "", roles


def _sides(known: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the two columns of pairs. Names such as `a` and `b` count only with an id column."""
    sides = sides_of(known)
    vague = sides is not None and tuple(map(_plain, sides)) in VAGUE
    return None if vague and not any(name in known for name in IDS) else sides


def _others(
    known: Mapping[str, str], places: Mapping[str, int], taken: Mapping[int, str]
) -> dict[int, str]:
    """Return the columns whose names schemes know."""
    given = [next((known[one] for one in IDS if one in known), "")]
    found = {places[name]: ID for name in given if name and places[name] not in taken}
    for role in (STRATUM, GOLD, WHY, SIMILARITY):
        if role in known and places[known[role]] not in taken:
            if role == SIMILARITY and TEXT in taken.values():
                continue
            found[places[known[role]]] = role
    return found


def _text_column(names: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    plain = [_plain(name) for name in names]
    for name in TEXT_NAMES:
        if name in plain:
            return plain.index(name)
    width = max(map(len, rows), default=1)
    return max(range(width), key=lambda column: (_worth(column, rows), -column))


def _worth(column: int, rows: Sequence[Sequence[str]]) -> tuple[float, float]:
    """Return the number of a column's cells with several words, and the mean number of words."""
    cells = [row[column].strip() for row in rows if column < len(row) and row[column].strip()]
    if not cells:
        return 0.0, 0.0
    words = [_words(cell) for cell in cells]
    several = sum(many > 1 for many in words)
    distinct = len(set(cells)) / len(cells)
    return round(several / len(cells) * distinct, 2), sum(words) / len(words)


def _words(cell: str) -> int:
    if len(cell) > MAX_TEXT_BYTES:
        return 0
    return max(len(cell.split()), len(cell) // 2) if has_unspaced(cell) else len(cell.split())


def _known(names: Sequence[str]) -> dict[str, str]:
    return {name.strip().lower(): name for name in names}


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").lower().split()) if name.isascii() else name.strip()


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return False
    return True


def kind_of(roles: Mapping[int, str]) -> str:
    return "pairs" if {LEFT, RIGHT} & set(roles.values()) else TEXTS
