from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack, cast

from django import forms

from annotation.models import AnnotationSet, Campaign
from annotation.recorded import READERS
from annotation.recorded.base import PREDICTIONS
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.schemes import SCHEMES
from annotation.services.sets.import_with_dataset import Keep
from annotation.services.sets.sets import FACTS, MAX_LENGTH, AnnotationFile, Provenance
from midpath.exchange.judged.reading_options import (
    FIRST,
    ITEMS,
    LAST,
    USUAL_MISSING,
    WORKERS,
    ReadingOptions,
    columns_in,
)
from midpath.exchange.wanted import GOLD

AS_FILE = "as in the file"
LONG = {"prompt", "features"}
OF_TABLES = ("columns", "wide", "missing", "repeats")
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

    def keep(self, control: str = "") -> Keep:
        cleaned = self.cleaned_data
        return Keep(
            name=cleaned["name"],
            scheme=cleaned["scheme"],
            provenance=self.provenance(),
            control=control,
        )


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
            (PREDICTIONS, "the predictions of models (Label Studio)"),
        ],
    )
    control = forms.CharField(
        max_length=200,
        required=False,
        label="Control",
        help_text="For a file with several questions: the name of the one to import. Leave empty "
        "to choose it from a list after the upload.",
    )

    columns = forms.CharField(
        max_length=1000,
        required=False,
        label="Columns",
        help_text="What the columns of a table contain, by name or number, such as "
        "item=task,worker=who,label=3. Leave empty to find them by their usual names.",
    )
    wide = forms.ChoiceField(
        label="Rows of the table",
        required=False,
        choices=[
            ("", "guess from the file"),
            (ITEMS, "items, with a column for each worker"),
            (WORKERS, "workers, with a column for each item"),
        ],
    )
    missing = forms.CharField(
        max_length=500,
        required=False,
        label="Missing labels",
        help_text="Words that mean that there is no label, separated by commas. Leave empty for "
        f"{', '.join(USUAL_MISSING)}.",
    )
    repeats = forms.ChoiceField(
        label="Second answers of a worker to an item",
        required=False,
        choices=[
            ("", "refuse the file"),
            (FIRST, "use the first answer"),
            (LAST, "use the last answer"),
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
            for name in ("take", *OF_TABLES):
                del self.fields[name]
        if not any(READERS[name].has_predictions for name in schemes):
            del self.fields["control"]
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

    @property
    def of_table(self) -> list[forms.BoundField]:
        return [self[name] for name in OF_TABLES if name in self.fields]

    @property
    def tells_of_table(self) -> bool:
        """Return whether any field about a table is filled in or invalid."""
        return any(field.value() or field.errors for field in self.of_table)

    def clean_columns(self) -> str:
        given: str = self.cleaned_data["columns"]
        try:
            columns_in([given])
        except ValueError as error:
            raise forms.ValidationError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        return given

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
                control=cleaned.get("control", ""),
                reading=ReadingOptions.of_texts(
                    cleaned.get("wide", ""),
                    cleaned.get("missing") or None,
                    cleaned.get("repeats", ""),
                    cleaned.get("columns", ""),
                ),
            ),
            "provenance": self.provenance(facts),
        }
