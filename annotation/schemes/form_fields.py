"""The form field of each kind of setting."""

from typing import TypedDict, Unpack

from django import forms

from midpath.schemes.settings import ChoiceSetting, TextSetting, WholeSetting


class FieldOptions(TypedDict, total=False):
    """Arguments of the form field of any setting."""

    required: bool
    label: str
    help_text: str
    widget: forms.Widget | type[forms.Widget]
    error_messages: dict[str, str]


def text_field(setting: TextSetting, **options: Unpack[FieldOptions]) -> forms.CharField:
    if setting.rows:
        options["widget"] = forms.Textarea(attrs={"rows": setting.rows})
    if setting.required:
        options["error_messages"] = {"required": setting.required}
    return forms.CharField(max_length=setting.longest, **options)


def whole_field(setting: WholeSetting, **options: Unpack[FieldOptions]) -> forms.IntegerField:
    return forms.IntegerField(min_value=setting.least, max_value=setting.most, **options)


def choice_field(setting: ChoiceSetting, **options: Unpack[FieldOptions]) -> forms.ChoiceField:
    options.setdefault("widget", forms.RadioSelect)
    return forms.ChoiceField(choices=list(setting.choices.items()), **options)
