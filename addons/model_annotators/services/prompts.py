"""Prompts: the scheme's own texts, as sent for one item."""

import re

from addons.model_annotators.scheme_prompts import PROMPTS
from annotation.models import Campaign, Item
from annotation.schemes import scheme_of
from annotation.services.errors import Invalid
from annotation.text.characters import problem_with_characters

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
