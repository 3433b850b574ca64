"""A stand-in for Prolific's documented API, in its own process: `python -m
addons.prolific.tests.server`. It prints its address. It contains one study, and those created on
it: each call creates another one.

Paying a bonus twice pays twice, as Prolific documents; with `pays` "later" a bonus is shown by no
submission until it is "now" again, with "never" it is not paid at all.

`POST /stand-in` changes its state: `submissions`, `study`, and `faults`, of which each request to
the API takes the first, or the first of `faults_at` for a part of its path. A fault is `429` (for a
second), `500`, `lost` (done, but no answer comes), `stuck` (done, and the answer never ends),
`slow` (drop by drop, without end), `huge`, `elsewhere` (a redirect to `/stolen`), `odd` (no JSON),
`list` (JSON of another shape), `deep` (nested without end), `refused`, or nothing. `GET /stand-in`
returns its state and the requests so far.
"""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from pytest_django.fixtures import Settings

from tests.helpers.stand_in import StandIn, StandInHandler, running, serve

TOKEN = "prolific-token-of-the-stand-in-9xZ4"
STUDY = "66aa00000000000000000001"
STATE: dict[str, Any] = {
    "study": {"id": STUDY, "name": "Segments", "status": "ACTIVE", "reward": 250.0}
    | {"total_available_places": 20},
    "made": [],
    "moves": [],
    "fee": 0.4,
    "submissions": [],
    "faults": [],
    "faults_at": {},
    "requests": [],
    "effects": [],
    "currency": "USD",
    "bulks": {},
    "paid": [],
    "pays": "now",
    "messages": [],
    "delivered": [],
}
# The documented transitions of a study.
MOVES = {
    ("UNPUBLISHED", "PUBLISH"): "ACTIVE",
    ("ACTIVE", "PAUSE"): "PAUSED",
    ("ACTIVE", "STOP"): "COMPLETED",
    ("PAUSED", "START"): "ACTIVE",
    ("PAUSED", "STOP"): "COMPLETED",
}
# What a draft needs, by the documentation.
NEEDED = {
    *("name", "description", "external_study_url", "prolific_id_option", "reward"),
    *("total_available_places", "estimated_completion_time"),
}
SHORT = ("id", "name", "internal_name", "status", "reward", "total_available_places")


# Answers that are always the same: their status, content and headers, or their bytes.
FAULTS: dict[str, tuple[int, object, dict[str, str]]] = {
    "429": (429, {"error": {"detail": "Slow down."}}, {"Retry-After": "7"}),
    "500": (500, {"error": {"detail": "Broken."}}, {}),
    "refused": (400, {"error": {"detail": ["Not \u0007now\n, please."]}}, {}),
    "list": (200, [1, 2], {}),
}
UNREADABLE = {"odd": b"\xff<html>", "deep": b"[" * 200_000}


class Handler(StandInHandler):
    state = STATE

    def serve(self, body: str) -> None:
        STATE["requests"].append([self.command, self.path, self.headers.get("Authorization")])
        fault = self.next_fault()
        if fault in FAULTS:
            return self.answer(*FAULTS[fault])
        if fault in UNREADABLE:
            return self.send(200, UNREADABLE[fault])
        faulty: Callable[[], None] | None = getattr(self, f"fault_{fault}", None)
        if faulty:
            return faulty()
        status, answer = self.handle_call(json.loads(body or "null"))
        if fault == "lost":
            self.close_connection = True
            return None
        if fault == "stuck":
            return self.fault_slow()
        return self.answer(status, answer)

    def next_fault(self) -> str:
        if STATE["faults"]:
            return str(STATE["faults"].pop(0))
        for part, faults in STATE["faults_at"].items():
            if part in self.path and faults:
                return str(faults.pop(0))
        return ""

    def handle_call(self, body: Any) -> tuple[int, Any]:
        if self.headers.get("Authorization") != f"Token {TOKEN}":
            return 401, {"error": {"detail": "Invalid token."}}
        parts = self.path.strip("/").split("/")[2:]
        if parts[0] in {"studies", "study-cost-calculator"}:
            return self.handle_studies(parts, body)
        if len(parts) == 3 and parts[0] == "submissions" and parts[2] == "transition":
            return self.transition(parts[1], body)
        return self.handle_bonuses(parts, body)

    def handle_studies(self, parts: list[str], body: Any) -> tuple[int, Any]:
        if parts == ["study-cost-calculator"]:
            rewards = body["reward"] * body["total_available_places"]
            return 200, {"total_cost": rewards * (1 + STATE["fee"])}
        studies = [STATE["study"], *STATE["made"]]
        if parts == ["studies"] and self.command == "POST":
            return self.create(body)
        if parts == ["studies"]:
            return 200, {"results": [{key: one.get(key) for key in SHORT} for one in studies]}
        found = next((one for one in studies if one.get("id", STUDY) == parts[1]), None)
        if found is None:
            return 404, {"error": {"detail": "Not found."}}
        return self.handle_study(found, parts[1], "".join(parts[2:]), body)

    def handle_study(
        self, study: dict[str, Any], key: str, part: str, body: Any
    ) -> tuple[int, Any]:
        if part == "submissions":
            return 200, {"results": STATE["submissions"] if key == STUDY else []}
        if part == "cost":
            return 200, {"rewards": {"rewards": {"amount": 0.0, "currency": STATE["currency"]}}}
        if part == "transition":
            return self.move(study, body["action"])
        if self.command == "PATCH":
            return self.update(study, body)
        return 200, study

    def create(self, body: dict[str, Any]) -> tuple[int, Any]:
        codes = [one["code"] for one in body.get("completion_codes", [])]
        if NEEDED - body.keys() or not codes or len(set(codes)) != len(codes):
            return 400, {"error": {"detail": f"Missing: {sorted(NEEDED - body.keys())}"}}
        made = body | {"id": f"66bb{len(STATE['made']):020}", "status": "UNPUBLISHED"}
        STATE["made"].append(made)
        return 201, made

    def move(self, study: dict[str, Any], action: str) -> tuple[int, Any]:
        to = MOVES.get((study["status"], action))
        if to is None:
            return 400, {"error": {"detail": f"Cannot {action} what is {study['status']}."}}
        study["status"] = to
        STATE["moves"].append(action)
        return 200, study

    def update(self, study: dict[str, Any], body: dict[str, Any]) -> tuple[int, Any]:
        if body.keys() != {"total_available_places"}:
            return 400, {"error": {"detail": "Only places may be raised."}}
        if body["total_available_places"] < study["total_available_places"]:
            return 400, {"error": {"detail": "Only increasing is allowed."}}
        if body["total_available_places"] > study["total_available_places"]:
            STATE["moves"].append("PLACES")
        study |= body | ({"status": "ACTIVE"} if study["status"] == "COMPLETED" else {})
        return 200, study

    def handle_bonuses(self, parts: list[str], body: Any) -> tuple[int, Any]:
        if parts == ["submissions", "bonus-payments"]:
            return self.set_up(body)
        if len(parts) == 2 and parts[0] == "submissions":
            return self.detail(parts[1])
        if parts[:1] == ["bulk-bonus-payments"] and parts[1] in STATE["bulks"]:
            STATE["paid"].append(parts[1])
            return 202, "Accepted"
        return self.handle_messages(parts, body)

    def handle_messages(self, parts: list[str], body: Any) -> tuple[int, Any]:
        if parts[0].startswith("messages") and self.command == "GET":
            return 200, {"results": STATE["messages"]}
        if parts == ["messages"]:
            STATE["delivered"].append(body)
            return 204, {}
        return 404, {"error": {"detail": "Not found."}}

    def set_up(self, body: dict[str, str]) -> tuple[int, Any]:
        rows = [line.split(",") for line in body["csv_bonuses"].splitlines()]
        known = {one["id"] for one in STATE["submissions"]}
        wrong = [who for who, _ in rows if who not in known]
        if wrong or body["study_id"] != STUDY or len(rows) > 200:
            return 400, {"error": {"detail": f"Incorrect: {wrong}"}}
        bulk = f"7c{len(STATE['bulks']):022}"
        STATE["bulks"][bulk] = rows
        amount = sum(round(float(sum_) * 100) for _, sum_ in rows)
        fees, vat = amount / 3, amount / 15
        payment = {"id": bulk, "study": STUDY, "amount": float(amount), "fees": fees, "vat": vat}
        return 201, payment | {"total_amount": amount + fees + vat}

    def detail(self, submission: str) -> tuple[int, Any]:
        found = next((one for one in STATE["submissions"] if one["id"] == submission), None)
        if found is None:
            return 404, {"error": {"detail": "Not found."}}
        paid = STATE["paid"] if STATE["pays"] == "now" else []
        shown = [
            float(round(float(amount) * 100))
            for bulk in paid
            for who, amount in STATE["bulks"][bulk]
            if who == submission
        ]
        detail = {"id": submission, "study_id": STUDY, "participant": found["participant_id"]}
        earlier = found.get("earlier_bonuses", [])
        return 200, detail | {"status": found["status"], "bonus_payments": [*earlier, *shown]}

    def transition(self, submission: str, body: dict[str, str]) -> tuple[int, Any]:
        found = next((one for one in STATE["submissions"] if one["id"] == submission), None)
        if found is None:
            return 404, {"error": {"detail": "Not found."}}
        wanted = {"APPROVE": "APPROVED", "REJECT": "REJECTED"}[body["action"]]
        if wanted == "REJECTED" and len(body["message"]) < 100:
            return 400, {"error": {"detail": "The message is too short."}}
        if found["status"] not in {"AWAITING REVIEW", wanted}:
            return 400, {"error": {"detail": f"It is {found['status']}."}}
        if found["status"] != wanted:
            found["status"] = wanted
            STATE["effects"].append([submission, body])
        return 200, {"id": submission, "status": wanted, "study_id": STUDY}

    def fault_elsewhere(self) -> None:
        self.answer(302, {}, {"Location": f"http://{self.headers['Host']}/stolen"})

    def fault_huge(self) -> None:
        self.send(200, b"")
        self.pour(b" " * 1_000_000, 64)

    def fault_slow(self) -> None:
        self.send(200, b"")
        self.pour(b" ", 600, pause=0.05)


def submission(number: int, participant: str, status: str = "AWAITING REVIEW") -> dict[str, Any]:
    """Return a submission as in Prolific's documentation."""
    return {
        "id": f"5b{number:022}",
        "participant_id": participant,
        "status": status,
        "started_at": "2026-11-20T10:00:00.000Z",
        "completed_at": "2026-11-20T10:20:00.000Z",
        "has_siblings": False,
        "study_code": "DONE1",
    }


def running_stand_in() -> AbstractContextManager[StandIn]:
    """Run the stand-in."""
    return running("addons.prolific.tests.server")


def reach(site: StandIn, settings: Settings) -> None:
    """Let this process contact the stand-in in place of Prolific."""
    settings.ADDON_SETTINGS = {**settings.ADDON_SETTINGS, "MIDPATH_PROLIFIC_API": site.address}
    settings.PRIVATE_ADDRESSES = True


if __name__ == "__main__":
    serve(Handler)
