"""Choose the question of a file whose records answer several, each by its name."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from midpath.exchange.judged.cells import short
from midpath.exchange.judged.choices import Chosen, with_kind, without_unanswered
from midpath.exchange.rows import UNCHOSEN, BadCell, Faults
from midpath.exchange.wanted import Wanted

Found = list[tuple[int, list[Chosen]]]
MAX_LISTED = 20


class Response(NamedTuple):
    """An answer to one of the questions, in the row of a file."""

    row: int
    question: str
    chosen: Chosen


def answers_to_one(given: Sequence[Response], wanted: Wanted, to: Faults) -> Found:
    """Return the answers to the question that is wanted, or to the only one, and count others;
    record the error if it must be chosen."""
    names = list(dict.fromkeys(one.question for one in given))
    question = chosen_name(names, wanted.control, "question", to) if names else None
    found: defaultdict[tuple[int, str], list[Chosen]] = defaultdict(list)
    for one in given if question is not None else ():
        if one.question == question:
            found[one.row, one.chosen.item].append(one.chosen)
        else:
            to.skip(one.row, f"answer to another question: {one.question}")
    listed = [(row, each) for (row, _), each in found.items()]
    return with_kind(without_unanswered(listed, question or "", to))


def chosen_name(names: Sequence[str], control: str, noun: str, to: Faults) -> str | None:
    """Return the name that is chosen, or the only one; None, with the error recorded, if one of
    several must be chosen or there is no such name."""
    if control in names:
        return control
    if len(names) == 1 and not control:
        return names[0]
    listed = ", ".join(names[:MAX_LISTED]) or "none"
    message = f"The file has no {noun} {short(control)}. It has: {listed}."
    if not control:
        message = f"The file has several {noun}s: {listed}. Choose one: --control {names[0]}."
    to.controls = names
    to.refuse(0, "", message, UNCHOSEN)
    return None


def labels_of(column: str, value: object) -> list[str]:
    """Return the labels in a JSON value, or raise BadCell."""
    if value is None or value == "":
        return []
    found = []
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, str | int | float):
            raise BadCell(column, "Expected a label, a number or a list of labels.")
        label = str(one).lower() if isinstance(one, bool) else str(one)
        if "|" in label:
            raise BadCell(column, "A label contains a bar (|). Leave it out.")
        found.append(label)
    return found
