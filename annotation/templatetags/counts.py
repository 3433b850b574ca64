"""Counts in words, for the templates of all interfaces."""

from django import template

from midpath.text import formatting

register = template.Library()


@register.filter
def counted(number: int, noun: str) -> str:
    """Return a count with its noun, "1 text" or "2,000 texts"; an irregular noun is
    "reply/replies"."""
    return formatting.counted(number, *noun.split("/"))
