"""Tags for the layout of researchers' pages."""

from django import template
from django.template import Context

from annotation.research.common.campaign_shell import CampaignShell, campaign_shell
from annotation.research.common.page_shell import Side, side_of
from annotation.research.lifecycle.read_only import ReadOnly, read_only

register = template.Library()


@register.simple_tag(takes_context=True)
def side_navigation(context: Context) -> Side | None:
    return side_of(context.get("request"), context)


@register.simple_tag(takes_context=True)
def around_campaign(context: Context) -> CampaignShell | None:
    """Return the tabs and actions of the campaign that the page shows."""
    return campaign_shell(context.get("request"), context.get("campaign"))


@register.simple_tag(takes_context=True)
def archived_here(context: Context) -> ReadOnly | None:
    """Return the archived object that contains everything on the page."""
    return read_only(context.get("request"), context)
