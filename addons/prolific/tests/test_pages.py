"""A campaign's study on Prolific: owners enter a token, connect the study, see its submissions with
the workers, and decide. Prolific is a stand-in in its own process."""

import pytest
from django.db import IntegrityError, transaction
from pytest_django.fixtures import Settings

from addons.prolific.models import ProlificStudy, ProlificSubmission, ProlificToken
from addons.prolific.services import client
from addons.prolific.services.studies import ask_prolific
from addons.prolific.services.tokens import opened
from addons.prolific.tests.desk import REASON, Desk, come, keys, study_with
from addons.prolific.tests.server import STUDY, TOKEN, submission
from annotation.models import AuditEvent
from annotation.services.encryption import CannotOpen
from annotation.services.work.exclusion import exclude_worker
from tests.api.studies import Study
from tests.helpers.pages import assert_shows
from tests.helpers.queries import assert_max_queries

pytestmark = pytest.mark.long


@pytest.fixture
def study(db: None) -> Study:
    return study_with(completion_code="DONE1", place_hits=1)


def decided(participant: str) -> tuple[str, str]:
    one = ProlificSubmission.objects.get(participant=participant)
    return one.status, one.decision


def test_submissions_are_shown_next_to_the_workers(desk: Desk) -> None:
    for participant, hits in (("full", 1), ("early", 0), ("out", 1), ("stray", 0)):
        enrolment = come(desk.study, participant, hits)
        if participant == "out":
            exclude_worker(enrolment=enrolment, user=desk.study.owner, reason="spam")
    wrong = submission(5, "wrong") | {"study_code": "X"}
    come(desk.study, "wrong", 1)
    names = ("full", "early", "out", "absent")
    desk.site.set_state(submissions=[*(submission(n, name) for n, name in enumerate(names)), wrong])
    assert desk.connected().status == "ready"
    shown = desk.page()
    assert_shows(shown, "Segments", "20 submissions", "2.50 each")
    # A worker without a submission, and a submission without a worker.
    assert shown.count("stray") == 1
    assert "Here, but not in this study" in shown
    assert "absent" in desk.page(only="absent")
    assert "early" not in desk.page(only="absent")
    [full] = keys("full")
    assert [key for key in keys(*names, "wrong") if f'value="{key}" checked' in shown] == [full]
    assert "another code" in shown


def ticked(desk: Desk) -> set[int]:
    """Return the numbers of the submissions that are checked for approval."""
    shown = desk.page()
    rows = ProlificSubmission.objects.values_list("pk", "submission")
    return {int(name[2:]) for key, name in rows if f'value="{key}" checked' in shown}


@pytest.mark.quick
def test_each_submission_has_the_work_of_its_own_session(desk: Desk) -> None:
    """A worker sent twice by Prolific is paid a second time only for a second submission's work."""
    desk.connected("twice", "twice", "lazy", "lazy")
    for name, number, second in (("twice", 0, 1), ("lazy", 2, 0)):
        come(desk.study, name, 1, session=submission(number, name)["id"])
        come(desk.study, name, second, session=submission(number + 1, name)["id"])
    assert ticked(desk) == {0, 1, 2}


def test_a_submission_whose_session_is_unknown_is_not_mistaken_for_another(desk: Desk) -> None:
    """Work through a link without sessions, or from another study, is shown only where it must
    be."""
    desk.connected("one", "both", "both", "elsewhere")
    come(desk.study, "one", 1, session="")
    come(desk.study, "both", 2, session="")
    come(desk.study, "elsewhere", 1).platform_sessions.update(study="another")
    assert ticked(desk) == {0}


def test_approve_and_reject_in_bulk(desk: Desk) -> None:
    desk.connected("p0", "p1", "p2", "p3")
    desk.send("decide_prolific", submission=keys("p0", "p1"), then="approve")
    assert decided("p0") == ("AWAITING REVIEW", "approve")
    visit = desk.run_visit()
    counts = {"submissions": 4, "sent": 2, "refused": 0, "failed": 0, "written": 0, "read": 0}
    assert visit.results == counts
    reject = {"then": "reject", "category": "LOW_EFFORT", "reason": REASON}
    desk.send("decide_prolific", submission=keys("p2"), **reject)
    desk.run_visit()
    effects = desk.site.state()["effects"]
    assert [body["action"] for _, body in effects] == ["APPROVE", "APPROVE", "REJECT"]
    assert effects[2][1]["message"] == REASON.strip()
    assert [decided(f"p{n}")[0] for n in range(4)] == [
        *("APPROVED", "APPROVED", "REJECTED", "AWAITING REVIEW")
    ]
    # Decided submissions are not sent again, and cannot be selected.
    desk.send("decide_prolific", submission=keys("p0", "p2"), then="approve")
    desk.ask()
    assert desk.site.state()["effects"] == effects
    assert AuditEvent.objects.filter(verb="prolific.decided").count() == 2


@pytest.mark.quick
@pytest.mark.parametrize(
    "body",
    [
        {"then": "reject", "category": "LOW_EFFORT", "reason": "Too bad."},
        {"then": "reject", "category": "", "reason": REASON},
        {"then": "reject", "category": "MINE", "reason": REASON},
        {"then": "whatever"},
    ],
)
def test_an_odd_decision_is_refused(desk: Desk, body: dict[str, str]) -> None:
    desk.connected("p1")
    assert desk.send("decide_prolific", submission=keys("p1"), **body).status_code == 400
    assert decided("p1") == ("AWAITING REVIEW", "")


def test_a_lost_answer_decides_once(desk: Desk) -> None:
    desk.connected("p1")
    desk.site.set_state(faults=["", "lost"])
    desk.send("decide_prolific", submission=keys("p1"), then="approve")
    desk.run_visit()
    assert len(desk.site.state()["effects"]) == 1
    assert decided("p1") == ("APPROVED", "approve")


def test_what_could_not_be_sent_is_sent_the_next_time(desk: Desk) -> None:
    desk.connected("p1")
    # Three attempts fail, and the answer to the last is lost; then Prolific receives no call twice.
    desk.site.set_state(faults_at={"transition": [*["500"] * 3, "lost"], "submissions/": ["list"]})
    desk.send("decide_prolific", submission=keys("p1"), then="approve")
    assert (desk.run_visit().status, decided("p1")) == ("failed", ("AWAITING REVIEW", "approve"))
    assert "1 decision not sent to Prolific yet" in desk.page()
    assert desk.ask().status == "ready"
    assert decided("p1") == ("APPROVED", "approve")
    assert len(desk.site.state()["effects"]) == 1


def test_a_decision_that_prolific_refuses_can_be_made_again(desk: Desk) -> None:
    desk.connected("p1", "p2")
    desk.site.set_state(faults=["", "refused"])
    desk.send("decide_prolific", submission=keys("p1", "p2"), then="approve")
    assert desk.run_visit().results["refused"] == 1
    assert [decided(one)[0] for one in ("p1", "p2")] == ["AWAITING REVIEW", "APPROVED"]
    assert "Not now , please." in desk.page(only="refused")
    desk.send("decide_prolific", submission=keys("p1"), then="approve")
    desk.run_visit()
    assert decided("p1") == ("APPROVED", "approve")


@pytest.mark.quick
def test_a_decision_that_always_fails_blocks_no_other_and_is_set_aside(desk: Desk) -> None:
    desk.connected("p0", "p1", "p2")
    desk.site.set_state(faults_at={f"{submission(0, '')['id']}/transition": ["500"] * 12})
    desk.send("decide_prolific", submission=keys("p0", "p1", "p2"), then="approve")
    results = desk.run_visit().results
    assert (results["sent"], results["failed"]) == (2, 1)
    for _ in range(2):
        assert "1 decision not sent to Prolific yet" in desk.page()
        desk.ask()
    shown = desk.page(only="aside")
    assert_shows(shown, "1 decision set aside", "(status 500)")
    assert "not sent to Prolific yet" not in shown
    # Meanwhile it can be decided again, and retried once Prolific is up.
    assert f'value="{keys("p0")[0]}"' in shown
    assert desk.ask().results["failed"] == 0
    assert desk.send("try_prolific_again").status_code == 302
    assert desk.run_visit().results["sent"] == 1
    assert len(desk.site.state()["effects"]) == 3
    assert "set aside:" not in desk.page()


def test_where_all_decisions_fail_the_visit_ends_and_none_is_set_aside(desk: Desk) -> None:
    desk.connected(*(f"p{n}" for n in range(9)))
    desk.site.set_state(faults_at={"transition": ["500"] * 99})
    desk.send("decide_prolific", submission=keys(*(f"p{n}" for n in range(9))), then="approve")
    assert desk.run_visit().status == "failed"
    transitions = [path for _, path, _ in desk.site.state()["requests"] if "transition" in path]
    assert len(transitions) == 3 * client.MAX_ATTEMPTS
    assert "9 decisions not sent to Prolific yet" in desk.page()


@pytest.mark.parametrize("fault", ["429", "500", "odd", "list", "deep", "elsewhere", "refused"])
def test_nothing_that_prolific_answers_breaks_a_page(desk: Desk, fault: str) -> None:
    desk.site.set_state(faults=[fault] * 9)
    visit = desk.connected()
    assert visit.status == "failed"
    assert visit.problem in desk.page()
    assert TOKEN not in visit.problem


def test_odd_submissions_are_stored_as_far_as_they_can_be(desk: Desk) -> None:
    odd = [{"id": 7}, 8, submission(1, "p" * 200), submission(2, ""), submission(3, "\0p3")]
    odd += [
        submission(4, "p4") | {"started_at": "yesterday", "status": "NEW\nONE", "study_code": 5}
    ]
    odd += [submission(5, "p5") | {"id": "../studies"}, submission(6, "p6"), submission(6, "p6")]
    desk.site.set_state(
        submissions=odd, study={"name": ["x"], "reward": -1, "total_available_places": 1e99}
    )
    assert desk.connected().results["submissions"] == 3
    assert desk.page().count("newone") == 1
    participants = ProlificSubmission.objects.order_by("pk").values_list("participant", flat=True)
    assert list(participants) == ["p3", "p4", "p6"]


@pytest.mark.quick
def test_a_token_is_sealed_and_never_shown(desk: Desk, settings: Settings) -> None:
    desk.connected()
    token = ProlificToken.objects.get()
    assert TOKEN not in token.sealed
    assert opened(token) == TOKEN
    shown = desk.page()
    assert TOKEN not in shown
    assert TOKEN[-4:] in shown
    assert TOKEN not in repr(list(AuditEvent.objects.values_list("verb", "details")))
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 60
    assert opened(token) == TOKEN
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(CannotOpen):
        opened(token)
    ask_prolific(campaign=desk.study.campaign, user=desk.study.owner)
    assert "set it again" in desk.run_visit().problem


@pytest.mark.parametrize("token", ["", "tooshort1", "x" * 500, "Token " + TOKEN, TOKEN + "é"])
def test_what_is_no_token_is_refused(desk: Desk, token: str) -> None:
    response = desk.send("keep_prolific_token", token=token)
    assert response.status_code == 400
    if token:
        assert token not in response.content.decode()
    assert not ProlificToken.objects.exists()


def test_a_token_that_prolific_does_not_take(desk: Desk) -> None:
    desk.send("keep_prolific_token", token="of-somebody-else-entirely")
    desk.send("connect_prolific", study=STUDY)
    assert "rejected the token" in desk.run_visit().problem
    desk.send("forget_prolific_token")
    assert desk.send("ask_prolific").status_code == 409


def test_an_id_that_leads_elsewhere_is_refused(desk: Desk) -> None:
    desk.send("keep_prolific_token", token=TOKEN)
    for odd in ("../users/me", "a b", "", "é", "1" * 65):
        assert desk.send("connect_prolific", study=odd).status_code == 400
    with pytest.raises(IntegrityError), transaction.atomic():
        ProlificStudy.objects.create(campaign=desk.study.campaign, study="../users")


def test_a_stopped_visit_sends_nothing(desk: Desk) -> None:
    desk.connected("p1")
    desk.send("decide_prolific", submission=keys("p1"), then="approve")
    assert desk.send("connect_prolific", study="other").status_code == 409
    assert "HX-Refresh" not in desk.owner.get(desk.address("prolific_progress")).headers
    desk.send("stop_prolific")
    desk.run_visit()
    assert desk.site.state()["effects"] == []
    assert desk.owner.get(desk.address("prolific_progress")).headers["HX-Refresh"] == "true"
    assert "1 decision not sent to Prolific yet" in desk.page()


def test_another_study_takes_the_place_of_the_first(desk: Desk) -> None:
    desk.connected("p1")
    desk.send("disconnect_prolific")
    assert not ProlificSubmission.objects.exists()
    desk.send("connect_prolific", study="other1")
    assert "does not know this id" in desk.run_visit().problem


@pytest.mark.quick
def test_a_teammate_may_not(desk: Desk) -> None:
    desk.connected()
    teammate = desk.of_teammate()
    assert teammate.owner.get(desk.address("prolific")).status_code == 403
    assert teammate.send("keep_prolific_token", token=TOKEN).status_code == 403


def test_a_page_asks_as_little_for_many_as_for_few(desk: Desk) -> None:
    desk.connected(*(f"p{n}" for n in range(60)))
    with assert_max_queries(20):
        shown = desk.page()
    assert "Next page" in shown
