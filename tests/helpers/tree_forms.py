"""Campaigns of n-ary and of labelled trees, judged at random."""

import re
from random import Random
from typing import Any

from annotation.models import Campaign, Item
from midpath.schemes.nested.trees import tree_form
from tests.helpers.factories import judge_everything, make_campaign

LABELS = [
    {"label": "NP", "key": "1", "definition": "A noun phrase", "example": ""},
    {"label": "VP", "key": "2", "definition": "", "example": ""},
]
MANY: dict[str, Any] = {"parts": "many", "labels": []}
LABELLED: dict[str, Any] = {"parts": "many", "labels": LABELS}
LABELLED_BINARY: dict[str, Any] = {"parts": "two", "labels": LABELS}
ESCAPED = {ord(c): f"\\{c}" for c in "|()\\"}
FORMS = {"many": MANY, "labels": LABELLED, "binary labels": LABELLED_BINARY}


def judged_trees(form: str, texts: Any, workers: int = 4, seed: int = 3) -> Campaign:
    campaign = make_campaign(texts=texts, scheme="nested", settings=FORMS[form])

    def answer(item: Item, luck: Random) -> dict[str, Any]:
        return {"answer": random_tree(item.words, campaign.settings, luck)}

    return judge_everything(campaign, workers, seed, answer)


def random_tree(words: list[str], settings: dict[str, Any], luck: Random) -> str:
    """Return the bracket string of a random tree, joined from the bottom up."""
    trees = tree_form(settings)
    parts = [re.sub(r"([|()\\])", r"\\\1", word) for word in words]
    while len(parts) > 1:
        most = len(parts) if trees.kind == "nary" else 2
        size = luck.randint(2, most)
        at = luck.randint(0, len(parts) - size)
        label = [luck.choice(trees.labels)] if trees.labels else []
        parts[at : at + size] = [f"({' '.join([*label, *parts[at : at + size]])})"]
    return parts[0]
