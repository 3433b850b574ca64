"""The costs of adaptive campaigns, computed from files and measured on the platform itself."""

import csv
import json
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db.models import F

from annotation.models import HIT, Campaign, Dataset, Item, Judgment
from annotation.services.errors import Busy, NothingLeft
from annotation.services.work.claim import claim_hit
from tests.commands.running import SHARED, run, write
from tests.helpers.factories import at_once, enrol, make_project, submit
from tests.helpers.invariants import check_serving
from tests.helpers.pairs import BINARY, make_pair_campaign

RTE = SHARED / "data" / "rte" / "rte_judgments.csv"
needs_rte = pytest.mark.skipif(not RTE.exists(), reason=f"{RTE} is not here")
PAIRS = 120

FILE = """worker,pair,answer,gold
a,1,yes,yes
b,1,yes,yes
c,1,no,yes
a,2,no,no
b,2,yes,no
c,2,no,no
"""


def table_of(path: Path, *options: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(run("adaptive_table", str(path), *options, "--json"))
    return rows


def test_every_order_of_a_small_file(tmp_path: Path) -> None:
    path = write(tmp_path / "judged.csv", FILE)
    [two] = table_of(path, "--begin", "2", "--most", "3")
    assert two["judgments"] == pytest.approx(2 * (2 + 2 / 3))
    assert two["exact"] == "1"
    [one] = table_of(path, "--begin", "1")
    assert (one["judgments"], one["exact"]) == (2, "2/3")
    printed = run("adaptive_table", str(path), "--begin", "2", "--most", "3")
    assert "2.667" in printed
    assert "1.0000" in printed


def test_a_simulation_goes_on_until_an_answer_is_probable_enough(tmp_path: Path) -> None:
    """Two unknown workers who agree reach 90 percent; two who disagree get a third judgment."""
    path = write(tmp_path / "judged.csv", FILE)
    _, majority, posterior = table_of(path, "--begin", "2", "--most", "3", "--posterior", "90")
    _, _, certain = table_of(path, "--begin", "2", "--most", "3", "--posterior", "99.9")
    assert (majority["min_posterior"], posterior["min_posterior"]) == (0, 0.9)
    assert 4 <= posterior["judgments"] <= majority["judgments"] + 1 <= 7
    assert certain["judgments"] >= posterior["judgments"]
    assert 0 <= posterior["by_posterior"] <= 1
    printed = run("adaptive_table", str(path), "--begin", "2", "--most", "3", "--posterior", "90")
    assert "simulated, posterior 90.0%" in printed


@pytest.mark.parametrize(
    ("body", "options", "says"),
    [
        (FILE, ("--most", "3"), "Give --begin"),
        (FILE, ("--begin", "4", "--most", "3"), "no smaller"),
        ("worker,pair\na,1\n", (), "answer"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, body: str, options: tuple[str, ...], says: str
) -> None:
    path = write(tmp_path / "judged.csv", body)
    with pytest.raises(CommandError, match=says):
        run("adaptive_table", str(path), *options)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        run("adaptive_table", str(tmp_path / "none.csv"))


@pytest.mark.long
@needs_rte
def test_the_entailment_judgments_of_snow_and_others() -> None:
    rows = {(row["begin"], row["most"]): row for row in table_of(RTE)}
    assert rows[1, 1]["accuracy"] == pytest.approx(0.7291, abs=5e-5)
    assert rows[10, 10]["accuracy"] == pytest.approx(0.8969, abs=5e-5)
    assert rows[10, 10]["judgments"] == 8000
    # Of three judgments with two answers one always has a majority: starting with 3 never asks for
    # more.
    assert rows[3, 10]["judgments"] == rows[3, 3]["judgments"] == 2400
    assert rows[4, 10]["accuracy"] == rows[5, 5]["accuracy"]
    assert rows[4, 10]["judgments"] == pytest.approx(3377, abs=1)


@pytest.mark.slow
@pytest.mark.long
@needs_rte
def test_a_posterior_finds_more_for_less_than_a_majority() -> None:
    """Both from the same judgments, and both with the most probable answers: 9 in 10 are right for
    3,118 judgments of 800 pairs, and not for the 4,000 that a fixed five cost."""
    options = ("--begin", "3", "--most", "10", "--posterior", "90")
    exact, majority, posterior = table_of(RTE, *options)
    assert majority["judgments"] == exact["judgments"]
    assert majority["accuracy"] == pytest.approx(exact["accuracy"], abs=0.01)
    assert posterior["judgments"] == pytest.approx(3118, abs=30)
    assert posterior["by_posterior"] == pytest.approx(0.907, abs=0.005)
    _, five, _ = table_of(RTE, "--begin", "5", "--most", "5", "--posterior", "90")
    assert five["by_posterior"] == pytest.approx(0.896, abs=0.005)


@needs_rte
@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_recorded_workers_fifty_at_once_pass_no_cap() -> None:
    recorded, campaign = recorded_campaign()
    hits = dict(HIT.objects.filter(campaign=campaign).values_list("item__text", "pk"))
    by_worker: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in recorded:
        by_worker[row["worker"]].append((hits[row["pair"]], row["answer"]))
    jobs = [partial(work, campaign, name, given) for name, given in by_worker.items()]
    results = at_once(jobs, threads=50)
    assert not [result for result in results if isinstance(result, Exception)]
    check_serving(campaign)
    adaptive = HIT.objects.filter(campaign=campaign)
    assert not adaptive.filter(taken__gt=F("cap")).exists()
    assert adaptive.filter(quota__gt=4).exists()
    bought = Judgment.objects.filter(campaign=campaign).count()
    assert 4 * PAIRS <= bought < len(recorded)
    Judgment.objects.update(folded=True)
    assert table_of(RTE, "--campaign", str(campaign.pk))[-1]["judgments"] == bought
    assert bought == sum(counted for counted in results if isinstance(counted, int))


def work(campaign: Campaign, name: str, given: list[tuple[int, str]]) -> int:
    """Submit all recorded judgments while slots are free; skip settled items."""
    enrolment, counted = enrol(campaign, name), 0
    for hit_id, answer in given:
        while True:
            try:
                assignment = claim_hit(enrolment_id=enrolment.pk, hit_id=hit_id)
                submit(enrolment, assignment, {"answer": int(answer == "no")})
                counted += 1
            except Busy:
                continue
            except NothingLeft:
                pass
            break
    return counted


def recorded_campaign() -> tuple[list[dict[str, str]], Campaign]:
    """Return a campaign of the first pairs of the file, with 4 to 10 judgments per pair."""
    with RTE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    chosen = list(dict.fromkeys(row["pair"] for row in rows))[:PAIRS]
    facts = {row["pair"]: row for row in rows if row["pair"] in chosen}
    dataset = Dataset.objects.create(
        project=make_project(), name="Entailment", kind="pairs", item_count=PAIRS
    )
    Item.objects.bulk_create(
        Item(
            dataset=dataset,
            position=number,
            text=pair,
            content={
                "left": {"text": facts[pair]["text"]},
                "right": {"text": facts[pair]["hypothesis"]},
                "gold": facts[pair]["gold"],
            },
        )
        for number, pair in enumerate(chosen, 1)
    )
    campaign = make_pair_campaign(dataset, settings=BINARY, redundancy=4, most_judgments=10)
    return [row for row in rows if row["pair"] in facts], campaign
