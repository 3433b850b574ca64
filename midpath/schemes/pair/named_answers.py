"""Settings of pairs with the answers that a file names."""

from collections.abc import Collection, Mapping

from midpath.schemes.pair.presets import PRESETS

QUESTION = "What is the answer?"
MEANING_YES = {
    "yes",
    *(
        answer["label"].casefold()
        for preset in PRESETS.values()
        for answer in preset["answers"]
        if answer["yes"]
    ),
}


def settings_of(named: Collection[str], means: Mapping[str, bool]) -> dict[str, object]:
    """Return settings with these answers. If only yes or no occurs, both were possible answers."""
    labels = set(named)
    if {label.casefold() for label in labels} <= {"yes", "no"}:
        for label in ("yes", "no"):
            if label not in {one.casefold() for one in labels}:
                labels.add(label)
    answers = [
        {"label": label, "key": str(number % 10), "yes": _is_yes(label, means)}
        for number, label in enumerate(sorted(labels), 1)
    ]
    return {"preset": "custom", "question": QUESTION, "answers": answers, "keywords": None}


def _is_yes(label: str, means: Mapping[str, bool]) -> bool:
    return means.get(label, False) if means else label.casefold() in MEANING_YES
