"""Counts with their nouns."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return the count with its noun.

    >>> counted(1, "text"), counted(2000, "text"), counted(0, "reply", "replies")
    ('1 text', '2,000 texts', '0 replies')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"
