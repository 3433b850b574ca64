"""Pairs of texts: one question about both (COLING 2014 §2.2, ACL 2014 §4.2)."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop

from annotation.models import Item
from annotation.schemes.base import (
    BYTES_A_CHARACTER,
    ROOM_FOR_NAMES,
    InvalidAnswer,
    Payload,
    Settings,
)
from annotation.schemes.mixins import Comparable, HasExample, SettingsFromGold, Suggestable, YesNo
from annotation.schemes.pair.example import example_for
from annotation.schemes.pair.figures import FIGURES
from annotation.schemes.pair.files import FILES
from annotation.schemes.pair.form import PairSettingsForm
from annotation.schemes.pair.from_gold import settings_for_gold
from annotation.schemes.pair.gold_answers import known_answer
from annotation.schemes.pair.keywords import MAX_LENGTH, SIDES, check_keywords, how_many
from annotation.schemes.pair.presets import TOPIC
from annotation.schemes.pair.settings import check_pair_settings
from annotation.schemes.terms import PricePaid, UsualTerms

MAX_NAME_LENGTH = 80


class Shown(TypedDict):
    """Data of a pair that a worker's browser receives."""

    left: Mapping[str, str]
    right: Mapping[str, str]
    text: str
    question: str
    answers: list[dict[str, str]]
    keywords: Sequence[int] | None
    help: str


class Pair(Comparable, HasExample, YesNo, SettingsFromGold, Suggestable):
    name = "pair"
    title = "Pairs of texts"
    work = gettext_noop("Comparing texts")
    noun = "pair"
    dataset_kinds = ("pairs",)
    question = TOPIC["question"]
    hint = gettext_noop("Read both texts carefully, then answer.")
    instructions = gettext_noop(
        "You see two texts side by side and one question about both. Read both texts to the end "
        "before you answer. Judge what they are about, not how they are worded: two texts can "
        "say the same thing in different words, or share many words and be about different "
        "things."
    )
    cites = {"alpha": "krippendorff-2011"}
    figures = FIGURES
    # COLING 2014 §2.2: 2.15 minutes for a pair of sections.
    usual_terms = UsualTerms(seconds_expected=129)
    price_paid = PricePaid(Decimal("0.05"), 2014)
    known_at = ("gold",)
    settings_form = PairSettingsForm
    settings_help = (
        '`{"preset": "topic", "binary", "three-way" or "custom", "question": …, "answers": '
        '[{"label": …, "key": …, "yes": …}, …], "keywords": [1, 3] or null, "help": [examples]}`'
    )
    searched = ("text", "content__left__text", "content__right__text")
    files = FILES
    words_sql = "(item.content #> '{left,text}') || (item.content #> '{right,text}')"

    choices_in = ("answer", "keywords", "marked")

    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        """Return the vector of an answer, or raise InvalidAnswer.

        It has the form `{"answer": 0, "keywords": {"left": ["cookies"], "right": [...]}, "marked":
        false}`; the answer is a number from 0 or a label.
        """
        answer = _answer(payload.get("answer"), [one["label"] for one in settings["answers"]])
        texts = {side: item.content[side]["text"] for side in SIDES}
        check_keywords(payload.get("keywords"), texts, settings["keywords"])
        if not isinstance(payload.get("marked", False), bool):
            raise InvalidAnswer("Set marked to true or false.", field="marked")
        return (answer,)

    def room(self, item: Item, settings: Settings) -> int:
        _, most = settings["keywords"] or (0, 0)
        longest = max(len(one["label"]) for one in settings["answers"])
        return ROOM_FOR_NAMES + BYTES_A_CHARACTER * (longest + len(SIDES) * most * 2 * MAX_LENGTH)

    def shown(self, item: Item, settings: Settings) -> Shown:
        """Return what a browser receives. Gold answers and sampling are left out, as they would
        influence the worker."""
        sides = {
            side: {
                key: item.content[side][key]
                for key in ("title", "text")
                if key in item.content[side]
            }
            for side in SIDES
        }
        return {
            "left": sides["left"],
            "right": sides["right"],
            "text": item.content["left"]["text"][:MAX_NAME_LENGTH],
            "question": settings["question"],
            "answers": [{"label": one["label"], "key": one["key"]} for one in settings["answers"]],
            "keywords": settings["keywords"],
            "help": settings["help"],
        }

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        label: str = settings["answers"][vector[0]]["label"]
        return label

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        return {side: item.content[side]["text"] for side in SIDES}

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        return {**payload, "answer": vector[0]}

    def yes_answers(self, settings: Settings) -> list[int]:
        return [index for index, answer in enumerate(settings["answers"]) if answer["yes"]]

    def known_vector(self, item: Item, settings: Settings) -> tuple[int, ...] | None:
        index = known_answer(item, settings)
        return None if index is None else (index,)

    def settings_for_gold(self, answers: Iterable[object]) -> dict[str, object]:
        return settings_for_gold(answers)

    def check_settings(self, settings: Settings) -> dict[str, object]:
        return check_pair_settings(settings)

    def question_of(self, settings: Settings) -> str:
        return str(settings.get("question", self.question))

    def hint_of(self, settings: Settings) -> str:
        if not settings.get("keywords"):
            return super().hint_of(settings)
        number = how_many(*settings["keywords"])
        return gettext(
            "Read both texts carefully. Copy {words} from each: the words that best describe its "
            "topic. Then answer."
        ).format(words=number)

    def example_of(self, settings: Settings) -> dict[str, object]:
        return example_for(settings)


def _answer(given: object, labels: Sequence[str]) -> int:
    if type(given) is int and 0 <= given < len(labels):
        return given
    if isinstance(given, str) and given in labels:
        return labels.index(given)
    if given is None:
        raise InvalidAnswer("Choose an answer.", field="answer")
    named = "; ".join(f"{number} {label}" for number, label in enumerate(labels))
    raise InvalidAnswer(f"There is no such answer. The answers are: {named}.", field="answer")


scheme = Pair()
