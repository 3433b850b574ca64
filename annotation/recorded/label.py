"""Recorded labels, or their gold labels."""

from collections import defaultdict
from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from annotation.models import Item
from annotation.recorded.base import (
    BadFile,
    Given,
    Recorded,
    RecordedReader,
    require_no_error,
    wanted_by,
)
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.labels.judged import Answer, JudgedLabels, Kind, read_judged_labels
from midpath.exchange.rows import RowError
from midpath.exchange.wanted import GOLD
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.schemes.label.answer import places_of
from midpath.schemes.label.gold_answers import DIVIDER, answer_named
from midpath.schemes.label.settings import ANY, LABELS, SCALE
from midpath.schemes.label_settings import MAX_LABELS

QUESTION = "Which label fits?"


class LabelReader(RecordedReader):
    form = (
        "a table (.csv, .tsv, .xlsx), JSON lines or Parquet with worker, item and label, and maybe "
        "gold; or a file of Label Studio, doccano, Prodigy or spaCy"
    )
    has_gold = has_predictions = True

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        judged = read_judged_labels(
            filename, body, wanted=wanted_by(take, control), options=reading
        )
        require_no_error(judged.errors, judged.error_count, judged.controls)
        answers = _known(judged) if take == GOLD else _judged(judged)
        said = [given.answer for each in answers.values() for given in each]
        named = {label for one in said for label in one.labels} | (
            {"1"} if judged.places else set()
        )
        settings = partial(settings_of, judged.kind, judged.level, named)
        return Recorded(
            answers,
            settings,
            not_counted=judged.not_counted,
            skipped=judged.skipped,
            notes=judged.notes,
        )

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        return {"answer": answer_of(given.answer, settings)}


class Said(NamedTuple):
    """The labels of an answer; `places` says that they are positions on a scale, from 1."""

    labels: Answer
    places: bool


def answer_of(said: Said, settings: Settings) -> int | list[int]:
    """Return the answer of a payload, or raise InvalidAnswer."""
    labels = said.labels
    if settings["kind"] == ANY:
        given = DIVIDER.join(labels)
        return places_of((answer_named(given, settings),), settings) if labels else []
    if len(labels) != 1:
        raise InvalidAnswer("Only one label is allowed here, but the file gives several.", field="")
    if said.places and settings["kind"] == SCALE:
        return _at(labels[0], settings)
    return answer_named(labels[0], settings)


def _at(place: str, settings: Settings) -> int:
    """Return the index of a position on a scale, whose labels may be other numbers."""
    most = len(settings["labels"])
    if not (place.isdecimal() and 1 <= int(place) <= most):
        raise InvalidAnswer(f"{place} is not on this scale of {most}.", field="label")
    return int(place) - 1


def settings_of(kind: Kind, level: str, named: Collection[str]) -> dict[str, object]:
    """Return settings with these labels, or raise BadFile.

    A scale contains every whole number from the minimum to the maximum, so that its steps keep
    their size."""
    labels = _scale(named) if kind == SCALE else sorted(named)
    if len(labels) == 1 and kind != SCALE:
        labels = [*labels, f"not {labels[0]}"]
    settings: dict[str, object] = {
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
    most = max(most, least + LABELS.least - 1)
    if most - least >= MAX_LABELS:
        message = (
            f"The scale goes from {least} to {most}; a scale can have at most {MAX_LABELS} values."
        )
        raise BadFile([RowError(0, "label", message)])
    return [str(number) for number in range(least, most + 1)]


def _not_whole(label: str) -> str:
    return f"{label} is not a whole number, which scales require. Multiply all labels."


def _judged(judged: JudgedLabels) -> dict[str, list[Given]]:
    rows, found = judged.judgments, defaultdict[str, list[Given]](list)
    columns = (rows.row, rows.worker, rows.item, rows.answer)
    for row, worker, item, answer in zip(*columns, strict=True):
        said = Said(rows.answers[answer], judged.places)
        given = Given(row, "label", rows.workers[worker], said)
        found[rows.items[item]].append(given)
    return dict(found)


def _known(judged: JudgedLabels) -> dict[str, list[Given]]:
    rows, found = judged.judgments, dict[str, list[Given]]()
    for row, number in zip(rows.row, rows.item, strict=True):
        item = rows.items[number]
        if item in judged.gold and item not in found:
            found[item] = [Given(row, GOLD, GOLD, Said(judged.gold[item], judged.places))]
    return found


reader = LabelReader()
