"""`manage.py replay` of judgments of pairs: fifty workers at once, judging until they agree."""

import csv
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from django.core.management.base import CommandError
from django.db.models import F

from annotation.models import HIT, Campaign, Judgment, Worker
from tests.commands.running import SHARED, run
from tests.helpers.factories import make_campaign
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.helpers.text_pairs import BINARY, THREE_WAY, pairs_of_texts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

PAIRS, WORKERS = 24, 12
RTE = SHARED / "data" / "rte" / "rte_judgments.csv"


def write(path: Path, rows: list[tuple[str, str, str]]) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("worker", "pair", "answer"), *rows])
    return path


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """Return judgments of every worker on every pair; on the first half of the pairs all workers
    agree."""
    luck = Random(5)
    rows = [
        (f"w{worker}", f"pair {pair}", "yes" if pair <= PAIRS / 2 or luck.random() < 0.5 else "no")
        for pair in range(1, PAIRS + 1)
        for worker in range(1, WORKERS + 1)
    ]
    return write(tmp_path / "judged.csv", rows)


def counted(campaign: Campaign) -> Counter[str]:
    counting = Judgment.objects.counting().filter(campaign=campaign)
    return Counter(counting.values_list("hit__item__text", flat=True))


def test_fixed_redundancy_takes_as_many_as_it_asks_for(recorded: Path) -> None:
    campaign = make_pair_campaign(make_pairs(PAIRS), redundancy=5)
    printed = run(
        "replay", str(recorded), "--campaign", str(campaign.pk), "--workers-at-once", "50"
    )
    assert f"{5 * PAIRS}  submitted\n" in printed
    assert f"{(WORKERS - 5) * PAIRS}  no free slot" in printed
    assert set(counted(campaign).values()) == {5}
    assert set(Worker.objects.values_list("source", flat=True)) == {"replay"}
    check_serving(campaign)
    again = run("replay", str(recorded), "--campaign", str(campaign.pk))
    assert f"{5 * PAIRS}  there already\n" in again
    assert "submitted" not in again


def replay_three_way(tmp_path: Path, at_once: str) -> Campaign:
    """On the first half of the pairs all judgments agree, on the others they are random."""
    luck = Random(5)
    rows = [
        (f"w{worker}", f"pair {pair}", "1" if pair <= PAIRS / 2 else luck.choice("123"))
        for pair in range(1, PAIRS + 1)
        for worker in range(1, WORKERS + 1)
    ]
    recorded = write(tmp_path / "three.csv", rows)
    campaign = make_pair_campaign(
        make_pairs(PAIRS), settings=THREE_WAY, redundancy=3, most_judgments=9, majority_of="answers"
    )
    run("replay", str(recorded), "--campaign", str(campaign.pk), "--workers-at-once", at_once)
    return campaign


@pytest.mark.parametrize("at_once", ["1", "50"])
def test_an_adaptive_campaign_buys_what_it_needs_and_never_past_its_cap(
    at_once: str, tmp_path: Path
) -> None:
    """With three answers, none may have a majority of three judgments, or of nine."""
    campaign = replay_three_way(tmp_path, at_once)
    found = counted(campaign)
    assert all(found[f"pair {pair}"] == 3 for pair in range(1, PAIRS // 2 + 1))
    assert max(found.values()) <= 9
    for hit in HIT.objects.filter(campaign=campaign):
        vectors = Judgment.objects.counting().filter(hit=hit).values_list("vector", flat=True)
        votes = Counter(vector[0] for vector in vectors)
        agreed = 2 * max(votes.values()) > votes.total()
        assert agreed or votes.total() == 9, f"{hit.item}: {votes}"
    assert not HIT.objects.filter(campaign=campaign, taken__lt=F("quota")).exists()
    check_serving(campaign)


def test_an_adaptive_campaign_buys_up_to_its_cap(tmp_path: Path) -> None:
    """One worker at a time, as the number of judgments per pair depends on who comes first."""
    assert max(counted(replay_three_way(tmp_path, "1")).values()) == 9


def test_what_has_no_place_is_left_out_by_reason(tmp_path: Path) -> None:
    campaign = make_pair_campaign(make_pairs(2), redundancy=5)
    rows = [
        ("w1", "pair 1", "Yes, the same issue"),
        ("w2", "pair 1", "N"),
        ("w3", "pair 1", "perhaps"),
        ("w1", "pair 9", "yes"),
    ]
    printed = run("replay", str(write(tmp_path / "some.csv", rows)), "--campaign", campaign.code)
    assert "2  submitted\n" in printed
    assert "1  left out: The answer “perhaps” is not one of this campaign’s answers." in printed
    assert "1  left out: the campaign has no such pair" in printed
    assert sorted(Judgment.objects.values_list("vector", flat=True)) == [[0], [1]]


@pytest.mark.quick
def test_a_file_with_faults_is_refused_whole(tmp_path: Path) -> None:
    campaign = make_pair_campaign(make_pairs(2))
    rows = [("w1", "pair 1", "yes"), ("w1", "pair 1", "no"), ("", "pair 2", "yes")]
    with pytest.raises(CommandError, match="has errors, so nothing was submitted"):
        run("replay", str(write(tmp_path / "bad.csv", rows)), "--campaign", str(campaign.pk))
    with pytest.raises(CommandError, match="cannot be read"):
        run("replay", str(tmp_path / "none.csv"), "--campaign", str(campaign.pk))
    assert not Judgment.objects.exists()


def test_recorded_answers_have_no_keywords(recorded: Path) -> None:
    campaign = make_campaign(pairs_of_texts(), scheme="pair", settings=BINARY)
    with pytest.raises(CommandError, match="requires keywords"):
        run("replay", str(recorded), "--campaign", str(campaign.pk))


def test_a_simulated_crowd_judges_pairs_too() -> None:
    dataset = pairs_of_texts(gold="No, different issues", similarity=900_000)
    campaign = make_campaign(dataset, scheme="pair", settings=BINARY, redundancy=30)
    command = ("simulate_crowd", "--campaign", str(campaign.pk), "--workers", "30")
    printed = run(*command, "--judgments", "30", "--seed", "3")
    assert "30  submitted" in printed
    assert "workers of different reliability" in printed
    votes = Counter(vector[0] for vector in Judgment.objects.values_list("vector", flat=True))
    assert votes[1] > votes[0] > 0
    assert set(Worker.objects.values_list("source", flat=True)) == {"simulated"}
    payload = Judgment.objects.values_list("payload", flat=True)[0]
    assert 1 <= len(payload["keywords"]["left"]) <= 3


@pytest.mark.slow
@pytest.mark.skipif(not RTE.exists(), reason="the recorded entailment judgments are not at hand")
def test_no_pair_of_the_entailment_crowd_goes_past_its_cap(tmp_path: Path) -> None:
    """The first 100 pairs of Snow et al. 2008, with 4 to 10 judgments: with two answers, only an
    even number of judgments can leave a pair undecided."""
    with RTE.open(newline="") as file:
        rows = [(row["worker"], row["pair"], row["answer"]) for row in csv.DictReader(file)][:1000]
    names = list(dict.fromkeys(pair for _, pair, _ in rows))
    dataset = pairs_of_texts(*((f"text {name}", f"hypothesis {name}") for name in names))
    for item, name in zip(dataset.items.order_by("position"), names, strict=True):
        dataset.items.filter(pk=item.pk).update(text=name)
    settings = {**BINARY, "keywords": None}
    campaign = make_campaign(
        dataset, scheme="pair", settings=settings, redundancy=4, most_judgments=10
    )
    run(
        *("replay", str(write(tmp_path / "rte.csv", rows)), "--campaign", str(campaign.pk)),
        *("--workers-at-once", "50"),
    )
    found = counted(campaign)
    assert len(found) == 100
    assert 4 == min(found.values()) < max(found.values()) <= 10
    assert found.total() < 500
    check_serving(campaign)
