"""The forms of a dataset: its file, and the pictures of an app."""

from django import forms

from annotation.research.common.forms import ServiceForm
from annotation.services.datasets.pictures import MAX_ALT_LENGTH


class UploadForm(ServiceForm):
    """A file, or pasted texts. A dataset without a name is named after its file."""

    field_order = ("file", "texts", "name")
    name = forms.CharField(max_length=120, required=False, label="Name of the dataset")
    file = forms.FileField(required=False, allow_empty_file=True)
    texts = forms.CharField(
        required=False,
        strip=False,
        label="Or paste texts",
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "dir": "auto"}),
        help_text="One text per line, or cells copied from a spreadsheet.",
    )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        file, texts = cleaned.get("file"), cleaned.get("texts", "").strip()
        if file is None and not texts and "file" not in self.errors:
            self.add_error("file", "Choose a file or paste texts.")
        if file is not None and texts:
            self.add_error("texts", "Give either a file or pasted texts, not both.")
        return cleaned


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """A list of files; an empty picture is refused like any other invalid one."""

    widget = ManyFilesInput

    def clean(self, data: object, initial: object = None) -> list[object]:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in files or [None]]


class DescriptionForm(ServiceForm):
    alt = forms.CharField(
        max_length=MAX_ALT_LENGTH,
        required=False,
        label="Description for people who cannot see the picture",
    )


class PicturesForm(DescriptionForm):
    field_order = ("pictures", "alt")
    pictures = ManyFilesField(
        allow_empty_file=True,
        label="Pictures",
        widget=ManyFilesInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=(
            "PNG, JPEG or WebP, each up to 10 MB and 40 million pixels, 80 million in total. "
            "Pictures are re-encoded to remove metadata."
        ),
        error_messages={"required": "Choose a picture to add."},
    )
    alt = forms.CharField(
        max_length=MAX_ALT_LENGTH,
        required=False,
        label=DescriptionForm.base_fields["alt"].label,
        help_text="Applies to all pictures you add now. You can edit each description afterwards.",
    )
