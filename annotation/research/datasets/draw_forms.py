"""The forms of a draw from documents."""

from typing import Any

from django import forms

from annotation.exchange.pairs.content import EDGES, USUAL_EDGE, edge_name
from annotation.models import Alignment, PairDraw
from annotation.research.campaigns.forms import CalmForm
from annotation.services.jobs.draws import MOST_DOCUMENT_PAIRS, MOST_PER_STRATUM, DrawTerms
from annotation.services.jobs.jobs import MOST_SEED

PER_STRATUM, DOCUMENT_PAIRS, SEED = 250, 1000, 1


class HowMany(CalmForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset of pairs",
        error_messages={"required": "Give the pairs a name."},
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


class DrawForm(HowMany):
    level = forms.ChoiceField(
        choices=PairDraw.Level.choices,
        initial=PairDraw.Level.SECTIONS,
        label="Pairs of",
        error_messages={"required": "Choose sections or paragraphs."},
    )


class BesideForm(HowMany):
    """A form for drawing pairs on which an alignment and the cosine disagree.

    The alignment determines the kind of segments.
    """

    edge = forms.TypedChoiceField(
        coerce=int,
        choices=[(edge, edge_name(edge)) for edge in EDGES],
        initial=USUAL_EDGE,
        label="Alike above a cosine of",
        help_text="The strata end at these. COLING 2014 found that .3 tells best whether sections "
        "belong together, .2 whether paragraphs do.",
        error_messages={"required": "Choose .25, .5 or .75."},
    )

    def __init__(self, *args: Any, alignment: Alignment, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._alignment = alignment

    def clean(self) -> dict[str, Any]:
        super().clean()
        fixed = {"alignment": self._alignment, "level": self._alignment.level}
        return {**self.cleaned_data, **fixed}
