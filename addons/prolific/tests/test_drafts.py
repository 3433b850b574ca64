"""A study is created on Prolific from a campaign, published at the confirmed cost, paused,
restarted, stopped and extended. Prolific is a stand-in in its own process."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from addons.prolific.models import ProlificDraft, ProlificStep, ProlificStudy, ProlificVisit
from addons.prolific.services.tokens import set_token
from addons.prolific.tests.server import TOKEN
from annotation.models import AuditEvent, Campaign, User
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.factories import make_user
from tests.helpers.stand_in import StandIn

pytestmark = pytest.mark.long
SAID = {
    "name": "Find the parts",
    "description": "Short texts <b>.\n\nMark where the parts end & begin.",
    "reward": "1.25",
    "places": "20",
    "minutes": "9",
    "devices": ["desktop", "mobile"],
    "approval": "MANUALLY_REVIEW",
    "screen_out": "REQUEST_RETURN",
}


@pytest.fixture
def study(db: None) -> Study:
    found = make_study()
    Campaign.objects.filter(pk=found.campaign.pk).update(
        completion_code="DONE1",
        screen_out_code="OUT1",
        no_consent_code="NO1",
        place_hits=2,
        reward="0.125",
        currency="USD",
        status="live",
    )
    set_token(project=found.project, user=found.owner, token=TOKEN)
    return found


@pytest.fixture
def owner(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.owner)


def send(owner: Client, study: Study, page: str, /, *more: str, **body: Any) -> Any:
    address = reverse(f"research:{page}", args=(study.campaign.pk, *more))
    return owner.post(address, body)


def make(owner: Client, study: Study) -> ProlificDraft:
    """Write a study, and have it created."""
    assert send(owner, study, "new_prolific_study", **SAID).status_code == 302
    assert send(owner, study, "make_prolific_study", "make").status_code == 302
    run_visit(study)
    return ProlificDraft.objects.get()


def request_draft(owner: Client, study: Study) -> ProlificVisit:
    assert send(owner, study, "ask_prolific").status_code == 302
    return run_visit(study)


def move(owner: Client, study: Study, kind: str, /, **body: Any) -> ProlificStep:
    assert send(owner, study, "move_prolific_study", kind, **body).status_code == 302
    run_visit(study)
    found = ProlificStep.objects.last()
    assert found is not None
    return found


def confirm(owner: Client, study: Study) -> ProlificStep:
    """Confirm the cost of the open step, and that a test's address is not reachable."""
    step = ProlificStep.objects.get(state="priced")
    body = {"step": step.pk, "cost": step.cost_read, "accept_unready": "on"}
    return move(owner, study, "confirm", **body)


def run_visit(study: Study) -> ProlificVisit:
    visit = ProlificVisit.objects.filter(study__campaign=study.campaign).latest("pk")
    run_job("prolific_visit", visit.pk)
    visit.refresh_from_db()
    return visit


def page(owner: Client, study: Study, name: str = "prolific") -> str:
    response = owner.get(reverse(f"research:{name}", args=(study.campaign.pk,)))
    assert response.status_code == 200
    return str(response.content.decode())


def test_a_campaign_suggests_its_study(site: StandIn, study: Study, owner: Client) -> None:
    shown = page(owner, study, "new_prolific_study")
    assert 'value="0.25"' in shown
    assert "2 tasks at 0.125." in shown
    # Three texts, twice each, two per submission.
    assert 'name="places" value="3"' in shown
    Campaign.objects.filter(pk=study.campaign.pk).update(reward="0.123")
    shown = page(owner, study, "new_prolific_study")
    assert 'value="0.25"' in shown
    assert "rounded up to the cent" in shown


def test_a_study_is_looked_at_and_made_as_a_draft(
    site: StandIn, study: Study, owner: Client
) -> None:
    send(owner, study, "new_prolific_study", **SAID)
    assert site.state()["requests"] == []
    shown = page(owner, study)
    for words in ("Find the parts", "USD", "1.25", "25.00", "SESSION_ID", "DONE1", "OUT1", "NO1"):
        assert words in shown
    assert "Short texts &lt;b&gt;." in shown
    assert "Everyone who completes gets this code and waits for your decision." in shown
    assert "not admitted gets this code and is asked to return the submission" in shown
    send(owner, study, "make_prolific_study", "make")
    run_visit(study)
    [made] = site.state()["made"]
    assert made["status"] == "UNPUBLISHED"
    assert made["description"] == (
        "<p>Short texts &lt;b&gt;.</p><p>Mark where the parts end &amp; begin.</p>"
    )
    assert (made["reward"], made["total_available_places"]) == (125, 20)
    assert made["device_compatibility"] == ["desktop", "mobile"]
    ids = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    assert made["external_study_url"].endswith(f"/{study.campaign.code}/?{ids}")
    actions = {one["code_type"]: one["actions"][0]["action"] for one in made["completion_codes"]}
    assert actions == {
        "COMPLETED": "MANUALLY_REVIEW",
        "SCREENED_OUT": "REQUEST_RETURN",
        "NO_CONSENT": "REQUEST_RETURN",
    }
    assert ProlificStudy.objects.get().study == made["id"]
    assert "unpublished" in page(owner, study)
    verbs = set(AuditEvent.objects.values_list("verb", flat=True))
    assert {"prolific.study_written", "prolific.study_wanted", "prolific.study_made"} <= verbs


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["lost", "500", "odd", "list", "elsewhere"])
def test_a_study_whose_answer_was_lost_is_not_made_again(
    site: StandIn, study: Study, owner: Client, fault: str
) -> None:
    """A later visit does not create it, and neither does pressing again."""
    site.set_state(faults=[fault, *["500"] * 4])
    draft = make(owner, study)
    assert draft.state == "sending"
    send(owner, study, "make_prolific_study", "make")
    assert send(owner, study, "new_prolific_study", **SAID).status_code == 409
    assert send(owner, study, "connect_prolific", study="other1").status_code == 409
    request_draft(owner, study)
    draft.refresh_from_db()
    posts = [path for how, path, _ in site.state()["requests"] if how == "POST"]
    posts = [path for path in posts if path.endswith("/studies/")]
    assert len(posts) == 1
    was_made = bool(site.state()["made"])
    assert was_made == (fault == "lost")
    assert draft.state == ("made" if was_made else "sending")
    assert (ProlificStudy.objects.get().study != "") == was_made
    if was_made:
        return
    # It is too early to conclude that it was not made, and later it is not.
    assert send(owner, study, "make_prolific_study", "leave").status_code == 409
    ProlificDraft.objects.update(sent_at=F("sent_at") - timedelta(hours=1))
    assert "Discard (it was not created)" in page(owner, study)
    assert send(owner, study, "make_prolific_study", "leave").status_code == 302
    assert not ProlificStudy.objects.exists()


@pytest.mark.parametrize("fault", ["refused", "429"])
def test_a_study_that_prolific_surely_refuses_can_be_changed_and_made(
    site: StandIn, study: Study, owner: Client, fault: str
) -> None:
    site.set_state(faults=[fault])
    draft = make(owner, study)
    assert (draft.state, draft.sent_at) == ("written", None)
    assert draft.problem in page(owner, study)
    shown = page(owner, study, "new_prolific_study")
    assert "Short texts &lt;b&gt;." in shown
    assert 'value="20"' in shown
    assert make(owner, study).state == "made"
    assert len(site.state()["made"]) == 1


@pytest.mark.parametrize(
    ("odd", "status"),
    [
        ({"reward": "1.255"}, 400),
        ({"reward": "0"}, 400),
        ({"places": "0"}, 400),
        ({"minutes": ""}, 400),
        ({"devices": []}, 400),
        ({"devices": ["watch"]}, 400),
        ({"name": " "}, 400),
        ({"description": "a\u200b" * 9_000}, 400),
        ({"approval": "REJECT"}, 400),
    ],
)
def test_an_odd_study_is_refused(
    study: Study, owner: Client, odd: dict[str, Any], status: int
) -> None:
    assert send(owner, study, "new_prolific_study", **SAID | odd).status_code == status
    assert not ProlificDraft.objects.exists()


@pytest.mark.parametrize(
    "terms",
    [
        {"completion_code": ""},
        {"link_trust": "signed"},
        {"link_trust": "platform", "platform_study": "66aa"},
    ],
)
def test_a_study_that_nobody_could_do_is_refused(
    study: Study, owner: Client, terms: dict[str, str]
) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(**terms)
    assert send(owner, study, "new_prolific_study", **SAID).status_code == 400
    assert not ProlificStudy.objects.exists()
    assert "Change recruitment and return" in page(owner, study, "new_prolific_study")


def test_links_that_prolific_signs_are_requested_where_they_are_needed(
    site: StandIn, study: Study, owner: Client
) -> None:
    assert "is_external_study_url_secure" not in make(owner, study).body
    send(owner, study, "disconnect_prolific")
    Campaign.objects.filter(pk=study.campaign.pk).update(link_trust="platform")
    assert make(owner, study).body["is_external_study_url_secure"] is True


@pytest.mark.quick
def test_a_study_is_published_at_the_cost_that_was_read(
    site: StandIn, study: Study, owner: Client
) -> None:
    make(owner, study)
    # 20 submissions at 1.25, plus 40 % for Prolific.
    assert "Publish for USD\n35.00" in page(owner, study)
    assert site.state()["moves"] == []
    step = ProlificStep.objects.get()
    body = {"step": step.pk, "cost": "25/1", "accept_unready": "on"}
    assert send(owner, study, "move_prolific_study", "confirm", **body).status_code == 409
    assert confirm(owner, study).state == "done"
    assert site.state()["moves"] == ["PUBLISH"]
    assert "active" in page(owner, study)
    for action, state in (("pause", "PAUSED"), ("start", "ACTIVE"), ("stop", "COMPLETED")):
        assert move(owner, study, action).state == "done"
        assert ProlificStudy.objects.get().state == state
    assert site.state()["moves"] == ["PUBLISH", "PAUSE", "START", "STOP"]
    # With more submissions the stopped study recruits again.
    assert move(owner, study, "places", places="30").state == "priced"
    assert "for USD\n17.50" in page(owner, study)
    assert confirm(owner, study).state == "done"
    found = ProlificStudy.objects.get()
    assert (found.places, found.state) == (30, "ACTIVE")
    assert AuditEvent.objects.filter(verb="prolific.step_confirmed").count() == 2


@pytest.mark.quick
def test_nothing_is_published_at_another_cost_than_was_confirmed(
    site: StandIn, study: Study, owner: Client
) -> None:
    make(owner, study)
    site.set_state(fee=0.5)
    step = confirm(owner, study)
    assert (step.state, str(step.total)) == ("priced", "37.5000")
    assert "price has changed" in page(owner, study)
    assert site.state()["moves"] == []
    # The same if the reward was raised on Prolific's pages.
    [made] = site.state()["made"]
    site.set_state(made=[made | {"reward": 200}])
    assert confirm(owner, study).rewards == 40
    assert site.state()["moves"] == []
    assert confirm(owner, study).state == "done"


def test_without_a_cost_of_prolifics_the_rewards_and_a_fee_are_reported(
    site: StandIn, study: Study, owner: Client
) -> None:
    site.set_state(faults_at={"calculator": ["refused"]})
    make(owner, study)
    assert "25.00 plus Prolific’s fee" in page(owner, study)
    assert confirm(owner, study).state == "done"


@pytest.mark.quick
def test_another_currency_is_not_paid(site: StandIn, study: Study, owner: Client) -> None:
    site.set_state(currency="GBP")
    make(owner, study)
    assert ProlificStep.objects.get().state == "dropped"
    assert "pays in GBP, the campaign in USD" in page(owner, study)


@pytest.mark.quick
def test_a_study_is_not_published_before_the_campaign_is_live(
    site: StandIn, study: Study, owner: Client
) -> None:
    make(owner, study)
    step = ProlificStep.objects.get()
    Campaign.objects.filter(pk=study.campaign.pk).update(status="paused")
    body = {"step": step.pk, "cost": step.cost_read}
    assert send(owner, study, "move_prolific_study", "confirm", **body).status_code == 409
    send(owner, study, "move_prolific_study", "leave")
    assert send(owner, study, "move_prolific_study", "publish").status_code == 409


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["lost", "500", "429"])
def test_a_step_whose_answer_was_lost_is_done_once(
    site: StandIn, study: Study, owner: Client, fault: str
) -> None:
    make(owner, study)
    site.set_state(faults_at={"transition": [fault]})
    assert confirm(owner, study).state == "confirmed"
    assert "Could not" in page(owner, study)
    request_draft(owner, study)
    assert ProlificStep.objects.get().state == "done"
    assert site.state()["moves"] == ["PUBLISH"]
    transitions = [path for _, path, _ in site.state()["requests"] if "transition" in path]
    assert len(transitions) == (1 if fault == "lost" else 2)


def test_a_step_that_is_no_longer_possible_is_reported(
    site: StandIn, study: Study, owner: Client
) -> None:
    make(owner, study)
    confirm(owner, study)
    assert send(owner, study, "move_prolific_study", "start").status_code == 409
    [made] = site.state()["made"]
    site.set_state(made=[made | {"status": "COMPLETED"}])
    assert move(owner, study, "pause").state == "dropped"
    assert "while the study is completed" in page(owner, study)
    assert send(owner, study, "move_prolific_study", "pause").status_code == 409
    send(owner, study, "move_prolific_study", "places", places="20")
    assert ProlificStep.objects.filter(action="PLACES").count() == 0


def test_steps_come_one_at_a_time(site: StandIn, study: Study, owner: Client) -> None:
    make(owner, study)
    assert send(owner, study, "move_prolific_study", "publish").status_code == 409
    with pytest.raises(IntegrityError), transaction.atomic():
        ProlificStep.objects.create(study=ProlificStudy.objects.get(), action="PAUSE")
    assert send(owner, study, "move_prolific_study", "leave").status_code == 302
    assert "Get the price of publishing" in page(owner, study)
    assert send(owner, study, "move_prolific_study", "explode").status_code == 404


def test_a_teammate_may_not(
    site: StandIn, study: Study, owner: Client, sign_in: Callable[[User], Client]
) -> None:
    teammate = sign_in(make_user())
    study.project.memberships.create(user=User.objects.latest("pk"), role="manager")
    assert send(teammate, study, "new_prolific_study", **SAID).status_code == 403
    make(owner, study)
    assert send(teammate, study, "make_prolific_study", "make").status_code == 403
    assert send(teammate, study, "move_prolific_study", "publish").status_code == 403
