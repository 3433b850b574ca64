"""Spans of a text or a document, marked and labelled: names, phrases, or anything else."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop

from annotation.models import Item
from annotation.schemes.base import OutFile
from annotation.schemes.mixins import Comparable, Graded, HasExample, SettingsFromGold, Suggestable
from annotation.schemes.spans.figures import FIGURES
from annotation.schemes.spans.files import CONLL, FILES
from annotation.schemes.spans.form import SpanSettingsForm
from annotation.schemes.terms import UsualTerms
from midpath.schemes.base import BYTES_A_CHARACTER, ROOM_FOR_NAMES, Payload, Settings
from midpath.schemes.label_settings import described_labels
from midpath.schemes.spans import SpanAnswers
from midpath.schemes.spans.answer import most_spans, named_spans, spans_of
from midpath.schemes.spans.from_gold import settings_for_gold
from midpath.schemes.spans.gold_answers import known_vector
from midpath.schemes.spans.places import CHARACTERS, WORDS, reading_of
from midpath.schemes.spans.settings import APART, check_span_settings

# The bytes of two numbers as JSON, with brackets, commas and some white space.
BYTES_A_SPAN = 48
MAX_SHOWN_LENGTH = 60


class Shown(TypedDict):
    """Data of a text that a worker's browser receives, with the places of its words."""

    text: str
    places: list[list[int]]
    headings: list[list[int]]
    unit: str
    overlap: str
    labels: Sequence[Mapping[str, object]]


class Spans(SpanAnswers, Comparable, Graded, HasExample, SettingsFromGold, Suggestable):
    title = "Spans"
    work = gettext_noop("Marking words")
    question = gettext_noop("Who and what is named in the text?")
    hint = gettext_noop(
        "Mark words, then choose a label. Mark everything that a label fits, and nothing else."
    )
    dataset_kinds = ("texts", "documents")
    example_heading = gettext_noop("The labels")
    instructions = gettext_noop(
        "You see a text and a list of labels with their meanings. Mark every phrase that a label "
        "fits, from its first word to its last, and choose the label. Read the whole text. If no "
        "label fits anywhere, choose “Nothing to mark”."
    )
    cites = {
        "alpha": "krippendorff-1995",
        "coincidence": "krippendorff-2016",
        "places": "krippendorff-2011",
    }
    figures = FIGURES
    usual_terms = UsualTerms(redundancy=3, seconds_expected=60)
    known_at = ("columns", "gold")
    most_bytes = 512 * 1024
    settings_form = SpanSettingsForm
    settings_help = (
        '`{"unit": "words" or "characters", "overlap": "none", "nested" or "any", "question": …, '
        '"labels": [{"label": …, "key": …, "definition": …, "example": …}]}`'
    )
    files = FILES

    choices_in = ("spans",)

    def files_of(self, settings: Settings) -> Sequence[OutFile]:
        """Return all files; CoNLL, with its one tag per word, only if it can represent every
        answer."""
        flat = settings["unit"] == WORDS and settings["overlap"] == APART
        return [file for file in FILES if flat or file.name != CONLL]

    def room(self, item: Item, settings: Settings) -> int:
        longest = max(len(one["label"]) for one in settings["labels"])
        a_span = BYTES_A_SPAN + BYTES_A_CHARACTER * longest
        return ROOM_FOR_NAMES + a_span * most_spans(len(reading_of(item).words))

    def shown(self, item: Item, settings: Settings) -> Shown:
        """Return what a browser receives: the text with the places of its words, and the labels."""
        reading = reading_of(item)
        return {
            "text": reading.text,
            "places": [list(place) for place in reading.words],
            "headings": [list(place) for place in reading.headings],
            "unit": settings["unit"],
            "overlap": settings["overlap"],
            "labels": settings["labels"],
        }

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        reading = reading_of(item)
        found = (
            f"{shortened(reading.of(begin, end, settings['unit']))} [{label}]"
            for begin, end, label in named_spans(vector, settings)
        )
        return " | ".join(found) or "nothing marked"

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        reading = reading_of(item)
        spans = [
            (reading.of(begin, end, settings["unit"]), label)
            for begin, end, label in named_spans(vector, settings)
        ]
        return {"text": reading.text, "spans": spans}

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        return {"spans": [list(span) for span in spans_of(vector)]}

    def known_vector(self, item: Item, settings: Settings) -> tuple[int, ...] | None:
        return known_vector(item, settings)

    def parts(self, vector: Sequence[int], settings: Settings) -> list[tuple[int, int, int]]:
        return list(spans_of(vector))

    def settings_for_gold(self, answers: Iterable[object]) -> dict[str, object]:
        return settings_for_gold(answers)

    def check_settings(self, settings: Settings) -> dict[str, object]:
        return check_span_settings(settings)

    def incomparable(self, one: Settings, other: Settings) -> str:
        if one["unit"] != other["unit"]:
            return "One marks words, the other characters. Choose two with the same unit."
        return ""

    def question_of(self, settings: Settings) -> str:
        return str(settings.get("question", gettext(self.question)))

    def hint_of(self, settings: Settings) -> str:
        if settings.get("unit") == CHARACTERS:
            return gettext(
                "Mark exactly the characters that a label fits. Mark everything that a "
                "label fits, and nothing else."
            )
        return super().hint_of(settings)

    def example_of(self, settings: Settings) -> dict[str, object]:
        return described_labels(settings)


def shortened(text: str) -> str:
    r"""Return a span on one line, with the middle of a long one left out.

    >>> shortened("from  the\nbeginning")
    'from the beginning'
    """
    line = " ".join(text.split())
    if len(line) <= MAX_SHOWN_LENGTH:
        return line
    half = MAX_SHOWN_LENGTH // 2
    return f"{line[:half].rstrip()} … {line[-half:].lstrip()}"


scheme = Spans()
