"""Short texts for research templates."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from annotation.addons import Link, installed_addons
from annotation.models import AuditEvent, Dataset
from annotation.research.common.names import pseudonym
from annotation.research.project import audit
from annotation.research.schemes.nested import trees
from annotation.schemes.label_form import LabelsForm
from annotation.schemes.styles import answer_styles_of
from annotation.services.datasets.parts import one_of
from midpath.text.formatting import counted, signed, written

register = template.Library()
MINUTE, HOUR, DAY = 60, 3600, 86_400


@register.filter
def answer_styles(scheme: str) -> list[str]:
    """Return the style sheets of a scheme's answers, by its name."""
    return answer_styles_of(scheme)


@register.filter
def as_sentence(text: str) -> str:
    """Return the text with a full stop, unless it ends with a punctuation mark."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


@register.simple_tag
def empty_label_rows(form: LabelsForm) -> SafeString:
    """Return the rows for more labels than those filled in, as HTML."""
    return _empty_rows(type(form), form.prefix, len(form.filled_rows))


# Rendering them takes longer than the rest of the form of a campaign, and they are always the same.
@cache
def _empty_rows(kind: type[LabelsForm], prefix: str | None, filled: int) -> SafeString:
    form = kind(prefix=prefix)
    rows = enumerate(form.rows[filled:], filled + 1)
    contexts = ({"row": row, "n": number, "settings_form": form} for number, row in rows)
    row_template = "research/terms/label_row.html"
    return SafeString("".join(render_to_string(row_template, context) for context in contexts))


@register.filter
def segments(vector: Sequence[int], words: Sequence[str]) -> list[str]:
    """Return the segments of a flat segmentation."""
    parts = [[word] for word in words[:1]]
    for cut, word in zip(vector, words[1:], strict=True):
        if cut:
            parts.append([word])
        else:
            parts[-1].append(word)
    return [" ".join(part) for part in parts]


@register.filter
def holding(dataset: Dataset) -> str:
    """Return the number of a dataset's items with their noun: "1 document", "36 pairs"."""
    return counted(dataset.item_count, one_of(dataset))


@register.filter
def next_step(dataset: Dataset) -> Link | None:
    """Return the next step with a dataset that an add-on offers before a campaign."""
    steps = (step for config in installed_addons() for step in config.dataset_steps(dataset))
    return next(steps, None)


@register.filter
def tree(vector: Sequence[int], words: Sequence[str]) -> trees.Tree:
    return trees.draw(vector, words)


@register.filter
def age(moment: datetime | None) -> str:
    """Return how long ago the moment was, in one unit."""
    if moment is None:
        return "never"
    seconds = max(0, int((timezone.now() - moment).total_seconds()))
    if seconds < MINUTE:
        return "just now"
    for size, unit in ((DAY, "d"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return "just now"


@register.filter
def duration(span: timedelta | None) -> str:
    if span is None:
        return ""
    seconds = max(0, round(span.total_seconds()))
    if seconds < MINUTE:
        return f"{seconds} s"
    minutes, rest = divmod(seconds, MINUTE)
    if minutes < MINUTE:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(minutes, MINUTE)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


@register.filter
def money(amount: Decimal) -> str:
    return written(amount)


@register.filter
def reading(value: float | None) -> str:
    """Format a figure with three decimals."""
    return "–" if value is None else signed(value)


@register.filter
def who(event: AuditEvent) -> str:
    return audit.who(event)


@register.filter
def worker_name(number: int | None) -> str:
    """Return the pseudonym of a worker, or text for no worker."""
    return "not here" if number is None else pseudonym(number)
