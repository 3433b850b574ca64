"""A scheme's own settings on the page of a campaign's terms."""

from typing import Any

from annotation.research.terms.forms import CampaignForm
from annotation.schemes.base import Settings, SettingsForm
from annotation.services.errors import ServiceError

FIELD = "settings."


class SchemeSettings:
    """The settings of the schemes on offer; those of the chosen one count."""

    def __init__(self, form: CampaignForm, kept: Settings) -> None:
        self._form, self.kept = form, kept
        data = form.data if form.is_bound else None
        self.forms: dict[str, SettingsForm] = {
            scheme.name: scheme.settings_form(
                data, prefix=scheme.name, initial=scheme.settings_form.answers_of(kept)
            )
            for scheme in form.schemes
            if scheme.settings_form is not None
        }

    @property
    def chosen(self) -> SettingsForm | None:
        return self.forms.get(str(self._form["scheme"].value()))

    @property
    def wrong(self) -> bool:
        return self._form.is_bound and self.chosen is not None and bool(self.chosen.errors)

    def are_valid(self) -> bool:
        """Return whether both forms are valid; both are checked, so that every error is shown at
        once."""
        return self._form.is_valid() and not self.wrong

    def terms(self) -> dict[str, Any]:
        return {"settings": self.chosen.settings()} if self.chosen is not None else {}

    def refuse(self, error: ServiceError) -> bool:
        """Return whether the error was one of these settings; it is then shown beside its field."""
        field = str(error.details.get("field", ""))
        if self.chosen is None or not field.startswith(FIELD):
            return False
        field = field.removeprefix(FIELD)
        self.chosen.add_error(field if field in self.chosen.fields else None, error.message)
        return True
