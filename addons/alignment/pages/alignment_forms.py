"""The form of an alignment: what to align, and the selection of words."""

from collections.abc import Mapping
from typing import Unpack

from django import forms

from addons.alignment.models import Alignment
from annotation.research.common.forms import Files, FormOptions, Sent
from annotation.research.common.option_fields import OptionsForm, initial_of
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.lexicon import ENGLISH, PLAIN, LexiconOptions
from midpath.alignment.options.words import PRESET_NAMES, PRESETS, WordOptions, preset_of
from midpath.options.base import Whole, flat

OWN = "own"
OF_LEXICON = {one.name for one in flat(LexiconOptions)}
OF_WORDS = {one.name: one.kind for one in flat(WordOptions)}


class AlignmentForm(OptionsForm):
    options = AlignmentOptions

    name = forms.CharField(
        max_length=120,
        label="Name of the alignment",
        error_messages={"required": "Give the alignment a name."},
    )
    preset = forms.ChoiceField(
        choices=[*PRESET_NAMES.items(), (OWN, "My own choice")],
        initial="acl",
        widget=forms.RadioSelect,
        label="Words to include",
        error_messages={"required": "Choose which words to include."},
    )

    def __init__(
        self, data: Sent = None, files: Files = None, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, **kwargs)
        for name in (*OF_WORDS, "language"):
            self.fields[name].required = False

    def clean(self) -> dict[str, object]:
        """A custom selection is read from the fields, a preset by its name."""
        data = super().clean() or {}
        preset = data.get("preset")
        if preset == OWN:
            self._require_numbers(data)
        elif preset:
            for name in OF_WORDS:
                self.errors.pop(name, None)
                data.setdefault(name, "")
        return data

    def _require_numbers(self, data: Mapping[str, object]) -> None:
        for name, kind in OF_WORDS.items():
            if isinstance(kind, Whole) and data.get(name) is None and name not in self.errors:
                self.add_error(name, "Enter a whole number.")

    def chosen(self) -> AlignmentOptions:
        preset = PRESETS.get(self.cleaned_data["preset"])
        answers = self.answers()
        answers["language"] = answers["language"] or ENGLISH
        words = preset or WordOptions.from_flat(answers)
        return AlignmentOptions.from_flat(answers | vars(words))

    def given(self) -> dict[str, object]:
        return {"name": self.cleaned_data["name"], "options": self.chosen()}

    @property
    def presets(self) -> dict[str, dict[str, object]]:
        return {name: initial_of(preset) for name, preset in PRESETS.items()}

    @property
    def more(self) -> list[forms.BoundField]:
        """Return the fields without a place of their own on the page."""
        placed = {"name", "method", "level", "groups", "runs", "seed", "preset"}
        return [one for one in self if one.name not in placed | OF_WORDS.keys() | OF_LEXICON]

    @property
    def errors_in_words(self) -> bool:
        return any(name in self.errors for name in OF_WORDS)

    @property
    def has_own_lexicon(self) -> bool:
        return any(
            name in self.errors or (self[name].value() or plain) != plain
            for name, plain in initial_of(PLAIN).items()
        )

    @property
    def has_own_words(self) -> bool:
        return bool(self["preset"].value() == OWN)


def initial_to_repeat(alignment: Alignment) -> dict[str, object]:
    """Return the form's answers that repeat an earlier alignment."""
    preset = preset_of(alignment.options.words) or OWN
    return {"name": alignment.name, "preset": preset, **initial_of(alignment.options)}
