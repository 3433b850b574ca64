"""Record how workers join, and find those who joined together."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from datetime import timedelta
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from annotation.models import Campaign, Enrolment, JoinTrace

SALT = "annotation.join_trace"
MINUTE = timedelta(minutes=1)


def keep_trace(*, enrolment: Enrolment, address: str, known: Collection[int]) -> None:
    """Record how a worker joined; later visits change nothing.

    `known` are the workers who joined in this browser before, the latest first."""
    first = list(known)[-1] if known else enrolment.worker_id
    project = enrolment.campaign.dataset.project_id
    JoinTrace.objects.bulk_create(
        [
            JoinTrace(
                enrolment=enrolment,
                address=_digest(project, "address", address),
                browser=_digest(project, "browser", first),
            )
        ],
        ignore_conflicts=True,
    )


def _digest(project_id: int, what: str, value: Hashable) -> str:
    """Return a keyed digest, a different one in each project."""
    return salted_hmac(SALT, f"{project_id} {what} {value}", algorithm="sha256").hexdigest()


class Together(NamedTuple):
    """The numbers of workers in a group who joined within a minute, from one address, and in one
    browser: each the size of the largest such part of the group, 0 if there is none."""

    minute: int
    address: int
    browser: int


def together(campaign: Campaign, groups: Mapping[int, Collection[int]]) -> dict[int, Together]:
    """Return for each group of enrolments how many joined together, with one query."""
    wanted = [pk for group in groups.values() for pk in group]
    rows = JoinTrace.objects.filter(enrolment__campaign=campaign, enrolment__in=wanted)
    traces = {one.pk: one for one in rows}
    return {
        number: _together([traces[pk] for pk in group if pk in traces])
        for number, group in groups.items()
    }


def joined_together(campaign: Campaign) -> dict[str, list[list[int]]]:
    """Return the enrolments that share an address and a browser, the largest groups first."""
    rows = list(
        JoinTrace.objects.filter(enrolment__campaign=campaign)
        .order_by("pk")
        .values_list("pk", "address", "browser")
    )
    return {
        "address": _shared((address, pk) for pk, address, _ in rows),
        "browser": _shared((browser, pk) for pk, _, browser in rows),
    }


def _shared(rows: Iterable[tuple[str, int]]) -> list[list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for digest, pk in rows:
        found[digest].append(pk)
    shared = [group for group in found.values() if len(group) > 1]
    return sorted(shared, key=lambda group: (-len(group), group))


def _together(traces: Collection[JoinTrace]) -> Together:
    return Together(
        _within_a_minute(traces),
        _most_common(one.address for one in traces),
        _most_common(one.browser for one in traces),
    )


def _within_a_minute(traces: Collection[JoinTrace]) -> int:
    times = sorted(one.at for one in traces)
    first, most = 0, 0
    for last, at in enumerate(times):
        while at - times[first] > MINUTE:
            first += 1
        most = max(most, last - first + 1)
    return most if most > 1 else 0


def _most_common(digests: Iterable[str]) -> int:
    most = max(Counter(digests).values(), default=0)
    return most if most > 1 else 0
