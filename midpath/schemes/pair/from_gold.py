"""Settings of a pair campaign with the gold answers of a file as answers."""

from collections.abc import Iterable

from midpath.schemes.base import InvalidAnswer, InvalidSettings
from midpath.schemes.pair.gold_answers import answer_named
from midpath.schemes.pair.presets import CUSTOM, PRESETS, USUAL
from midpath.schemes.pair.settings import check_pair_settings

# Gold answers that count as yes in datasets of pairs, such as those on entailment or duplicates.
YES = frozenset({"yes", "true", "1", "entailment", "entails", "duplicate", "paraphrase", "same"})


def settings_for_gold(answers: Iterable[object]) -> dict[str, object]:
    """Return the first preset with all these answers, or custom answers; empty if the default
    preset has them all, or if they cannot be answers, for example because there are too many.

    >>> settings_for_gold(["yes", "no"])
    {}
    >>> settings_for_gold(["1", "3"])
    {'preset': 'three-way'}
    >>> found = settings_for_gold(["neutral", "entailment", "contradiction"])
    >>> found["preset"], [(one["label"], one["yes"]) for one in found["answers"]]
    ('custom', [('neutral', False), ('entailment', True), ('contradiction', False)])
    """
    found: dict[str, str] = {}
    for name in (str(answer).strip() for answer in answers):
        if name:
            found.setdefault(name.casefold(), name)
    names = list(found.values())
    for preset, settings in PRESETS.items():
        if all(_fits(name, settings) for name in names):
            return {} if preset == USUAL else {"preset": preset}
    own = [
        {"label": name, "key": str(number), "yes": name.casefold() in YES}
        for number, name in enumerate(names, 1)
    ]
    settings = {"preset": CUSTOM["preset"], "answers": own}
    try:
        check_pair_settings(settings | {"question": "?"})
    except InvalidSettings:
        return {}
    return settings


def _fits(name: str, settings: dict[str, object]) -> bool:
    try:
        answer_named(name, settings)
    except InvalidAnswer:
        return False
    return True
