"""Forms of the operations on model annotation."""

from decimal import Decimal
from typing import Any

from addons.model_annotators.models import ModelAnswer, ModelRun
from addons.model_annotators.services.endpoints import MAX_KEY_LENGTH, MAX_NAME_LENGTH
from addons.model_annotators.services.prompts import MAX_LENGTH as MAX_PROMPT_LENGTH
from addons.model_annotators.services.terms import MAX_CONCURRENT, MAX_PER_MINUTE, MAX_TOKENS
from annotation.api.basic_fields import Choice, DateTime, Integer, Object, String
from annotation.api.fields import Form, Strict, Text, Whole, YesOrNo
from annotation.api.pagination import LARGEST_KEY
from annotation.services.url_checks import MAX_ADDRESS_LENGTH

PRICE = r"[0-9]{1,6}(\.[0-9]{1,6})?"
AMOUNT = r"[0-9]{1,9}(\.[0-9]{1,2})?"
TEMPERATURE = r"[0-9](\.[0-9]{1,2})?"
BUDGET = "The maximum cost, a decimal string; no request is made that could exceed it."


class Endpoint(Form):
    """An endpoint for chat completions. Its key is never returned."""

    id = Integer("Its number.")
    project = Integer("The project's number.", source="project_id")
    name = String("Its name within the project.")
    address = String("Its base address.")
    last_four = String("The last four characters of its key; empty: it has none.")
    set_at = DateTime("When it was added.")


class EndpointInput(Strict):
    name = Text("Different from the project's others.", max_length=MAX_NAME_LENGTH)
    address = Text(
        "Where the API is, such as `https://api.example.com/v1`; it begins with https:// and "
        "requests go to its `/chat/completions`.",
        max_length=MAX_ADDRESS_LENGTH,
    )
    key = Text(
        "The key, which is stored encrypted. Default: none is needed.",
        required=False,
        max_length=MAX_KEY_LENGTH,
    )


class Round(Form):
    """A round of model annotation of a campaign's items."""

    id = Integer("Its number.")
    campaign = Integer("The campaign's number.", source="campaign_id")
    endpoint = Integer(
        "The endpoint's number; null: it was removed.", source="endpoint_id", allow_null=True
    )
    name = String("The name of the resulting set.")
    model = String("The model's name at the endpoint.")
    prompt = String("The prompt, with placeholders in braces.")
    prompt_version = Integer("The prompt's number among those of the campaign.")
    temperature = String("From 0 to 2; null: the endpoint's own.", allow_null=True)
    seed = Integer("What is sent as the seed; null: none is.", allow_null=True)
    most_tokens = Integer("The maximum tokens per answer.")
    limit_name = Choice("The name of this parameter.", ModelRun.Limit.choices)
    price_in = String("The price per million input tokens.")
    price_out = String("The price per million output tokens.")
    currency = String("The currency of prices and budget.")
    budget = String(BUDGET)
    at_once = Integer("The number of concurrent requests.")
    most_a_minute = Integer("The maximum requests per minute; null: no limit.", allow_null=True)
    status = Choice("Its status; `waiting`: under way.", ModelRun.Status.choices)
    problem = String("Why it failed or is paused; empty: no problem.")
    asked_at = DateTime("When it was begun.")
    set = Integer("The set created from it; null: none yet.", source="set_id", allow_null=True)


class Progress(Form):
    """The progress of a round, and its cost."""

    states = Object(
        "How many items are in each state: " + ", ".join(ModelAnswer.State.values) + ".",
        child=Integer(),
    )
    total = Integer("The number of items.")
    bought = Integer("The number of answers paid for in this round.")
    again = Integer("The number of answers reused from earlier rounds at no cost.")
    tokens_in = Integer("Input tokens.")
    tokens_out = Integer("Output tokens.")
    spent = String("What it cost so far, or may have cost.")


class RoundWithProgress(Round, Progress):
    pass


class RoundInput(Strict):
    endpoint = Whole("An endpoint of the campaign's project.")
    name = Text("The name of the resulting set.", max_length=120)
    model = Text("The model's name at the endpoint.", max_length=200)
    prompt = Text(
        "`{item}` stands for the item, `{instructions}` and `{question}` for what workers read, "
        "`{form}` for how an answer is written. Default: the default prompt.",
        required=False,
        max_length=MAX_PROMPT_LENGTH,
    )
    temperature = Text(
        "From 0 to 2, a decimal string. Default: the endpoint's own.",
        required=False,
        pattern=TEMPERATURE,
    )
    seed = Whole("Leave out to send none.", required=False, min_value=0, max_value=LARGEST_KEY)
    most_tokens = Whole(
        "The maximum tokens per answer.",
        required=False,
        default=300,
        min_value=1,
        max_value=MAX_TOKENS,
    )
    limit_name = Choice(
        "The name of this parameter; some models know only one of them.",
        ModelRun.Limit.choices,
        required=False,
        default=ModelRun.Limit.TOKENS.value,
    )
    price_in = Text("The price per million input tokens, a decimal string.", pattern=PRICE)
    price_out = Text("The price per million output tokens, a decimal string.", pattern=PRICE)
    currency = Text("Three capital letters.", required=False, default="USD", pattern="[A-Z]{3}")
    budget = Text(BUDGET, pattern=AMOUNT)
    at_once = Whole(
        "The number of concurrent requests.",
        required=False,
        default=1,
        min_value=1,
        max_value=MAX_CONCURRENT,
    )
    most_a_minute = Whole(
        "The maximum requests per minute. Default: no limit.",
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MAX_PER_MINUTE,
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _with_sums(attrs, ("temperature", "price_in", "price_out", "budget"))


class ResumeInput(Strict):
    budget = Text(f"{BUDGET} Default: the same as before.", required=False, pattern=AMOUNT)
    lost_too = YesOrNo(
        "Also repeat requests that got no answer, which may be charged twice.",
        required=False,
        default=False,
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _with_sums(attrs, ("budget",))


class ModelsAnswer(Form):
    """An item of a round with its outcome."""

    id = Integer("Its number.")
    item = Integer("The item's number.", source="item_id")
    state = Choice("The outcome.", ModelAnswer.State.choices)
    words = String("What the model said.")
    problem = String("What is wrong with it; empty if valid.")
    payload = Object("The answer as a worker would send it; null: none.", allow_null=True)
    tokens_in = Integer("Input tokens.")
    tokens_out = Integer("Output tokens.")
    cost = String("What was paid, or may have been.")


def _with_sums(given: dict[str, Any], names: tuple[str, ...]) -> dict[str, object]:
    return given | {name: Decimal(given[name]) for name in names if name in given}
