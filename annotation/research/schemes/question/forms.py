"""The form that drafts an evidence campaign from questions."""

from typing import Any, cast

from django import forms
from django.db.models import QuerySet

from annotation.models import Dataset
from annotation.research.common.forms import ServiceForm


class EvidenceForm(ServiceForm):
    documents = forms.ModelChoiceField(
        Dataset.objects.none(),
        label="Documents",
        empty_label=None,
        help_text="Each app needs a document named like its policy or like the app itself.",
        error_messages={
            "required": "Choose the documents that the questions are about.",
            "invalid_choice": "Choose a dataset of documents in this project.",
        },
    )
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset of questions",
        error_messages={"required": "Give the dataset a name."},
    )

    def __init__(self, *args: Any, documents: QuerySet[Dataset], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ModelChoiceField[Dataset]", self.fields["documents"]).queryset = documents
