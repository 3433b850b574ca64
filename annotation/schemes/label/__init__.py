"""Labels of texts: one of several, any number of them, or a point on a scale."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop

from annotation.models import Dataset, Item
from annotation.schemes.label.columns import WORDS_OF_TEXTS, check_columns
from annotation.schemes.label.figures import FIGURES
from annotation.schemes.label.files import FILES
from annotation.schemes.label.form import LabelSettingsForm
from annotation.schemes.mixins import (
    Adaptive,
    ChecksItems,
    Comparable,
    HasExample,
    SettingsFromGold,
    Suggestable,
    TakesParts,
)
from annotation.schemes.terms import UsualTerms
from midpath.schemes.base import BYTES_A_CHARACTER, ROOM_FOR_NAMES, Payload, Settings
from midpath.schemes.label import LabelAnswers
from midpath.schemes.label.answer import names_of, places_of
from midpath.schemes.label.from_gold import settings_for_gold
from midpath.schemes.label.gold_answers import known_answer
from midpath.schemes.label.settings import ANY, SCALE, check_label_settings
from midpath.schemes.label.texts import Text, shown_texts, texts_of
from midpath.schemes.label_settings import described_labels

HINTS = {
    ANY: gettext_noop("Read the whole text, then choose every label that fits, or none."),
    SCALE: gettext_noop("Read the whole text, then choose a point on the scale."),
}


class Shown(TypedDict):
    """Data of an item that a worker's browser receives."""

    text: str
    texts: list[Text]
    kind: str
    labels: Sequence[Mapping[str, str]]


class Label(
    LabelAnswers,
    Adaptive,
    ChecksItems,
    Comparable,
    HasExample,
    SettingsFromGold,
    Suggestable,
    TakesParts,
):
    title = "Labels"
    work = gettext_noop("Labelling texts")
    question = gettext_noop("Which of these labels fits the text?")
    hint = gettext_noop("Read the whole text, then choose the label that fits best.")
    dataset_kinds = ("texts", "documents")
    example_heading = gettext_noop("The labels")
    instructions = gettext_noop(
        "You see one or more texts and a list of labels with their meanings. Read everything "
        "before you choose. Judge what the text says, not what you think of it. If two labels "
        "seem to fit, read their meanings again."
    )
    cites = {"alpha": "krippendorff-2011"}
    figures = FIGURES
    usual_terms = UsualTerms(redundancy=5, seconds_expected=20)
    known_at = ("columns", "gold")
    settings_form = LabelSettingsForm
    settings_help = (
        '`{"kind": "one", "any" or "scale", "level": "ordinal" or "interval" of a scale, '
        '"question": …, "labels": [{"label": …, "key": …, "definition": …, "example": …}], '
        '"texts": ["title", "text"]}`'
    )
    files = FILES
    words_sql = WORDS_OF_TEXTS

    choices_in = ("answer",)

    def room(self, item: Item, settings: Settings) -> int:
        names = sum(len(one["label"]) for one in settings["labels"])
        return ROOM_FOR_NAMES + BYTES_A_CHARACTER * names

    def shown(self, item: Item, settings: Settings) -> Shown:
        """Return what a browser receives. The gold answer is left out, as it would influence the
        worker."""
        return {
            "text": item.text,
            "texts": shown_texts(item, settings),
            "kind": settings["kind"],
            "labels": settings["labels"],
        }

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        return " | ".join(names_of(vector, settings)) or "none"

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        return {"texts": texts_of(item, settings), "labels": names_of(vector, settings)}

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        places = places_of(vector, settings)
        return {"answer": places if settings["kind"] == ANY else places[0]}

    def count_answers(self, settings: Settings) -> int | None:
        return None if settings["kind"] == ANY else len(settings["labels"])

    def known_vector(self, item: Item, settings: Settings) -> tuple[int, ...] | None:
        index = known_answer(item, settings)
        return None if index is None else (index,)

    def settings_for_gold(self, answers: Iterable[object]) -> dict[str, object]:
        return settings_for_gold(answers)

    def check_settings(self, settings: Settings) -> dict[str, object]:
        return check_label_settings(settings)

    def check_items(self, dataset: Dataset, settings: Settings) -> None:
        check_columns(dataset, settings)

    def incomparable(self, one: Settings, other: Settings) -> str:
        if any(one[part] != other[part] for part in ("kind", "level")):
            return (
                "One of the two gives labels of another kind: one, any number, or a point on a "
                "scale. Choose two of the same kind."
            )
        places = [[label["label"] for label in settings["labels"]] for settings in (one, other)]
        if one["kind"] == SCALE and places[0] != places[1]:
            return (
                "The two scales have different points. Upload the set again with the answers of "
                "the campaign."
            )
        return ""

    def question_of(self, settings: Settings) -> str:
        return str(settings.get("question", self.question))

    def hint_of(self, settings: Settings) -> str:
        return gettext(HINTS.get(settings.get("kind", ""), self.hint))

    def example_of(self, settings: Settings) -> dict[str, object]:
        return described_labels(settings)


scheme = Label()
