"""A crowd with spammers: real answers to real queries are replayed as a campaign, in which 15 % of
the workers answer from four habits. The page of signals ranks them. Without them the figures are as
if they had never joined, and their judgments are collected again.

`MIDPATH_LONG=1 pytest -s` takes 700 queries, and prints the results.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from annotation.models import HIT, AgreementState, Campaign, Enrolment, WorkerSignals
from annotation.services.campaigns.budget import budget_of, spent_by
from annotation.services.campaigns.campaigns import launch_campaign
from annotation.services.errors import NothingLeft
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.commands.running import WEBIS, run, score_of, write_release_file
from tests.helpers.factories import enrol, make_campaign, make_dataset, submit
from tests.helpers.invariants import check_serving
from tests.helpers.tiers import LONG

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not WEBIS.exists(), reason=f"{WEBIS} is not there"),
]

QUERIES, WORKERS, JUDGMENTS = (700, 60, 10) if LONG else (75, 20, 10)
SEED = 7
Vector = list[int]
HABITS: dict[str, Callable[[Random, int], Vector]] = {
    "a coin at each gap": lambda luck, gaps: [luck.randrange(2) for _ in range(gaps)],
    "one segment": lambda luck, gaps: [0] * gaps,
    "single words": lambda luck, gaps: [1] * gaps,
    "the first word alone": lambda luck, gaps: [1] + [0] * (gaps - 1),
}
SPAMMERS = {
    str(number + 1): list(HABITS)[number % len(HABITS)] for number in range(round(0.15 * WORKERS))
}
Answers = dict[str, dict[str, Vector]]


@pytest.fixture
def answers() -> Answers:
    """Return the queries with each worker's answer: spammers answer from habit, the others give one
    of the ten recorded answers, each used once."""
    luck = Random(SEED)
    recorded = json.loads(WEBIS.read_text())["annotation set"]
    whole = [query for query, given in recorded.items() if len(given) >= JUDGMENTS]
    found: Answers = {}
    for query in luck.sample(sorted(whole), QUERIES):
        gaps = len(query.split()) - 1
        read = luck.sample(sorted(recorded[query].values()), JUDGMENTS)
        workers = luck.sample(range(1, WORKERS + 1), JUDGMENTS)
        found[query] = {
            name: HABITS[SPAMMERS[name]](luck, gaps) if name in SPAMMERS else answer
            for name, answer in zip(map(str, workers), read, strict=True)
        }
    return found


@pytest.fixture
def campaign(answers: Answers, tmp_path: Path) -> Campaign:
    dataset = make_dataset(list(answers))
    campaign = make_campaign(dataset, redundancy=JUDGMENTS, reward="0.05", launch=False)
    Campaign.objects.filter(pk=campaign.pk).update(seed=SEED)
    campaign = launch_campaign(campaign=Campaign.objects.get(pk=campaign.pk), user=None)
    file = write_release_file(tmp_path / "all.json", answers)
    run("replay", str(file), "--campaign", str(campaign.pk), "--workers", "1")
    fold_all(campaign.pk)
    make_reports(campaign.pk)
    return campaign


@pytest.fixture
def owner(campaign: Campaign, client: Client) -> Client:
    client.force_login(campaign.dataset.project.memberships.get().user)
    return client


def names(campaign: Campaign) -> dict[int, str]:
    return dict(campaign.enrolments.values_list("pk", "worker__external_id"))


def ranked_by_the_page(owner: Client, campaign: Campaign) -> list[str]:
    """Return the workers as the page lists them: by their highest stake, ascending."""
    name, page = names(campaign), 1
    found: list[str] = []
    while len(found) < WORKERS:
        address = reverse("research:signals", args=(campaign.pk,))
        html = owner.get(address, {"order": "stake", "page": str(page)}).content.decode()
        rows = re.findall(rf"/research/campaigns/{campaign.pk}/signals/(\d+)/", html)
        assert rows
        found += [name[int(row)] for row in dict.fromkeys(rows)]
        page += 1
    return found


def readers_above_spammers(order: list[str]) -> float:
    """Return how often a reader ranks below a spammer in the list, of all such pairs."""
    places = {name: place for place, name in enumerate(order)}
    readers = [place for name, place in places.items() if name not in SPAMMERS]
    below = [places[name] < reader for name in SPAMMERS if name in places for reader in readers]
    return sum(below) / len(below)


def text_of(page: bytes) -> str:
    return " ".join(unescape(strip_tags(page.decode())).split())


def figures_of(campaign: Campaign) -> dict[str, object]:
    found: dict[str, object] = AgreementState.objects.get(campaign=campaign).figures
    return {name: found[name] for name in ("annotations", "alpha", "alpha_annotations", "S")}


def answer_again(campaign: Campaign) -> int:
    """Let new workers complete all remaining HITs; return the number of judgments."""
    stored = 0
    for _ in range(JUDGMENTS):
        enrolment = enrol(campaign)
        while True:
            try:
                given = claim_hit(enrolment_id=enrolment.pk)
            except NothingLeft:
                break
            gaps = len(given.hit.item.text.split()) - 1
            submit(enrolment, given, {"boundaries": [0] * gaps})
            stored += 1
        if not enrolment.assignments.exists():
            break
    return stored


def show(campaign: Campaign, order: list[str], before: object, after: object) -> None:
    found = WorkerSignals.objects.filter(campaign=campaign).values_list(
        "enrolment__worker__external_id", "state", "ranked", "certified_at"
    )
    states = Counter((name in SPAMMERS, state) for name, state, _, _ in found)
    ranked = sorted(count for name, _, count, _ in found if name not in SPAMMERS)
    lines = [
        f"{QUERIES} queries, {WORKERS} workers, {len(SPAMMERS)} of them spammers",
        f"certified: {states[False, 'certified']} readers, {states[True, 'certified']} spammers",
        f"told of other texts: {states[False, 'other']} and {states[True, 'other']}",
        f"a reader has {ranked[len(ranked) // 2]} ranked answers in the middle",
        f"a reader's highest stake above a spammer's: {readers_above_spammers(order):.1%}",
        f"the first in the list: {[SPAMMERS.get(name, 'reads') for name in order[:12]]}",
        f"before {before}",
        f"after {after}",
    ]
    print(*("", *lines), sep="\n")  # noqa: T201 - `pytest -s` shows it


def test_spammers_are_ranked_and_taken_out(
    campaign: Campaign, owner: Client, answers: Answers, tmp_path: Path
) -> None:
    order, before = ranked_by_the_page(owner, campaign), figures_of(campaign)
    assert sorted(order, key=int) == [str(number + 1) for number in range(WORKERS)]
    spammers = campaign.enrolments.filter(worker__external_id__in=SPAMMERS)
    found = WorkerSignals.objects.filter(enrolment__in=spammers)
    assert not found.filter(state="certified").exists()
    assert readers_above_spammers(order) > 0.9
    lost = Counter(query for query, given in answers.items() for name in given if name in SPAMMERS)
    paid = QUERIES * JUDGMENTS
    chosen: dict[str, list[int]] = {"worker": list(spammers.values_list("pk", flat=True))}
    address = reverse("research:exclude_workers", args=(campaign.pk,))
    page = text_of(owner.get(address, chosen).content)
    assert f"{lost.total():,} judgments of theirs leave the figures" in page
    more = f"{lost.total() * 5 / 100:,.2f}"
    assert f"That costs USD {more} in rewards: USD {more} in total" in page
    assert "of which USD 0.00 has been earned so far" in page
    would = f"The {paid:,} simulated judgments would have cost USD "
    assert f"{would}{paid * 5 / 100:,.2f} more (not owed)" in page
    owner.post(address, {**chosen, "reason": "answers from habit"})
    fold_all(campaign.pk)
    check_out_of_the_figures(campaign, answers, tmp_path)
    show(campaign, order, before, figures_of(campaign))
    assert spent_by(campaign).judgments == paid
    assert budget_of(campaign).judgments == paid + lost.total()
    hits = HIT.objects.filter(campaign=campaign).values_list("item__text", "quota", "taken")
    assert {text: quota - taken for text, quota, taken in hits if quota > taken} == dict(lost)
    assert answer_again(campaign) == lost.total()
    assert Enrolment.objects.filter(campaign=campaign, nothing_left_at__isnull=False).exists()
    check_serving(campaign)


def check_out_of_the_figures(campaign: Campaign, answers: Answers, tmp_path: Path) -> None:
    """Check that the figures equal those of `score` on a file without the spammers."""
    without = {
        query: {name: answer for name, answer in given.items() if name not in SPAMMERS}
        for query, given in answers.items()
    }
    file = write_release_file(tmp_path / "without.json", without)
    scored = score_of(flat=file)["flat"]
    assert figures_of(campaign) == {name: scored[name] for name in figures_of(campaign)}
