"""Model annotators through the API: endpoints without their keys, rounds, their cost."""

from typing import Any

import pytest

from addons.model_annotators.models import ModelEndpoint, ModelRun
from addons.model_annotators.services.requests import work_on
from addons.model_annotators.tests.factories import ONE, begin_stopped, make_asked
from addons.model_annotators.tests.stand_in import KEY
from annotation.models import AnnotationSet, AuditEvent, Campaign, User
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API
from tests.helpers.factories import make_user
from tests.helpers.pages import text_of
from tests.helpers.queries import assert_queries
from tests.helpers.stand_in import StandIn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
TERMS: dict[str, Any] = {
    "name": "Cutter",
    "model": "cutter-1",
    "temperature": "0",
    "seed": 7,
    "most_tokens": 50,
    "price_in": "0.15",
    "price_out": "0.60",
    "budget": "5",
}


def api_of(campaign: Campaign, user: User) -> API:
    return API(issue_token(project=campaign.dataset.project, user=user, name="asks")[1])


def endpoints(campaign: Campaign) -> str:
    return f"projects/{campaign.dataset.project_id}/endpoints"


def rounds(campaign: Campaign) -> str:
    return f"campaigns/{campaign.pk}/rounds"


def test_a_model_is_prompted_and_its_answers_saved(
    campaign: Campaign, user: User, site: StandIn
) -> None:
    api = api_of(campaign, user)
    made = api.post(
        endpoints(campaign), {"name": "Ours", "address": f"{site.address}/v1", "key": KEY}
    )
    assert made.status_code == 201
    assert made.json()["last_four"] == KEY[-4:]
    begun = api.post(rounds(campaign), TERMS | {"endpoint": made.json()["id"]})
    assert begun.status_code == 201
    assert begun.json()["status"] == "waiting"
    assert (begun.json()["states"]["waiting"], begun.json()["spent"]) == (6, "0")
    work_on(begun.json()["id"])
    own = f"{rounds(campaign)}/{begun.json()['id']}"
    run = api.get(own).json()
    assert (run["status"], run["total"], run["bought"]) == ("ready", 6, 6)
    assert run["states"]["sound"] + run["states"]["unfit"] == 6
    assert float(run["spent"]) == pytest.approx(float(6 * ONE))
    answers = api.get(f"{own}/answers", state="sound").json()["results"]
    assert len(answers) == run["states"]["sound"]
    assert {"boundaries"} == set(answers[0]["payload"])
    saved = api.post(f"{own}/keep")
    assert saved.json()["annotations"] == len(answers)
    assert api.post(f"{own}/keep").json() == saved.json()
    assert api.get(own).json()["set"] == saved.json()["id"] == AnnotationSet.objects.get().pk
    assert api.post(f"{own}/resume", {}).status_code == 409
    verbs = AuditEvent.objects.filter(verb__regex=r"^(model|endpoint)\.").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == [
        "endpoint.added",
        "model.asked",
        "model.kept",
    ]
    assert all(KEY not in str(event.details) for event in verbs)


def test_no_answer_of_the_api_holds_the_key(campaign: Campaign, user: User) -> None:
    api = api_of(campaign, user)
    given = {"name": "Ours", "address": "https://models.example.org/v1", "key": KEY}
    made = api.post(endpoints(campaign), given)
    seen = [made, api.get(endpoints(campaign)), api.post(endpoints(campaign), given)]
    assert [one.status_code for one in seen] == [201, 200, 409]
    begun = api.post(rounds(campaign), TERMS | {"endpoint": made.json()["id"]})
    own = f"{rounds(campaign)}/{begun.json()['id']}"
    seen += [begun, api.get(rounds(campaign)), api.get(own), api.post(f"{own}/stop")]
    assert all(KEY.encode() not in one.content for one in seen)
    sealed = ModelEndpoint.objects.get().sealed.encode()
    assert all(sealed not in one.content for one in seen)


def test_a_round_stops_and_goes_on_with_another_budget(campaign: Campaign, user: User) -> None:
    api = api_of(campaign, user)
    run = begin_stopped(campaign, user)
    own = f"{rounds(campaign)}/{run.pk}"
    again = api.post(f"{own}/resume", {"budget": "7.5"}).json()
    assert (again["status"], again["budget"]) == ("waiting", "7.5000")
    assert api.post(f"{own}/keep").status_code == 409
    other = TERMS | {"endpoint": run.endpoint_id, "name": "Another"}
    assert api.post(rounds(campaign), other).status_code == 409
    assert api.post(f"{own}/stop").json()["status"] == "stopped"
    assert api.post(f"{own}/stop").json()["status"] == "stopped"
    address = f"{endpoints(campaign)}/{run.endpoint_id}/remove"
    assert api.post(address).status_code == 204
    assert api.post(address).status_code == 404
    assert api.post(f"{own}/resume", {}).status_code == 409
    assert api.get(own).json()["endpoint"] is None


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"temperature": "3"}, "temperature"),
        ({"temperature": 0}, "temperature"),
        ({"price_in": "-1"}, "price_in"),
        ({"budget": "1e9"}, "budget"),
        ({"seed": -1}, "seed"),
        ({"most_tokens": 0}, "most_tokens"),
        ({"at_once": 99}, "at_once"),
        ({"currency": "usd"}, "currency"),
        ({"limit_name": "all"}, "limit_name"),
        ({"prompt": "no item"}, "prompt"),
        ({"prompt": "{item}" + "x" * 20_000}, "prompt"),
        ({"model": "x" * 201}, "model"),
    ],
)
def test_wrong_terms_are_refused_at_their_field(
    campaign: Campaign, user: User, wrong: dict[str, Any], field: str
) -> None:
    run = begin_stopped(campaign, user)
    given = TERMS | {"endpoint": run.endpoint_id, "name": "Another"} | wrong
    answer = api_of(campaign, user).post(rounds(campaign), given)
    assert field in text_of(answer, 400)
    assert ModelRun.objects.count() == 1


@pytest.mark.quick
def test_others_things_are_not_there_and_members_may_not_spend(
    campaign: Campaign, user: User
) -> None:
    stranger, member = make_user(), make_user()
    theirs = begin_stopped(make_asked(stranger, 2), stranger)
    mine = begin_stopped(campaign, user)
    api = api_of(campaign, user)
    given = TERMS | {"endpoint": theirs.endpoint_id, "name": "Another"}
    assert api.post(rounds(campaign), given).status_code == 404
    assert api.post(f"{endpoints(campaign)}/{theirs.endpoint_id}/remove").status_code == 404
    assert api.get(f"{rounds(campaign)}/{theirs.pk}").status_code == 404
    add_member(project=campaign.dataset.project, by=user, username=member.username)
    theirs_now = api_of(campaign, member)
    assert theirs_now.get(f"{rounds(campaign)}/{mine.pk}").status_code == 200
    assert theirs_now.get(endpoints(campaign)).status_code == 403
    assert theirs_now.post(f"{rounds(campaign)}/{mine.pk}/resume", {}).status_code == 403


def test_lists_ask_as_much_however_long_they_are(campaign: Campaign, user: User) -> None:
    api = api_of(campaign, user)
    run = begin_stopped(campaign, user)
    for many in (1, 2):
        # The token with its owner's membership, the requested object, and the page.
        with assert_queries(3):
            assert len(api.get(rounds(campaign)).json()["results"]) == many
        with assert_queries(3):
            assert len(api.get(endpoints(campaign)).json()["results"]) == 1
        with assert_queries(4):
            assert len(api.get(f"{rounds(campaign)}/{run.pk}/answers").json()["results"]) == 6
        begin_stopped(campaign, user)
