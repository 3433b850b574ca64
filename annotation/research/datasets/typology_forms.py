"""The form of a typology of a dataset's sentences."""

from typing import Any

from django import forms

from annotation.models import Typology
from annotation.models.typology import FEWEST_LISTED, MOST_LISTED, MOST_SAMPLES
from annotation.research.campaigns.forms import CalmForm
from annotation.services.jobs.jobs import MOST_SEED
from annotation.services.jobs.typologies import MOST_SENTENCES, Terms

USUAL = Terms()


class TypologyForm(CalmForm):
    """The language is asked first; the rest has its usual values."""

    language = forms.CharField(
        max_length=20,
        initial="en",
        label="Language, by its code",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        help_text="Such as en, de or pt-br: whose list of prepositions may be proposed from it.",
        error_messages={"required": "Name the language by its code, such as en or pt-br."},
    )
    by = forms.ChoiceField(
        choices=Typology.By.choices,
        initial=USUAL.by,
        label="Words are ranked by",
        help_text="In the paper entropies told 19 of 23 languages right, counts 13.",
        error_messages={"required": "Choose entropies or counts."},
    )
    top = forms.IntegerField(
        min_value=FEWEST_LISTED,
        max_value=MOST_LISTED,
        initial=USUAL.top,
        label="Words in each list",
        help_text="200 in the paper; fewer where there are few distinct words.",
    )
    samples = forms.IntegerField(
        min_value=0,
        max_value=MOST_SAMPLES,
        initial=USUAL.samples,
        label="Samples",
        help_text="To see how far the decision depends on which sentences there are.",
    )
    sentences = forms.IntegerField(
        min_value=1,
        max_value=MOST_SENTENCES,
        initial=USUAL.sentences,
        label="Sentences in each sample",
        help_text="Where there are fewer, none is drawn.",
    )
    margin = forms.DecimalField(
        min_value=0,
        max_value=1,
        max_digits=4,
        decimal_places=3,
        initial=USUAL.margin,
        label="Margin",
        help_text="A difference nearer to zero decides nothing.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=MOST_SEED,
        initial=USUAL.seed,
        label="Seed",
        help_text="The same sentences, numbers and seed give the same samples.",
    )

    @property
    def choices_are_wrong(self) -> bool:
        return bool(self.errors.keys() - {"language"})

    def asked(self) -> dict[str, Any]:
        """Return the answers as the service's arguments."""
        data = dict(self.cleaned_data)
        return {"language": data.pop("language"), "terms": Terms(**data)}
