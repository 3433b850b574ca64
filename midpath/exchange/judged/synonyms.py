"""The names that columns of judgments have in the files of other programs."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from midpath.exchange.rows import BadCell
from midpath.text.characters import canonical

# Earlier names come first where a file has several. Case, spaces, hyphens and _ make no difference.
ITEMS = (
    *("task", "item id", "task id", "unit id", "hit id", "subject id", "subject ids", "unit"),
    *("subject", "hit", "question id", "document id", "doc id", "sentence id", "text id"),
    *("example id", "instance id", "case id", "example", "instance", "case", "object", "target"),
    *(
        "record id",
        "assignment:task id",
        "text",
        "sentence",
        "question",
        "document",
        "doc",
        "query",
    ),
    *("image", "url", "id"),
)
LABELS = (
    *("label", "answer", "rating", "score", "value", "category", "response", "annotation"),
    *("judgment", "judgement", "class", "code", "vote", "choice", "grade", "decision"),
)
GOLD = ("gold label", "ground truth", "true label", "gold answer", "correct answer")
SYNONYMS: Mapping[str, Sequence[str]] = {
    "worker": (
        *("worker id", "annotator", "annotator id", "rater", "rater id", "coder", "coder id"),
        *("judge", "judge id", "labeler", "labeller", "labeler id", "labeller id", "evaluator"),
        *("performer", "performer id", "assignment:worker id", "participant", "participant id"),
        *("respondent", "respondent id", "reviewer", "expert", "user", "user id", "username"),
        *("observer", "observer id", "voter", "voter id", "user name", "completed by"),
        *("_annotator_id", "_session_id", "annotator name"),
    ),
    "item": ITEMS,
    "pair": ("pair id", "item", *ITEMS),
    "label": LABELS,
    "answer": LABELS,
    "gold": GOLD,
    "seconds": ("work time in seconds", "duration in seconds", "time in seconds"),
}
ANSWERS = ("label", "answer")
SUBJECTS = ("item", "pair")
# Columns that a program writes for the answers of a form: those of Mechanical Turk and of Toloka.
OF_FORMS = ("answer.", "output:")
# Toloka's columns of a task: what it shows, and the correct answer.
INPUT, GOLDEN = "input:", "golden:"
STATUS = {"assignmentstatus", "assignment:status"}
REJECTION = "reject"
# Ids of something else than an item.
NO_ITEMS = {"assignmentid", "hittypeid", "annotationid", "judgmentid", "responseid", "sessionid"}
# Columns of a matrix that are computed from those of the workers.
DERIVED = {
    *("mean", "average", "avg", "median", "mode", "sum", "total", "std", "sd", "variance", "min"),
    *("max", "count", "n", "final", "consensus", "majority", "majorityvote", "majoritylabel"),
    *("agreement", "aggregate", "aggregated", "adjudicated", "adjudication", "finallabel"),
}
IGNORED = re.compile(r"[\s_-]+")
MAX_NAMED, MAX_NAMES = 20, 300


class Columns(NamedTuple):
    """The places of the columns that a reader knows. `status` and `rejection` are those in which a
    platform says what became of an assignment."""

    places: Mapping[str, int]
    status: int | None = None
    rejection: int | None = None


def key_of(name: str) -> str:
    """Return the key shared by all ways to write the name of a column.

    >>> key_of("Worker ID"), key_of("worker_id"), key_of("WorkerId")
    ('workerid', 'workerid', 'workerid')
    """
    return IGNORED.sub("", canonical(name).casefold())


def spellings_of(name: str) -> set[str]:
    """Return the usual ways to write the name of a column, in lower case."""
    return {name, name.replace(" ", "_"), name.replace(" ", "")}


KEYS = {column: tuple(map(key_of, names)) for column, names in SYNONYMS.items()}


def find_columns(
    names: Sequence[str], needed: Sequence[str], known: Sequence[str], chosen: Mapping[str, str]
) -> Columns:
    """Return the columns with these names, or raise BadCell if several could be the answer, or if a
    chosen one does not exist."""
    places = {role_of(role, needed, known): place_of(name, names) for role, name in chosen.items()}
    plain = [canonical(name).strip().lower() for name in names]
    for column in known:
        if column not in places and plain.count(column) > 1:
            raise BadCell("", f"Two columns are named {column}. Give each a unique name.")
        if column not in places and column in plain:
            places[column] = plain.index(column)
    keys = [key_of(name) for name in names]
    places_of: dict[str, list[int]] = {}
    for at, key in enumerate(keys):
        places_of.setdefault(key, []).append(at)
    for column in known:
        if column not in places and (place := _meant(column, names, places_of, places)) is not None:
            places[column] = place
    if needed[1] not in places and (place := _only_id(keys, places)) is not None:
        places[needed[1]] = place
    status = next((at for at, key in enumerate(keys) if key in STATUS), None)
    rejection = keys.index(REJECTION) if status is not None and REJECTION in keys else None
    return Columns(places, status, rejection)


def role_of(role: str, needed: Sequence[str], known: Sequence[str]) -> str:
    """Return the column of a reader that has this role: `item` and `label` are the second and third
    of those needed, whatever they are called there."""
    if role in known:
        return role
    usual = ("worker", "item", "label")
    if role in usual and len(needed) == len(usual):
        return needed[usual.index(role)]
    raise BadCell("", f"There is no kind of column {role}. There are: {', '.join(known)}.")


def is_place(name: str) -> bool:
    """Return whether a column is chosen by its number."""
    return name.isascii() and name.isdigit() and len(name) < 7


def place_of(name: str, names: Sequence[str]) -> int:
    """Return the place of a column by its name in any case, or by its number."""
    keys = [key_of(one) for one in names]
    if is_place(name):
        if 0 < int(name) <= len(names):
            return int(name) - 1
    elif name in names:
        return names.index(name)
    elif key_of(name) in keys:
        return keys.index(key_of(name))
    raise BadCell("", f"There is no column named {name}. The columns are: {listed(names)}.")


def _meant(
    column: str,
    names: Sequence[str],
    places_of: Mapping[str, Sequence[int]],
    taken: Mapping[str, int],
) -> int | None:
    """Return the place of the column by another name, if it has one."""
    used = set(taken.values())
    named = (at for key in KEYS.get(column, ()) for at in places_of.get(key, ()))
    found = [at for at in named if at not in used]
    if column in ANSWERS:
        forms = (at for at, name in enumerate(names) if name.lower().startswith(OF_FORMS))
        found += [at for at in forms if at not in used]
        if len(found) > 1:
            several = listed([names[at] for at in found])
            raise BadCell(
                "",
                f"Several columns may be the {column}: {several}. Choose one of them, such as "
                f"--columns {column}={names[found[0]]}.",
            )
    return found[0] if found else _of_toloka(column, names, taken)


def _of_toloka(column: str, names: Sequence[str], taken: Mapping[str, int]) -> int | None:
    """Return the place of the only input of a task, or of the correct answer to its question."""
    plain = [name.lower() for name in names]
    if column == "gold":
        asked = next((plain[taken[name]] for name in ANSWERS if name in taken), "")
        golden = GOLDEN + asked.partition(":")[2]
        return plain.index(golden) if ":" in asked and golden in plain else None
    inputs = [at for at, name in enumerate(plain) if name.startswith(INPUT)]
    return inputs[0] if column in SUBJECTS and len(inputs) == 1 else None


def _only_id(keys: Sequence[str], taken: Mapping[str, int]) -> int | None:
    """Return the place of the only other column with ids, such as `movie_id`."""
    found = [
        at
        for at, key in enumerate(keys)
        if key.endswith("id") and key not in NO_ITEMS and at not in taken.values()
    ]
    return found[0] if len(found) == 1 and len(taken) > 1 else None


def is_known(name: str) -> bool:
    """Return whether a column is usually called so, whatever it contains."""
    key = key_of(name)
    return key in DERIVED or any(key == column or key in keys for column, keys in KEYS.items())


def listed(names: Sequence[str]) -> str:
    return ", ".join(name or "(no name)" for name in names[:MAX_NAMED])[:MAX_NAMES]
