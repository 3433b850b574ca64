"""Render the inputs of forms without templates: the form of a campaign has hundreds of them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

FOLDER = "django/forms/widgets/"


class QuickRenderer(DjangoTemplates):
    """Django’s renderer, which writes the same HTML for inputs and text areas without a template:
    in 20 µs each instead of a millisecond."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        write = WITHOUT_TEMPLATE.get(template_name.removeprefix(FOLDER))
        widget = context.get("widget", {})
        if write is None or widget.get("wrap_label"):
            return super().render(template_name, context, request)
        return write(widget)


def _input(widget: Mapping[str, Any]) -> SafeString:
    value = widget["value"]
    given = "" if value is None else format_html(' value="{}"', str(value))
    tag = '<input type="{}" name="{}"{}{}>'
    return format_html(tag, widget["type"], widget["name"], given, _attributes(widget["attrs"]))


def _text_area(widget: Mapping[str, Any]) -> SafeString:
    tag, value = '<textarea name="{}"{}>\n{}</textarea>', widget["value"] or ""
    return format_html(tag, widget["name"], _attributes(widget["attrs"]), value)


def _attributes(attributes: Mapping[str, object]) -> SafeString:
    return SafeString(
        "".join(
            f" {escape(name)}" if value is True else f' {escape(name)}="{escape(str(value))}"'
            for name, value in attributes.items()
            if value is not False
        )
    )


WITHOUT_TEMPLATE: Mapping[str, Callable[[Mapping[str, Any]], SafeString]] = {
    **dict.fromkeys(("text.html", "number.html", "hidden.html", "checkbox.html"), _input),
    **dict.fromkeys(("radio_option.html", "checkbox_option.html"), _input),
    "textarea.html": _text_area,
}
