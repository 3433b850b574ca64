"""A worker, who claims and submits repeatedly. Programs can run whole crowds with it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self, Unpack
from uuid import uuid4

from midpath.errors import Conflict, NotFound
from midpath.models import (
    HIT,
    JoinCampaignInput,
    JoinCampaignOutput,
    SkipHITInput,
    SubmitJudgmentOutput,
    WayOut,
)
from midpath.transport import Transport, in_path

Answer = Callable[[HIT], Mapping[str, Any] | None]
# Codes that end a worker's work without being an error.
ENDS = {"nothing_left", "enough", "not_serving", "stopped"}


class WorkerClient:
    """A worker who has joined a campaign. `welcome` is the response to joining."""

    def __init__(self, transport: Transport, code: str, welcome: JoinCampaignOutput) -> None:
        self.transport, self.welcome = transport, welcome
        self._path = f"campaigns/{in_path(code)}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.transport.close()

    def claim(self) -> HIT:
        """Take the next HIT, or get the one already open. NotFound with the code `nothing_left`
        means that there is none."""
        return self.transport.ask(HIT, "POST", f"{self._path}/claim", repeatable=True)

    def submit(
        self,
        hit: HIT,
        payload: Mapping[str, Any],
        *,
        active_ms: int | None = None,
        first_action_ms: int | None = None,
        following: bool = True,
    ) -> SubmitJudgmentOutput:
        """Submit an answer. Idempotent. With `following`, the response includes the next HIT."""
        times = {"active_ms": active_ms, "first_action_ms": first_action_ms}
        body = {
            "submission_id": str(uuid4()),
            "payload": payload,
            "next": following,
            **{name: value for name, value in times.items() if value is not None},
        }
        return self.transport.ask(
            SubmitJudgmentOutput, "POST", self._at(hit, "submit"), body=body, repeatable=True
        )

    def give_back(self, hit: HIT) -> None:
        """Return a HIT so that another worker can have it."""
        self.transport.ask(type(None), "POST", self._at(hit, "return"))

    def skip(self, hit: HIT, **body: Unpack[SkipHITInput]) -> None:
        """Skip a HIT, for later or for good, with a reason."""
        self.transport.ask(type(None), "POST", self._at(hit, "skip"), body=body)

    def way_out(self) -> WayOut:
        """Read how a worker from a platform returns to it, and with which code."""
        return self.transport.ask(WayOut, "GET", f"{self._path}/way-out")

    def work(self, answer: Answer) -> Iterator[SubmitJudgmentOutput]:
        """Yield the receipt of each answer until nothing is left. An answer of None skips the HIT
        for good."""
        hit = self._next()
        while hit is not None:
            payload = answer(hit)
            if payload is None:
                self.skip(hit, later=False)
                hit = self._next()
                continue
            receipt = self.submit(hit, payload)
            yield receipt
            hit = receipt["next"] or self._after(receipt)

    def _after(self, receipt: SubmitJudgmentOutput) -> HIT | None:
        """Return the next HIT after a receipt without one, waiting if claims are rate-limited."""
        stopped = receipt["stopped"]
        return None if stopped and stopped["code"] in ENDS else self._next()

    def _next(self) -> HIT | None:
        try:
            return self.claim()
        except (NotFound, Conflict) as refused:
            if refused.code in ENDS:
                return None
            raise

    def _at(self, hit: HIT, act: str) -> str:
        return f"{self._path}/assignments/{hit['assignment']}/{act}"


def join_by(transport: Transport, code: str, **body: Unpack[JoinCampaignInput]) -> WorkerClient:
    """Join a campaign, or return to it, as the worker in the body."""
    path = f"campaigns/{in_path(code)}/join"
    welcome = transport.ask(JoinCampaignOutput, "POST", path, body=body)
    return WorkerClient(transport.with_token(welcome["token"]), code, welcome)
