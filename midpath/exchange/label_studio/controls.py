"""Choose the control of a Label Studio file, which is the question that its results answer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from midpath.exchange.judged.cells import short
from midpath.exchange.rows import UNCHOSEN, Faults
from midpath.exchange.wanted import Wanted
from midpath.json_types import JsonMapping
from midpath.text.formatting import counted

RELATION = "relation"
OF_ITEMS = {"choices", "rating", "number", "textarea", "taxonomy", "pairwise"}
REGION = {"start", "globalOffsets", "x", "points", "ranges", "sequence"}
MAX_LISTED = 20
# What to do with results that have no meaning as labels or spans.
ADVICE = {
    "ranker": "Rankings are not labels. Ask for the first item only, or for each pair of items.",
    "textarea": "Free texts are labels only if they are short. To read them, choose this control.",
    RELATION: "Relations between spans are not read.",
    **dict.fromkeys(("labels", "hypertextlabels"), "Read the file as spans (--spans)."),
    **dict.fromkeys(("choices", "rating", "number"), "Read the file as labels (--labels)."),
}
OF_REGIONS = "Regions of pictures, sounds and videos are not read."


def choose_control(
    tasks: Iterable[Any], types: Sequence[str], alone: Sequence[str], wanted: Wanted, to: Faults
) -> str | None:
    """Return the control whose results are read; None, with the error recorded, if it must be
    chosen or there is none.

    types : the types of results that can be read
    alone : types that are read only if their control is chosen
    """
    found = _count(tasks, "predictions" if wanted.predictions else "annotations")
    readable = [name for name, kind in found if kind in types and kind not in alone]
    if wanted.control:
        return _named(found, types, wanted.control, to)
    names = list(dict.fromkeys(readable))
    if len(names) == 1 or not found:
        return names[0] if names else ""
    if names:
        shown = [(name, kind) for name, kind in found if kind != RELATION][:MAX_LISTED]
        listed = ", ".join(f"{name or '(no name)'} ({kind})" for name, kind in shown)
        to.controls = names
        message = (
            f"The file answers several questions: {listed}. Choose one of its controls, such as "
            f"--control {names[0]}."
        )
        to.refuse(0, "", message, UNCHOSEN)
    elif wanted.required:
        to.controls = [name for name, kind in found if kind in types]
        named = list(found.items())[:MAX_LISTED]
        there = ", ".join(_described(name, kind, many) for (name, kind), many in named)
        advice = " ".join(dict.fromkeys(filter(None, (_advice(kind) for _, kind in found))))
        *others, last = [kind for kind in types if kind not in alone]
        kinds = f"{', '.join(others)} or {last}" if others else last
        message = f"No result has the type {kinds}. The file has {there}. {advice}".rstrip()
        to.refuse(0, "", message, UNCHOSEN)
    else:
        return ""
    return None


def is_of(result: JsonMapping, control: str, types: Sequence[str]) -> bool:
    """Return whether a result is an answer to this control."""
    return type_of(result) in types and control_of(result) == control and "value" in result


def type_of(result: JsonMapping) -> str:
    """Return the type of a result. A choice about a region is no answer to the whole item."""
    kind, value = str(result.get("type")), result.get("value")
    if kind in OF_ITEMS and isinstance(value, dict) and not REGION.isdisjoint(value):
        return f"{kind} about a region"
    return kind


def skip_result(row: int, result: JsonMapping, to: Faults) -> None:
    """Count a result that is not read."""
    kind, control = type_of(result), control_of(result)
    if kind == RELATION:
        to.skip(row, RELATION)
    else:
        named = f" (control {control})" if control else ""
        to.skip(row, f"result of type {kind[:60]}{named[:80]}")


def control_of(result: JsonMapping) -> str:
    return str(result.get("from_name") or "")


def _named(
    found: Counter[tuple[str, str]], types: Sequence[str], control: str, to: Faults
) -> str | None:
    kinds = [kind for name, kind in found if name == control]
    if any(kind in types for kind in kinds):
        return control
    to.controls = list(dict.fromkeys(name for name, kind in found if kind in types and name))
    if kinds:
        advice = _advice(kinds[0])
        message = f"The control {short(control)} has the type {kinds[0]}, which cannot be read here"
    else:
        listed = ", ".join(f"{name} ({kind})" for name, kind in list(found)[:MAX_LISTED] if name)
        message = f"The file has no control named {short(control)}"
        advice = f"It has: {listed}." if listed else "Its results name no control."
    to.refuse(0, "", f"{message}. {advice}".rstrip(), UNCHOSEN)
    return None


def _advice(kind: str) -> str:
    """Return what to do with results of a type that cannot be read here."""
    return ADVICE.get(kind) or (OF_REGIONS if kind.endswith("labels") else "")


def _described(name: str, kind: str, many: int) -> str:
    named = f" in the control {name}" if name else ""
    return f"{counted(many, 'result')} of type {kind}{named}"


def _count(tasks: Iterable[Any], name: str) -> Counter[tuple[str, str]]:
    """Count the results by control and type. Invalid tasks are reported by their reader."""
    found = Counter[tuple[str, str]]()
    for task in tasks:
        given = task.get(name) if isinstance(task, dict) else None
        for one in given if isinstance(given, list) else []:
            results = one.get("result") if isinstance(one, dict) else None
            if one.get("was_cancelled") if isinstance(one, dict) else True:
                continue
            for result in results if isinstance(results, list) else []:
                if isinstance(result, dict):
                    found[control_of(result), type_of(result)] += 1
    return found
