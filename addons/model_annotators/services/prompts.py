"""Prompts: the scheme's own texts, as sent for one item."""

import hashlib
import re

import orjson

from addons.model_annotators.models import ModelRun
from addons.model_annotators.scheme_prompts import PROMPTS
from annotation.models import Campaign, Item
from annotation.schemes import scheme_of
from annotation.services.errors import Invalid
from midpath.text.characters import problem_with_characters

MAX_LENGTH = 20_000
NAMES = ("instructions", "question", "form", "item")
NAMED = re.compile(r"\{(" + "|".join(NAMES) + r")\}")
USUAL = """\
{instructions}

{question}

{item}

Answer with one JSON object and nothing else: {form}"""


def supports_models(campaign: Campaign) -> bool:
    return campaign.scheme in PROMPTS


def check_prompt(prompt: str) -> str:
    """Return a prompt, or raise Invalid. It has to include the item."""
    prompt = prompt.replace("\r\n", "\n").strip()
    if "{item}" not in prompt:
        raise Invalid(
            "The prompt must contain the item: write {item} in its place.", field="prompt"
        )
    if len(prompt) > MAX_LENGTH:
        raise Invalid(f"A prompt can have at most {MAX_LENGTH:,} characters.", field="prompt")
    if trouble := problem_with_characters(prompt):
        raise Invalid(trouble, field="prompt")
    return prompt


def message_of(prompt: str, campaign: Campaign, item: Item) -> str:
    """Return the prompt for one item. Inserted texts are not expanded again."""
    texts = words_of(campaign) | {"item": PROMPTS[campaign.scheme].shown(item, campaign.settings)}
    return NAMED.sub(lambda found: texts[found.group(1)], prompt)


def words_of(campaign: Campaign) -> dict[str, str]:
    """Return the campaign's texts: instructions and question for workers, and the format of an
    answer."""
    scheme, settings = scheme_of(campaign), campaign.settings
    return {
        "instructions": campaign.instructions or str(scheme.instructions_of(settings)),
        "question": str(scheme.question_of(settings)),
        "form": PROMPTS[campaign.scheme].form(settings),
    }


def digest_of(run: ModelRun, body: dict[str, object]) -> str:
    """Return the identity of a call: a digest of its address and everything sent except the key."""
    call = [address_of(run), body]
    return hashlib.sha256(orjson.dumps(call, option=orjson.OPT_SORT_KEYS)).hexdigest()


def address_of(run: ModelRun) -> str:
    return run.endpoint.address if run.endpoint else ""


def body_of(run: ModelRun, item: Item) -> dict[str, object]:
    body: dict[str, object] = {
        "model": run.model,
        "messages": [{"role": "user", "content": message_of(run.prompt, run.campaign, item)}],
        run.limit_name: run.most_tokens,
    }
    if run.temperature is not None:
        body["temperature"] = float(run.temperature)
    if run.seed is not None:
        body["seed"] = run.seed
    return body
