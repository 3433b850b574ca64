"""Forms of the operations on model annotation."""

from decimal import Decimal

from rest_framework import serializers

from addons.model_annotators.models import ModelAnswer, ModelRun
from addons.model_annotators.services.endpoints import MAX_KEY_LENGTH, MAX_NAME_LENGTH
from addons.model_annotators.services.prompts import MAX_LENGTH as MAX_PROMPT_LENGTH
from addons.model_annotators.services.runs import MAX_CONCURRENT, MAX_PER_MINUTE, MAX_TOKENS
from annotation.api.fields import Form, Strict, Text, Values, Whole, YesOrNo
from annotation.api.pagination import LARGEST_KEY
from annotation.services.url_checks import MAX_ADDRESS_LENGTH

PRICE = r"[0-9]{1,6}(\.[0-9]{1,6})?"
AMOUNT = r"[0-9]{1,9}(\.[0-9]{1,2})?"
TEMPERATURE = r"[0-9](\.[0-9]{1,2})?"
BUDGET = "The maximum cost, a decimal string; no request is made that could exceed it."


class Endpoint(Form):
    """An endpoint for chat completions. Its key is never returned."""

    id = serializers.IntegerField(help_text="Its number.")
    project = serializers.IntegerField(source="project_id", help_text="The project's number.")
    name = serializers.CharField(help_text="Its name within the project.")
    address = serializers.CharField(help_text="Its base address.")
    last_four = serializers.CharField(
        help_text="The last four characters of its key; empty: it has none."
    )
    set_at = serializers.DateTimeField(help_text="When it was added.")


class EndpointInput(Strict):
    name = Text(max_length=MAX_NAME_LENGTH, help_text="Different from the project's others.")
    address = Text(
        max_length=MAX_ADDRESS_LENGTH,
        help_text="Where the API is, such as `https://api.example.com/v1`; it begins with "
        "https:// and requests go to its `/chat/completions`.",
    )
    key = Text(
        required=False,
        max_length=MAX_KEY_LENGTH,
        help_text="The key, which is stored encrypted. Default: none is needed.",
    )


class Round(Form):
    """A round of model annotation of a campaign's items."""

    id = serializers.IntegerField(help_text="Its number.")
    campaign = serializers.IntegerField(source="campaign_id", help_text="The campaign's number.")
    endpoint = serializers.IntegerField(
        source="endpoint_id",
        allow_null=True,
        help_text="The endpoint's number; null: it was removed.",
    )
    name = serializers.CharField(help_text="The name of the resulting set.")
    model = serializers.CharField(help_text="The model's name at the endpoint.")
    prompt = serializers.CharField(help_text="The prompt, with placeholders in braces.")
    prompt_version = serializers.IntegerField(
        help_text="The prompt's number among those of the campaign."
    )
    temperature = serializers.CharField(
        allow_null=True, help_text="From 0 to 2; null: the endpoint's own."
    )
    seed = serializers.IntegerField(
        allow_null=True, help_text="What is sent as the seed; null: none is."
    )
    most_tokens = serializers.IntegerField(help_text="The maximum tokens per answer.")
    limit_name = serializers.ChoiceField(
        ModelRun.Limit.choices, help_text="The name of this parameter."
    )
    price_in = serializers.CharField(help_text="The price per million input tokens.")
    price_out = serializers.CharField(help_text="The price per million output tokens.")
    currency = serializers.CharField(help_text="The currency of prices and budget.")
    budget = serializers.CharField(help_text=BUDGET)
    at_once = serializers.IntegerField(help_text="The number of concurrent requests.")
    most_a_minute = serializers.IntegerField(
        allow_null=True, help_text="The maximum requests per minute; null: no limit."
    )
    status = serializers.ChoiceField(
        ModelRun.Status.choices, help_text="Its status; `waiting`: under way."
    )
    problem = serializers.CharField(help_text="Why it failed or is paused; empty: no problem.")
    asked_at = serializers.DateTimeField(help_text="When it was begun.")
    set = serializers.IntegerField(
        source="set_id", allow_null=True, help_text="The set created from it; null: none yet."
    )


class Progress(Form):
    """The progress of a round, and its cost."""

    states = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many items are in each state: " + ", ".join(ModelAnswer.State.values) + ".",
    )
    total = serializers.IntegerField(help_text="The number of items.")
    bought = serializers.IntegerField(help_text="The number of answers paid for in this round.")
    again = serializers.IntegerField(
        help_text="The number of answers reused from earlier rounds at no cost."
    )
    tokens_in = serializers.IntegerField(help_text="Input tokens.")
    tokens_out = serializers.IntegerField(help_text="Output tokens.")
    spent = serializers.CharField(help_text="What it cost so far, or may have cost.")


class RoundWithProgress(Round, Progress):
    pass


class RoundInput(Strict):
    endpoint = Whole(help_text="An endpoint of the campaign's project.")
    name = Text(max_length=120, help_text="The name of the resulting set.")
    model = Text(max_length=200, help_text="The model's name at the endpoint.")
    prompt = Text(
        required=False,
        max_length=MAX_PROMPT_LENGTH,
        help_text="`{item}` stands for the item, `{instructions}` and `{question}` for what "
        "workers read, `{form}` for how an answer is written. Default: the default prompt.",
    )
    temperature = Text(
        required=False,
        pattern=TEMPERATURE,
        help_text="From 0 to 2, a decimal string. Default: the endpoint's own.",
    )
    seed = Whole(
        required=False,
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="Leave out to send none.",
    )
    most_tokens = Whole(
        required=False,
        default=300,
        min_value=1,
        max_value=MAX_TOKENS,
        help_text="The maximum tokens per answer.",
    )
    limit_name = serializers.ChoiceField(
        ModelRun.Limit.choices,
        required=False,
        default=ModelRun.Limit.TOKENS.value,
        help_text="The name of this parameter; some models know only one of them.",
    )
    price_in = Text(
        pattern=PRICE, help_text="The price per million input tokens, a decimal string."
    )
    price_out = Text(
        pattern=PRICE, help_text="The price per million output tokens, a decimal string."
    )
    currency = Text(
        required=False, default="USD", pattern="[A-Z]{3}", help_text="Three capital letters."
    )
    budget = Text(pattern=AMOUNT, help_text=BUDGET)
    at_once = Whole(
        required=False,
        default=1,
        min_value=1,
        max_value=MAX_CONCURRENT,
        help_text="The number of concurrent requests.",
    )
    most_a_minute = Whole(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MAX_PER_MINUTE,
        help_text="The maximum requests per minute. Default: no limit.",
    )

    def validate(self, attrs: Values) -> Values:
        return _with_sums(attrs, ("temperature", "price_in", "price_out", "budget"))


class ResumeInput(Strict):
    budget = Text(
        required=False, pattern=AMOUNT, help_text=f"{BUDGET} Default: the same as before."
    )
    lost_too = YesOrNo(
        required=False,
        default=False,
        help_text="Also repeat requests that got no answer, which may be charged twice.",
    )

    def validate(self, attrs: Values) -> Values:
        return _with_sums(attrs, ("budget",))


class ModelsAnswer(Form):
    """An item of a round with its outcome."""

    id = serializers.IntegerField(help_text="Its number.")
    item = serializers.IntegerField(source="item_id", help_text="The item's number.")
    state = serializers.ChoiceField(ModelAnswer.State.choices, help_text="The outcome.")
    words = serializers.CharField(help_text="What the model said.")
    problem = serializers.CharField(help_text="What is wrong with it; empty if valid.")
    payload = serializers.DictField(
        allow_null=True, help_text="The answer as a worker would send it; null: none."
    )
    tokens_in = serializers.IntegerField(help_text="Input tokens.")
    tokens_out = serializers.IntegerField(help_text="Output tokens.")
    cost = serializers.CharField(help_text="What was paid, or may have been.")


def _with_sums(given: Values, names: tuple[str, ...]) -> Values:
    return given | {name: Decimal(given[name]) for name in names if name in given}
