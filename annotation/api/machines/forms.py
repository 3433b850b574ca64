"""Forms of what the operations on asking models take and give."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from annotation.api.fields import Form, Strict, Text, Whole, YesOrNo
from annotation.api.pagination import LARGEST_KEY
from annotation.models import ModelAnswer, ModelRun
from annotation.services.given_addresses import LONGEST_ADDRESS
from annotation.services.machines.endpoints import LONGEST_KEY, LONGEST_NAME
from annotation.services.machines.prompts import LONGEST as LONGEST_PROMPT
from annotation.services.machines.runs import MOST_A_MINUTE, MOST_AT_ONCE, MOST_TOKENS

PRICE = r"[0-9]{1,6}(\.[0-9]{1,6})?"
AMOUNT = r"[0-9]{1,9}(\.[0-9]{1,2})?"
TEMPERATURE = r"[0-9](\.[0-9]{1,2})?"
BUDGET = "What it may cost, a decimal as a text; nothing is asked that could pass it."


class Endpoint(Form):
    """An address that speaks chat completions. Its key is never told again."""

    id = serializers.IntegerField(help_text="Its number.")
    project = serializers.IntegerField(source="project_id", help_text="The project's number.")
    name = serializers.CharField(help_text="Its name within the project.")
    address = serializers.CharField(help_text="Where completions are asked for.")
    last_four = serializers.CharField(
        help_text="The last four characters of its key; empty: it has none."
    )
    set_at = serializers.DateTimeField(help_text="When it was added.")


class EndpointInput(Strict):
    name = Text(max_length=LONGEST_NAME, help_text="Different from the project's others.")
    address = Text(
        max_length=LONGEST_ADDRESS,
        help_text="Where the API is, such as `https://api.example.com/v1`; it begins with "
        "https:// and is asked at its `/chat/completions`.",
    )
    key = Text(
        required=False,
        max_length=LONGEST_KEY,
        help_text="The key, which is kept encrypted. Left out: none is needed.",
    )


class Round(Form):
    """A round of asking a model about a campaign's items."""

    id = serializers.IntegerField(help_text="Its number.")
    campaign = serializers.IntegerField(source="campaign_id", help_text="The campaign's number.")
    endpoint = serializers.IntegerField(
        source="endpoint_id",
        allow_null=True,
        help_text="The endpoint's number; null: it was taken away.",
    )
    name = serializers.CharField(help_text="The name of the set that comes of it.")
    model = serializers.CharField(help_text="The model's name at the endpoint.")
    prompt = serializers.CharField(help_text="What is sent, with its words in braces.")
    prompt_version = serializers.IntegerField(
        help_text="The prompt's number among those of the campaign."
    )
    temperature = serializers.CharField(
        allow_null=True, help_text="From 0 to 2; null: the endpoint's own."
    )
    seed = serializers.IntegerField(
        allow_null=True, help_text="What is sent as the seed; null: none is."
    )
    most_tokens = serializers.IntegerField(help_text="The most tokens of an answer.")
    limit_name = serializers.ChoiceField(
        ModelRun.Limit.choices, help_text="The name under which this is sent."
    )
    price_in = serializers.CharField(help_text="The price of a million tokens asked.")
    price_out = serializers.CharField(help_text="The price of a million tokens answered.")
    currency = serializers.CharField(help_text="The currency of prices and budget.")
    budget = serializers.CharField(help_text=BUDGET)
    at_once = serializers.IntegerField(help_text="How many calls are made at the same time.")
    most_a_minute = serializers.IntegerField(
        allow_null=True, help_text="How many calls are made within a minute; null: any number."
    )
    status = serializers.ChoiceField(
        ModelRun.Status.choices, help_text="How it stands; `waiting`: under way."
    )
    problem = serializers.CharField(help_text="Why it failed or rests; empty: nothing is wrong.")
    asked_at = serializers.DateTimeField(help_text="When it was begun.")
    set = serializers.IntegerField(
        source="set_id", allow_null=True, help_text="The set that was made of it; null: none yet."
    )


class Progress(Form):
    """The progress of a round, and its cost."""

    states = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many items are in each state: " + ", ".join(ModelAnswer.State.values) + ".",
    )
    total = serializers.IntegerField(help_text="How many items it is about.")
    bought = serializers.IntegerField(help_text="How many answers were paid for in this round.")
    again = serializers.IntegerField(
        help_text="How many answers an earlier round had bought, at no cost in this one."
    )
    tokens_in = serializers.IntegerField(help_text="How many tokens were asked.")
    tokens_out = serializers.IntegerField(help_text="How many tokens were answered.")
    spent = serializers.CharField(help_text="What it cost so far, or may have cost.")


class RoundWithProgress(Round, Progress):
    pass


class RoundInput(Strict):
    endpoint = Whole(help_text="An endpoint of the campaign's project.")
    name = Text(max_length=120, help_text="The name of the set that comes of it.")
    model = Text(max_length=200, help_text="The model's name at the endpoint.")
    prompt = Text(
        required=False,
        max_length=LONGEST_PROMPT,
        help_text="`{item}` stands for the item, `{instructions}` and `{question}` for what "
        "workers read, `{form}` for how an answer is written. Left out: the usual one.",
    )
    temperature = Text(
        required=False,
        pattern=TEMPERATURE,
        help_text="From 0 to 2, a decimal as a text. Left out: the endpoint's own.",
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
        max_value=MOST_TOKENS,
        help_text="The most tokens of an answer.",
    )
    limit_name = serializers.ChoiceField(
        ModelRun.Limit.choices,
        required=False,
        default=ModelRun.Limit.TOKENS.value,
        help_text="The name under which this is sent; some models know only one of them.",
    )
    price_in = Text(
        pattern=PRICE, help_text="The price of a million tokens asked, a decimal as a text."
    )
    price_out = Text(
        pattern=PRICE, help_text="The price of a million tokens answered, a decimal as a text."
    )
    currency = Text(
        required=False, default="USD", pattern="[A-Z]{3}", help_text="Three capital letters."
    )
    budget = Text(pattern=AMOUNT, help_text=BUDGET)
    at_once = Whole(
        required=False,
        default=1,
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text="How many calls are made at the same time.",
    )
    most_a_minute = Whole(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MOST_A_MINUTE,
        help_text="How many calls are made within any minute. Left out: as many as the endpoint "
        "takes.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _with_sums(attrs, ("temperature", "price_in", "price_out", "budget"))


class ResumeInput(Strict):
    budget = Text(
        required=False, pattern=AMOUNT, help_text=f"{BUDGET} Left out: the same as before."
    )
    lost_too = YesOrNo(
        required=False,
        default=False,
        help_text="Ask again also where no answer came, which may be paid for twice.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _with_sums(attrs, ("budget",))


class ModelsAnswer(Form):
    """An item of a round, and what came of it."""

    id = serializers.IntegerField(help_text="Its number.")
    item = serializers.IntegerField(source="item_id", help_text="The item's number.")
    state = serializers.ChoiceField(ModelAnswer.State.choices, help_text="What came of it.")
    words = serializers.CharField(help_text="What the model said.")
    problem = serializers.CharField(help_text="What is wrong with it; empty: nothing.")
    payload = serializers.DictField(
        allow_null=True, help_text="The answer as a worker would send it; null: none."
    )
    tokens_in = serializers.IntegerField(help_text="How many tokens were asked.")
    tokens_out = serializers.IntegerField(help_text="How many tokens were answered.")
    cost = serializers.CharField(help_text="What was paid, or may have been.")


def _with_sums(given: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return given | {name: Decimal(given[name]) for name in names if name in given}
