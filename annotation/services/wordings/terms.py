"""The further wordings of a campaign's instructions: how they are written, read and checked."""

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from annotation.models import Campaign
from annotation.models.terms.reading_terms import INSTRUCTIONS_LENGTH, MAX_FURTHER_WORDINGS
from annotation.services.errors import Invalid
from midpath.text.characters import problem_with_characters

MAX_NAME = 40
# The name of the first wording, which is the campaign's own instructions.
FIRST = "First"
HEADING = re.compile(r"^==++\s*+([^=\s](?:.*[^=\s])?)[=\s]*+$")


class Wording(TypedDict):
    """A wording of the instructions, and its name in figures and files."""

    name: str
    instructions: str


def wordings_of(campaign: Campaign) -> list[Wording]:
    """Return all wordings in order, the campaign's own instructions first; empty if these are the
    only ones."""
    if not campaign.wordings:
        return []
    return [Wording(name=FIRST, instructions=campaign.instructions), *campaign.wordings]


def read_wordings(text: str) -> list[Wording]:
    r"""Parse the wordings in a text, each below a line with its name, or raise Invalid.

    >>> read_wordings("== Short\nCut the text.\n\n== Polite ==\nPlease cut the text.")[1]
    {'name': 'Polite', 'instructions': 'Please cut the text.'}
    """
    found: list[tuple[str, list[str]]] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if (heading := HEADING.match(line)) is not None:
            found.append((heading[1], []))
        elif found:
            found[-1][1].append(line)
        elif line.strip():
            raise Invalid(
                f"Line {number}: begin each wording with a line that has two equals signs and its "
                "name, such as == Short.",
                field="wordings",
                line=number,
            )
    return [Wording(name=name, instructions="\n".join(lines).strip()) for name, lines in found]


def written_wordings(wordings: Sequence[Wording]) -> str:
    """Return wordings in the text form that `read_wordings` reads."""
    return "\n\n".join(f"== {one['name']}\n{one['instructions']}" for one in wordings)


def check_wordings(campaign: Campaign) -> None:
    """Raise Invalid if the wordings are not valid, differ in nothing, or if there is a pilot too,
    after which the instructions may change."""
    given = campaign.wordings
    if not isinstance(given, list) or len(given) > MAX_FURTHER_WORDINGS:
        raise Invalid(f"Add at most {MAX_FURTHER_WORDINGS} wordings.", field="wordings")
    campaign.wordings = [_checked(one, number) for number, one in enumerate(given, 2)]
    every = wordings_of(campaign)
    if len({one["name"].casefold() for one in every}) < len(every):
        raise Invalid(
            f"Give each wording a name of its own. “{FIRST}” is the name of the first one, the "
            "campaign’s own instructions.",
            field="wordings",
        )
    if len({" ".join(one["instructions"].split()) for one in every}) < len(every):
        raise Invalid("Two wordings are the same. Change one of them.", field="wordings")
    if every and campaign.pilot_items:
        raise Invalid(
            "A pilot may change the instructions when it ends, so it cannot be combined with "
            "several wordings. Choose one of the two.",
            field="wordings",
        )


def _checked(given: object, number: int) -> Wording:
    """Return a wording in its normal form, with strings for both texts."""
    where = f"Wording {number}"
    if not isinstance(given, Mapping) or given.keys() - Wording.__annotations__.keys():
        raise Invalid(f"{where} has only a name and instructions.", field="wordings")
    name, text = given.get("name"), given.get("instructions")
    name = " ".join(name.split()).strip("= ") if isinstance(name, str) else ""
    text = text.replace("\r\n", "\n").strip() if isinstance(text, str) else ""
    for what, value, most in (
        ("name", name, MAX_NAME),
        ("text", text, INSTRUCTIONS_LENGTH),
    ):
        if not value:
            raise Invalid(f"{where} has no {what}.", field="wordings")
        if len(value) > most:
            raise Invalid(
                f"{where}: its {what} is longer than {most:,} characters.", field="wordings"
            )
        if trouble := problem_with_characters(value):
            raise Invalid(f"{where}, {what}: {trouble}", field="wordings")
    if any(HEADING.match(line) for line in text.split("\n")):
        raise Invalid(
            f"{where}: a line of the instructions begins with two equals signs, which begin the "
            "next wording on the form. Change this line.",
            field="wordings",
        )
    return Wording(name=name, instructions=text)
