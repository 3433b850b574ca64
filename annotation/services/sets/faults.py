"""Refuse a file of annotations for its faults, unless the caller leaves them out."""

from collections.abc import Sequence

from annotation.services.datasets.datasets import fault_as_json
from annotation.services.errors import Invalid
from midpath.exchange.rows import MAX_CONTROLS, MAX_ERRORS, RowError
from midpath.text.characters import problem_with_characters
from midpath.text.formatting import counted

HAS = {"file": "has", "rows": "have"}


def require_sound(faults: Sequence[RowError], many: int, given: str, leave_out: int | None) -> None:
    """Raise Invalid if the caller has not seen these faults, or if no annotation is left."""
    not_seen = not many if leave_out is None else len(faults) != leave_out
    if faults and not_seen:
        listed = faults if given == "rows" else faults[:MAX_ERRORS]
        raise refused(listed, len(faults), sound=many, given=given)
    if not many:
        raise Invalid(f"No annotation of the {given} can be taken.", field=given)


def refused(
    errors: Sequence[RowError],
    count: int,
    sound: int = 0,
    given: str = "file",
    controls: Sequence[str] = (),
) -> Invalid:
    """Return the refusal of a file or of rows; if `sound` annotations are left, it says that the
    others can be left out. `controls` are the questions to choose from, if the file has several."""
    what = counted(count, "error") if not sound else f"{counted(count, 'annotation')} with errors"
    them = "it" if given == "file" else "them"
    return Invalid(
        f"The {given} {HAS[given]} {what}, so nothing was imported. Correct {them}"
        f"{', or leave these annotations out' if sound else ''}.",
        field=given,
        errors=list(map(fault_as_json, errors)),
        count=count,
        sound=sound,
        **({"controls": _offered(controls)} if controls else {}),
    )


def _offered(controls: Sequence[str]) -> list[str]:
    """Return the controls to choose from: those that can be stored and displayed."""
    return [one for one in controls[:MAX_CONTROLS] if not problem_with_characters(one)]
