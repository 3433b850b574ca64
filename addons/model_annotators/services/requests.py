"""Work on a round for some seconds: send requests, store answers, and pause on request. Before a
call, its intent is committed with its maximum cost. After a killed process, such a call counts as
lost and is not repeated, because it may have been paid for. So nothing is bought twice. Answers
that the project bought earlier with the same call are reused."""

import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

import orjson
from django.db import transaction
from django.db.models import F, Sum
from django.db.models.functions import Now

from addons.model_annotators.models import ModelAnswer, ModelRun, ModelRunQuerySet
from addons.model_annotators.scheme_prompts import PROMPTS
from addons.model_annotators.scheme_prompts.base import object_in
from addons.model_annotators.services.client import (
    Call,
    Completion,
    Never,
    NoAnswer,
    NotNow,
    RefusedRequest,
    complete,
    cost_of,
    most_tokens_of,
)
from addons.model_annotators.services.endpoints import key_of
from addons.model_annotators.services.pacing import take_room
from addons.model_annotators.services.prompts import address_of, body_of, digest_of
from addons.model_annotators.services.runs import CAME, keep_run
from annotation.events import WorkFailed, emit
from annotation.models import Campaign, Item
from annotation.schemes import scheme_of
from annotation.services.encryption import CannotOpen
from annotation.services.errors import ServiceError
from annotation.services.sets.answers import without_marks
from midpath.schemes.base import InvalidAnswer

logger = logging.getLogger(__name__)

State, Status = ModelAnswer.State, ModelRun.Status
ENDED_EARLY = {Status.FAILED, Status.SPENT}
MAX_SLICE_SECONDS = 20.0
FIRST_WAIT, MAX_WAIT_SECONDS = 1.0, 300.0
# A round ends after this many consecutive temporary refusals, or refused requests.
MAX_FAILURES, MAX_REFUSED = 12, 3
NO_WORDS = "The endpoint’s answer contains no text."
CUT = "The answer was cut off at the token limit. "
KILLED = "The process was killed during the request, so it is unknown whether an answer came."


class Over(Exception):
    """A reason to stop working on a round for now; it is stored already."""


@dataclass
class Slice:
    """Some seconds of work on a round. `number` is that of the attempt; writes by other attempts
    are refused."""

    run: ModelRun
    number: int
    key: str
    until: float
    spent: Decimal = Decimal(0)

    def work(self) -> None:
        """Send requests until time is up, all are sent, or there is a reason to stop."""
        sums = ModelAnswer.objects.filter(asked=self.run).aggregate(spent=Sum("cost"))
        self.spent = sums["spent"] or Decimal(0)
        while time.monotonic() < self.until:
            waiting = self._next()
            if not waiting:
                return self._finish()
            fresh = [one for one in waiting if not self._known(one)]
            if fresh:
                self._ask_all(fresh[: self._room(len(fresh))])
        return None

    def _rows(self) -> ModelRunQuerySet:
        return ModelRun.objects.filter(pk=self.run.pk, run=self.number, status=Status.WAITING)

    def _require(self, **columns: object) -> None:
        """Update the round, and leave it if it was stopped or now belongs to another process."""
        with transaction.atomic():
            if not self._rows().update(beat_at=Now(), **columns):
                raise Over
            if columns.get("status") in ENDED_EARLY:
                emit(failure_of(self.run))

    def _next(self) -> list[ModelAnswer]:
        self._require()
        rows = ModelAnswer.objects.filter(asked=self.run, state=State.WAITING)
        return list(rows.select_related("item__document").order_by("pk")[: self.run.at_once])

    def _finish(self) -> None:
        with transaction.atomic():
            self._require(status=Status.READY, problem="")
            try:
                keep_run(run=self.run, user=None)
            except ServiceError as error:
                ModelRun.objects.filter(pk=self.run.pk).update(problem=error.message[:500])

    def _known(self, one: ModelAnswer) -> bool:
        """Reuse the answer if the project bought it earlier by the same call."""
        one.digest = digest_of(self.run, body_of(self.run, one.item))
        project = self.run.campaign.dataset.project_id
        bought = ModelAnswer.objects.filter(digest=one.digest, bought=True, state__in=CAME)
        bought = bought.filter(asked__campaign__dataset__project=project)
        before = bought.order_by("pk").first()
        if before is None:
            return False
        refused = before.problem if before.state == State.REFUSED else ""
        completion = Completion(before.words, refused, cut=False, tokens_in=None, tokens_out=None)
        _keep(one, _read(self.run.campaign, one.item, completion))
        return True

    def _room(self, wanted: int) -> int:
        """Return how many calls the round's own rate limit allows now; leave the round if none."""
        room = take_room(self._rows(), wanted)
        if not room:
            raise Over
        return room

    def _ask_all(self, fresh: Sequence[ModelAnswer]) -> None:
        calls = []
        for one in fresh:
            body = body_of(self.run, one.item)
            if not self._send(one, self._most(body)):
                break
            calls.append((one, Call(address_of(self.run), self.key, body)))
        reasons: list[Exception] = []
        with ThreadPoolExecutor(max(len(calls), 1)) as pool:
            futures = {pool.submit(complete, call): one for one, call in calls}
            for future in as_completed(futures):
                reasons += self._take(futures[future], future)
        if reasons:
            self._rest(reasons)
        elif calls:
            self._require(failures=0, problem="")
        if len(calls) < len(fresh) and not reasons:
            self._require(status=Status.SPENT, problem="One more answer could exceed the budget.")
            raise Over

    def _most(self, body: dict[str, object]) -> Decimal:
        most = most_tokens_of(body, self.run.limit_name)
        return cost_of(*most, self.run.price_in, self.run.price_out)

    def _send(self, one: ModelAnswer, most: Decimal) -> bool:
        """Commit the intent of a call at its maximum cost; return False if that could exceed the
        budget. A process that was stopped for long, whose round another one works on, sends
        nothing."""
        if self.spent + most > self.run.budget:
            return False
        one.cost += most
        self.spent += most
        sent = ModelAnswer.objects.filter(pk=one.pk, state=State.WAITING, asked__run=self.number)
        return bool(sent.update(state=State.SENT, digest=one.digest, cost=one.cost, sent_at=Now()))

    def _take(self, one: ModelAnswer, answered: Future[Completion]) -> list[Exception]:
        """Store the result of a call; return the reason for a pause, if there is one."""
        most, error = self._most(body_of(self.run, one.item)), answered.exception()
        if error is None:
            completion = answered.result()
            self._settle(one, most, self._paid(completion, most))
            _keep(one, _read(self.run.campaign, one.item, completion), completion)
            return []
        if isinstance(error, RefusedRequest):
            self._settle(one, most, Decimal(0))
            _keep(one, Reading(State.REFUSED, problem=str(error)))
            return [error]
        if isinstance(error, NotNow | Never):
            self._settle(one, most, Decimal(0))
            _keep(one, Reading(State.WAITING))
            return [error]
        _keep(one, Reading(State.LOST, problem=str(error)))
        if isinstance(error, NoAnswer):
            return []
        logger.error("A call to a model failed", exc_info=error)
        return [Never("A request failed unexpectedly. See the server’s log.")]

    def _settle(self, one: ModelAnswer, most: Decimal, paid: Decimal) -> None:
        one.cost += paid - most
        self.spent += paid - most

    def _paid(self, completion: Completion, most: Decimal) -> Decimal:
        if completion.tokens_in is None or completion.tokens_out is None:
            return most
        return cost_of(
            completion.tokens_in, completion.tokens_out, self.run.price_in, self.run.price_out
        )

    def _rest(self, reasons: Sequence[Exception]) -> None:
        worst = next((one for one in reasons if isinstance(one, Never)), None)
        if worst is not None:
            self._require(status=Status.FAILED, problem=str(worst)[:500])
            raise Over
        self.run.failures += 1
        moment = [one for one in reasons if isinstance(one, NotNow)]
        most = MAX_FAILURES if moment else MAX_REFUSED
        problem = str(moment[0] if moment else reasons[0])[:500]
        if self.run.failures >= most:
            self._require(status=Status.FAILED, problem=problem, failures=self.run.failures)
            raise Over
        backoff = min(FIRST_WAIT * 2 ** (self.run.failures - 1), MAX_WAIT_SECONDS)
        waits = [one.seconds for one in moment if one.seconds is not None]
        wait = (max(waits) if waits else backoff) if moment else 0.0
        self._require(
            problem=problem,
            failures=self.run.failures,
            rests_until=Now() + timedelta(seconds=wait),
        )
        if wait:
            raise Over


def work_on(run_id: int, *, seconds: float = MAX_SLICE_SECONDS) -> bool:
    """Work on a round for some seconds; return whether there was one to work on. Call it only while
    no other process can work on it."""
    rows = ModelRun.objects.not_deleted().filter(
        pk=run_id, status=Status.WAITING, rests_until__lte=Now()
    )
    if not ModelRun.objects.filter(pk__in=rows).update(run=F("run") + 1, beat_at=Now()):
        return False
    run = ModelRun.objects.select_related("campaign__dataset", "endpoint").get(pk=run_id)
    found = ModelAnswer.objects.filter(asked=run, state=State.SENT)
    found.update(state=State.LOST, problem=KILLED)
    try:
        if run.endpoint is None:
            raise CannotOpen
        key = key_of(run.endpoint)
    except CannotOpen:
        problem = (
            "The key was encrypted with another secret key of the server, or has been removed."
        )
        with transaction.atomic():
            ModelRun.objects.filter(pk=run_id).update(status=Status.FAILED, problem=problem)
            emit(failure_of(run))
        return True
    with suppress(Over):
        Slice(run, run.run, key, time.monotonic() + seconds).work()
    return True


def failure_of(run: ModelRun) -> WorkFailed:
    return WorkFailed(run.campaign, kind="model_run", number=run.pk)


@dataclass(frozen=True)
class Reading:
    """The outcome of an item: its state, the model's words, what is wrong with them, and, for a
    valid answer, payload and vector."""

    state: str
    words: str = ""
    problem: str = ""
    payload: dict[str, object] | None = None
    vector: tuple[int, ...] | None = None


def _read(campaign: Campaign, item: Item, completion: Completion) -> Reading:
    """Parse a model's words as an answer of the scheme."""
    if completion.refused:
        return Reading(State.REFUSED, completion.words, completion.refused)
    cut = CUT if completion.cut else ""
    if not completion.words.strip():
        return Reading(State.UNFIT, "", cut + NO_WORDS)
    settings, scheme = without_marks(campaign.settings), scheme_of(campaign)
    try:
        payload = PROMPTS[campaign.scheme].payload(object_in(completion.words), item, settings)
        if len(orjson.dumps(payload)) > scheme.room(item, settings):
            raise InvalidAnswer("This is longer than any valid answer.", field="")
        vector = scheme.parse(payload, item, settings)
    except InvalidAnswer as error:
        return Reading(State.UNFIT, completion.words, cut + error.message)
    return Reading(State.SOUND, completion.words, "", payload, vector)


def _keep(one: ModelAnswer, found: Reading, bought: Completion | None = None) -> None:
    """Store the outcome of an item; `bought` says that the answer was bought in this round, and
    counted."""
    ModelAnswer.objects.filter(pk=one.pk).update(
        state=found.state,
        digest=one.digest,
        words=found.words,
        problem=found.problem[:300],
        payload=found.payload,
        vector=None if found.vector is None else list(found.vector),
        tokens_in=(bought.tokens_in or 0) if bought else 0,
        tokens_out=(bought.tokens_out or 0) if bought else 0,
        cost=one.cost,
        bought=bought is not None,
    )
