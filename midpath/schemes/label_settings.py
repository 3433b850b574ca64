"""The labels of a scheme as one of its settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from midpath.schemes.base import InvalidSettings, Settings
from midpath.schemes.settings import TextSetting, is_list, refuse_twins

MAX_LABELS = 20
KEYS = "123456789abcdefghijkl"
OF_A_LABEL = ("label", "key", "definition", "example")
DESCRIPTION = TextSetting(300)


@dataclass(frozen=True)
class LabelsSetting:
    """Labels, each with a name, a key, a definition and an example."""

    least: int
    name: TextSetting

    def check(self, given: object, own_keys: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the labels with their keys, or raise InvalidSettings. `own_keys` are the keys of
        the task interface, with what they do."""
        if not is_list(given):
            raise InvalidSettings("The labels are not a list.", field="labels")
        if not self.least <= len(given) <= MAX_LABELS:
            raise InvalidSettings(
                f"Give {self.least} to {MAX_LABELS} labels; there are {len(given)}.",
                field="labels",
            )
        labels = [self._label(one, number, own_keys) for number, one in enumerate(given, 1)]
        refuse_twins(labels, "Labels", "labels")
        return labels

    def _label(self, given: object, number: int, own_keys: Mapping[str, str]) -> dict[str, str]:
        place = f"labels.{number}"
        if not isinstance(given, Mapping) or set(given) - set(OF_A_LABEL):
            raise InvalidSettings(
                f"Label {number} needs a label; key, definition and example are optional.",
                field=place,
            )
        name = self.name.check(given.get("label"), f"{place}.label", f"label {number}")
        if "|" in name:
            raise InvalidSettings(
                f"Label {number} contains a bar (|), which separates labels in files. Leave it "
                "out.",
                field=f"{place}.label",
            )
        texts = {
            part: DESCRIPTION.check_optional(
                given.get(part, ""), f"{place}.{part}", f"the {part} of label {number}"
            )
            for part in ("definition", "example")
        }
        return {"label": name, "key": _key(given.get("key"), number, own_keys), **texts}


def _key(given: object, number: int, own_keys: Mapping[str, str]) -> str:
    field = f"labels.{number}.key"
    key = KEYS[number - 1] if given in (None, "") else given
    if not isinstance(key, str) or len(key.lower()) != 1 or not key.isalnum():
        raise InvalidSettings(
            f"The key of label {number} must be one letter or digit.", field=field
        )
    if taken := own_keys.get(key.lower()):
        raise InvalidSettings(f"The key {key.upper()} {taken}. Choose another key.", field=field)
    return key.lower()


def described_labels(settings: Settings) -> dict[str, object]:
    """Return the labels as a worked example, if the researcher has described any."""
    described = [one for one in settings.get("labels", ()) if one["definition"] or one["example"]]
    return {"labels": settings["labels"]} if described else {}


def fits_of(settings: Settings) -> int:
    """Return how often a model is fitted: once per label if any number of labels may be given."""
    return len(settings["labels"]) if settings.get("kind") == "any" else 1
