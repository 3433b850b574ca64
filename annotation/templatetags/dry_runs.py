"""The button on workers' pages that restarts a dry run."""

from django import template
from django.http import HttpRequest

from annotation.models import Campaign

register = template.Library()


@register.inclusion_tag("worker/dry_run_again.html", takes_context=True)
def start_again(
    context: template.Context, campaign: Campaign, label: str, look: str
) -> dict[str, object]:
    """Show the button to the researcher who started the dry run, and a sign-in link to others."""
    request: HttpRequest = context["request"]
    return {
        "campaign": campaign,
        "label": label,
        "look": look,
        "is_theirs": request.user.pk is not None and request.user.pk == campaign.created_by_id,
        "asks_to_sign_in": campaign.dry_run_of_id is not None and request.user.is_anonymous,
    }
