"""Studies to test with, made through the real services."""

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import connection
from django.db.models.functions import Now

from annotation.models import Assignment, Campaign, Dataset, Enrolment, Item, Project, User, Worker
from annotation.services.accounts.members import add_member
from annotation.services.accounts.projects import create_project
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from annotation.services.errors import Busy, NothingLeft
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import Receipt, submit_judgment
from tests.helpers.judging import judged_at_once

T = TypeVar("T")
_numbers = itertools.count(1)
# Tests are faster than people, and all come from one address.
UNHURRIED = {"joins_per_address": None, "claims_per_minute": None, "claims_per_address": None}


def make_user(username: str = "") -> User:
    return User.objects.create_user(
        username or f"researcher{next(_numbers)}", password="pass-word-1"
    )


def make_member(project: Project, owner: User) -> User:
    """Make a researcher, whom the owner adds to the project."""
    user = make_user()
    add_member(project=project, by=owner, username=user.username)
    return user


def make_project(user: User | None = None) -> Project:
    return create_project(user=user or make_user(), name=f"Study {next(_numbers)}")


def make_dataset(texts: Sequence[str] | int, project: Project | None = None) -> Dataset:
    """Make a dataset of these texts, or of so many."""
    if isinstance(texts, int):
        texts = numbered_texts(texts)
    return store_items([(text, {"tokens": text.split()}) for text in texts], project)


def store_items(
    items: Sequence[tuple[str, dict[str, Any]]], project: Project | None = None, kind: str = "texts"
) -> Dataset:
    """Make a dataset of items with these names or texts, and contents."""
    dataset = Dataset.objects.create(
        project=project or make_project(),
        name=f"Dataset {next(_numbers)}",
        kind=kind,
        item_count=len(items),
    )
    Item.objects.bulk_create(
        Item(dataset=dataset, position=position, text=text, content=content)
        for position, (text, content) in enumerate(items, start=1)
    )
    return dataset


def numbered_texts(how_many: int) -> list[str]:
    return [f"text number {number} of many" for number in range(1, how_many + 1)]


def make_campaign(
    dataset: Dataset | None = None,
    *,
    texts: Sequence[str] | int = 3,
    scheme: str = "flat",
    launch: bool = True,
    **terms: Any,
) -> Campaign:
    """Make a campaign on a dataset, or on a new one with these texts or with so many."""
    usual: dict[str, Any] = {"name": f"Campaign {next(_numbers)}", "redundancy": 5, "reward": 0}
    campaign = create_campaign(
        dataset=dataset or make_dataset(texts),
        scheme=scheme,
        user=None,
        **usual | UNHURRIED | terms,
    )
    if not launch:
        return campaign
    return launch_campaign(campaign=campaign, user=None, accept_unmatched_gold=True)


def enrol(campaign: Campaign, name: str = "") -> Enrolment:
    """Enrol a worker with that id, from any source."""
    same = Worker.objects.filter(project=campaign.dataset.project_id, external_id=name)
    return join_campaign(
        campaign=campaign,
        source=Worker.Source.LINK,
        external_id=name or f"worker{next(_numbers)}",
        known=same.values_list("pk", flat=True),
    )


def join_form(worker: Worker) -> dict[str, str]:
    """Return the form that lets a worker with an id join, even if they are known from elsewhere."""
    return {"worker": worker.external_id, "return_code": worker.return_code}


def answer_for(assignment: Assignment, scheme: str = "flat") -> dict[str, Any]:
    """Return a valid answer: no cuts, or the right-branching tree."""
    words = len(assignment.hit.item.words)
    if scheme == "flat":
        return {"boundaries": [0] * (words - 1)}
    return {"boundaries": list(range(words - 2, -1, -1))}


def submit(
    enrolment: Enrolment,
    assignment: Assignment,
    payload: dict[str, Any] | None = None,
    submission_id: UUID | None = None,
) -> Receipt:
    return submit_judgment(
        enrolment=enrolment,
        assignment_id=assignment.pk,
        submission_id=submission_id or uuid4(),
        payload=payload or answer_for(assignment, enrolment.campaign.scheme),
        item=assignment.hit.item,
    )


def judge_next(enrolment: Enrolment, payload: dict[str, Any] | None = None) -> Receipt:
    return submit(enrolment, claim_hit(enrolment_id=enrolment.pk), payload)


def judge_many(enrolment: Enrolment, how_many: int, payload: dict[str, Any] | None = None) -> None:
    """Claim and judge so many HITs."""
    for _ in range(how_many):
        judge_next(enrolment, payload)


def judge_rest(enrolment: Enrolment, payload: Any = None) -> list[Assignment]:
    """Submit all HITs that a worker is served, and return them in this order."""
    served: list[Assignment] = []
    with suppress(NothingLeft):
        while True:
            served.append(claim_hit(enrolment_id=enrolment.pk))
            submit(enrolment, served[-1], payload)
    return served


def run_out(assignment: Assignment) -> None:
    """Let its time be over; only `expire_overdue` ends it."""
    Assignment.objects.filter(pk=assignment.pk).update(expires_at=Now() - timedelta(seconds=1))


def claim_patiently(enrolment_id: int) -> Assignment:
    """Claim as a browser does: retry while the server is busy."""
    while True:
        try:
            return claim_hit(enrolment_id=enrolment_id)
        except Busy:
            continue


def at_once(jobs: Sequence[Callable[[], T]], threads: int) -> list[T | Exception]:
    """Run all jobs in that many threads that start together; exceptions are results too."""
    gate = threading.Barrier(threads)
    waiting = iter(jobs)
    turn = threading.Lock()
    results: list[T | Exception] = []

    def run() -> None:
        gate.wait()
        try:
            while True:
                with turn:
                    job = next(waiting, None)
                if job is None:
                    return
                results.append(_outcome(job))
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(run) for _ in range(threads)]:
            future.result()
    return results


def _outcome(job: Callable[[], T]) -> T | Exception:
    try:
        return job()
    except Exception as error:  # noqa: BLE001 - a race's losers are what the test looks at
        return error


def random_vector(scheme: str, words: int, luck: Random) -> list[int]:
    if scheme == "flat":
        return [luck.randint(0, 1) for _ in range(words - 1)]
    return _random_tree(words, luck)[0]


def _random_tree(words: int, luck: Random) -> tuple[list[int], int]:
    """Return the boundaries of a random tree and its height; a single word is lower than all
    boundaries."""
    if words == 1:
        return [], -1
    left_words = luck.randint(1, words - 1)
    left, left_height = _random_tree(left_words, luck)
    right, right_height = _random_tree(words - left_words, luck)
    height = 1 + max(left_height, right_height)
    return [*left, height, *right], height


def luck_on(item: Item, seed: int, worker: int) -> Random:
    """Seed by worker and item, so that answers do not depend on the serving order, which differs
    from run to run."""
    return Random(f"{seed} {worker} {item.position}")


def luck_with(assignment: Assignment, seed: int, worker: int) -> Random:
    return luck_on(assignment.hit.item, seed, worker)


def judge_everything(
    campaign: Campaign, workers: int, seed: int, answer: Callable[[Item, Random], dict[str, Any]]
) -> Campaign:
    """Let that many new workers judge every HIT that they are served."""
    for worker in range(workers):
        judge_all_of(enrol(campaign), partial(_by_luck, answer, seed, worker))
    return campaign


def _by_luck(
    answer: Callable[[Item, Random], dict[str, Any]], seed: int, worker: int, item: Item
) -> dict[str, Any]:
    return answer(item, luck_on(item, seed, worker))


def always(answer: dict[str, Any]) -> Callable[[Item], dict[str, Any]]:
    return lambda _: answer


def judge_all_of(enrolment: Enrolment, answer: Callable[[Item], dict[str, Any]]) -> None:
    """Let a new worker judge every HIT that they are served; at once where the terms are plain."""
    if judged_at_once(enrolment, answer):
        return
    for _ in range(enrolment.campaign.hit_count):
        assignment = claim_hit(enrolment_id=enrolment.pk)
        submit(enrolment, assignment, answer(assignment.hit.item))


def judge_all_at_random(campaign: Campaign, *, workers: int, seed: int) -> Campaign:
    """Let new workers segment everything."""

    def answer(item: Item, luck: Random) -> dict[str, Any]:
        return {"boundaries": random_vector(campaign.scheme, len(item.words), luck)}

    return judge_everything(campaign, workers, seed, answer)
