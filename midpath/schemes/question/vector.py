"""Questions as numbers: the length of each, then its characters' code points."""

from collections.abc import Iterable, Sequence


def vector_of(questions: Iterable[str]) -> tuple[int, ...]:
    """Return the vector of questions.

    >>> vector_of(["Why?", "Who"])
    (4, 87, 104, 121, 63, 3, 87, 104, 111)
    """
    return tuple(number for one in questions for number in (len(one), *map(ord, one)))


def questions_of(vector: Sequence[int]) -> list[str]:
    """Return the questions of a vector.

    >>> questions_of((4, 87, 104, 121, 63, 3, 87, 104, 111))
    ['Why?', 'Who']
    """
    found, at = [], 0
    while at < len(vector):
        end = at + 1 + vector[at]
        found.append("".join(map(chr, vector[at + 1 : end])))
        at = end
    return found
