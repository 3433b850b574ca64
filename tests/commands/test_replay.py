"""`manage.py replay`: recorded judgments through the real services, once each, whatever happens;
and simulated crowds that give labels and ask questions."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from annotation.models import AgreementState, Assignment, Campaign, Judgment, Worker
from annotation.services.campaigns.campaigns import pause_campaign
from annotation.services.people.join import join_campaign
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.commands.running import arguments, refusal_of, run, score_of, write_release_file
from tests.faults.processes import test_database_url as database_url
from tests.faults.processes import wait_for
from tests.helpers.apps import KEEP, MAPS, make_apps, question_campaign
from tests.helpers.factories import enrol, judge_next, make_campaign, make_user
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.labels import BRIDGE, TRAIN, campaign_of_labels, named
from tests.helpers.sites import make_sites

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def judgments_in(path: Path) -> int:
    return sum(map(len, json.loads(path.read_text())["annotation set"].values()))


def kill_once_stored(enough: int, campaign: Campaign, path: Path) -> None:
    with subprocess.Popen(
        arguments("replay", str(path), "--campaign", str(campaign.pk), "--rate", "100"),
        env={**os.environ, "DATABASE_URL": database_url()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as replaying:
        wait_for(lambda: Judgment.objects.count() >= enough, seconds=60, what=f"judgment {enough}")
        replaying.kill()


def check_equal_to_score(campaign: Campaign, path: Path) -> None:
    fold_all(campaign.pk)
    check_serving(campaign)
    check_figures(campaign)
    live = AgreementState.objects.get(campaign=campaign).figures
    scored = score_of(flat=path)["flat"]
    for figure in ("items", "annotations", "alpha", "alpha_annotations", "S"):
        assert live[figure] == scored[figure]


def test_live_figures_equal_those_of_the_file(campaign: Campaign, recorded: Path) -> None:
    printed = run("replay", str(recorded), "--campaign", str(campaign.pk))
    assert f"{judgments_in(recorded):,}  submitted\n" in printed
    check_equal_to_score(campaign, recorded)
    workers = Worker.objects.filter(project=campaign.dataset.project)
    assert {(worker.source, worker.external_id) for worker in workers} == {
        ("replay", str(number)) for number in range(1, 7)
    }


def test_run_again_it_submits_nothing_twice(campaign: Campaign, recorded: Path) -> None:
    for _ in range(2):
        printed = run("replay", str(recorded), "--campaign", campaign.code)
    assert f"{judgments_in(recorded):,}  there already\n" in printed
    assert "submitted" not in printed
    check_equal_to_score(campaign, recorded)


def test_killed_at_any_moment_it_goes_on_where_it_was(campaign: Campaign, recorded: Path) -> None:
    for enough in (20, 80):
        kill_once_stored(enough, campaign, recorded)
    stored = Judgment.objects.count()
    assert stored < judgments_in(recorded)
    printed = run("replay", str(recorded), "--campaign", str(campaign.pk))
    assert f"{stored:,}  there already\n" in printed
    check_equal_to_score(campaign, recorded)


def test_a_lease_left_behind_is_used_or_given_back(campaign: Campaign, recorded: Path) -> None:
    """Annotator 6 has an open HIT from an earlier session, perhaps one without a recorded
    answer."""
    enrolment = join_campaign(campaign=campaign, source="replay", external_id="6")
    answered = {
        text
        for text, notes in json.loads(recorded.read_text())["annotation set"].items()
        if "6" in notes
    }
    while (assignment := claim_hit(enrolment_id=enrolment.pk)).hit.item.text in answered:
        judge_next(enrolment)
    run("replay", str(recorded), "--campaign", str(campaign.pk))
    assignment.refresh_from_db()
    assert assignment.status == Assignment.Status.RETURNED
    check_serving(campaign)


def test_what_has_no_place_is_left_out_by_reason(campaign: Campaign, tmp_path: Path) -> None:
    text = "query number 1 about many things"
    path = write_release_file(
        tmp_path / "more.json",
        {
            text: {**{str(number): [0, 0, 0, 0, 0] for number in range(1, 9)}, "9": "1"},
            f" {text}": {"1": "10000"},
            "nobody knows this": {"1": "10", "2": "01"},
        },
    )
    printed = run("replay", str(path), "--campaign", str(campaign.pk))
    assert "6  submitted\n" in printed
    assert "2  no free slot" in printed
    assert "1  left out: wrong length\n" in printed
    assert "2  left out: the campaign has no such text\n" in printed
    assert "1  left out: the file contains the same text twice\n" in printed
    check_serving(campaign)


def test_people_may_be_at_work_at_the_same_time(campaign: Campaign, recorded: Path) -> None:
    person = enrol(campaign)
    for _ in range(10):
        judge_next(person)
    printed = run("replay", str(recorded), "--campaign", str(campaign.pk), "--rate", "1000")
    assert "no free slot" in printed
    fold_all(campaign.pk)
    check_serving(campaign)
    check_figures(campaign)


@pytest.mark.quick
def test_a_paused_campaign_takes_nothing(campaign: Campaign, recorded: Path) -> None:
    pause_campaign(campaign=campaign, user=make_user())
    with pytest.raises(CommandError, match="paused"):
        run("replay", str(recorded), "--campaign", str(campaign.pk))
    assert not Judgment.objects.exists()


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("value", ["99999", "nonsense", "٣", "9" * 30])
def test_an_unknown_campaign_is_named(campaign: Campaign, recorded: Path, value: str) -> None:
    with pytest.raises(CommandError, match="There is no campaign") as caught:
        run("replay", str(recorded), "--campaign", value)
    assert str(campaign.pk) in str(caught.value)


PEOPLE = {"kind": "one", "labels": named("People", "Places")}


def command(campaign: Campaign) -> tuple[str, ...]:
    return "simulate_crowd", "--campaign", str(campaign.pk), "--workers", "2"


@pytest.mark.quick
def test_known_answers_that_are_no_labels_are_named_before_anything_is_judged() -> None:
    campaign = campaign_of_labels(TRAIN, BRIDGE, settings=PEOPLE, columns={"gold": "Pleased"})
    refusal = refusal_of(*command(campaign))
    assert refusal.startswith(
        f"Item {TRAIN}: The gold answer “Pleased” is not one of this campaign’s labels. They are: "
        "People; Places. "
    )
    assert "nothing was judged" in refusal
    assert "import it again" in refusal
    assert not Worker.objects.exists()
    assert not campaign.judgments.exists()


def test_known_answers_that_are_labels_are_what_most_workers_give() -> None:
    campaign = campaign_of_labels(settings=PEOPLE, columns={"gold": "places"}, redundancy=9)
    assert "9  submitted" in run(*command(campaign)[:-1], "9")
    given = [vector[0] for vector in campaign.judgments.values_list("vector", flat=True)]
    assert given.count(1) > len(given) / 2


@pytest.mark.parametrize("many", [1, 20])
def test_it_asks_as_many_as_the_campaign_wants(many: int) -> None:
    apps = make_apps(apps=(("Keep", KEEP), ("Maps", MAPS)))
    campaign = question_campaign(apps, settings={"questions": many}, redundancy=3)
    printed = run("simulate_crowd", "--campaign", str(campaign.pk), "--workers", "3")
    assert "questions made of random beginnings and subjects" in printed
    assert "6  submitted\n" in printed
    assert set(Worker.objects.values_list("source", flat=True)) == {"simulated"}
    check_serving(campaign)
    fold_all(campaign.pk)
    check_figures(campaign)
    assert AgreementState.objects.get(campaign=campaign).figures["words"]["questions"] == 6 * many


def test_the_same_seed_asks_the_same() -> None:
    simulated = []
    for _ in range(2):
        campaign = question_campaign(make_apps(), redundancy=2)
        Campaign.objects.filter(pk=campaign.pk).update(seed=1)
        run("simulate_crowd", "--campaign", str(campaign.pk), "--workers", "2", "--seed", "3")
        simulated.append([one.payload for one in campaign.judgments.order_by("pk")])
    assert simulated[0] == simulated[1]


@pytest.mark.quick
def test_it_does_not_look_for_policies() -> None:
    campaign = make_campaign(make_sites(), scheme="document")
    with pytest.raises(CommandError, match="no simulated crowd for document"):
        run("simulate_crowd", "--campaign", str(campaign.pk))
