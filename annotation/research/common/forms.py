"""The base of researchers' forms. Each error is shown next to its field, and no input is lost."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeAlias, TypedDict, Unpack

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
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
        self.refused_with = 400

    def given(self) -> Mapping[str, Any]:
        """Return the arguments of the service from a valid form."""
        return self.cleaned_data

    def refuse(self, error: ServiceError, **renamed: str) -> None:
        field = str(error.details.get("field", ""))
        field = renamed.get(field, field)
        self.add_error(field if field in self.fields else None, error.message)

    def showing(
        self,
        errors: type[ServiceError],
        but: type[ServiceError] | None = None,
        *,
        own_status: bool = False,
        **renamed: str,
    ) -> "Showing":
        """Return a context that shows these errors of a service in the form, except `but`; with
        `own_status`, the page has the status of the error."""
        return Showing(self, errors, but, own_status, renamed)

    @property
    def status(self) -> int:
        """Return the status of a page that shows the form."""
        return self.refused_with if self.errors else 200


def sent_in(request: HttpRequest) -> tuple[Sent, Files]:
    """Return the fields and the files that a request sent; none if it sent no form."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


@dataclass(frozen=True)
class Showing:
    form: ServiceForm
    errors: type[ServiceError]
    but: type[ServiceError] | None
    own_status: bool
    renamed: Mapping[str, str]

    def __enter__(self) -> None:
        """Begin what the service may refuse."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(error, self.errors) or (self.but and isinstance(error, self.but)):
            return False
        self.form.refuse(error, **self.renamed)
        if self.own_status:
            self.form.refused_with = error.status
        return True
