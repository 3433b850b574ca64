"""Template tags for the current page's help link and hints."""

from django import template
from django.urls import reverse

from annotation.research.help.hints import HINTS
from annotation.research.help.topics import topic_of

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: template.Context) -> str:
    """Return the URL of the current page's help."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    topic = topic_of(match.view_name if match else "", context.get("campaign"))
    return reverse("research:help_page", args=[topic])


@register.inclusion_tag("research/help/hint.html", takes_context=True)
def hint(context: template.Context, name: str) -> dict[str, object]:
    """Show a hint to signed-in users who have not dismissed it."""
    request = context["request"]
    seen = not request.user.is_authenticated or name in request.user.dismissed_hints
    return {
        "name": name,
        "hint": None if seen else HINTS[name],
        "here": request.get_full_path(),
        "csrf_token": context.get("csrf_token"),
    }
