"""What a question is about, as experts chose who were asked (PrivacyQA, Table 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

OTHER = "Other"


def question_categories(
    choices: Sequence[Iterable[str]], other: str = OTHER
) -> tuple[list[str], str | None]:
    """The categories of a question on which a majority of the experts agrees.

    If there is none but somebody chose `other`, it is that; else there is no agreement, and the
    second value says so.

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
