"""The icons of static/vendor/icons.svg."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon without meaning of its own: the words next to it, or the label of its control,
    say the same."""
    address = static("vendor/icons.svg")
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>', address, name
    )
