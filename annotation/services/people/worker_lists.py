"""Store a campaign's lists of ids, and traits that platforms claim for ids."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from django.db import transaction

from annotation.models import Campaign, ClaimedTraits, ListedId, Project, User
from annotation.services.audit import record_campaign_event, record_event
from annotation.services.errors import Invalid
from annotation.services.people.qualification_rules import CODES
from midpath.text.display_names import UnusableName, clean_name, folded

MAX_IDS = 100_000
PORTION = 5_000
TRAITS = ("id", "country", "language")


def set_list(*, campaign: Campaign, user: User, side: str, written: str) -> int:
    """Replace one of a campaign's lists by these ids, one per line; return their number.

    Workers who have joined stay: a list only applies to new ones."""
    if side not in ListedId.Side.values:
        raise Invalid("Choose in or out.", field="side")
    ids = read_ids(written)
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        before = ListedId.objects.filter(campaign=campaign, side=side)
        had, _ = before.delete()
        _list(campaign, side, ids)
        record_campaign_event(
            "campaign.listed", campaign, user, side=side, before=had, after=len(ids)
        )
    return len(ids)


@dataclass(frozen=True)
class Changed:
    """The effect of a change of a list, and the number of ids on it now."""

    added: int
    removed: int
    ids: int


def change_list(
    *, campaign: Campaign, user: User, side: str, add: Sequence[str], remove: Sequence[str]
) -> Changed:
    """Add ids to one of a campaign's lists and remove others, the removals first."""
    if side not in ListedId.Side.values:
        raise Invalid("Choose in or out.", field="side")
    added = [_clean(one, number, "add") for number, one in enumerate(add, start=1)]
    gone = [_clean(one, number, "remove") for number, one in enumerate(remove, start=1)]
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        rows = ListedId.objects.filter(campaign=campaign, side=side)
        removed, _ = rows.filter(external_id__in=gone).delete()
        before = rows.count()
        _list(campaign, side, dict.fromkeys(added))
        after = rows.count()
        if after > MAX_IDS:
            raise Invalid(f"A list can have up to {MAX_IDS:,} ids.", field="add")
        if removed or after > before:
            record_campaign_event(
                "campaign.listed", campaign, user, side=side, before=before + removed, after=after
            )
    return Changed(after - before, removed, after)


def _list(campaign: Campaign, side: str, ids: Iterable[str]) -> None:
    """Put ids on a list, if they are not on it."""
    rows = [
        ListedId(campaign=campaign, side=side, external_id=one, folded=folded(one)) for one in ids
    ]
    ListedId.objects.bulk_create(rows, batch_size=PORTION, ignore_conflicts=True)


def copy_lists(*, campaign: Campaign, copy: Campaign) -> None:
    """Copy the lists of the original to a duplicate."""
    rows = ListedId.objects.filter(campaign=campaign).values_list("side", "external_id", "folded")
    ListedId.objects.bulk_create(
        [
            ListedId(campaign=copy, side=side, external_id=one, folded=as_seen)
            for side, one, as_seen in rows
        ],
        batch_size=PORTION,
    )


def read_ids(written: str) -> list[str]:
    """Return the ids of a text, one per line, in order and without duplicates; raise Invalid with
    the line of an impossible one."""
    found: dict[str, None] = {}
    for number, line in enumerate(written.splitlines(), start=1):
        if line.strip():
            found[_clean(line, number)] = None
    if len(found) > MAX_IDS:
        raise Invalid(f"A list can have up to {MAX_IDS:,} ids.", field="ids")
    return list(found)


def set_traits(*, project: Project, user: User, written: str) -> int:
    """Store the countries and languages of a CSV with the header `id,country,language`; return its
    number of ids. Stored traits of other ids stay."""
    rows = _traits(written)
    with transaction.atomic():
        ClaimedTraits.objects.bulk_create(
            [
                ClaimedTraits(project=project, external_id=one, country=country, language=language)
                for one, (country, language) in rows.items()
            ],
            batch_size=PORTION,
            update_conflicts=True,
            unique_fields=["project", "external_id"],
            update_fields=["country", "language"],
        )
        record_event("project.traits_told", project=project.pk, user=user, ids=len(rows))
    return len(rows)


def _traits(written: str) -> dict[str, tuple[str, str]]:
    lines = list(csv.reader(StringIO(written)))
    if not lines or [name.strip().lower() for name in lines[0]] != list(TRAITS):
        raise Invalid("The first line must be id,country,language.", field="traits", line=1)
    found: dict[str, tuple[str, str]] = {}
    for number, cells in enumerate(lines[1:], start=2):
        if any(cell.strip() for cell in cells):
            found.update([_row(cells, number)])
    if len(found) > MAX_IDS:
        raise Invalid(f"Enter up to {MAX_IDS:,} ids at a time.", field="traits")
    return found


def _row(cells: Sequence[str], number: int) -> tuple[str, tuple[str, str]]:
    if len(cells) != len(TRAITS):
        raise Invalid(f"Line {number}: give id, country and language.", field="traits", line=number)
    external_id, country, language = cells[0], cells[1].strip().upper(), cells[2].strip().lower()
    for name, code in (("countries", country), ("languages", language)):
        if code and not CODES[name].fullmatch(code):
            raise Invalid(
                f"Line {number}: {code} is not a code such as IN or hi.",
                field="traits",
                line=number,
            )
    return _clean(external_id, number, "traits"), (country, language)


def _clean(external_id: str, number: int, field: str = "ids") -> str:
    try:
        return clean_name(external_id)
    except UnusableName as error:
        raise Invalid(f"Line {number}: {error}", field=field, line=number) from error
