"""Checks shared by the settings of several schemes."""

from collections.abc import Mapping, Sequence

from annotation.schemes.base import InvalidSettings, Settings


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
            first = seen.setdefault(choice[name].casefold(), number)
            if first != number:
                raise InvalidSettings(
                    f"{noun} {first} and {number} have the same {name}. Change one of them.",
                    field=f"{field}.{number}.{name}",
                )
