"""The forms of model annotation: the endpoint with its key, and the terms of a round."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Unpack, cast

from django import forms

from addons.model_annotators.models import ModelEndpoint, ModelRun
from addons.model_annotators.services.endpoints import MAX_KEY_LENGTH, MAX_NAME_LENGTH
from addons.model_annotators.services.terms import MAX_CONCURRENT, MAX_PER_MINUTE, Terms
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.services.url_checks import MAX_ADDRESS_LENGTH

PLAIN = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})


class EndpointForm(ServiceForm):
    """A URL and a key. The form is on the same page as the terms of a round, so its fields have
    their own ids."""

    def __init__(self, data: Sent = None) -> None:
        super().__init__(data, auto_id="id_endpoint_%s")

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH, label="Name", help_text="Such as the provider."
    )
    address = forms.CharField(
        max_length=MAX_ADDRESS_LENGTH,
        label="Address",
        help_text="The URL of the API, such as https://api.example.com/v1. Requests go to its "
        "/chat/completions.",
        widget=PLAIN,
    )
    key = forms.CharField(
        max_length=MAX_KEY_LENGTH,
        required=False,
        label="Key",
        help_text="Stored encrypted and never shown again. Leave empty if none is needed.",
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


class RunForm(ServiceForm):
    """The terms of a round."""

    endpoint = forms.TypedChoiceField(label="Endpoint")
    model = forms.CharField(
        max_length=200, label="Model", help_text="The model’s name at the endpoint.", widget=PLAIN
    )
    name = forms.CharField(max_length=120, label="Name of the resulting set")
    prompt = forms.CharField(
        label="Prompt",
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="{item} is replaced by the item, {instructions} and {question} by what "
        "workers read, {form} by the format of an answer.",
    )
    temperature = forms.DecimalField(
        required=False, min_value=0, max_value=2, decimal_places=2, label="Temperature",
        initial=Decimal(0), help_text="Leave empty for the endpoint’s default.",
    )  # fmt: skip
    seed = forms.IntegerField(required=False, min_value=0, label="Seed", initial=1)
    most_tokens = forms.IntegerField(min_value=1, label="Maximum tokens per answer", initial=300)
    limit_name = forms.ChoiceField(
        choices=ModelRun.Limit, label="Sent as", help_text="Some models accept only the second."
    )
    price_in = forms.DecimalField(
        min_value=0, decimal_places=6, max_digits=12, label="Price per million input tokens"
    )
    price_out = forms.DecimalField(
        min_value=0, decimal_places=6, max_digits=12, label="Price per million output tokens"
    )
    currency = forms.CharField(max_length=3, initial="USD", label="Currency")
    budget = forms.DecimalField(
        min_value=0, decimal_places=4, max_digits=12, label="Budget",
        help_text="No request is sent that could exceed it.",
    )  # fmt: skip
    at_once = forms.IntegerField(
        min_value=1, max_value=MAX_CONCURRENT, initial=4, label="Parallel requests"
    )
    most_a_minute = forms.IntegerField(
        required=False, min_value=1, max_value=MAX_PER_MINUTE, label="Requests per minute",
        help_text="Maximum within any minute. Leave empty for no limit.",
    )  # fmt: skip

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        endpoints: Sequence[ModelEndpoint],
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        known = {str(one.pk): one for one in endpoints}
        field = cast(forms.TypedChoiceField, self.fields["endpoint"])
        field.coerce = known.__getitem__
        field.choices = [(pk, f"{one} ({one.address})") for pk, one in known.items()]

    def given(self) -> dict[str, Any]:
        terms = {name: value for name, value in self.cleaned_data.items() if name != "endpoint"}
        return {"endpoint": self.cleaned_data["endpoint"], "terms": Terms(**terms)}


class ResumeForm(ServiceForm):
    """The terms for resuming a round."""

    budget = forms.DecimalField(min_value=0, decimal_places=4, max_digits=12, label="Budget")
    lost_too = forms.BooleanField(required=False)
