"""Stored reports and methods of a campaign through the API: as on pages, for the same readers."""

import pytest

from annotation.models import CampaignReport, ConsentAnswer, ConsentText, Membership, WorkerSignals
from annotation.services.decisions.decide import decide
from annotation.services.methods.methods_text import methods_of
from annotation.services.work.claim import claim_hit
from midpath.text.formatting import typed
from tasks.fold import fold_all
from tasks.reports import make_reports
from tests.api.studies import API, Answer, Study
from tests.helpers.factories import enrol, judge_all_at_random, judge_next, make_campaign, submit
from tests.helpers.figures import make_figures
from tests.helpers.queries import assert_max_queries

# The session's token, the project's member, the campaign; the report, and the reader's role.
REPORT_QUERIES = 7


def reported(study: Study) -> Study:
    for enrolment in (study.enrolment, enrol(study.campaign)):
        for _ in range(study.campaign.hit_count):
            submit(enrolment, claim_hit(enrolment_id=enrolment.pk))
    make_figures(study.campaign)
    return study


def blind(study: Study) -> None:
    Membership.objects.filter(user=study.owner).update(role="viewer", blind=True)


def pages(api: API, path: str, limit: int, **query: str) -> list[dict[str, object]]:
    found, following = [], f"{path}?limit={limit}&" + "&".join(f"{k}={v}" for k, v in query.items())
    while following:
        body = api.get(following).json()
        found += body["results"]
        following = (body["next"] or "").removeprefix("/api/v1/")
    return found


@pytest.mark.long
def test_a_plan_says_what_each_way_to_ask_costs(study: Study) -> None:
    assert study.researcher.get(f"{study.path}/plan").status_code == 409
    reported(study)
    body = study.researcher.get(f"{study.path}/plan").json()
    stored = CampaignReport.objects.get(campaign=study.campaign, kind="planning")
    assert body["version"] == stored.version
    assert [way["name"] for way in body["ways"]] == [row["name"] for row in stored.results["rows"]]
    second = body["ways"][1]
    judgments = 2 * study.campaign.hit_count
    assert (second["judgments"], second["per_item"]) == (judgments, 2.0)
    assert second["cost"] == typed(judgments * study.campaign.reward)
    assert body["method"] == stored.results["method"]


@pytest.mark.long
def test_biases_are_those_of_the_report_and_side_by_side(study: Study) -> None:
    reported(study)
    one = study.researcher.get(f"{study.path}/biases").json()
    stored = CampaignReport.objects.get(campaign=study.campaign, kind="bias")
    assert one["results"] == stored.results
    assert {worker["worker"] for worker in one["results"]["workers"]}
    project = f"projects/{study.project.pk}/biases"
    assert study.researcher.get(project).json() == {"results": [one], "next": None}
    assert study.researcher.get(project, limit=9).status_code == 400


def test_who_is_blind_reads_habits_without_numbers(study: Study) -> None:
    reported(study)
    blind(study)
    for path in (f"{study.path}/biases", f"projects/{study.project.pk}/biases"):
        response = study.researcher.get(path)
        assert response.status_code == 200
        assert b'"worker"' not in response.content
        assert b'"annotations"' in response.content
    assert study.researcher.get(f"{study.path}/consents").status_code == 403


@pytest.mark.long
def test_the_history_has_its_figures_and_when_judgments_came(study: Study) -> None:
    empty = study.researcher.get(f"{study.path}/history").json()
    assert (empty["seconds"], empty["buckets"]) == (None, [])
    reported(study)
    body = study.researcher.get(f"{study.path}/history").json()
    last = body["points"][-1]
    assert (last["version"], last["judgments"]) == (study.campaign.agreement.version, 6)
    figures = study.campaign.agreement.figures
    for figure, reading in zip(body["figures"], last["readings"], strict=True):
        value = figures
        for name in figure["path"]:
            value = value[name]
        assert reading["value"] == value["value"]
    assert body["buckets"][-1]["so_far"] == 6


@pytest.mark.long
def test_one_workers_stake_is_reported_answer_by_answer(study: Study) -> None:
    reported(study)
    number = study.enrolment.worker.number
    path = f"{study.path}/workers/{number}/signals"
    ranks = [[judgment, 1, 0, 9, 0.2, 0.5 * judgment, -0.5] for judgment in (1, 2, 3)]
    WorkerSignals.objects.filter(enrolment=study.enrolment).update(ranks=ranks, ranked=3)
    whole = study.researcher.get(path).json()
    assert whole["signals"] in study.researcher.get(f"{study.path}/signals").json()["results"]
    assert [one["judgment"] for one in whole["results"]] == [1, 2, 3]
    assert whole["results"][1]["log10_stake"] == pytest.approx(0.4343, abs=1e-4)
    assert pages(study.researcher, path, 2) == whole["results"]
    assert study.researcher.get(f"{study.path}/workers/999/signals").status_code == 404


def test_the_events_of_an_item_are_reported_in_pages(study: Study) -> None:
    reported(study)
    hit = study.campaign.hits.order_by("pk")[0]
    drawn = {"boundaries": [0] * (len(hit.item.words) - 1)}
    decide(hit=hit, payload=drawn, user=study.owner, note="Read twice.")
    path = f"{study.path}/items/{hit.item_id}/events"
    body = study.researcher.get(path).json()
    found = [one["what"] for one in body["results"]]
    assert found == [*("claimed", "judged"), *("claimed", "judged"), "decided_written"]
    last = body["results"][-1]
    assert (last["by"], last["reason"]) == (study.owner.get_username(), "Read twice.")
    assert pages(study.researcher, path, 2) == body["results"]
    assert study.researcher.get(f"{study.path}/items/{hit.item_id + 999}/events").status_code == 404
    blind(study)
    hidden = study.researcher.get(path).json()["results"]
    assert {one["worker"] for one in hidden} == {None}


@pytest.mark.long
def test_who_agreed_to_which_version_is_listed(study: Study) -> None:
    texts = [
        ConsentText.objects.create(campaign=study.campaign, version=version, text=f"Text {version}")
        for version in (1, 2)
    ]
    for text, agreed in ((texts[0], True), (texts[1], False)):
        ConsentAnswer.objects.create(enrolment=study.enrolment, text=text, agreed=agreed)
    body = study.researcher.get(f"{study.path}/consents").json()["results"]
    number = study.enrolment.worker.number
    found = [(one["worker"], one["version"], one["agreed"]) for one in body]
    assert found == [(number, 1, True), (number, 2, False)]
    assert study.researcher.get(f"{study.path}/consents", version=2).json()["results"] == body[1:]


@pytest.mark.long
@pytest.mark.parametrize(
    "place", ["plan", "biases", "history", "consents", "workers/1/signals", "items/1/events"]
)
def test_a_stranger_finds_none(study: Study, other_study: Study, place: str) -> None:
    assert refused(other_study.researcher.get(f"{study.path}/{place}"))
    assert refused(API().get(f"{study.path}/{place}"), 401)


def refused(answer: Answer, status: int = 404) -> bool:
    return answer.status_code == status


@pytest.mark.long
@pytest.mark.parametrize("place", ["plan", "biases", "history"])
def test_reports_cost_the_same_however_much_there_is(study: Study, place: str) -> None:
    reported(study)
    with assert_max_queries(REPORT_QUERIES):
        assert study.researcher.get(f"{study.path}/{place}").status_code == 200


@pytest.mark.long
def test_methods_are_shown_as_on_the_page(study: Study) -> None:
    judge_next(study.enrolment)
    fold_all(study.campaign.pk)
    study.campaign.refresh_from_db()
    found = study.researcher.get(f"{study.path}/methods").json()
    methods = methods_of(study.campaign)
    assert found["version"] == study.campaign.agreement.version == methods.facts.version
    assert (found["text"], found["latex"]) == (methods.text, methods.latex)
    assert [one["text"] for one in found["sentences"]] == [one.text for one in methods.sentences]
    assert found["sentences"][0]["about"] == "task"
    assert {one["yours"] for one in found["datasheet"]} == {True, False}


def test_a_stranger_reads_none(study: Study, other_study: Study) -> None:
    assert other_study.researcher.get(f"{study.path}/methods").status_code == 404
    assert study.worker.get(f"{study.path}/methods").status_code in {401, 403}


@pytest.mark.long
def test_figures_come_with_the_intervals_of_their_version(study: Study) -> None:
    flat, nested = (
        make_campaign(study.campaign.dataset, scheme=scheme, redundancy=3)
        for scheme in ("flat", "nested")
    )
    api, path = study.researcher, f"campaigns/{flat.pk}/figures"
    for campaign in (flat, nested):
        judge_all_at_random(campaign, workers=2, seed=1)
        fold_all(campaign.pk)
    assert api.get(path).json()["intervals"] is None
    make_reports(flat.pk)
    judge_all_at_random(flat, workers=1, seed=2)
    before = api.get(path).json()
    fold_all(flat.pk)
    after = api.get(path).json()
    found = after["intervals"]
    assert (after["version"], found["version"]) == (2, 1)
    alpha = found["figures"]["alpha"]["d1"]
    assert alpha["value"] == before["figures"]["alpha"]["d1"]["value"]
    assert (alpha["level"], alpha["method"], alpha["resamples"]) == (0.95, "bca", 1000)
    assert alpha["low"] <= alpha["high"]
    [entailed] = found["entailment"]
    assert (entailed["flat"], entailed["nested"]) == (flat.pk, nested.pk)
    assert entailed["interval"]["value"] == before["entailment"][0]["figures"]["observed"]
