"""The forms of a dataset: its file, and the pictures of an app."""

from typing import Any

from django import forms

from annotation.research.common.forms import CalmForm
from annotation.services.datasets.pictures import LONGEST_ALT


class UploadForm(CalmForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset",
        error_messages={"required": "Give the dataset a name."},
    )
    file = forms.FileField(
        allow_empty_file=True, error_messages={"required": "Choose a file to upload."}
    )


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """A list of files; an empty picture is refused like any other invalid one."""

    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in files or [None]]


class DescriptionForm(CalmForm):
    alt = forms.CharField(
        max_length=LONGEST_ALT,
        required=False,
        label="What is to be seen, for those who do not see it",
    )


class PicturesForm(DescriptionForm):
    field_order = ("pictures", "alt")
    pictures = ManyFilesField(
        allow_empty_file=True,
        label="Pictures",
        widget=ManyFilesInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text="PNG, JPEG or WebP, each at most 10 MB and 40 million pixels, 80 million "
        "together. They are written anew, so nothing but what is to be seen is kept.",
        error_messages={"required": "Choose a picture to add."},
    )
    alt = forms.CharField(
        max_length=LONGEST_ALT,
        required=False,
        label=DescriptionForm.base_fields["alt"].label,
        help_text="Said of all that are added at once. Each can be described by itself afterwards.",
    )
