"""Evidence for the answer to a question: sentences of a document, or that there is none.

PrivacyQA (Ravichander et al. 2019); with options, the multiple choice of ACL 2014 §4.1."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NotRequired, TypedDict

from django.utils.translation import gettext, gettext_noop

from annotation.models import Item
from annotation.schemes.evidence.example import example_for
from annotation.schemes.evidence.figures import FIGURES
from annotation.schemes.evidence.files import FILES
from annotation.schemes.evidence.form import EvidenceSettingsForm
from annotation.schemes.evidence.wording import ShownAspect, shown_aspect, shown_steps
from annotation.schemes.mixins import (
    Comparable,
    Graded,
    HasExample,
    HasSettings,
    ServedByDocument,
    Suggestable,
)
from annotation.schemes.terms import UsualTerms
from midpath.schemes.base import BYTES_A_CHARACTER, ROOM_FOR_NAMES, Payload, Settings
from midpath.schemes.evidence import EvidenceAnswers
from midpath.schemes.evidence.answer import KNOWN, most_spans
from midpath.schemes.evidence.document import places_of
from midpath.schemes.evidence.gold_answers import known_vector
from midpath.schemes.evidence.settings import check_evidence_settings
from midpath.schemes.evidence.vector import meaning_of
from midpath.schemes.evidence.wording import ASPECTS, CATEGORIES_ASK, INCOMPREHENSIBLE, Step

# The bytes of a number as JSON, with brackets, a comma and some white space.
BYTES_A_NUMBER = 16


class ShownDocument(TypedDict):
    id: int | None
    name: str
    sentences: Sequence[str]
    outline: Sequence[object]
    breaks: Sequence[int]
    starts: NotRequired[list[int]]


class Shown(TypedDict):
    """Data of a question that a worker's browser receives."""

    text: str
    options: Sequence[str]
    document: ShownDocument
    unit: str
    snap: bool
    aspects: list[ShownAspect]
    categories: Sequence[str]
    categoriesAsk: str
    steps: list[Step]
    incomprehensible: str


class Evidence(
    EvidenceAnswers, Comparable, Graded, HasExample, HasSettings, ServedByDocument, Suggestable
):
    title = "Evidence for answers"
    work = gettext_noop("Finding evidence")
    noun = "question"
    dataset_kinds = ("questions",)
    question = gettext_noop("Which sentences answer the question?")
    hint = gettext_noop("Mark everything that is needed to answer it, and nothing else.")
    instructions = gettext_noop(
        "You see a question and a document. Mark the sentences that are needed to answer the "
        "question: all of them, and no others. The answer may be spread over several places. "
        "Search the document and look through its sections before you choose “No answer”."
    )
    cites = {"alpha": "krippendorff-2011", "f1_human": "ravichander-2019"}
    figures = FIGURES
    usual_terms = UsualTerms(redundancy=3, seconds_allotted=3600, seconds_expected=240)
    known_at = ("extra", "gold")
    settings_form = EvidenceSettingsForm
    settings_help = (
        '`{"preset": "plain", "privacyqa" or "alignment", "unit": "sentences" or "characters", '
        '"snap", "relevance", "subjectivity", "likelihood", "causes": true or false, '
        '"categories": […] or null}`'
    )
    searched = ("text", "content__question")
    files = FILES
    words_sql = "(item.content -> 'question') || to_jsonb(document.words)"

    choices_in = KNOWN

    def room(self, item: Item, settings: Settings) -> int:
        words = [*(settings["categories"] or ()), *(item.content.get("options") or ())]
        names = BYTES_A_CHARACTER * sum(map(len, words)) + BYTES_A_NUMBER * len(words)
        numbers = (
            2 * most_spans(item)
            if settings["unit"] == "characters"
            else int(item.content["sentences"])
        )
        return 2 * ROOM_FOR_NAMES + names + BYTES_A_NUMBER * numbers

    def shown(self, item: Item, settings: Settings) -> Shown:
        """Return what a browser gets of a question, with its whole document."""
        document = item.document
        content = document.content if document else {"sentences": []}
        shown: Shown = {
            "text": item.content["question"],
            "options": item.content.get("options") or [],
            "document": {
                "id": item.document_id,
                "name": document.text if document else "",
                "sentences": content["sentences"],
                "outline": content.get("outline", []),
                "breaks": content.get("breaks", []),
            },
            "unit": settings["unit"],
            "snap": settings["snap"],
            "aspects": [shown_aspect(aspect) for aspect in ASPECTS if settings[aspect.name]],
            "categories": settings["categories"] or [],
            "categoriesAsk": gettext(CATEGORIES_ASK),
            "steps": shown_steps() if settings["causes"] else [],
            "incomprehensible": INCOMPREHENSIBLE,
        }
        if settings["unit"] == "characters":
            shown["document"]["starts"] = [start for start, _ in places_of(content)]
        return shown

    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        meaning = meaning_of(vector, settings)
        parts = [runs(meaning.sentences) if meaning.answerable else "no answer"]
        if meaning.choice is not None:
            parts.insert(0, item.content["options"][meaning.choice])
        parts += [meaning.cause, meaning.relevance, meaning.subjectivity, meaning.likelihood]
        return " | ".join(filter(None, [*parts, ", ".join(meaning.categories)]))

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        """Return the question, the document's name, the option and the marked sentences."""
        meaning, document = meaning_of(vector, settings), item.document
        sentences = document.content["sentences"] if document else []
        options = item.content.get("options") or []
        return {
            "question": item.content["question"],
            "document": document.text if document else "",
            "option": "" if meaning.choice is None else options[meaning.choice],
            "sentences": [(at + 1, sentences[at]) for at in meaning.sentences],
        }

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        return {**payload, "choice": meaning_of(vector, settings).choice}

    def known_vector(self, item: Item, settings: Settings) -> tuple[int, ...] | None:
        return known_vector(item, settings)

    def parts(self, vector: Sequence[int], settings: Settings) -> Sequence[int]:
        return meaning_of(vector, settings).sentences

    def agrees(
        self,
        one: Sequence[int],
        other: Sequence[int],
        settings: Settings,
        at_least: Decimal | None = None,
    ) -> bool:
        """Return whether two answers find no answer, or the same option and the same sentences, or
        enough of them."""
        mine, theirs = meaning_of(one, settings), meaning_of(other, settings)
        if (mine.answerable, mine.choice) != (theirs.answerable, theirs.choice):
            return False
        return super().agrees(one, other, settings, at_least)

    def check_settings(self, settings: Settings) -> dict[str, object]:
        return check_evidence_settings(settings)

    def hint_of(self, settings: Settings) -> str:
        if settings.get("unit") == "characters":
            return gettext("Mark the words that are needed to answer it, and nothing else.")
        return super().hint_of(settings)

    def example_of(self, settings: Settings) -> dict[str, object]:
        return example_for(settings)


def runs(sentences: Sequence[int]) -> str:
    """Format sentence numbers for people, counting from 1.

    >>> runs([0, 3, 4, 5])
    'sentences 1, 4–6'
    """
    found: list[list[int]] = []
    for number in sentences:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    spans = [f"{a + 1}" if a == b else f"{a + 1}–{b + 1}" for a, b in found]
    return f"sentence{'' if len(sentences) == 1 else 's'} {', '.join(spans)}"


scheme = Evidence()
