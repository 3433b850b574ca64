"""Inputs rendered without templates are the same elements as Django’s."""

from html.parser import HTMLParser

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates

from annotation.web.form_renderer import FOLDER, WITHOUT_TEMPLATE, QuickRenderer

HOSTILE = "\"'><script>&amp; ” \n<b>"
VALUES = (None, "", 0, 7, "written", HOSTILE)
WIDGETS = (
    forms.TextInput(attrs={"maxlength": 3, "autocomplete": "off", "title": HOSTILE}),
    forms.NumberInput(attrs={"min": 0, "step": "any"}),
    forms.HiddenInput(),
    forms.CheckboxInput(attrs={"required": True, "disabled": False}),
    forms.Textarea(attrs={"rows": 9, "dir": "auto"}),
)


class Elements(HTMLParser):
    """The elements of a page, each with its attributes in any order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[object] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, sorted(attrs, key=lambda one: one[0])))

    def handle_data(self, data: str) -> None:
        self.found.append(data)


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: type(widget).__name__)
def test_a_widget_is_written_as_by_its_template(widget: forms.Widget) -> None:
    for value in VALUES:
        ours, theirs = (
            widget.render("a-name", value, {"id": "id_it"}, renderer)
            for renderer in (QuickRenderer(), DjangoTemplates())
        )
        assert Elements(ours).found == Elements(theirs).found, value


@pytest.mark.parametrize("value", ["one", "two"])
def test_a_radio_button_is_written_as_by_its_template(value: str) -> None:
    choices = forms.RadioSelect(choices=[("one", "One"), ("two", HOSTILE)])
    for option in choices.subwidgets("kind", value, {"id": "id_kind"}):
        context = {"widget": {**option, "wrap_label": False}}
        ours, theirs = (
            renderer.render(option["template_name"], context)
            for renderer in (QuickRenderer(), DjangoTemplates())
        )
        assert Elements(ours).found == Elements(theirs.strip()).found


def test_every_replaced_template_is_one_of_django() -> None:
    for name in WITHOUT_TEMPLATE:
        assert DjangoTemplates().get_template(FOLDER + name)
