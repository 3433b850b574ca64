"""Settings of a span campaign with the labels of the gold answers in a file."""

from collections.abc import Iterable, Iterator, Mapping

from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.spans.answer import FIELD
from midpath.schemes.spans.gold_answers import listed
from midpath.schemes.spans.settings import DEFAULTS, UNIT, check_span_settings

USUAL = {one["label"] for one in DEFAULTS["labels"]}


def settings_for_gold(answers: Iterable[object]) -> dict[str, object]:
    """Return the labels and the unit of these answers; empty if the defaults fit, or if they cannot
    be labels, for example because there are too many.

    >>> found = settings_for_gold(['[[0, 1, "PER"], [4, 5, "LOC"]]', "none", [[0, 2, "ORG"]]])
    >>> [one["label"] for one in found["labels"]]
    ['PER', 'LOC', 'ORG']
    >>> settings_for_gold(['[[0, 1, "Person"]]'])
    {}
    """
    read = list(_read(answers))
    units = {one.get("unit") for one in read if isinstance(one, Mapping)}
    names = list(dict.fromkeys(name for one in read for name in _labels(one)))
    found: dict[str, object] = {}
    if len(units) == 1 and units < UNIT.choices.keys() - {DEFAULTS["unit"]}:
        found["unit"] = units.pop()
    if not USUAL.issuperset(names):
        found["labels"] = [{"label": name} for name in names]
    try:
        checked = check_span_settings(found)
    except InvalidSettings:
        return {}
    return {name: checked[name] for name in found}


def _read(answers: Iterable[object]) -> Iterator[object]:
    """Yield the readable answers; the launch reports the others."""
    for answer in answers:
        try:
            yield listed(answer)
        except InvalidAnswer:
            continue


def _labels(answer: object) -> Iterator[str]:
    spans = answer.get(FIELD) if isinstance(answer, Mapping) else answer
    for span in spans if isinstance(spans, list) else ():
        if isinstance(span, list) and len(span) == 3 and isinstance(span[2], str):
            yield span[2]
