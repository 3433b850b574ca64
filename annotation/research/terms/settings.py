"""A scheme's own settings on the page of a campaign's terms."""

from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.part import Arguments
from annotation.schemes.base import SettingsForm
from annotation.schemes.mixins import HasSettings
from annotation.services.campaigns.gold_consensus import settings_for_gold
from annotation.services.errors import ServiceError
from midpath.schemes.base import Settings

FIELD = "settings."


class SchemeSettings:
    """The settings of the schemes on offer; those of the chosen scheme count. A new draft begins
    with settings that allow the gold answers of its dataset."""

    def __init__(self, form: CampaignForm, saved: Settings | None = None) -> None:
        self._form, self.saved = form, saved or {}
        self.from_gold = {} if saved is not None else _settings_for_gold(form)
        data = form.data if form.is_bound else None
        self.forms: dict[str, SettingsForm] = {
            scheme.name: scheme.settings_form(
                data,
                prefix=scheme.name,
                initial=scheme.settings_form.answers_of(
                    saved or self.from_gold.get(scheme.name, {})
                ),
            )
            for scheme in form.schemes
            if isinstance(scheme, HasSettings)
        }

    @property
    def chosen(self) -> SettingsForm | None:
        return self.forms.get(str(self._form["scheme"].value()))

    @property
    def wrong(self) -> bool:
        return self._form.is_bound and self.chosen is not None and bool(self.chosen.errors)

    def are_valid(self) -> bool:
        """Return whether both forms are valid; both are checked, so that all errors are shown at
        once."""
        return self._form.is_valid() and not self.wrong

    def terms(self) -> Arguments:
        return {"settings": self.chosen.settings()} if self.chosen is not None else {}

    def refuse(self, error: ServiceError) -> bool:
        """Return whether the error was in one of these settings and is shown next to its field."""
        field = str(error.details.get("field", ""))
        if self.chosen is None or not field.startswith(FIELD):
            return False
        field = field.removeprefix(FIELD)
        self.chosen.add_error(field if field in self.chosen.fields else None, error.message)
        return True


def _settings_for_gold(form: CampaignForm) -> dict[str, dict[str, object]]:
    """Return, by scheme, settings that allow the gold answers of the dataset's file, for schemes
    whose default settings do not."""
    dataset = form.offer.dataset
    found = {one.name: settings_for_gold(dataset, one) for one in form.schemes}
    return {name: settings for name, settings in found.items() if settings}
