"""The form of a typology of a dataset's sentences."""

from django import forms

from annotation.research.common.option_fields import OptionsForm
from midpath.typology.options import TypologyOptions


class TypologyForm(OptionsForm):
    """The language and known function words come first; the rest has defaults."""

    options = TypologyOptions

    language = forms.CharField(
        max_length=20,
        initial="en",
        label="Language code",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        help_text="Such as en, de or pt-br. A list of prepositions can be proposed for this "
        "language.",
        error_messages={"required": "Give the code of the language, such as en or pt-br."},
    )

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """Return the advanced settings in pairs."""
        found = [field for row in super().rows for field in row if field.name != "known_words"]
        return [found[place : place + 2] for place in range(0, len(found), 2)]

    @property
    def choices_are_wrong(self) -> bool:
        return bool(self.errors.keys() - {"language", "known_words"})
