"""Names of labels in formats that allow fewer characters."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from midpath.text.characters import canonical

SPACE = re.compile(r"\s+")


def plain_names(labels: Iterable[str], but: re.Pattern[str]) -> dict[str, str]:
    """Return a unique name for each label, without characters that the format forbids.

    >>> plain_names(["a b", "a_b"], re.compile(" "))
    {'a b': 'a_b_2', 'a_b': 'a_b'}
    """
    # Labels that need no change keep their names, whatever the others become.
    wanted = sorted(set(labels), key=lambda label: (but.sub("_", label) != label, label))
    names: dict[str, str] = {}
    taken: set[str] = set()
    for label in wanted:
        plain = name = but.sub("_", label)
        number = 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        names[label] = name
    return dict(sorted(names.items()))


def label_meant(given: str, labels: Sequence[str]) -> str:
    """Return the label that a file means: the file may use its CoNLL name, or _ for white space, or
    another case. If no label or several match, return the name in the file.

    >>> label_meant("KNOWN_PLACE", ["Person", "Known place"]), label_meant("LOC", ["Person"])
    ('Known place', 'LOC')
    >>> label_meant("a_b", ["a b", "a_b"]), label_meant("a_b_2", ["a b", "a_b"])
    ('a_b', 'a b')
    """
    if given in labels:
        return given
    if same := next((one for one in labels if canonical(one) == canonical(given)), None):
        return same
    if named := _by_name(tuple(labels)).get(given):
        return named
    alike = [label for label in labels if _loosely(label) == _loosely(given)]
    return alike[0] if len(alike) == 1 else given


@lru_cache(32)
def _by_name(labels: tuple[str, ...]) -> Mapping[str, str]:
    return {name: label for label, name in plain_names(labels, SPACE).items()}


def _loosely(label: str) -> str:
    return "_".join(re.split(r"[\W_]+", canonical(label))).casefold()
