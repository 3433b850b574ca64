"""A scheme's own settings on the page of a campaign's terms."""

from dataclasses import dataclass
from typing import Any

from annotation.research.terms.folds import TO_CORRECT
from annotation.research.terms.forms import CampaignForm
from annotation.research.terms.part import Arguments
from annotation.schemes.base import Scheme, SettingsForm
from annotation.schemes.mixins import HasSettings
from annotation.services.campaigns.gold_consensus import settings_for_gold
from annotation.services.errors import ServiceError
from midpath.json_types import JsonObject
from midpath.schemes.base import InvalidSettings, Settings

FIELD = "settings."
# The labels that the line of a folded part names.
MAX_NAMES = 6


@dataclass(frozen=True)
class SettingsPart:
    """The settings of a scheme as a part of the form that can be folded."""

    title: str
    form: SettingsForm
    says: str
    is_open: bool
    is_from_gold: bool


class SchemeSettings:
    """The settings of the schemes on offer; those of the chosen scheme count. A new draft begins
    with settings that allow the gold answers of its dataset."""

    def __init__(self, form: CampaignForm, saved: Settings | None = None) -> None:
        self._form, self.saved = form, saved or {}
        self.from_gold = {} if saved is not None else _settings_for_gold(form)
        self._schemes = [one for one in form.schemes if isinstance(one, HasSettings)]
        self.forms = {scheme.name: self._form_of(scheme) for scheme in self._schemes}

    def _form_of(self, scheme: HasSettings) -> SettingsForm:
        """Return the form of a scheme's settings, as sent. A browser sends those of the chosen
        scheme only; the others are as at first."""
        data, prefix = self._form.data if self._form.is_bound else {}, f"{scheme.name}-"
        is_sent = scheme.name == self.chosen_name or any(name.startswith(prefix) for name in data)
        return scheme.settings_form(
            data if self._form.is_bound and is_sent else None,
            prefix=scheme.name,
            initial=scheme.settings_form.answers_of(
                self.saved or self.from_gold.get(scheme.name, {})
            ),
        )

    @property
    def chosen_name(self) -> str:
        return str(self._form["scheme"].value())

    @property
    def parts(self) -> dict[str, SettingsPart]:
        """Return the settings of each scheme as the page shows them."""
        return {one.name: self._part_of(one) for one in self._schemes}

    def _part_of(self, scheme: HasSettings) -> SettingsPart:
        form, (settings, wrong) = self.forms[scheme.name], self.read(scheme)
        says = describe_settings(form, settings) if settings is not None else wrong
        return SettingsPart(
            scheme.title,
            form,
            TO_CORRECT if form.errors else says,
            settings is None or form.has_no_default,
            scheme.name in self.from_gold,
        )

    def read(self, scheme: Scheme) -> tuple[JsonObject | None, str]:
        """Return a scheme's settings in the answers so far; None and the reason if they are not
        valid, such as those from gold answers that lack a question."""
        form = self.forms.get(scheme.name)
        if form is not None and form.is_bound:
            if form.is_valid():
                return form.settings(), ""
            return None, str(next(iter(form.errors.get_json_data().values()))[0]["message"])
        given = {} if form is None else self.saved or self.from_gold.get(scheme.name, {})
        try:
            return scheme.check_settings(given), ""
        except InvalidSettings as error:
            return None, error.message

    @property
    def chosen(self) -> SettingsForm | None:
        return self.forms.get(self.chosen_name)

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


def describe_settings(form: SettingsForm, settings: JsonObject) -> str:
    """Describe settings in one line: the preset or the question, and the labels or answers."""
    says = str(settings.get("question", ""))
    if "preset" in form.fields:
        titles = {radio.data["value"]: str(radio.choice_label) for radio in form["preset"]}
        says = titles.get(str(form["preset"].value()), says)
    labels: Any = settings.get("labels") or settings.get("answers") or ()
    names = [str(one["label"]) for one in labels]
    more = [", ".join(names[:MAX_NAMES]) + ", …" * (len(names) > MAX_NAMES)] if names else []
    return " · ".join([says, *more])


def _settings_for_gold(form: CampaignForm) -> dict[str, dict[str, object]]:
    """Return, by scheme, settings that allow the gold answers of the dataset's file, for schemes
    whose default settings do not."""
    dataset = form.offer.dataset
    found = {one.name: settings_for_gold(dataset, one) for one in form.schemes}
    return {name: settings for name, settings in found.items() if settings}
