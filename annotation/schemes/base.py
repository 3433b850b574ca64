"""The interface of a scheme. A new scheme is a new folder next to this file that contains a
`scheme`."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.translation import gettext, gettext_noop

from annotation.models import Dataset, Item
from annotation.schemes.lengths import Lengths
from annotation.schemes.terms import PricePaid, UsualTerms
from annotation.text.formatting import percent, signed

Settings = Mapping[str, Any]
# An answer as JSON, before it is parsed.
Payload = Mapping[str, object]


# The characters of an invalid value that its error shows.
MAX_SHOWN = 60
# A character outside the basic plane is written as two escapes of six.
BYTES_A_CHARACTER = 12
ROOM_FOR_NAMES = 1024


class InvalidAnswer(ValueError):
    """An answer that its scheme refuses: the field, the position in it, and the reason as a
    sentence."""

    def __init__(self, message: str, *, field: str, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.position = position


def brief(given: object) -> str:
    """Return an invalid value for its error: a text cut short; of a list or an object only its
    type.

    >>> brief("no"), brief([[1], [2]])
    ("'no'", 'a list')
    """
    if isinstance(given, list | dict):
        return "a list" if isinstance(given, list) else "an object"
    if isinstance(given, str) and len(given) > MAX_SHOWN:
        return f"{given[:MAX_SHOWN]!r}…"
    return repr(given)


class InvalidSettings(ValueError):
    """Settings that their scheme refuses: the setting, and the reason as a sentence."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


@dataclass(frozen=True)
class Figure:
    """A number that the dashboard shows, found at `path` in the campaign's stored figures.

    `agreement`: it has a line in the chart of agreement over time. `decimals`: how many are shown;
    three would be too many for a mean of counts. `share`: it is shown as a percentage.
    """

    path: tuple[str, ...]
    label: str
    definition: str
    agreement: bool = True
    decimals: int = 3
    share: bool = False

    def shown(self, value: float) -> str:
        return percent(value) if self.share else signed(value, self.decimals)


@dataclass(frozen=True)
class Example:
    """A worked example for the instructions page: its words and the steps to its answer."""

    words: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    answer: str


@dataclass(frozen=True)
class OutFile:
    """A file in which a campaign is exported; `name` is used in URLs and commands."""

    name: str
    title: str
    what: str


GOLD = OutFile(
    "gold",
    "gold.json",
    "The papers’ release format: every text with its annotations, each consensus with its "
    "support and ties, the figures with their version, and the campaign’s terms.",
)

# Every scheme has these, too.
DECISIONS = (
    OutFile(
        "decisions-csv",
        "decisions.csv",
        "The adjudicators’ decisions, one row per decision, including withdrawn ones: the "
        "answer, how it was made, the adjudicator (a number), what they had seen, how many "
        "judgments came since.",
    ),
    OutFile(
        "decisions-jsonl",
        "decisions.jsonl",
        "The same in JSON lines, with each answer in full.",
    ),
)


class SettingsForm(forms.Form):
    """A form for a scheme's settings, part of the form of a campaign's terms.

    Its files are `research/schemes/<name>/settings.html`, `css/settings-<name>.css` and
    `js/research/settings/<name>.js`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def clean(self) -> dict[str, object]:
        if not self.errors:
            try:
                self._settings = self.checked()
            except InvalidSettings as error:
                self.add_error(self.field_of(error.field), error.message)
        return self.cleaned_data

    def settings(self) -> dict[str, Any]:
        """Return the answers of a valid form."""
        return self._settings

    def checked(self) -> dict[str, Any]:
        """Return the answers as the scheme's settings, or raise InvalidSettings."""
        raise NotImplementedError

    def field_of(self, setting: str) -> str | None:
        """Return the field next to which a setting's error is shown; None for the top of the
        form."""
        return setting if setting in self.fields else None

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, Any]:
        """Return the form's initial answers from settings."""
        raise NotImplementedError


class Scheme(ABC):
    """A scheme. Its templates and scripts are found by its name.

    They are `worker/schemes/<name>.html`, `js/worker/<name>/desk.js` and
    `research/schemes/<name>/`. `settings` are the campaign's, as `check_settings` returned them;
    `settings_form` is their form. `adaptive`: a HIT may be judged until its workers agree.
    `has_example`: workers see a worked example. `yes_no`: some of its answers may count as yes.
    `known`: its items may have gold answers, and `known_at` says where in an item's content;
    `graded`: an answer may be right by its agreement with the gold answer, to the degree that the
    campaign requires; `why_never_known`: why there cannot be gold answers, in a sentence.
    `by_document`: the questions on one document are served in order, one after the other.
    `settings_help`: the form of its settings, for the documentation of the API. `choices_in`: the
    fields of an answer that contain only choices, as checked by `parse`. `own_words`: an answer is
    in its worker's own words; when they are erased, it leaves the figures and is `emptied`.
    `compared`: the reading test can compare its answers with others'. `words_sql`: the words that
    identify the same item in another dataset, as an SQL expression of the row `item`, the `words`
    of its `document` and the campaign's or set's `settings`. `weighed`: answers to one item are
    compared with each other, so that workers may disagree. `cites`: the paper (of
    `services.methods.papers`) of a figure, by the first step of its path. `work`: the name of the
    task, for workers. `lengths`: the number of words that its texts may have; other texts of a
    dataset are left out. `takes_parts`: it can also be asked about the sections or paragraphs of
    documents. `most_bytes`: larger answers to any item are refused unread.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    work: ClassVar[str] = gettext_noop("Your tasks")
    question: ClassVar[str]
    hint: ClassVar[str]
    dataset_kinds: ClassVar[Sequence[str]] = ("texts",)
    noun: ClassVar[str] = "text"
    instructions: ClassVar[str]
    has_example: ClassVar[bool] = True
    example_heading: ClassVar[str] = gettext_noop("An example")
    figures: ClassVar[Sequence[Figure]]
    cites: ClassVar[Mapping[str, str]] = {}
    usual_terms: ClassVar[UsualTerms] = UsualTerms()
    price_paid: ClassVar[PricePaid | None] = None
    entails: ClassVar[str] = ""
    adaptive: ClassVar[bool] = False
    yes_no: ClassVar[bool] = False
    known: ClassVar[bool] = False
    graded: ClassVar[bool] = False
    why_never_known: ClassVar[str] = ""
    known_at: ClassVar[tuple[str, ...]] = ("gold",)
    by_document: ClassVar[bool] = False
    most_bytes: ClassVar[int] = 64 * 1024
    lengths: ClassVar[Lengths | None] = None
    takes_parts: ClassVar[bool] = False
    settings_form: ClassVar[type[SettingsForm] | None] = None
    settings_help: ClassVar[str] = ""
    files: ClassVar[Sequence[OutFile]] = (GOLD,)
    choices_in: ClassVar[Sequence[str]] = ()
    own_words: ClassVar[bool] = False
    compared: ClassVar[bool] = True
    weighed: ClassVar[bool] = True
    words_sql: ClassVar[str] = "item.text"
    emptied: ClassVar[tuple[Mapping[str, object], Sequence[int]]] = ({}, ())

    @abstractmethod
    def parse(self, payload: Payload, item: Item, settings: Settings) -> tuple[int, ...]:
        """Return the canonical vector of an answer from a browser or a client, or raise
        InvalidAnswer."""

    def room(self, item: Item, settings: Settings) -> int:
        """Return the maximum number of bytes of an answer about this item as JSON, however it is
        written. Longer answers are refused unread, so the cost of a refusal is bounded by the
        item."""
        return self.most_bytes

    def impersonal(self, payload: Payload) -> dict[str, object]:
        """Return the answer without anything that could identify its worker."""
        if self.own_words:
            return dict(self.emptied[0])
        return {name: payload[name] for name in self.choices_in if name in payload}

    def files_of(self, settings: Settings) -> Sequence[OutFile]:
        """Return the files in which a campaign with these settings can be exported."""
        return self.files

    @abstractmethod
    def shown(self, item: Item, settings: Settings) -> Mapping[str, Any]:
        """Return everything about an item that a worker's browser receives."""

    @abstractmethod
    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        """Return the plain form of an answer, for people to read."""

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        """Return the context of `worker/schemes/<name>_answer.html` for an item and an answer to
        it."""
        return {}

    def holding(self, query: str) -> Q:
        """Return a filter for HITs whose item contains these words."""
        return Q(item__text__icontains=query)

    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        """Return an answer as the task interface sends it, whatever a client sent, so that the
        interface can start from it."""
        return dict(payload)

    def label(self, vector: Sequence[int]) -> int:
        """Return the index of the answer, for schemes whose answer is one of a few."""
        return vector[0]

    def yes_answers(self, settings: Settings) -> Sequence[int]:
        """Return the indices of the answers that count as yes, if any."""
        return ()

    def known_answer(self, item: Item, settings: Settings) -> int | None:
        """Return the index of the gold answer; None if there is none. Raises InvalidAnswer if it is
        not one of the campaign's answers."""
        return None

    def known_vector(self, item: Item, settings: Settings) -> tuple[int, ...] | None:
        """Return the gold answer; None if there is none. Raises InvalidAnswer if it is not a
        possible answer in this campaign."""
        index = self.known_answer(item, settings)
        return None if index is None else (index,)

    def settings_for_gold(self, answers: Iterable[object]) -> dict[str, object]:
        """Return settings that allow these gold answers of a file; empty if the default settings
        do, or if none can."""
        return {}

    def right(
        self,
        vector: Sequence[int],
        item: Item,
        settings: Settings,
        at_least: Decimal | None = None,
    ) -> bool:
        """Return whether an answer matches the gold answer of the file."""
        known = self.known_vector(item, settings)
        return known is not None and self.agrees(vector, known, settings, at_least)

    def agrees(
        self,
        vector: Sequence[int],
        known: Sequence[int],
        settings: Settings,
        at_least: Decimal | None = None,
    ) -> bool:
        """Return whether an answer matches a gold answer: it is the same, or, for graded schemes,
        agrees with it sufficiently."""
        return tuple(vector) == tuple(known)

    def describe_gold(self, item: Item, settings: Settings) -> tuple[str, str]:
        """Return an item's gold answer in readable form, and the reason for it."""
        index = self.known_answer(item, settings)
        return ("", "") if index is None else self.explained(index, item, settings)

    def explained(self, index: int, item: Item, settings: Settings) -> tuple[str, str]:
        """Return the gold answer in readable form, and the reason for it."""
        return "", ""

    def check_settings(self, settings: Settings) -> dict[str, Any]:
        """Return the settings with every default filled in, or raise InvalidSettings."""
        if settings:
            unknown = min(map(str, settings))
            raise InvalidSettings(f"{self.title} has no setting {unknown}.", field=unknown)
        return {}

    def check_items(self, dataset: Dataset, settings: Settings) -> None:
        """Raise InvalidSettings if the dataset's items lack what the settings require."""
        return

    def incomparable(self, one: Settings, other: Settings) -> str:
        """Return why answers under these two settings cannot be compared; empty if they can."""
        return ""

    def question_of(self, settings: Settings) -> str:
        return gettext(self.question)

    def hint_of(self, settings: Settings) -> str:
        return gettext(self.hint)

    def instructions_of(self, settings: Settings) -> str:
        """Return the instructions for workers if the researcher wrote none."""
        return gettext(self.instructions)

    def is_standard(self, given: str) -> bool:
        """Return whether these instructions are the scheme's own for some settings. White space
        does not matter; names in braces are filled in from the settings."""
        parts = re.split(r"\{\w+\}", self.instructions)
        return bool(re.fullmatch(".{1,200}".join(map(re.escape, parts)), " ".join(given.split())))

    @abstractmethod
    def example_of(self, settings: Settings) -> dict[str, Any]:
        """Return the template context of the worked example; empty if there is none."""
