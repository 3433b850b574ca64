from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack, cast

from django import forms

from annotation.exchange.recorded import READERS
from annotation.exchange.recorded.base import GOLD
from annotation.models import AnnotationSet, Campaign
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.schemes import SCHEMES
from annotation.services.sets.import_with_dataset import Keep
from annotation.services.sets.sets import FACTS, MAX_LENGTH, AnnotationFile, Provenance

AS_FILE = "as in the file"
LONG = {"prompt", "features"}
HELP = {
    "model": "",
    "version": "",
    "prompt": "The exact prompt.",
    "features": "For a model without a prompt: what it saw of each item.",
    "temperature": "",
    "seed": "",
    "cost": "With its currency, for all of the annotations.",
}


class Given(TypedDict):
    """Sources that a set is imported from."""

    name: str
    file: AnnotationFile
    provenance: Provenance


class OriginForm(ServiceForm):
    """The name of a set, its scheme and its origin."""

    name = forms.CharField(
        max_length=120,
        label="Name of the set",
        error_messages={"required": "Give the set a name."},
    )
    scheme = forms.ChoiceField(label="Scheme")
    made_by = forms.ChoiceField(
        label="Made by", choices=AnnotationSet.MadeBy, initial=AnnotationSet.MadeBy.UNKNOWN
    )
    source = forms.CharField(
        max_length=MAX_LENGTH["source"],
        required=False,
        label="Source",
        help_text="A paper, an address, a person: where it can be found again.",
    )
    licence = forms.CharField(max_length=MAX_LENGTH["licence"], required=False, label="Licence")
    version = forms.CharField(max_length=MAX_LENGTH["version"], required=False, label="Version")

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        schemes: Sequence[str],
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        self._field("scheme").choices = [(name, SCHEMES[name].title) for name in schemes]

    def provenance(self, facts: Mapping[str, object] | None = None) -> Provenance:
        texts = {name: self.cleaned_data[name] for name in MAX_LENGTH}
        return Provenance(made_by=self.cleaned_data["made_by"], facts=facts or {}, **texts)

    def _field(self, name: str) -> forms.ChoiceField:
        return cast(forms.ChoiceField, self.fields[name])


class KeepForm(OriginForm):
    """The set made of an imported file's annotations, in addition to the dataset.

    Its fields belong to the form that imports the file, elsewhere on the page."""

    def __init__(
        self, data: Sent = None, *, schemes: Sequence[str], **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, schemes=schemes, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["form"] = "import"

    def keep(self) -> Keep:
        cleaned = self.cleaned_data
        return Keep(name=cleaned["name"], scheme=cleaned["scheme"], provenance=self.provenance())


class SetForm(OriginForm):
    """The values of a set, with its file and how to read it."""

    file = forms.FileField(allow_empty_file=True, error_messages={"required": "Choose a file."})
    like = forms.TypedChoiceField(
        label="Possible answers",
        required=False,
        empty_value=None,
        help_text="Choose a campaign if it has answers that do not occur in the file.",
    )
    take = forms.ChoiceField(
        label="What to import",
        required=False,
        choices=[
            ("", "each annotator’s annotations"),
            (GOLD, "the gold answers in its column gold, as one annotator’s"),
        ],
    )

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        schemes: Sequence[str],
        campaigns: Sequence[Campaign],
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, schemes=schemes, **kwargs)
        known = {str(one.pk): one for one in campaigns if one.scheme in schemes}
        like = cast(forms.TypedChoiceField, self.fields["like"])
        like.coerce = known.__getitem__
        like.choices = [
            ("", AS_FILE),
            *((pk, f"as in {one} ({SCHEMES[one.scheme].title})") for pk, one in known.items()),
        ]
        if not any(READERS[name].has_gold for name in schemes):
            del self.fields["take"]
        for name, longest in FACTS.items():
            long = name in LONG
            self.fields[f"facts_{name}"] = forms.CharField(
                max_length=longest,
                required=False,
                label=name.capitalize(),
                help_text=HELP[name],
                widget=forms.Textarea(attrs={"rows": 4}) if long else forms.TextInput(),
            )

    @property
    def of_model(self) -> list[forms.BoundField]:
        return [self[f"facts_{name}"] for name in FACTS]

    @property
    def tells_of_model(self) -> bool:
        """Return whether any field about a model is filled in or invalid."""
        return any(field.value() or field.errors for field in self.of_model)

    def given(self) -> Given:
        cleaned = self.cleaned_data
        file = cleaned["file"]
        facts = {name: cleaned[f"facts_{name}"] for name in FACTS}
        return {
            "name": cleaned["name"],
            "file": AnnotationFile(
                scheme=cleaned["scheme"],
                filename=file.name,
                body=file.read(),
                like=cleaned["like"],
                take=cleaned.get("take", ""),
            ),
            "provenance": self.provenance(facts),
        }
