"""Pairs of texts: one question about both (COLING 2014 §2.2, ACL 2014 §4.2)."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Item
from annotation.schemes.mixins import Comparable, HasExample, SettingsFromGold, Suggestable, YesNo
from annotation.schemes.pair.example import example_for
from annotation.schemes.pair.figures import FIGURES
from annotation.schemes.pair.files import FILES
from annotation.schemes.pair.form import PairSettingsForm
from annotation.schemes.terms import PricePaid, UsualTerms
from midpath.schemes.base import BYTES_A_CHARACTER, ROOM_FOR_NAMES, Payload, Settings
from midpath.schemes.pair import PairAnswers
from midpath.schemes.pair.from_gold import settings_for_gold
from midpath.schemes.pair.gold_answers import known_answer
from midpath.schemes.pair.keywords import MAX_LENGTH, SIDES
from midpath.schemes.pair.presets import TOPIC
from midpath.schemes.pair.settings import check_pair_settings

MAX_NAME_LENGTH = 80


class Shown(TypedDict):
    """Data of a pair that a worker's browser receives."""

    left: Mapping[str, str]
    right: Mapping[str, str]
    text: str
    question: str
    answers: list[dict[str, str]]
    keywords: Sequence[int] | None
    help: Sequence[str]
    helpAt: int | None


class Pair(PairAnswers, Comparable, HasExample, YesNo, SettingsFromGold, Suggestable):
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
    # Programs named the presets before papers' terms came with them.
    presets_have_terms = False
    price_paid = PricePaid(Decimal("0.05"), 2014)
    known_at = ("gold",)
    settings_form = PairSettingsForm
    settings_help = (
        '`{"preset": "topic", "binary", "three-way" or "custom", "question": …, "answers": '
        '[{"label": …, "key": …, "yes": …}, …], "keywords": [1, 3] or null, "help": [examples], '
        '"help_at": the index of the answer with the examples, or null}`'
    )
    searched = ("text", "content__left__text", "content__right__text")
    files = FILES
    words_sql = "(item.content #> '{left,text}') || (item.content #> '{right,text}')"

    choices_in = ("answer", "keywords", "marked")

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
            "helpAt": settings.get("help_at"),
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

    def count_answers(self, settings: Settings) -> int:
        return len(settings["answers"])

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
        return gettext(
            "Read both texts carefully. Copy {words} from each: the words that best describe its "
            "topic. Then answer."
        ).format(words=_how_many(*settings["keywords"]))

    def example_of(self, settings: Settings) -> dict[str, object]:
        return example_for(settings)


def _how_many(least: int, most: int) -> str:
    """Return the required number of keywords in the language of the page."""
    if least == most:
        return ngettext("{count} keyword", "{count} keywords", most).format(count=most)
    return gettext("{least} to {most} keywords").format(least=least, most=most)


scheme = Pair()
