"""Compute what the demo's simulated crowd did before now: the answers of each worker, and when they
gave them. Nothing is stored here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from random import Random

from analysis.schemes import analysis_of
from analysis.schemes.base import Crowd
from annotation.models import HIT, Campaign, Enrolment, Worker
from annotation.schemes import scheme_of
from annotation.services.campaigns.budget import most_known_mixed_in
from annotation.services.campaigns.terms import gold_scheme_of
from annotation.services.people.join import join_campaign
from annotation.services.work.gold_scores import Seen
from annotation.services.work.worker_state import WorkerState, lock_worker_state
from tasks.management.demo.campaign import DemoCampaign
from tasks.management.demo.shifts import Times, divide, plan_times

SEED = 7
LENGTH = timedelta(days=2)


@dataclass(frozen=True)
class Turn:
    """One HIT of a worker: the answer, whether it is right (None: the HIT is not gold), and the
    times."""

    enrolment: Enrolment
    hit: HIT
    payload: dict[str, object]
    vector: list[int]
    right: bool | None
    times: Times


@dataclass(frozen=True)
class Shift:
    """All turns of one worker in a campaign. Gold answers may have stopped them after the last."""

    enrolment: Enrolment
    turns: Sequence[Turn]
    stopped: Seen | None

    @property
    def ordinary(self) -> int:
        return sum(turn.right is None for turn in self.turns)

    @property
    def gold(self) -> list[bool]:
        return [turn.right for turn in self.turns if turn.right is not None]


@dataclass(frozen=True)
class Answer:
    hit: HIT
    payload: dict[str, object]
    vector: list[int]
    right: bool | None


@dataclass
class PastCrowd:
    """The crowd of one campaign. Every worker gets the HITs in the order in which claims serve
    them: there are no more workers than judgments per HIT, so no HIT is ever full for them."""

    campaign: Campaign
    demo: DemoCampaign
    now: datetime
    draw: Random = field(init=False)
    crowd: Crowd = field(init=False)

    def __post_init__(self) -> None:
        crowd = analysis_of(self.campaign).crowd
        if crowd is None or self.demo.workers > self.campaign.redundancy:
            raise ValueError(f"No past can be simulated for {self.campaign.name}.")
        self.crowd, self.draw = crowd, Random(f"{SEED}/{self.demo.key}")  # noqa: S311

    @property
    def end(self) -> datetime:
        return self.now - self.demo.ended

    @property
    def begin(self) -> datetime:
        return self.now - LENGTH

    def shifts(self) -> list[Shift]:
        """Let the workers join, and return their shifts. The caller's transaction has to store
        them."""
        hits = list(
            HIT.objects.filter(campaign=self.campaign)
            .select_related("item__document", "answer")
            .order_by("position")
        )
        ordinary = [hit for hit in hits if not hit.known]
        gold = [hit for hit in hits if hit.known]
        shares = divide(self.draw, self.demo.judgments, self.demo.workers, len(ordinary))
        return [
            self._shift(number, share, ordinary, gold)
            for number, share in enumerate(shares, start=1)
        ]

    def _shift(
        self, number: int, share: int, ordinary: Sequence[HIT], gold: Sequence[HIT]
    ) -> Shift:
        name = worker_name(number)
        enrolment = join_campaign(
            campaign=self.campaign, source=Worker.Source.SIMULATED, external_id=name
        )
        state = lock_worker_state(enrolment.pk)
        served = self._served(state, share, ordinary, gold)
        answers, stopped = self._answered(name, served)
        times = plan_times(
            self.draw,
            [len(answer.hit.item.text) for answer in answers],
            seconds=self.campaign.seconds_expected or 0,
            allotted=self.campaign.seconds_allotted,
            begin=self.begin,
            end=self.end,
        )
        turns = [
            Turn(enrolment, one.hit, one.payload, one.vector, one.right, at)
            for one, at in zip(answers, times, strict=True)
        ]
        return Shift(enrolment, turns, stopped)

    def _served(
        self, state: WorkerState, share: int, ordinary: Sequence[HIT], gold: Sequence[HIT]
    ) -> Iterator[HIT]:
        """Yield the HITs of a worker: so many of the order, and a gold HIT at a random place in
        each run."""
        left = [ordinary[(state.start + place) % len(ordinary)] for place in reversed(range(share))]
        every, done, due = self.campaign.known_every, 0, -1
        known = self.draw.sample(gold, len(gold))
        if every:
            known = known[: most_known_mixed_in(len(ordinary), every, None)]
        while left:
            if every and done % every == 0:
                due = done + self.draw.randrange(every)
            yield known.pop() if known and done == due else left.pop()
            done += 1

    def _answered(self, name: str, hits: Iterator[HIT]) -> tuple[list[Answer], Seen | None]:
        """Return a worker's answers, up to the gold answer that stops them."""
        answers: list[Answer] = []
        right = done = 0
        for hit in hits:
            answer = self._answer(name, hit)
            answers.append(answer)
            if answer.right is not None:
                right, done = right + answer.right, done + 1
                seen = Seen.counted(right, done, 0)
                if seen.fails(self.campaign.pass_share, self.campaign.pass_after):
                    return answers, seen
        return answers, None

    def _answer(self, name: str, hit: HIT) -> Answer:
        campaign, item = self.campaign, hit.item
        payload = self.crowd.judge(
            SEED, name, item, campaign.settings, self.demo.meant(item, campaign)
        )
        vector = scheme_of(campaign).parse(payload, item, campaign.settings)
        right = self._is_right(hit, vector) if hit.known else None
        return Answer(hit, payload, list(vector), right)

    def _is_right(self, hit: HIT, vector: Sequence[int]) -> bool:
        campaign, scheme = self.campaign, gold_scheme_of(self.campaign)
        item, settings = hit.item, campaign.settings
        known = hit.answer.vector if hit.answer else scheme.known_vector(item, settings)
        return known is not None and scheme.agrees(
            vector, known, campaign.settings, campaign.known_agreement
        )


def worker_name(number: int) -> str:
    """Return the name of a simulated worker, the same in all campaigns."""
    return f"simulated-{SEED}-{number}"


def in_order(shifts: Sequence[Shift], by: str) -> list[Turn]:
    """Return all turns in the order of their `began_at` or `ended_at`."""
    return sorted((turn for shift in shifts for turn in shift.turns), key=attrgetter(f"times.{by}"))
