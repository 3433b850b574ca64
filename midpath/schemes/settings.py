"""Settings of schemes. Each is declared once: its check follows, and its form field
(`annotation.schemes.form_fields`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from midpath.schemes.base import InvalidSettings, Settings, brief
from midpath.text.characters import caseless

TOO_LONG = "Enter {what} in at most {longest} visible characters."
# For a setting that its form shows alone.
TOO_LONG_ALONE = "Use at most {longest} visible characters."
NO_SUCH_CHOICE = "There is no {place} {given}. Choose one of {names}."


@dataclass(frozen=True)
class TextSetting:
    """A text; `what` names it in errors. `required` is the form's error if it is empty, and `rows`
    is the height of its field."""

    longest: int
    what: str = ""
    required: str = ""
    rows: int = 0
    too_long: str = TOO_LONG
    is_visible: Callable[[str], bool] = str.isprintable

    def check(self, given: object, place: str, what: str = "") -> str:
        """Return the text with single spaces, or raise InvalidSettings."""
        what = what or self.what
        text = " ".join(given.split()) if isinstance(given, str) else ""
        if not text:
            raise InvalidSettings(f"Enter {what}.", field=place)
        if len(text) > self.longest or not self.is_visible(text):
            wrong = self.too_long.format(what=what, longest=self.longest)
            raise InvalidSettings(wrong, field=place)
        return text

    def check_optional(self, given: object, place: str, what: str) -> str:
        return "" if given in (None, "") else self.check(given, place, what)


@dataclass(frozen=True)
class WholeSetting:
    """A whole number."""

    least: int
    most: int

    def check(self, given: object, place: str) -> int:
        if type(given) is not int or not self.least <= given <= self.most:
            wrong = f"Give a whole number from {self.least} to {self.most}."
            raise InvalidSettings(wrong, field=place)
        return given


@dataclass(frozen=True)
class ChoiceSetting:
    """One of some values, which have names for people."""

    choices: Mapping[str, str]
    wrong: str = NO_SUCH_CHOICE

    def check(self, given: object, place: str) -> str:
        if not isinstance(given, str) or given not in self.choices:
            names = ", ".join(self.choices)
            wrong = self.wrong.format(place=place, given=brief(given), names=names)
            raise InvalidSettings(wrong, field=place)
        return given


def filled_in(
    settings: Settings, presets: Mapping[str, Settings], preset: ChoiceSetting
) -> Settings:
    """Return settings with those of the preset that they name added. The name itself is left out:
    it follows from the settings."""
    if "preset" not in settings:
        return settings
    named = presets.get(preset.check(settings["preset"], "preset"), {})
    return {**named, **{name: one for name, one in settings.items() if name != "preset"}}


def refuse_unknown(settings: Settings, known: Sequence[str], subject: str) -> None:
    """Refuse a setting that the scheme does not have; `subject` begins the sentence."""
    for name in settings:
        if name not in known:
            raise InvalidSettings(
                f"{subject} no setting {name}. The settings are: {', '.join(known)}.",
                field=str(name),
            )


def refuse_twins(choices: Sequence[Mapping[str, str]], noun: str, field: str) -> None:
    """Refuse two choices with the same label or the same key."""
    for name in ("label", "key"):
        seen: dict[str, int] = {}
        for number, choice in enumerate(choices, 1):
            first = seen.setdefault(caseless(choice[name]), number)
            if first != number:
                raise InvalidSettings(
                    f"{noun} {first} and {number} have the same {name}. Change one of them.",
                    field=f"{field}.{number}.{name}",
                )


def is_list(given: object) -> TypeGuard[Sequence[object]]:
    return isinstance(given, Sequence) and not isinstance(given, str | bytes | Mapping)
