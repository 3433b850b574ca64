"""The base of researchers' forms. Each error is shown next to its field, and no input is lost."""

from typing import Any

from django import forms

from annotation.services.errors import ServiceError


class ServiceForm(forms.Form):
    """A form that shows a service's refusal as an error at the field that it names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def refuse(self, error: ServiceError, **renamed: str) -> None:
        field = str(error.details.get("field", ""))
        field = renamed.get(field, field)
        self.add_error(field if field in self.fields else None, error.message)
