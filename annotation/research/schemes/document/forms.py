from django import forms

from annotation.research.common.forms import ServiceForm


class DocumentsForm(ServiceForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset",
        error_messages={"required": "Give the dataset a name."},
    )
    without_duplicates = forms.BooleanField(required=False)
