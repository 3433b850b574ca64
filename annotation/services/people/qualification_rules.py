"""The rules of a campaign for joining, and their checks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from annotation.models import Campaign
from annotation.services.errors import Invalid

MAX_CAMPAIGNS = 50
MAX_TASKS = 1_000_000
MAX_TRAITS = 50
CODES = {"countries": re.compile("[A-Z]{2}"), "languages": re.compile("[a-z]{2,3}")}


@dataclass(frozen=True)
class Qualifications:
    """The rules of a campaign for joining, in addition to its lists. An empty rule requires
    nothing."""

    not_who_did: tuple[int, ...] = ()
    only_who_passed: tuple[int, ...] = ()
    more_tasks_than: int | None = None
    approved_above: Decimal | None = None
    countries: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    @classmethod
    def of(cls, campaign: Campaign) -> "Qualifications":
        return cls.stored(campaign.qualifications)

    @classmethod
    def stored(cls, rules: Mapping[str, Any]) -> "Qualifications":
        """Return the rules from the form in which a campaign stores them."""
        stored = dict(rules)
        share = stored.pop("approved_above", None)
        lists = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
        return cls(
            **lists,
            more_tasks_than=stored.get("more_tasks_than"),
            approved_above=None if share is None else Decimal(share),
        )


@dataclass(frozen=True)
class QualificationPreset:
    """The qualifications that a paper required, and what they mean in words."""

    title: str
    rules: Mapping[str, object]
    about: str


PRESETS = {
    "a13": QualificationPreset(
        "A13 Table 3",
        {"more_tasks_than": 100, "approved_above": "0.6", "countries": ["US"]},
        "More than 100 tasks, more than 60 % accepted, from the United States.",
    ),
    "h14": QualificationPreset(
        "H14 §4.2",
        {"more_tasks_than": 99, "approved_above": "0.95"},
        "At least 100 tasks, more than 95 % accepted.",
    ),
    "pq": QualificationPreset(
        "PQ §3.1",
        {"countries": ["US"]},
        "“Masters” from the United States. Only Amazon knows its masters: after saving the draft, "
        "upload their ids as the list of those to let in.",
    ),
}


def check_qualifications(campaign: Campaign) -> None:
    """Raise Invalid, with the field, if a qualification is invalid; else return it in canonical
    form: in a fixed order, without empty rules."""
    given = campaign.qualifications
    if not isinstance(given, Mapping):
        raise Invalid("Give an object.", field="qualifications")
    given = _filled_in(given)
    known = Qualifications.__dataclass_fields__
    if unknown := sorted(set(given) - set(known)):
        raise Invalid(
            f"There is no {unknown[0]}. The names are: {', '.join(known)}.", field="qualifications"
        )
    checks = {
        "not_who_did": _campaigns,
        "only_who_passed": _campaigns,
        "more_tasks_than": _tasks,
        "approved_above": _share,
        "countries": _codes,
        "languages": _codes,
    }
    checked = {name: checks[name](campaign, name, given.get(name)) for name in known}
    campaign.qualifications = {
        name: value for name, value in checked.items() if value is not None and value != []
    }


def _filled_in(given: Mapping[str, object]) -> dict[str, object]:
    """Return the rules with those of the preset that they name added."""
    rules = dict(given)
    preset = rules.pop("preset", None)
    if preset is None:
        return rules
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Invalid(
            f"There is no such preset. Choose one of {', '.join(PRESETS)}.",
            field="qualifications.preset",
        )
    return {**PRESETS[preset].rules, **rules}


def _campaigns(campaign: Campaign, name: str, given: object) -> list[int] | None:
    if given in (None, [], ()):
        return None
    if not isinstance(given, list | tuple) or any(type(one) is not int for one in given):
        raise Invalid("Give the numbers of campaigns.", field=f"qualifications.{name}")
    wanted = sorted(set(given))
    others = Campaign.objects.filter(
        pk__in=wanted, dataset__project=campaign.dataset.project_id
    ).exclude(pk=campaign.pk)
    if len(wanted) > MAX_CAMPAIGNS or others.count() != len(wanted):
        raise Invalid(
            f"Give up to {MAX_CAMPAIGNS} other campaigns of this project.",
            field=f"qualifications.{name}",
        )
    return wanted


def _tasks(campaign: Campaign, name: str, given: object) -> int | None:
    if given is None:
        return None
    if type(given) is not int or not 0 <= given <= MAX_TASKS:
        raise Invalid(
            f"Give a whole number from 0 to {MAX_TASKS:,}.", field=f"qualifications.{name}"
        )
    return given


def _share(campaign: Campaign, name: str, given: object) -> str | None:
    if given is None:
        return None
    try:
        share = Decimal(str(given))
        if not 0 <= share < 1 or share != round(share, 3):
            raise InvalidOperation
    except InvalidOperation as error:
        raise Invalid(
            "Give a share from 0 to 0.999, as a decimal.", field=f"qualifications.{name}"
        ) from error
    return f"{share.normalize():f}"


def _codes(campaign: Campaign, name: str, given: object) -> list[str] | None:
    if given in (None, [], ()):
        return None
    form = CODES[name]
    if not isinstance(given, list | tuple) or not all(
        isinstance(one, str) and form.fullmatch(one) for one in given
    ):
        kind = "two capital letters, as IN" if name == "countries" else "small letters, as hi"
        raise Invalid(f"Give codes of {kind}.", field=f"qualifications.{name}")
    if len(set(given)) > MAX_TRAITS:
        raise Invalid(f"Give up to {MAX_TRAITS}.", field=f"qualifications.{name}")
    return sorted(set(given))
