"""What to draw from documents."""

from django import forms

from annotation.models import PairDraw
from annotation.research.forms import CalmForm
from annotation.services.asked import MOST_SEED
from annotation.services.draws import MOST_DOCUMENT_PAIRS, MOST_PER_STRATUM, DrawTerms

PER_STRATUM, DOCUMENT_PAIRS, SEED = 250, 1000, 1


class DrawForm(CalmForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset of pairs",
        error_messages={"required": "Give the pairs a name."},
    )
    level = forms.ChoiceField(
        choices=PairDraw.Level.choices,
        initial=PairDraw.Level.SECTIONS,
        label="Pairs of",
        error_messages={"required": "Choose sections or paragraphs."},
    )
    per_stratum = forms.IntegerField(
        min_value=1,
        max_value=MOST_PER_STRATUM,
        initial=PER_STRATUM,
        label="Pairs from each stratum",
        help_text="Four strata of cosine similarity. Where there are fewer, all are taken.",
    )
    document_pairs = forms.IntegerField(
        min_value=1,
        max_value=MOST_DOCUMENT_PAIRS,
        required=False,
        initial=DOCUMENT_PAIRS,
        label="Document pairs per category",
        help_text="COLING 2014 took 1,000. Left empty: all pairs of documents.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=MOST_SEED,
        initial=SEED,
        label="Seed",
        help_text="The same documents, numbers and seed give the same pairs.",
    )
    smooth = forms.BooleanField(
        required=False,
        label="Smooth the weights as scikit-learn does",
        help_text="Words that all segments have count a little then, instead of nothing.",
    )

    def terms(self) -> DrawTerms:
        given = {name: value for name, value in self.cleaned_data.items() if name != "name"}
        return DrawTerms(**given)
