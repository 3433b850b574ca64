"""The categories of a question that a majority of the experts chose (PrivacyQA, Table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

OTHER = "Other"


def question_categories(
    choices: Sequence[Iterable[str]], other: str = OTHER
) -> tuple[list[str], str | None]:
    """Return the categories that a majority of the experts chose, and a reason if there is none.

    If no category has a majority but an expert chose `other`, the result is `other`. Otherwise the
    list is empty and the second value says why.

    >>> question_categories([["First", "Third"], ["First"], ["Data Retention"]])
    (['First'], None)
    >>> question_categories([["First"], ["Other"], ["Third"]])
    (['Other'], None)
    >>> question_categories([["First"], ["Third"]])
    ([], 'The experts agree on no category.')
    """
    votes = Counter(category for chosen in choices for category in set(chosen))
    agreed = sorted(category for category, times in votes.items() if 2 * times > len(choices))
    if agreed:
        return agreed, None
    if votes[other]:
        return [other], None
    return [], "The experts agree on no category." if choices else "Nobody chose a category."
