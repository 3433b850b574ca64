"""The form of an alignment: what to align, and by which words."""

from typing import Any

from django import forms

from annotation.exchange.bag_terms import (
    MOST_DOCUMENTS,
    MOST_WORDS,
    PRESET_NAMES,
    PRESETS,
    BagTerms,
    preset_of,
)
from annotation.models import Alignment, AlignmentMethod, PairDraw
from annotation.models.alignment import MOST_GROUPS, MOST_RUNS
from annotation.research.campaigns.forms import CalmForm
from annotation.services.jobs.alignments import MOST_CURVES, AlignmentTerms
from annotation.services.jobs.jobs import MOST_SEED

GROUPS, RUNS, SEED = 10, 10, 1
OWN = "own"


class AlignmentForm(CalmForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the alignment",
        error_messages={"required": "Give the alignment a name."},
    )
    level = forms.ChoiceField(
        choices=PairDraw.Level.choices,
        initial=PairDraw.Level.SECTIONS,
        label="Groups of",
        error_messages={"required": "Choose sections or paragraphs."},
    )
    method = forms.ChoiceField(
        choices=AlignmentMethod.choices,
        initial=AlignmentMethod.VANILLA,
        label="Method",
        error_messages={"required": "Choose a method."},
        help_text="Forward models let a document only go on to later groups.",
    )
    groups = forms.IntegerField(
        min_value=1,
        max_value=MOST_GROUPS,
        initial=GROUPS,
        label="Groups",
        help_text="ACL 2014 took 10, as many as a policy has sections.",
    )
    runs = forms.IntegerField(
        min_value=1,
        max_value=MOST_RUNS,
        initial=RUNS,
        label="Runs",
        help_text="From different random starts. The one that fits the texts best is shown.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=MOST_SEED,
        initial=SEED,
        label="Seed",
        help_text="The same seed gives the same groups.",
    )
    preset = forms.ChoiceField(
        choices=[*PRESET_NAMES.items(), (OWN, "My own choice")],
        initial="acl",
        widget=forms.RadioSelect,
        label="Words that count",
        error_messages={"required": "Choose which words count."},
    )
    bigrams = forms.BooleanField(
        required=False, label="Count two words that follow each other as a word, too"
    )
    stopwords = forms.BooleanField(required=False, label="Leave out stopwords (English)")
    least_documents = forms.IntegerField(
        min_value=1, max_value=MOST_DOCUMENTS, required=False, label="In at least so many documents"
    )
    least_percent = forms.IntegerField(
        min_value=0, max_value=100, required=False, label="In at least this % of documents"
    )
    most_percent = forms.IntegerField(
        min_value=0, max_value=100, required=False, label="In at most this % of documents"
    )
    fewest_words = forms.IntegerField(
        min_value=0,
        max_value=MOST_WORDS,
        required=False,
        label="Fewest words of a segment",
        help_text="Shorter ones are in no group.",
    )
    domain_words = forms.CharField(
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "none"}),
        label="Words to leave out",
        help_text="With spaces or commas between them: what all documents are about.",
    )
    compare = forms.BooleanField(
        required=False,
        label="Compare every method",
        help_text="A table like ACL 2014, Table 3. It takes eight times as long.",
    )
    curves = forms.BooleanField(
        required=False,
        label=f"Curves for 1 to {MOST_CURVES} groups",
        help_text="As in COLING 2014, Figures 1 and 2: clustering and both vanilla models.",
    )

    def __init__(self, *args: Any, initial: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, initial=_fields(PRESETS["acl"]) | initial, **kwargs)

    def clean(self) -> dict[str, Any]:
        """One's own choice is read from the fields, a preset is what it is called."""
        data: dict[str, Any] = super().clean() or {}
        preset = data.get("preset")
        if preset == OWN:
            self._insist_on_numbers(data)
        elif preset:
            for name in _fields(PRESETS[preset]):
                self.errors.pop(name, None)
        return data

    def _insist_on_numbers(self, data: dict[str, Any]) -> None:
        for name in ("least_documents", "least_percent", "most_percent", "fewest_words"):
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, "Enter a whole number.")

    def asked(self) -> AlignmentTerms:
        data = self.cleaned_data
        return AlignmentTerms(
            level=data["level"],
            method=data["method"],
            groups=data["groups"],
            runs=data["runs"],
            seed=data["seed"],
            words=self._words(data),
            compare=data["compare"],
            curves=MOST_CURVES if data["curves"] else 0,
        )

    @property
    def presets(self) -> dict[str, dict[str, Any]]:
        return {name: _fields(preset) for name, preset in PRESETS.items()}

    @property
    def more(self) -> list[forms.BoundField]:
        return [self["compare"], self["curves"]]

    @property
    def errors_in_words(self) -> bool:
        return any(name in self.errors for name in PRESETS["acl"])

    @property
    def has_own_words(self) -> bool:
        return bool(self["preset"].value() == OWN)

    def _words(self, data: dict[str, Any]) -> BagTerms:
        if data["preset"] != OWN:
            return PRESETS[data["preset"]]
        return BagTerms(
            bigrams=data["bigrams"],
            least_documents=data["least_documents"],
            least_percent=data["least_percent"],
            most_percent=data["most_percent"],
            stopwords=data["stopwords"],
            domain_words=data["domain_words"].replace(",", " ").split(),
            fewest_words=data["fewest_words"],
        )


def asked_again(alignment: Alignment) -> dict[str, Any]:
    """Return the form's answers of an earlier alignment."""
    terms = ("name", "level", "method", "groups", "runs", "seed", "compare")
    return {name: getattr(alignment, name) for name in terms} | {
        "curves": bool(alignment.curves),
        "preset": preset_of(alignment.terms) or OWN,
        **_fields(alignment.terms),
    }


def _fields(terms: Any) -> dict[str, Any]:
    return {**terms, "domain_words": " ".join(terms["domain_words"])}
