"""The form that drafts an evidence campaign from questions."""

from typing import Unpack, cast

from django import forms
from django.db.models import QuerySet

from annotation.models import Dataset
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm


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

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        documents: QuerySet[Dataset],
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        cast("forms.ModelChoiceField[Dataset]", self.fields["documents"]).queryset = documents
