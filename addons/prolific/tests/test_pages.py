"""A campaign's study on Prolific: owners enter a token, connect the study, see its submissions with
the workers, and decide. Prolific is a stand-in in its own process."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from addons.prolific.models import ProlificStudy, ProlificSubmission, ProlificToken, ProlificVisit
from addons.prolific.services import client
from addons.prolific.services.studies import ask_prolific
from addons.prolific.services.tokens import opened
from addons.prolific.tests.server import STUDY, TOKEN, submission
from annotation.models import AuditEvent, Campaign, Enrolment, User, Worker
from annotation.services.encryption import CannotOpen
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.work.exclusion import exclude_worker
from tasks.run_job import run_job
from tests.api.studies import Study, make_study
from tests.helpers.factories import judge_next, make_user
from tests.helpers.stand_in import StandIn

pytestmark = pytest.mark.long
REASON = "Every text got the very same answer within a second, although they differ. " * 2


@pytest.fixture
def study(db: None) -> Study:
    found = make_study()
    Campaign.objects.filter(pk=found.campaign.pk).update(completion_code="DONE1", place_hits=1)
    return found


@pytest.fixture
def owner(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.owner)


def address(study: Study, name: str) -> str:
    return reverse(f"research:{name}", args=(study.campaign.pk,))


def send(owner: Client, study: Study, name: str, /, **body: Any) -> Any:
    return owner.post(address(study, name), body)


def come(study: Study, participant: str, hits: int = 0, session: str = "77bb") -> Enrolment:
    who = Identity("prolific", participant, STUDY, session)
    known = list(Worker.objects.filter(external_id=participant).values_list("pk", flat=True))
    enrolment = let_in(campaign=study.campaign, who=who, address="192.0.2.1", known=known)
    for _ in range(hits):
        judge_next(enrolment)
    return enrolment


def run_visit(study: Study) -> ProlificVisit:
    """Do the last requested visit."""
    visit = ProlificVisit.objects.get(study__campaign=study.campaign)
    run_job("prolific_visit", visit.pk)
    visit.refresh_from_db()
    return visit


def connected(owner: Client, study: Study) -> ProlificVisit:
    assert send(owner, study, "keep_prolific_token", token=TOKEN).status_code == 302
    assert send(owner, study, "connect_prolific", study=STUDY).status_code == 302
    return run_visit(study)


def page(owner: Client, study: Study, **query: str) -> str:
    response = owner.get(address(study, "prolific"), query)
    assert response.status_code == 200
    return str(response.content.decode())


def keys(*participants: str) -> list[int]:
    rows = ProlificSubmission.objects.filter(participant__in=participants)
    return list(rows.values_list("pk", flat=True))


def decided(participant: str) -> tuple[str, str]:
    one = ProlificSubmission.objects.get(participant=participant)
    return one.status, one.decision


def test_submissions_are_shown_next_to_the_workers(
    site: StandIn, study: Study, owner: Client
) -> None:
    for participant, hits in (("full", 1), ("early", 0), ("out", 1), ("stray", 0)):
        enrolment = come(study, participant, hits)
        if participant == "out":
            exclude_worker(enrolment=enrolment, user=study.owner, reason="spam")
    wrong = submission(5, "wrong") | {"study_code": "X"}
    come(study, "wrong", 1)
    names = ("full", "early", "out", "absent")
    site.set_state(submissions=[*(submission(n, name) for n, name in enumerate(names)), wrong])
    assert connected(owner, study).status == "ready"
    shown = page(owner, study)
    assert "Segments" in shown
    assert "20 submissions" in shown
    assert "2.50 each" in shown
    # A worker without a submission, and a submission without a worker.
    assert shown.count("stray") == 1
    assert "Here, but not in this study" in shown
    assert "absent" in page(owner, study, only="absent")
    assert "early" not in page(owner, study, only="absent")
    [full] = keys("full")
    ticked = [key for key in keys(*names, "wrong") if f'value="{key}" checked' in shown]
    assert ticked == [full]
    assert "another code" in shown


def ticked(owner: Client, study: Study) -> set[int]:
    """Return the numbers of the submissions that are checked for approval."""
    shown = page(owner, study)
    rows = ProlificSubmission.objects.values_list("pk", "submission")
    return {int(name[2:]) for key, name in rows if f'value="{key}" checked' in shown}


@pytest.mark.quick
def test_each_submission_has_the_work_of_its_own_session(
    site: StandIn, study: Study, owner: Client
) -> None:
    """A worker sent twice by Prolific is paid a second time only for a second submission's work."""
    subs = [submission(n, name) for n, name in enumerate(["twice", "twice", "lazy", "lazy"])]
    site.set_state(submissions=subs)
    connected(owner, study)
    for name, numbers, second in (("twice", (0, 1), 1), ("lazy", (2, 3), 0)):
        come(study, name, 1, session=subs[numbers[0]]["id"])
        come(study, name, second, session=subs[numbers[1]]["id"])
    assert ticked(owner, study) == {0, 1, 2}


def test_a_submission_whose_session_is_unknown_is_not_mistaken_for_another(
    site: StandIn, study: Study, owner: Client
) -> None:
    """Work through a link without sessions, or from another study, is shown only where it must
    be."""
    names = ["one", "both", "both", "elsewhere"]
    site.set_state(submissions=[submission(n, name) for n, name in enumerate(names)])
    connected(owner, study)
    come(study, "one", 1, session="")
    come(study, "both", 2, session="")
    enrolment = come(study, "elsewhere", 1)
    enrolment.platform_sessions.update(study="another")
    assert ticked(owner, study) == {0}


def test_approve_and_reject_in_bulk(site: StandIn, study: Study, owner: Client) -> None:
    site.set_state(submissions=[submission(n, f"p{n}") for n in range(4)])
    connected(owner, study)
    send(owner, study, "decide_prolific", submission=keys("p0", "p1"), then="approve")
    assert decided("p0") == ("AWAITING REVIEW", "approve")
    visit = run_visit(study)
    counts = {"submissions": 4, "sent": 2, "refused": 0, "failed": 0, "written": 0, "read": 0}
    assert visit.results == counts
    reject = {"then": "reject", "category": "LOW_EFFORT", "reason": REASON}
    send(owner, study, "decide_prolific", submission=keys("p2"), **reject)
    run_visit(study)
    effects = site.state()["effects"]
    assert [body["action"] for _, body in effects] == ["APPROVE", "APPROVE", "REJECT"]
    assert effects[2][1]["message"] == REASON.strip()
    assert [decided(f"p{n}")[0] for n in range(4)] == [
        *("APPROVED", "APPROVED", "REJECTED", "AWAITING REVIEW"),
    ]
    # Decided submissions are not sent again, and cannot be selected.
    send(owner, study, "decide_prolific", submission=keys("p0", "p2"), then="approve")
    send(owner, study, "ask_prolific")
    run_visit(study)
    assert site.state()["effects"] == effects
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
def test_an_odd_decision_is_refused(
    site: StandIn, study: Study, owner: Client, body: dict[str, str]
) -> None:
    site.set_state(submissions=[submission(1, "p1")])
    connected(owner, study)
    response = send(owner, study, "decide_prolific", submission=keys("p1"), **body)
    assert response.status_code == 400
    assert decided("p1") == ("AWAITING REVIEW", "")


def test_a_lost_answer_decides_once(site: StandIn, study: Study, owner: Client) -> None:
    site.set_state(submissions=[submission(1, "p1")])
    connected(owner, study)
    site.set_state(faults=["", "lost"])
    send(owner, study, "decide_prolific", submission=keys("p1"), then="approve")
    run_visit(study)
    assert len(site.state()["effects"]) == 1
    assert decided("p1") == ("APPROVED", "approve")


def test_what_could_not_be_sent_is_sent_the_next_time(
    site: StandIn, study: Study, owner: Client
) -> None:
    site.set_state(submissions=[submission(1, "p1")])
    connected(owner, study)
    # Three attempts fail, and the answer to the last is lost; then Prolific receives no call twice.
    site.set_state(faults_at={"transition": [*["500"] * 3, "lost"], "submissions/": ["list"]})
    send(owner, study, "decide_prolific", submission=keys("p1"), then="approve")
    visit = run_visit(study)
    assert (visit.status, decided("p1")) == ("failed", ("AWAITING REVIEW", "approve"))
    shown = page(owner, study)
    assert "1 decision not sent to Prolific yet" in shown
    send(owner, study, "ask_prolific")
    assert run_visit(study).status == "ready"
    assert decided("p1") == ("APPROVED", "approve")
    assert len(site.state()["effects"]) == 1


def test_a_decision_that_prolific_refuses_can_be_made_again(
    site: StandIn, study: Study, owner: Client
) -> None:
    site.set_state(submissions=[submission(1, "p1"), submission(2, "p2")])
    connected(owner, study)
    site.set_state(faults=["", "refused"])
    send(owner, study, "decide_prolific", submission=keys("p1", "p2"), then="approve")
    assert run_visit(study).results["refused"] == 1
    assert [decided(one)[0] for one in ("p1", "p2")] == ["AWAITING REVIEW", "APPROVED"]
    assert "Not now , please." in page(owner, study, only="refused")
    send(owner, study, "decide_prolific", submission=keys("p1"), then="approve")
    run_visit(study)
    assert decided("p1") == ("APPROVED", "approve")


@pytest.mark.quick
def test_a_decision_that_always_fails_blocks_no_other_and_is_set_aside(
    site: StandIn, study: Study, owner: Client
) -> None:
    site.set_state(submissions=[submission(n, f"p{n}") for n in range(3)])
    connected(owner, study)
    path = f"{submission(0, '')['id']}/transition"
    site.set_state(faults_at={path: ["500"] * 12})
    send(owner, study, "decide_prolific", submission=keys("p0", "p1", "p2"), then="approve")
    results = run_visit(study).results
    assert (results["sent"], results["failed"]) == (2, 1)
    for _ in range(2):
        assert "1 decision not sent to Prolific yet" in page(owner, study)
        send(owner, study, "ask_prolific")
        run_visit(study)
    shown = page(owner, study, only="aside")
    assert "1 decision set aside" in shown
    assert "(status 500)" in shown
    assert "not sent to Prolific yet" not in shown
    # Meanwhile it can be decided again, and retried once Prolific is up.
    assert f'value="{keys("p0")[0]}"' in shown
    send(owner, study, "ask_prolific")
    assert run_visit(study).results["failed"] == 0
    assert send(owner, study, "try_prolific_again").status_code == 302
    assert run_visit(study).results["sent"] == 1
    assert len(site.state()["effects"]) == 3
    assert "set aside:" not in page(owner, study)


def test_where_all_decisions_fail_the_visit_ends_and_none_is_set_aside(
    site: StandIn, study: Study, owner: Client
) -> None:
    site.set_state(submissions=[submission(n, f"p{n}") for n in range(9)])
    connected(owner, study)
    site.set_state(faults_at={"transition": ["500"] * 99})
    send(
        owner,
        study,
        "decide_prolific",
        submission=keys(*(f"p{n}" for n in range(9))),
        then="approve",
    )
    assert run_visit(study).status == "failed"
    transitions = [path for _, path, _ in site.state()["requests"] if "transition" in path]
    assert len(transitions) == 3 * client.MAX_ATTEMPTS
    assert "9 decisions not sent to Prolific yet" in page(owner, study)


@pytest.mark.parametrize("fault", ["429", "500", "odd", "list", "deep", "elsewhere", "refused"])
def test_nothing_that_prolific_answers_breaks_a_page(
    site: StandIn, study: Study, owner: Client, fault: str
) -> None:
    site.set_state(faults=[fault] * 9)
    visit = connected(owner, study)
    assert visit.status == "failed"
    assert visit.problem in page(owner, study)
    assert TOKEN not in visit.problem


def test_odd_submissions_are_stored_as_far_as_they_can_be(
    site: StandIn, study: Study, owner: Client
) -> None:
    odd = [{"id": 7}, 8, submission(1, "p" * 200), submission(2, ""), submission(3, "\0p3")]
    odd += [
        submission(4, "p4") | {"started_at": "yesterday", "status": "NEW\nONE", "study_code": 5}
    ]
    odd += [submission(5, "p5") | {"id": "../studies"}, submission(6, "p6"), submission(6, "p6")]
    site.set_state(
        submissions=odd, study={"name": ["x"], "reward": -1, "total_available_places": 1e99}
    )
    assert connected(owner, study).results["submissions"] == 3
    assert page(owner, study).count("newone") == 1
    participants = ProlificSubmission.objects.order_by("pk").values_list("participant", flat=True)
    assert list(participants) == ["p3", "p4", "p6"]


@pytest.mark.quick
def test_a_token_is_sealed_and_never_shown(
    site: StandIn, study: Study, owner: Client, settings: Settings
) -> None:
    connected(owner, study)
    token = ProlificToken.objects.get()
    assert TOKEN not in token.sealed
    assert opened(token) == TOKEN
    shown = page(owner, study)
    assert TOKEN not in shown
    assert TOKEN[-4:] in shown
    assert TOKEN not in repr(list(AuditEvent.objects.values_list("verb", "details")))
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "x" * 60
    assert opened(token) == TOKEN
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(CannotOpen):
        opened(token)
    ask_prolific(campaign=study.campaign, user=study.owner)
    assert "set it again" in run_visit(study).problem


@pytest.mark.parametrize("token", ["", "tooshort1", "x" * 500, "Token " + TOKEN, TOKEN + "é"])
def test_what_is_no_token_is_refused(study: Study, owner: Client, token: str) -> None:
    response = send(owner, study, "keep_prolific_token", token=token)
    assert response.status_code == 400
    if token:
        assert token not in response.content.decode()
    assert not ProlificToken.objects.exists()


def test_a_token_that_prolific_does_not_take(site: StandIn, study: Study, owner: Client) -> None:
    send(owner, study, "keep_prolific_token", token="of-somebody-else-entirely")
    send(owner, study, "connect_prolific", study=STUDY)
    assert "rejected the token" in run_visit(study).problem
    send(owner, study, "forget_prolific_token")
    assert send(owner, study, "ask_prolific").status_code == 409


def test_an_id_that_leads_elsewhere_is_refused(study: Study, owner: Client) -> None:
    send(owner, study, "keep_prolific_token", token=TOKEN)
    for odd in ("../users/me", "a b", "", "é", "1" * 65):
        assert send(owner, study, "connect_prolific", study=odd).status_code == 400
    with pytest.raises(IntegrityError), transaction.atomic():
        ProlificStudy.objects.create(campaign=study.campaign, study="../users")


def test_a_stopped_visit_sends_nothing(site: StandIn, study: Study, owner: Client) -> None:
    site.set_state(submissions=[submission(1, "p1")])
    connected(owner, study)
    send(owner, study, "decide_prolific", submission=keys("p1"), then="approve")
    assert send(owner, study, "connect_prolific", study="other").status_code == 409
    assert "HX-Refresh" not in owner.get(address(study, "prolific_progress")).headers
    send(owner, study, "stop_prolific")
    run_visit(study)
    assert site.state()["effects"] == []
    assert owner.get(address(study, "prolific_progress")).headers["HX-Refresh"] == "true"
    assert "1 decision not sent to Prolific yet" in page(owner, study)


def test_another_study_takes_the_place_of_the_first(
    site: StandIn, study: Study, owner: Client
) -> None:
    site.set_state(submissions=[submission(1, "p1")])
    connected(owner, study)
    send(owner, study, "disconnect_prolific")
    assert not ProlificSubmission.objects.exists()
    send(owner, study, "connect_prolific", study="other1")
    assert "does not know this id" in run_visit(study).problem


@pytest.mark.quick
def test_a_teammate_may_not(
    site: StandIn, study: Study, owner: Client, sign_in: Callable[[User], Client]
) -> None:
    connected(owner, study)
    teammate = sign_in(make_user())
    study.project.memberships.create(user=User.objects.latest("pk"), role="manager")
    assert teammate.get(address(study, "prolific")).status_code == 403
    assert send(teammate, study, "keep_prolific_token", token=TOKEN).status_code == 403


def test_a_page_asks_as_little_for_many_as_for_few(
    site: StandIn, study: Study, owner: Client, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    site.set_state(submissions=[submission(n, f"p{n}") for n in range(60)])
    connected(owner, study)
    with django_assert_max_num_queries(20):
        shown = page(owner, study)
    assert "Next page" in shown
