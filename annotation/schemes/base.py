"""The interface of a scheme. A new scheme is a new folder next to this file that contains a
`scheme`."""

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext, gettext_noop

from annotation.models import Item
from annotation.schemes.papers import PaperHIT
from annotation.schemes.terms import PricePaid, UsualTerms
from midpath.json_types import JsonMapping, JsonObject
from midpath.schemes.answers import Answers
from midpath.schemes.base import InvalidSettings, Payload, Settings
from midpath.schemes.lengths import Lengths
from midpath.text.formatting import percent, signed


@dataclass(frozen=True)
class Figure:
    """A number that the dashboard shows, found at `path` in the campaign's stored figures.

    `agreement`: it has a line in the chart of agreement over time. `decimals`: how many are shown;
    three would be too many for a mean of counts. `share`: it is shown as a percentage. `corrected`:
    it is agreement corrected for chance, 1 if full and 0 by chance.
    """

    path: tuple[str, ...]
    label: str
    definition: str
    agreement: bool = True
    decimals: int = 3
    share: bool = False
    corrected: bool = False

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

    Its files are `research/schemes/<name>/settings.html`, `css/settings/<name>.css` and
    `js/research/settings/<name>.js`. `known_presets` are settings to begin from, if there are any;
    `papers` says more about those that are the HIT of a paper. `has_no_default`: its defaults are
    only an example, so it is shown unfolded.
    """

    has_no_default: ClassVar[bool] = False
    known_presets: ClassVar[Mapping[str, Settings]] = {}
    papers: ClassVar[Mapping[str, PaperHIT]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    @property
    def presets(self) -> dict[str, JsonObject]:
        """Return the answers that the page's script fills in for each preset."""
        return {name: self.answers_of(preset) for name, preset in self.known_presets.items()}

    @property
    def preset_choices(self) -> list[tuple[BoundWidget, str]]:
        """Return the radio buttons of the presets, with what is to be said about each."""
        abouts = {name: paper.about for name, paper in self.papers.items()}
        return [(radio, abouts.get(radio.data["value"], "")) for radio in self["preset"]]

    def only_changed(self, chosen: str, lines: str) -> bool:
        """Return whether only this choice changed, as from a page without scripts. Browsers send
        the field of `lines` with other line ends than those stored."""
        changed = set(self.changed_data)
        if str(self.initial.get(lines, "")).splitlines() == self.cleaned_data[lines].splitlines():
            changed.discard(lines)
        return changed == {chosen}

    def clean(self) -> dict[str, object]:
        if not self.errors:
            try:
                self._settings = self.checked()
            except InvalidSettings as error:
                self.add_error(self.field_of(error.field), error.message)
        return self.cleaned_data

    def settings(self) -> JsonObject:
        """Return the answers of a valid form."""
        return self._settings

    def checked(self) -> JsonObject:
        """Return the answers as the scheme's settings, or raise InvalidSettings."""
        raise NotImplementedError

    def field_of(self, setting: str) -> str | None:
        """Return the field next to which a setting's error is shown; None for the top of the
        form."""
        return setting if setting in self.fields else None

    @classmethod
    def answers_of(cls, settings: Settings) -> JsonObject:
        """Return the form's initial answers from settings."""
        raise NotImplementedError


class Scheme(Answers):
    """A scheme: what all schemes have. `annotation/schemes/mixins.py` has the rest.

    Its templates and scripts are found by its name: `worker/schemes/<name>.html`,
    `js/worker/<name>/desk.js` and `research/schemes/<name>/`. `settings` are the campaign's, as
    `check_settings` returned them. `work`: the name of the task, for workers. `cites`: the paper
    (of `services.methods.papers`) of a figure, by the first step of its path. `why_never_known`:
    why there cannot be gold answers, in a sentence, if it is not a `HasGoldAnswers`. `most_bytes`:
    larger answers to any item are refused unread. `lengths`: the number of words that its texts may
    have; other texts of a dataset are left out. `searched`: the fields of an item by which a search
    finds it. `choices_in`: the fields of an answer that contain only choices, as checked by
    `parse`.
    """

    title: ClassVar[str]
    work: ClassVar[str] = gettext_noop("Your tasks")
    question: ClassVar[str]
    hint: ClassVar[str]
    dataset_kinds: ClassVar[Sequence[str]] = ("texts",)
    noun: ClassVar[str] = "text"
    instructions: ClassVar[str]
    figures: ClassVar[Sequence[Figure]]
    cites: ClassVar[Mapping[str, str]] = {}
    usual_terms: ClassVar[UsualTerms] = UsualTerms()
    price_paid: ClassVar[PricePaid | None] = None
    why_never_known: ClassVar[str] = ""
    most_bytes: ClassVar[int] = 64 * 1024
    lengths: ClassVar[Lengths | None] = None
    searched: ClassVar[Sequence[str]] = ("text",)
    files: ClassVar[Sequence[OutFile]] = ()
    choices_in: ClassVar[Sequence[str]] = ()

    def room(self, item: Item, settings: Settings) -> int:
        """Return the maximum number of bytes of an answer about this item as JSON, however it is
        written. Longer answers are refused unread, so the cost of a refusal is bounded by the
        item."""
        return self.most_bytes

    def impersonal(self, payload: Payload) -> dict[str, object]:
        """Return the answer without anything that could identify its worker."""
        return {name: payload[name] for name in self.choices_in if name in payload}

    def files_of(self, settings: Settings) -> Sequence[OutFile]:
        """Return the files in which a campaign with these settings can be exported."""
        return self.files

    @abstractmethod
    def shown(self, item: Item, settings: Settings) -> JsonMapping:
        """Return everything about an item that a worker's browser receives."""

    @abstractmethod
    def written(self, vector: Sequence[int], item: Item, settings: Settings) -> str:
        """Return the plain form of an answer, for people to read."""

    def agrees(
        self,
        one: Sequence[int],
        other: Sequence[int],
        settings: Settings,
        at_least: Decimal | None = None,
    ) -> bool:
        """Return whether two answers to one item are the same; `at_least` is for `Graded`
        schemes."""
        return tuple(one) == tuple(other)

    def check_settings(self, settings: Settings) -> JsonObject:
        """Return the settings with every default filled in, or raise InvalidSettings."""
        if settings:
            unknown = min(map(str, settings))
            raise InvalidSettings(f"{self.title} has no setting {unknown}.", field=unknown)
        return {}

    # Whether the terms that a program leaves out are those of the settings' preset.
    presets_have_terms: ClassVar[bool] = True

    def usual_terms_of(self, settings: Settings) -> UsualTerms:
        """Return the default terms of a campaign with these settings, as a client gave them."""
        return self.usual_terms

    def question_of(self, settings: Settings) -> str:
        return gettext(self.question)

    def hint_of(self, settings: Settings) -> str:
        return gettext(self.hint)

    def instructions_of(self, settings: Settings) -> str:
        """Return the instructions for workers if the researcher wrote none."""
        return gettext(self.instructions)

    def is_standard(self, given: str) -> bool:
        """Return whether these instructions are the scheme's own for some settings."""
        return is_filled_in(self.instructions, given)


def is_filled_in(template: str, text: str) -> bool:
    """Return whether a text is a template with its names in braces filled in. White space does not
    matter.

    >>> is_filled_in("Find the {document}.", "Find  the terms of use.")
    True
    """
    parts = re.split(r"\{\w+\}", template)
    return bool(re.fullmatch(".{1,200}".join(map(re.escape, parts)), " ".join(text.split())))
