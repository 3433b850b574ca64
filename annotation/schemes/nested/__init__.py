"""Nested segmentation: join neighbours, two at a time or more, until one tree is left (ACL 2013
§3)."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import NotRequired

from django.utils.translation import gettext, gettext_noop

from annotation.models import Item
from annotation.schemes.base import Example, Figure
from annotation.schemes.look_up import with_look_up, without_look_up
from annotation.schemes.nested.example import MANY_EXAMPLE
from annotation.schemes.nested.form import NestedSettingsForm
from annotation.schemes.nested.wording import (
    LABEL_HINT,
    LABEL_INSTRUCTIONS,
    MANY_HINT,
    MANY_INSTRUCTIONS,
    MANY_QUESTION,
)
from annotation.schemes.segmentation import Segmentation, ShownWords
from annotation.schemes.terms import PricePaid, UsualTerms
from midpath.json_types import JsonObject
from midpath.schemes.base import BYTES_A_CHARACTER, ROOM_FOR_NAMES, Settings
from midpath.schemes.nested import NestedAnswers
from midpath.schemes.nested.settings import MANY, check_nested_settings
from midpath.schemes.nested.trees import tree_form, tree_parts
from midpath.schemes.segmentation import longest_form


class ShownTree(ShownWords):
    """Data of a text that a worker's browser receives; the settings only if they are not the
    default."""

    parts: NotRequired[str]
    labels: NotRequired[Sequence[Mapping[str, str]]]


class Nested(NestedAnswers, Segmentation):
    title = "Nested segmentation"
    known_at = ("columns", "gold_nested")
    work = gettext_noop("Grouping words")
    question = gettext_noop("Which two neighbours belong together most?")
    hint = gettext_noop("Join two words or groups at a time until one tree is left.")
    instructions = gettext_noop(
        "You see a short text. Join the two neighbours that belong together most, then the next "
        "two, and so on, until all words form one group. A neighbour can be a word or a group. "
        "Always join exactly two. There is no single correct answer: start with what feels "
        "closest."
    )
    example = Example(
        words=("apply", "first", "aid", "course", "on", "line"),
        steps=(
            (
                "apply (first aid) course on line",
                gettext_noop("“first aid” is a fixed expression, so join it first."),
            ),
            (
                "apply ((first aid) course) on line",
                gettext_noop("Then join “course”: a course in first aid."),
            ),
            (
                "apply ((first aid) course) (on line)",
                gettext_noop("“on” and “line” belong together."),
            ),
            (
                "apply (((first aid) course) (on line))",
                gettext_noop("The course is on line, so join these two groups."),
            ),
            (
                "(apply (((first aid) course) (on line)))",
                gettext_noop("Finally, join “apply” to the rest."),
            ),
        ),
        answer="(apply (((first aid) course) (on line)))",
    )
    cites = {"alpha": "ramanath-2013-crowd", "S": "ramanath-2013-crowd"}
    figures = (
        Figure(
            ("alpha", "d1"),
            "α, d1",
            "Agreement on the heights of boundaries, corrected for chance, with equal weight for "
            "all levels of the tree (Krippendorff’s α by absolute difference).",
            corrected=True,
        ),
        Figure(
            ("alpha", "d2"),
            "α, d2",
            "α with more weight for disagreement near the top of the tree (by difference of "
            "squares).",
            corrected=True,
        ),
        Figure(
            ("S", "d1"),
            "S, d1",
            "The probability that two random trees are at least as far apart as those of two "
            "workers. Chance alone gives more than one half.",
        ),
        Figure(
            ("S", "d2"),
            "S, d2",
            "S with more weight for disagreement near the top of the tree (by difference of "
            "squares).",
        ),
    )
    # ACL 2013, Table 3.
    usual_terms = UsualTerms(seconds_allotted=900, seconds_expected=112)
    price_paid = PricePaid(Decimal("0.06"), 2013)
    entails = "flat"
    settings_form = NestedSettingsForm
    settings_help = (
        '`{"preset": "plain" or "a13", "parts": "two" or "many", "labels": [{"label": …, "key": …, '
        '"definition": …, "example": …}], "look_up": "duckduckgo", "bing", "google" or '
        '""}`; empty for binary trees without labels'
    )

    def check_settings(self, settings: Settings) -> JsonObject:
        return check_nested_settings(settings)

    def parts(self, vector: Sequence[int], settings: Settings) -> Collection[Hashable]:
        return tree_parts(vector, settings)

    def room(self, item: Item, settings: Settings) -> int:
        longest = max(map(len, tree_form(settings).labels), default=0)
        return ROOM_FOR_NAMES + BYTES_A_CHARACTER * longest_form(item, longest)

    def shown(self, item: Item, settings: Settings) -> ShownTree:
        words = super().shown(item, settings)
        shown: ShownTree = {"words": words["words"], "spaced": words["spaced"]}
        if "lookUp" in words:
            shown["lookUp"] = words["lookUp"]
        if not _is_plain(settings):
            shown["parts"], shown["labels"] = settings["parts"], settings["labels"]
        return shown

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        """Return the words and the gaps in the order in which they are joined, inner ones first. If
        trees are not binary, the answer as the task interface sends it is drawn instead."""
        shown = self.shown(item, settings)
        if not _is_plain(settings):
            return {**shown, "boundaries": list(vector)}
        joins = sorted(range(len(vector)), key=lambda gap: vector[gap])
        return {**shown, "joins": joins}

    def question_of(self, settings: Settings) -> str:
        return gettext(MANY_QUESTION if _is_many(settings) else self.question)

    def hint_of(self, settings: Settings) -> str:
        hint = gettext(MANY_HINT if _is_many(settings) else self.hint)
        return f"{hint} {gettext(LABEL_HINT)}" if settings.get("labels") else hint

    def instructions_of(self, settings: Settings) -> str:
        text = gettext(MANY_INSTRUCTIONS if _is_many(settings) else self.instructions)
        labelled = f"{text} {gettext(LABEL_INSTRUCTIONS)}" if settings.get("labels") else text
        return with_look_up(labelled, settings)

    def is_standard(self, given: str) -> bool:
        """Return whether these are the instructions for some settings."""
        plain = without_look_up(given).removesuffix(f" {LABEL_INSTRUCTIONS}")
        return plain in (self.instructions, MANY_INSTRUCTIONS)

    def example_of(self, settings: Settings) -> dict[str, object]:
        example = MANY_EXAMPLE if _is_many(settings) else self.example
        steps = [(form, gettext(comment)) for form, comment in example.steps]
        labels = {"labels": settings["labels"]} if settings.get("labels") else {}
        return asdict(example) | {"steps": steps} | labels


def _is_plain(settings: Settings) -> bool:
    """Return whether trees are binary, without labels."""
    return not _is_many(settings) and not settings.get("labels")


def _is_many(settings: Settings) -> bool:
    return settings.get("parts") == MANY


scheme = Nested()
