"""The base of researchers' forms. Each error is shown next to its field, and no input is lost."""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict, Unpack

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.datastructures import MultiValueDict

from annotation.services.errors import ServiceError

# The fields and the files that a request sent.
Sent: TypeAlias = Mapping[str, object] | None
Files: TypeAlias = "MultiValueDict[str, UploadedFile[bytes]] | None"


class FormOptions(TypedDict, total=False):
    """Arguments of every form in addition to the data sent."""

    auto_id: bool | str
    prefix: str | None
    initial: dict[str, Any] | None


class ServiceForm(forms.Form):
    """A form that shows a service's refusal as an error at the field that it names."""

    def __init__(
        self, data: Sent = None, files: Files = None, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, files, **kwargs)
        self.label_suffix = ""

    def given(self) -> Mapping[str, Any]:
        """Return the arguments of the service from a valid form."""
        return self.cleaned_data

    def refuse(self, error: ServiceError, **renamed: str) -> None:
        field = str(error.details.get("field", ""))
        field = renamed.get(field, field)
        self.add_error(field if field in self.fields else None, error.message)
