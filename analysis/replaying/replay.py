"""Replay recorded judgments into a campaign, as their annotators."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from annotation.management.feeding import Crew, Pace, Progress, patiently
from annotation.models import HIT, Assignment, Campaign, Enrolment, Worker
from annotation.services.errors import Invalid, NothingLeft
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.release import return_hit
from annotation.services.work.submit import submit_judgment
from midpath.exchange.rows import RowError, Skipped
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.scoring.segment_files import placed
from midpath.text.characters import canonical

SUBMITTED = "submitted"
THERE_ALREADY = "there already"
STORED_UNCOUNTED = "submitted after its slot was taken: kept without counting"
FULL = "no free slot: the HIT has all its judgments"
SUBMISSIONS = uuid.UUID("5f0c9c63-3c5c-4a6e-9d0e-6f1f5c1f7a10")


class CannotReplay(Exception):
    """A file that cannot be replayed into a campaign: the reason, and its errors line by line."""

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class Read(Protocol):
    """The rows read from a file, and the errors in them."""

    @property
    def errors(self) -> Sequence[RowError]: ...


class Judged(Read, Protocol):
    """The judgments read from a file, with what was left out of it."""

    not_counted: int
    skipped: list[Skipped]
    notes: list[str]


R = TypeVar("R", bound=Read)
Row = TypeVar("Row")


def read_recorded(file: str, read: Callable[[str, bytes], R]) -> R:
    """Return the contents of a file of rows, or raise CannotReplay."""
    try:
        found = read(file, Path(file).read_bytes())
    except OSError as error:
        raise CannotReplay(f"{file} cannot be read: {error.strerror}.") from error
    if found.errors:
        faults = [placed(fault, "row", "file") for fault in found.errors]
        raise CannotReplay(f"{file} has errors, so nothing was submitted.", faults)
    return found


@dataclass(frozen=True)
class Recorded:
    """A recorded judgment: its annotator, its HIT and its payload."""

    annotator: str
    hit_id: int
    payload: dict[str, object]


@dataclass
class Plan:
    """The judgments to replay, in the campaign's order, and the numbers of those left out, by
    reason.

    `fullest` is the largest number of judgments that one HIT would get. `notes` say how the file
    was read."""

    judgments: list[Recorded] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    fullest: int = 0
    notes: Sequence[str] = ()

    def add(
        self,
        hit: int,
        rows: Iterable[tuple[str, Row]],
        payload_of: Callable[[Row], dict[str, object]],
    ) -> None:
        """Plan the rows of one HIT, each with its annotator, or count why they are left out."""
        before = len(self.judgments)
        for annotator, row in rows:
            try:
                payload = payload_of(row)
            except InvalidAnswer as error:
                self.left_out[error.message] += 1
            else:
                self.judgments.append(Recorded(annotator, hit, payload))
        self.fullest = max(self.fullest, len(self.judgments) - before)

    def end(
        self,
        unit: str,
        unknown: Iterable[Sized],
        not_counted: int = 0,
        skipped: Iterable[Skipped] = (),
    ) -> "Plan":
        """Count the rows of unknown items, those that do not count according to the file, and what
        its reader left out."""
        if many := sum(map(len, unknown)):
            self.left_out[f"the campaign has no such {unit}"] = many
        if not_counted:
            self.left_out["the file says that it does not count"] = not_counted
        self.left_out.update({one.reason: one.count for one in skipped})
        return self


def known_item(unit: str) -> str:
    return f"the campaign uses this {unit} as a check with a gold answer"


def plan_choices(
    campaign: Campaign,
    rows: dict[str, list[tuple[str, Row]]],
    answer_of: Callable[[Row, Settings], object],
    unit: str,
    judged: Judged,
) -> Plan:
    """Plan a file's rows, by item, in the campaign's order of items, and within an item in the
    file's order."""
    plan, by_name = Plan(notes=judged.notes), together(rows)
    hits = HIT.objects.filter(campaign=campaign).order_by("position")
    for hit, item, known in hits.values_list("pk", "item__text", "known").iterator():
        given = by_name.pop(canonical(item), [])
        if known:
            plan.left_out[known_item(unit)] += len(given)
        else:
            plan.add(hit, given, lambda row: {"answer": answer_of(row, campaign.settings)})
    return plan.end(unit, by_name.values(), judged.not_counted, judged.skipped)


def together(rows: Mapping[str, Iterable[Row]]) -> dict[str, list[Row]]:
    """Return rows by the spelling of their items that is compared with the campaign's."""
    found: dict[str, list[Row]] = {}
    for name, given in rows.items():
        found.setdefault(canonical(name), []).extend(given)
    return found


class Replay:
    """A replay of a plan. If it is run again it resumes where it was stopped, because each judgment
    always has the same submission id."""

    def __init__(self, campaign: Campaign, plan: Plan, pace: Pace, progress: Progress) -> None:
        self._campaign = campaign
        self._plan = plan
        self._pace = pace
        self._progress = progress
        self._left_out = plan.left_out
        self._enrolments: dict[str, Enrolment] = {}
        self._begun: dict[tuple[int, int], Assignment] = {}
        self._judged: set[tuple[int, int]] = set()
        self._full: list[Recorded] = []

    def run(self, threads: int) -> None:
        for annotator in dict.fromkeys(entry.annotator for entry in self._plan.judgments):
            self._enrol(annotator)
        self._look_at_what_is_there()
        waiting = list(self._in_order())
        while waiting:
            before = len(self._judged)
            self._feed_all(waiting, threads)
            waiting = self._reopened(new=len(self._judged) - before)

    def _feed_all(self, entries: Sequence[Recorded], threads: int) -> None:
        """Submit each annotator's judgments in one thread, in their order. A crew can be used only
        once."""
        crew = Crew()
        teams: defaultdict[int, list[Recorded]] = defaultdict(list)
        for entry in entries:
            teams[self._enrolments[entry.annotator].pk % threads].append(entry)
        crew.run(partial(self._feed, crew, team) for team in teams.values())

    def _reopened(self, *, new: int) -> list[Recorded]:
        """Return the judgments that found no slot but whose HIT has one by now, as happens with
        adaptive redundancy. If nothing new was stored, trying again would change nothing."""
        opened = HIT.objects.filter(campaign=self._campaign, open_position__isnull=False)
        now_open = set(opened.values_list("pk", flat=True)) if new else set()
        full, self._full = self._full, []
        for entry in full:
            if entry.hit_id not in now_open:
                self._progress.note(FULL)
        return [entry for entry in full if entry.hit_id in now_open]

    def _enrol(self, annotator: str) -> None:
        try:
            enrolment = join_campaign(
                campaign=self._campaign, source=Worker.Source.REPLAY, external_id=annotator
            )
        except Invalid as error:
            judgments = sum(entry.annotator == annotator for entry in self._plan.judgments)
            self._left_out[f"annotator {annotator[:60]!r}: {error.message}"] += judgments
        else:
            enrolment.campaign = self._campaign
            self._enrolments[annotator] = enrolment

    def _look_at_what_is_there(self) -> None:
        assignments = Assignment.objects.filter(
            hit__campaign=self._campaign, enrolment__in=self._enrolments.values()
        ).select_related("judgment")
        for assignment in assignments.iterator():
            place = (assignment.enrolment_id, assignment.hit_id)
            if hasattr(assignment, "judgment"):
                self._judged.add(place)
            else:
                self._begun[place] = assignment

    def _in_order(self) -> Iterator[Recorded]:
        """Yield the judgments to submit, started ones first, since they may have a lease."""
        known = [entry for entry in self._plan.judgments if entry.annotator in self._enrolments]
        yield from (entry for entry in known if self._place(entry) in self._begun)
        yield from (entry for entry in known if self._place(entry) not in self._begun)

    def _place(self, entry: Recorded) -> tuple[int, int]:
        return self._enrolments[entry.annotator].pk, entry.hit_id

    def _feed(self, crew: Crew, team: Sequence[Recorded]) -> None:
        for entry in team:
            crew.require_going_on()
            if self._place(entry) in self._judged:
                self._progress.note(THERE_ALREADY)
            else:
                self._pace.wait()
                outcome = patiently(partial(self._judge, entry))
                if outcome is None:
                    self._full.append(entry)
                else:
                    self._judged.add(self._place(entry))
                    self._progress.note(outcome)

    def _judge(self, entry: Recorded) -> str | None:
        """Submit a judgment and return its outcome; None if its HIT has no free slot now."""
        enrolment = self._enrolments[entry.annotator]
        begun = self._begun.get(self._place(entry))
        try:
            assignment_id = begun.pk if begun else self._claim(enrolment, entry.hit_id)
        except NothingLeft:
            return None
        receipt = submit_judgment(
            enrolment=enrolment,
            assignment_id=assignment_id,
            submission_id=uuid.uuid5(SUBMISSIONS, f"{enrolment.pk}/{entry.hit_id}"),
            payload=entry.payload,
        )
        return SUBMITTED if receipt.counts else STORED_UNCOUNTED

    def _claim(self, enrolment: Enrolment, hit_id: int) -> int:
        """Claim a HIT and return its assignment. A HIT that the annotator already has without a
        recorded answer is returned first."""
        assignment = claim_hit(enrolment_id=enrolment.pk, hit_id=hit_id)
        while assignment.hit_id != hit_id:
            return_hit(enrolment=enrolment, assignment_id=assignment.pk)
            assignment = claim_hit(enrolment_id=enrolment.pk, hit_id=hit_id)
        return assignment.pk
