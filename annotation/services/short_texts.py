"""Check short texts that people write about what they do, such as notes and reasons."""

from annotation.services.errors import Invalid
from midpath.text.characters import problem_with_characters


def one_line(text: str, field: str, longest: int, too_long: str) -> str:
    """Return a text with normalized white space, or raise Invalid with the message `too_long`."""
    line = " ".join(text.split())
    require_short(line, field, longest, too_long)
    return line


def require_short(text: str, field: str, longest: int, too_long: str) -> None:
    if len(text) > longest:
        raise Invalid(too_long, field=field)
    if trouble := problem_with_characters(text):
        raise Invalid(trouble, field=field)


def reason_of(given: str, longest: int, wrong_length: str, *, least: int = 1) -> str:
    """Return a reason with normalized white space, or raise Invalid."""
    if trouble := problem_with_characters(given):
        raise Invalid(f"In the reason: {trouble}", field="reason")
    reason = " ".join(given.split())
    if not least <= len(reason) <= longest:
        raise Invalid(wrong_length, field="reason")
    return reason
