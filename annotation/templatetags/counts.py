"""Counts in words, for templates of all faces."""

from django import template

from annotation import plurals

register = template.Library()


@register.filter
def counted(number: int, noun: str) -> str:
    """1 text, 2,000 texts; of a noun whose plural is another: 1 reply/replies."""
    return plurals.counted(number, *noun.split("/"))
