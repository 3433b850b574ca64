"""Show the texts that a campaign's workers read."""

from typing import TYPE_CHECKING

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language_info, gettext

from annotation.models import Campaign, Enrolment, ShownPicture, Worker
from annotation.services.campaigns.titles import title_for_workers
from annotation.text.languages import is_known
from annotation.text.money import in_currency
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    from annotation.text import markdown as markdown_text
else:
    markdown_text = LazyModule("annotation.text.markdown")

register = template.Library()
WORKER = "worker"
PLATFORMS = {Worker.Source.PROLIFIC, Worker.Source.CONNECT, Worker.Source.SONA}


@register.simple_tag
def written_in(language: str) -> SafeString:
    """Return the attributes of an element with text by researchers: the language that they named,
    with its direction; without one, the direction of its letters."""
    if not is_known(language):
        return mark_safe('dir="auto"')
    direction = "rtl" if get_language_info(language)["bidi"] else "ltr"
    return format_html('lang="{}" dir="{}"', language, direction)


@register.filter
def work_title(campaign: Campaign) -> str:
    """Return a campaign's title for workers."""
    return title_for_workers(campaign)


register.filter("in_currency", in_currency)


@register.filter
def platform_name(enrolment: Enrolment) -> str:
    """Return the name of the platform that sent a worker, or a general term if it is unknown."""
    source = Worker.Source(enrolment.worker.source)
    return str(source.label) if source in PLATFORMS else gettext("the platform that you came from")


@register.simple_tag(takes_context=True)
def as_read(context: Context, text: str, campaign: Campaign, *, markdown: bool) -> SafeString:
    """Return a text as this campaign's workers read it. Its pictures are loaded from the current
    interface."""
    if not markdown:
        return markdown_text.plain(text)
    names = markdown_text.picture_names(text) if campaign.pk else set()
    shown = ShownPicture.objects.filter(campaign=campaign.pk, name__in=names)
    found = {one.name: one for one in shown.select_related("picture").defer("picture__body")}
    match = context["request"].resolver_match
    of_workers = match is not None and WORKER in match.namespaces

    def picture(name: str) -> "markdown_text.Shown | None":
        one = found.get(name)
        if one is None:
            return None
        view = "worker:picture" if of_workers else "research:campaign_picture"
        place = (campaign.code if of_workers else campaign.pk, one.picture.sha256)
        return markdown_text.Shown(reverse(view, args=place), one.picture.width, one.picture.height)

    return markdown_text.drawn(text, picture)
