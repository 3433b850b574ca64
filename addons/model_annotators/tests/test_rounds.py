"""A model annotates each item of a campaign, through a stand-in in its own process: its answers are
checked, counted, paid for once, and saved as a set."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now
from pytest_django.fixtures import Settings

from addons.model_annotators.models import ModelAnswer, ModelEndpoint, ModelRun, ModelRunQuerySet
from addons.model_annotators.services import client, requests
from addons.model_annotators.services.endpoints import add_endpoint, key_of, remove_endpoint
from addons.model_annotators.services.requests import work_on
from addons.model_annotators.services.runs import (
    counts_of,
    due_runs,
    keep_run,
    resume_run,
    stop_run,
)
from addons.model_annotators.tests.factories import (
    ONE,
    PRICE_IN,
    PRICE_OUT,
    begin,
    begin_stopped,
    endpoint_of,
    make_asked,
    states,
    work,
)
from addons.model_annotators.tests.stand_in import KEY
from annotation.events import Event, WorkFailed
from annotation.models import AnnotationSet, Campaign, HeldSet, User
from annotation.services.errors import Conflict, Forbidden, Invalid
from tests.helpers.factories import make_project, make_user
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_all_items_are_prompted_and_saved_as_a_set_next_to_the_crowd(
    campaign: Campaign, user: User, site: StandIn
) -> None:
    run = work(begin(campaign, user, site))
    assert (run.status, states(run), run.problem) == ("ready", {"sound": 6}, "")
    assert counts_of(run)["spent"] == 6 * ONE
    own = AnnotationSet.objects.get()
    assert (own.made_by, own.annotation_count, own.left_out) == ("model", 6, {})
    assert own.facts["model"] == "cutter-1"
    assert (own.facts["seed"], own.facts["temperature"], own.facts["cost"]) == (
        "7",
        "0",
        f"{(6 * ONE).normalize():f} USD",
    )
    assert {tuple(one.vector) for one in own.annotations.all()} == {(0, 1, 0, 0)}
    assert HeldSet.objects.get().set == own
    state = site.state()
    assert state["keys"] == [f"Bearer {KEY}"]
    [message] = state["bodies"][-1].pop("messages")
    assert state["bodies"][-1] == {
        "model": "cutter-1",
        "max_tokens": 50,
        "temperature": 0.0,
        "seed": 7,
    }
    assert "text number 6 of many" in message["content"]
    assert '{"answer": "…"}' in message["content"]
    assert due_runs() == []


@pytest.mark.parametrize(
    "outcome",
    [
        ("refused", "refused", "I cannot help with that."),
        ("filtered", "refused", "filter"),
        ("cut", "unfit", "cut off"),
        ("silent", "unfit", "contains no text"),
        ("odd", "unfit", "contains no text"),
        ("fenced", "sound", ""),
        ("untold", "sound", ""),
        ("hang", "lost", "did not answer"),
        ("bad", "refused", "Unsupported parameter here."),
    ],
)
def test_what_comes_of_an_answer_is_counted(
    campaign: Campaign, user: User, site: StandIn, settings: Settings, outcome: tuple[str, str, str]
) -> None:
    fault, state, said = outcome
    settings.MODEL_SECONDS = 0.5
    site.set_state(faults=[fault])
    assert work(begin(campaign, user, site), 2).status == "ready"
    first = ModelAnswer.objects.earliest("pk")
    assert first.state == state
    assert said in first.problem
    assert (first.vector is None) is (state != "sound")
    assert (first.cost > ONE) is (fault in {"untold", "hang", "odd"})
    assert (first.cost == 0) is (fault == "bad")
    assert AnnotationSet.objects.get().annotation_count == 5 + (state == "sound")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("key", "rejects the key"),
        ("unknown", "No such model."),
        ("elsewhere", "not followed"),
    ],
)
def test_what_would_fail_each_time_ends_it_at_once(
    campaign: Campaign, user: User, site: StandIn, fault: str, said: str
) -> None:
    site.set_state(faults=[fault])
    run = work(begin(campaign, user, site))
    assert run.status == "failed"
    assert said in run.problem
    state = site.state()
    assert (state["requests"], state["stolen"]) == (1, 0)
    assert counts_of(run)["spent"] == 0


@pytest.mark.quick
def test_the_same_call_is_not_bought_twice(campaign: Campaign, user: User, site: StandIn) -> None:
    work(begin(campaign, user, site))
    again = work(begin(campaign, user, site, name="Again"))
    assert states(again) == {"sound": 6}
    counts = counts_of(again)
    assert (counts["spent"], counts["bought"], counts["again"]) == (Decimal(0), 0, 6)
    assert site.state()["requests"] == 6
    other = work(begin(campaign, user, site, name="Another seed", seed=8))
    assert counts_of(other)["bought"] == 6
    assert (again.prompt_version, other.prompt_version) == (1, 1)


def test_another_project_buys_for_itself(campaign: Campaign, user: User, site: StandIn) -> None:
    work(begin(campaign, user, site))
    assert counts_of(work(begin(make_asked(user, 6), user, site)))["bought"] == 6


@pytest.mark.quick
def test_a_budget_is_never_passed(campaign: Campaign, user: User, site: StandIn) -> None:
    dear = {"price_in": 100 * PRICE_IN, "price_out": 100 * PRICE_OUT}
    run = work(begin(campaign, user, site, budget=Decimal("0.015"), **dear))
    assert run.status == "spent"
    spent, found = counts_of(run)["spent"], states(run)
    assert 0 < found["sound"] < 6
    assert spent == found["sound"] * 100 * ONE <= Decimal("0.015")
    assert AnnotationSet.objects.count() == 0
    resume_run(run=run, user=user, budget=Decimal(1))
    assert (work(run).status, states(run)) == ("ready", {"sound": 6})


@pytest.mark.quick
def test_what_was_being_requested_when_a_process_died_is_lost_and_requested_again_only_on_request(
    campaign: Campaign, user: User, site: StandIn
) -> None:
    run = begin(campaign, user, site)
    first = ModelAnswer.objects.earliest("pk")
    ModelAnswer.objects.filter(pk=first.pk).update(state="sent", cost=ONE, sent_at=Now())
    work(run)
    assert states(run) == {"sound": 5, "lost": 1}
    assert AnnotationSet.objects.get().left_out == {"no answer came": 1}
    assert counts_of(run)["spent"] == 6 * ONE
    with pytest.raises(Conflict, match="sets are read-only"):
        resume_run(run=run, user=user, lost_too=True)
    AnnotationSet.objects.all().delete()
    run.refresh_from_db()
    resume_run(run=run, user=user, lost_too=True)
    work(run)
    assert (states(run), counts_of(run)["spent"]) == ({"sound": 6}, 7 * ONE)


def test_stopping_keeps_what_came_and_an_older_process_writes_nothing(
    campaign: Campaign, user: User, site: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begin(campaign, user, site)
    whole = client.complete

    def stop_at_third(call: Any) -> Any:
        if site.state()["requests"] == 2:
            stop_run(run=run, user=user)
            connection.close()
        return whole(call)

    monkeypatch.setattr(requests, "complete", stop_at_third)
    work(run)
    assert (run.status, states(run)) == ("stopped", {"sound": 3, "waiting": 3})
    own = keep_run(run=run, user=user)
    assert (own.annotation_count, own.left_out) == (3, {"not asked yet": 3})
    assert keep_run(run=run, user=user) == own


def test_invalid_requests_are_refused(campaign: Campaign, user: User, site: StandIn) -> None:
    for wrong in (
        {"name": " "},
        {"prompt": "Cut it."},
        {"most_tokens": 0},
        {"budget": Decimal(-1)},
        {"currency": "US"},
        {"at_once": 9},
        {"temperature": Decimal(3)},
        {"limit_name": "tokens"},
    ):
        with pytest.raises(Invalid) as refused:
            begin(campaign, user, site, **wrong)
        assert refused.value.details["field"] == next(iter(wrong))
    begin(campaign, user, site)
    with pytest.raises(Conflict, match="already working on this campaign"):
        begin(campaign, user, site, name="Second")
    assert ModelRun.objects.count() == 1


@pytest.mark.quick
def test_a_key_is_sealed_and_owners_alone_give_it(
    campaign: Campaign, user: User, site: StandIn
) -> None:
    own = endpoint_of(campaign, user, site)
    stored = ModelEndpoint.objects.values_list("sealed", "last_four", "address").get()
    assert KEY not in "".join(stored)
    assert (key_of(own), own.last_four) == (KEY, KEY[-4:])
    project = campaign.dataset.project
    for wrong, field in (
        ({"address": "ftp://x.org"}, "address"),
        ({"address": "https://a:b@x.org"}, "address"),
        ({"address": "https://x.org/v1?key=1"}, "address"),
        ({"key": "short"}, "key"),
        ({"key": "Bearer abcdefgh"}, "key"),
        ({"name": ""}, "name"),
        ({"name": "Ours"}, "name"),
    ):
        given = {"name": "New", "address": "https://x.org/v1", "key": KEY} | wrong
        with pytest.raises((Invalid, Conflict)) as refused:
            add_endpoint(project=project, user=user, **given)
        assert refused.value.details["field"] == field
    with pytest.raises(Forbidden):
        add_endpoint(project=project, user=make_user(), name="New", address="https://x.org")
    run = begin(campaign, user, site)
    remove_endpoint(endpoint=own, user=user)
    run.refresh_from_db()
    assert (run.status, run.endpoint) == ("stopped", None)


@pytest.mark.attack(13)
def test_private_networks_are_contacted_only_where_the_operator_allows_it(
    campaign: Campaign, user: User, site: StandIn, settings: Settings
) -> None:
    run = begin(campaign, user, site)
    settings.PRIVATE_ADDRESSES = False
    with pytest.raises(Invalid, match="https"):
        add_endpoint(project=make_project(user), user=user, name="New", address=site.address)
    ModelEndpoint.objects.update(address="https://[::ffff:127.0.0.1]:1/v1/chat/completions")
    work(run)
    assert "private network" in run.problem
    assert site.state()["requests"] == 0


def test_a_round_that_ends_early_is_an_event(
    campaign: Campaign, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Event] = []
    monkeypatch.setattr(requests, "emit", events.append)
    run = begin_stopped(campaign, user)
    ModelRun.objects.filter(pk=run.pk).update(status="waiting", endpoint=None)
    assert work_on(run.pk)
    assert events == [WorkFailed(campaign, kind="model_run", number=run.pk)]


@pytest.mark.quick
def test_a_process_that_was_overtaken_sends_nothing(
    campaign: Campaign, user: User, site: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process is stopped between two queries, and another one works on the round meanwhile."""

    def stopped(rows: ModelRunQuerySet, wanted: int) -> int:
        ModelRun.objects.update(run=F("run") + 1)
        return wanted

    monkeypatch.setattr(requests, "take_room", stopped)
    run = work(begin(campaign, user, site))
    assert (run.status, states(run)) == ("waiting", {"waiting": 6})
    assert site.state()["requests"] == 0
