"""Recorded labels, or the known ones beside them."""

from collections import defaultdict
from collections.abc import Collection
from functools import partial
from typing import Any

from annotation.exchange.labels.judged import Answer, JudgedLabels, Kind, read_judged_labels
from annotation.exchange.recorded.base import (
    GOLD,
    BadFile,
    Given,
    Recorded,
    RecordedReader,
    insist_on_no_error,
)
from annotation.exchange.rows import RowError
from annotation.models import Item
from annotation.schemes.base import InvalidAnswer, Settings
from annotation.schemes.label.answer import places_of
from annotation.schemes.label.known import DIVIDER, NONE, answer_named
from annotation.schemes.label.settings import ANY, FEWEST_LABELS, MOST_LABELS, SCALE

QUESTION = "Which label fits?"


class LabelReader(RecordedReader):
    form = "a table (.csv, .tsv) or JSON lines with worker, item and label, and maybe gold"
    has_gold = True

    def read(self, filename: str, body: bytes, take: str = "") -> Recorded:
        judged = read_judged_labels(filename, body)
        insist_on_no_error(judged.errors, judged.error_count)
        answers = _known(judged) if take == GOLD else _judged(judged)
        named = {label for each in answers.values() for given in each for label in given.answer}
        settings = partial(settings_of, judged.kind, judged.level, named)
        return Recorded(answers, settings, not_counted=judged.not_counted)

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, Any]:
        return {"answer": answer_of(given.answer, settings)}


def answer_of(labels: Answer, settings: Settings) -> int | list[int]:
    """Return the answer of a payload, or raise InvalidAnswer."""
    if settings["kind"] == ANY:
        given = DIVIDER.join(labels) or NONE
        return places_of((answer_named(given, settings),), settings)
    if len(labels) != 1:
        raise InvalidAnswer("One label is asked for here, and the file gives any number.", field="")
    return answer_named(labels[0], settings)


def settings_of(kind: Kind, level: str, named: Collection[str]) -> dict[str, Any]:
    """Return settings with these labels, or raise BadFile.

    A scale has each whole number from the least to the most, so that steps between them stay what
    they are."""
    labels = _scale(named) if kind == SCALE else sorted(named)
    if len(labels) == 1 and kind != SCALE:
        labels = [*labels, f"not {labels[0]}"]
    settings: dict[str, Any] = {
        "kind": kind,
        "question": QUESTION,
        "labels": [{"label": label} for label in labels],
    }
    return settings | ({"level": level} if kind == SCALE else {})


def _scale(named: Collection[str]) -> list[str]:
    whole = [int(label) for label in named if label.lstrip("-").isdecimal()]
    if len(whole) < len(named):
        raise BadFile([RowError(0, "label", _not_whole(min(set(named) - set(map(str, whole)))))])
    least, most = min(whole), max(whole)
    most = max(most, least + FEWEST_LABELS - 1)
    if most - least >= MOST_LABELS:
        message = (
            f"The scale goes from {least} to {most}; a scale has at most {MOST_LABELS} places."
        )
        raise BadFile([RowError(0, "label", message)])
    return [str(number) for number in range(least, most + 1)]


def _not_whole(label: str) -> str:
    return f"{label} is not a whole number, and the places of a scale are. Multiply all labels."


def _judged(judged: JudgedLabels) -> dict[str, list[Given]]:
    rows, found = judged.judgments, defaultdict[str, list[Given]](list)
    columns = (rows.row, rows.worker, rows.item, rows.answer)
    for row, worker, item, answer in zip(*columns, strict=True):
        given = Given(row, "label", rows.workers[worker], rows.answers[answer])
        found[rows.items[item]].append(given)
    return dict(found)


def _known(judged: JudgedLabels) -> dict[str, list[Given]]:
    rows, found = judged.judgments, dict[str, list[Given]]()
    for row, number in zip(rows.row, rows.item, strict=True):
        item = rows.items[number]
        if item in judged.gold and item not in found:
            found[item] = [Given(row, GOLD, GOLD, judged.gold[item])]
    return found


reader = LabelReader()
