"""A study is created on Prolific from a campaign, published at the confirmed cost, paused,
restarted, stopped and extended. Prolific is a stand-in in its own process."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from addons.prolific.models import ProlificDraft, ProlificStep, ProlificStudy
from addons.prolific.services.tokens import set_token
from addons.prolific.tests.desk import Desk, study_with
from addons.prolific.tests.server import TOKEN
from annotation.models import AuditEvent, Campaign
from tests.api.studies import Study
from tests.helpers.pages import assert_shows
from tests.helpers.tiers import long_only

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
    found = study_with(
        completion_code="DONE1",
        screen_out_code="OUT1",
        no_consent_code="NO1",
        place_hits=2,
        reward="0.125",
        status="live",
    )
    set_token(project=found.project, user=found.owner, token=TOKEN)
    return found


def make(desk: Desk) -> ProlificDraft:
    """Write a study, and have it created."""
    assert desk.send("new_prolific_study", **SAID).status_code == 302
    assert desk.send("make_prolific_study", "make").status_code == 302
    desk.run_visit()
    return ProlificDraft.objects.get()


def move(desk: Desk, kind: str, /, **body: Any) -> ProlificStep:
    assert desk.send("move_prolific_study", kind, **body).status_code == 302
    desk.run_visit()
    found = ProlificStep.objects.last()
    assert found is not None
    return found


def confirm(desk: Desk) -> ProlificStep:
    """Confirm the cost of the open step, and that a test's address is not reachable."""
    step = ProlificStep.objects.get(state="priced")
    body = {"step": step.pk, "cost": step.cost_read, "accept_unready": "on"}
    return move(desk, "confirm", **body)


def test_a_campaign_suggests_its_study(desk: Desk) -> None:
    shown = desk.page("new_prolific_study")
    assert_shows(shown, 'value="0.25"', "2 tasks at 0.125.")
    # Three texts, twice each, two per submission.
    assert 'name="places" value="3"' in shown
    Campaign.objects.filter(pk=desk.study.campaign.pk).update(reward="0.123")
    assert_shows(desk.page("new_prolific_study"), 'value="0.25"', "rounded up to the cent")


def test_a_study_is_looked_at_and_made_as_a_draft(desk: Desk) -> None:
    desk.send("new_prolific_study", **SAID)
    assert desk.site.state()["requests"] == []
    shown = desk.page()
    for words in ("Find the parts", "USD", "1.25", "25.00", "SESSION_ID", "DONE1", "OUT1", "NO1"):
        assert words in shown
    assert "Short texts &lt;b&gt;." in shown
    assert "Everyone who completes gets this code and waits for your decision." in shown
    assert "not admitted gets this code and is asked to return the submission" in shown
    desk.send("make_prolific_study", "make")
    desk.run_visit()
    [made] = desk.site.state()["made"]
    assert made["status"] == "UNPUBLISHED"
    assert made["description"] == (
        "<p>Short texts &lt;b&gt;.</p><p>Mark where the parts end &amp; begin.</p>"
    )
    assert (made["reward"], made["total_available_places"]) == (125, 20)
    assert made["device_compatibility"] == ["desktop", "mobile"]
    ids = "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    assert made["external_study_url"].endswith(f"/{desk.study.campaign.code}/?{ids}")
    actions = {one["code_type"]: one["actions"][0]["action"] for one in made["completion_codes"]}
    assert actions == {
        "COMPLETED": "MANUALLY_REVIEW",
        "SCREENED_OUT": "REQUEST_RETURN",
        "NO_CONSENT": "REQUEST_RETURN",
    }
    assert ProlificStudy.objects.get().study == made["id"]
    assert "unpublished" in desk.page()
    verbs = set(AuditEvent.objects.values_list("verb", flat=True))
    assert {"prolific.study_written", "prolific.study_wanted", "prolific.study_made"} <= verbs


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["lost", "500", *long_only("odd", "list", "elsewhere")])
def test_a_study_whose_answer_was_lost_is_not_made_again(desk: Desk, fault: str) -> None:
    """A later visit does not create it, and neither does pressing again."""
    desk.site.set_state(faults=[fault, *["500"] * 4])
    draft = make(desk)
    assert draft.state == "sending"
    desk.send("make_prolific_study", "make")
    assert desk.send("new_prolific_study", **SAID).status_code == 409
    assert desk.send("connect_prolific", study="other1").status_code == 409
    desk.ask()
    draft.refresh_from_db()
    posts = [path for how, path, _ in desk.site.state()["requests"] if how == "POST"]
    posts = [path for path in posts if path.endswith("/studies/")]
    assert len(posts) == 1
    was_made = bool(desk.site.state()["made"])
    assert was_made == (fault == "lost")
    assert draft.state == ("made" if was_made else "sending")
    assert (ProlificStudy.objects.get().study != "") == was_made
    if was_made:
        return
    # It is too early to conclude that it was not made, and later it is not.
    assert desk.send("make_prolific_study", "leave").status_code == 409
    ProlificDraft.objects.update(sent_at=F("sent_at") - timedelta(hours=1))
    assert "Discard (it was not created)" in desk.page()
    assert desk.send("make_prolific_study", "leave").status_code == 302
    assert not ProlificStudy.objects.exists()


@pytest.mark.parametrize("fault", ["refused", "429"])
def test_a_study_that_prolific_surely_refuses_can_be_changed_and_made(
    desk: Desk, fault: str
) -> None:
    desk.site.set_state(faults=[fault])
    draft = make(desk)
    assert (draft.state, draft.sent_at) == ("written", None)
    assert draft.problem in desk.page()
    assert_shows(desk.page("new_prolific_study"), "Short texts &lt;b&gt;.", 'value="20"')
    assert make(desk).state == "made"
    assert len(desk.site.state()["made"]) == 1


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
def test_an_odd_study_is_refused(desk: Desk, odd: dict[str, Any], status: int) -> None:
    assert desk.send("new_prolific_study", **SAID | odd).status_code == status
    assert not ProlificDraft.objects.exists()


@pytest.mark.parametrize(
    "terms",
    [
        {"completion_code": ""},
        {"link_trust": "signed"},
        {"link_trust": "platform", "platform_study": "66aa"},
    ],
)
def test_a_study_that_nobody_could_do_is_refused(desk: Desk, terms: dict[str, str]) -> None:
    Campaign.objects.filter(pk=desk.study.campaign.pk).update(**terms)
    assert desk.send("new_prolific_study", **SAID).status_code == 400
    assert not ProlificStudy.objects.exists()
    assert "Change recruitment and return" in desk.page("new_prolific_study")


def test_links_that_prolific_signs_are_requested_where_they_are_needed(desk: Desk) -> None:
    assert "is_external_study_url_secure" not in make(desk).body
    desk.send("disconnect_prolific")
    Campaign.objects.filter(pk=desk.study.campaign.pk).update(link_trust="platform")
    assert make(desk).body["is_external_study_url_secure"] is True


@pytest.mark.quick
def test_a_study_is_published_at_the_cost_that_was_read(desk: Desk) -> None:
    make(desk)
    # 20 submissions at 1.25, plus 40 % for Prolific.
    assert "Publish for USD\n35.00" in desk.page()
    assert desk.site.state()["moves"] == []
    body = {"step": ProlificStep.objects.get().pk, "cost": "25/1", "accept_unready": "on"}
    assert desk.send("move_prolific_study", "confirm", **body).status_code == 409
    assert confirm(desk).state == "done"
    assert desk.site.state()["moves"] == ["PUBLISH"]
    assert "active" in desk.page()
    for action, state in (("pause", "PAUSED"), ("start", "ACTIVE"), ("stop", "COMPLETED")):
        assert move(desk, action).state == "done"
        assert ProlificStudy.objects.get().state == state
    assert desk.site.state()["moves"] == ["PUBLISH", "PAUSE", "START", "STOP"]
    # With more submissions the stopped study recruits again.
    assert move(desk, "places", places="30").state == "priced"
    assert "for USD\n17.50" in desk.page()
    assert confirm(desk).state == "done"
    found = ProlificStudy.objects.get()
    assert (found.places, found.state) == (30, "ACTIVE")
    assert AuditEvent.objects.filter(verb="prolific.step_confirmed").count() == 2


@pytest.mark.quick
def test_nothing_is_published_at_another_cost_than_was_confirmed(desk: Desk) -> None:
    make(desk)
    desk.site.set_state(fee=0.5)
    step = confirm(desk)
    assert (step.state, str(step.total)) == ("priced", "37.5000")
    assert "price has changed" in desk.page()
    assert desk.site.state()["moves"] == []
    # The same if the reward was raised on Prolific's pages.
    [made] = desk.site.state()["made"]
    desk.site.set_state(made=[made | {"reward": 200}])
    assert confirm(desk).rewards == 40
    assert desk.site.state()["moves"] == []
    assert confirm(desk).state == "done"


def test_without_a_cost_of_prolifics_the_rewards_and_a_fee_are_reported(desk: Desk) -> None:
    desk.site.set_state(faults_at={"calculator": ["refused"]})
    make(desk)
    assert "25.00 plus Prolific’s fee" in desk.page()
    assert confirm(desk).state == "done"


@pytest.mark.quick
def test_another_currency_is_not_paid(desk: Desk) -> None:
    desk.site.set_state(currency="GBP")
    make(desk)
    assert ProlificStep.objects.get().state == "dropped"
    assert "pays in GBP, the campaign in USD" in desk.page()


@pytest.mark.quick
def test_a_study_is_not_published_before_the_campaign_is_live(desk: Desk) -> None:
    make(desk)
    step = ProlificStep.objects.get()
    Campaign.objects.filter(pk=desk.study.campaign.pk).update(status="paused")
    body = {"step": step.pk, "cost": step.cost_read}
    assert desk.send("move_prolific_study", "confirm", **body).status_code == 409
    desk.send("move_prolific_study", "leave")
    assert desk.send("move_prolific_study", "publish").status_code == 409


@pytest.mark.quick
@pytest.mark.parametrize("fault", ["lost", "500", *long_only("429")])
def test_a_step_whose_answer_was_lost_is_done_once(desk: Desk, fault: str) -> None:
    make(desk)
    desk.site.set_state(faults_at={"transition": [fault]})
    assert confirm(desk).state == "confirmed"
    assert "Could not" in desk.page()
    desk.ask()
    assert ProlificStep.objects.get().state == "done"
    assert desk.site.state()["moves"] == ["PUBLISH"]
    transitions = [path for _, path, _ in desk.site.state()["requests"] if "transition" in path]
    assert len(transitions) == (1 if fault == "lost" else 2)


def test_a_step_that_is_no_longer_possible_is_reported(desk: Desk) -> None:
    make(desk)
    confirm(desk)
    assert desk.send("move_prolific_study", "start").status_code == 409
    [made] = desk.site.state()["made"]
    desk.site.set_state(made=[made | {"status": "COMPLETED"}])
    assert move(desk, "pause").state == "dropped"
    assert "while the study is completed" in desk.page()
    assert desk.send("move_prolific_study", "pause").status_code == 409
    desk.send("move_prolific_study", "places", places="20")
    assert ProlificStep.objects.filter(action="PLACES").count() == 0


def test_steps_come_one_at_a_time(desk: Desk) -> None:
    make(desk)
    assert desk.send("move_prolific_study", "publish").status_code == 409
    with pytest.raises(IntegrityError), transaction.atomic():
        ProlificStep.objects.create(study=ProlificStudy.objects.get(), action="PAUSE")
    assert desk.send("move_prolific_study", "leave").status_code == 302
    assert "Get the price of publishing" in desk.page()
    assert desk.send("move_prolific_study", "explode").status_code == 404


def test_a_teammate_may_not(desk: Desk) -> None:
    teammate = desk.of_teammate()
    assert teammate.send("new_prolific_study", **SAID).status_code == 403
    make(desk)
    assert teammate.send("make_prolific_study", "make").status_code == 403
    assert teammate.send("move_prolific_study", "publish").status_code == 403
