"""Attacks 30 and 46 of the promises: ids of one platform used on another, and platform ids in logs,
in Referer, in exports and on other people's pages."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import PlatformSession, Worker
from tasks.fold import fold_all
from tests.api.studies import API, Study
from tests.helpers.exported import all_exported
from tests.helpers.factories import judge_next, make_member
from tests.helpers.pages import signed_in

PID = "5f1d7a2b9c3e4d5f6a7b8c9d"
STUDY, SESSION = "66aa00000000000000000001", "77bb00000000000000000001"
IDS = (PID, STUDY, SESSION)
OF_PLATFORMS = {
    "prolific": {"PROLIFIC_PID": PID, "STUDY_ID": STUDY, "SESSION_ID": SESSION},
    "connect": {"participantId": PID, "projectId": STUDY, "assignmentId": SESSION},
    "sona": {"id": PID},
    "link": {"worker": PID},
}


def join_page(study: Study) -> str:
    return f"/w/{study.campaign.code}/"


def come(study: Study, source: str) -> Client:
    """Open a platform's link in a new browser and press the button."""
    client = Client()
    moved = client.get(join_page(study), OF_PLATFORMS[source])
    assert (moved.status_code, moved.headers["Location"]) == (303, join_page(study))
    assert client.get(join_page(study)).status_code == 200
    assert client.post(join_page(study), {"worker": PID, "source": source}).status_code == 302
    return client


@pytest.mark.attack(30)
@pytest.mark.long
def test_the_same_id_on_two_platforms_is_two_workers(study: Study) -> None:
    for source in OF_PLATFORMS:
        come(study, source)
    assert API().post(f"{study.worker_path}/join", {"external_id": PID}).status_code == 200
    workers = Worker.objects.filter(external_id=PID)
    assert set(workers.values_list("source", flat=True)) == {*OF_PLATFORMS, "api"}
    assert len(set(workers.values_list("number", flat=True))) == len(OF_PLATFORMS) + 1


@pytest.mark.long
@pytest.mark.parametrize("source", ["prolific", "connect"])
def test_a_platforms_study_and_session_are_stored(study: Study, source: str) -> None:
    come(study, source)
    session = PlatformSession.objects.get(enrolment__worker__source=source)
    assert (session.study, session.session) == (STUDY, SESSION)


@pytest.mark.attack(46)
@pytest.mark.long
@pytest.mark.parametrize("source", OF_PLATFORMS)
def test_whoever_types_a_known_platform_id_gets_nothing(study: Study, source: str) -> None:
    come(study, source)
    thief = Client()
    thief.get(join_page(study), OF_PLATFORMS[source])
    assert thief.post(join_page(study), {"worker": PID, "source": source}).status_code == 409
    assert "midpath_worker" not in thief.cookies


@pytest.mark.attack(30)
@pytest.mark.parametrize("source", ["replay", "simulated", "model", "name", "nobody", ""])
def test_no_form_makes_a_source_that_is_not_a_links(study: Study, source: str) -> None:
    assert Client().post(join_page(study), {"worker": PID, "source": source}).status_code == 302
    assert Worker.objects.get(external_id=PID).source == Worker.Source.LINK


@pytest.mark.long
def test_only_a_researchers_token_joins_a_model(study: Study) -> None:
    model = {"external_id": "parser", "sent_by": "model"}
    assert API().post(f"{study.worker_path}/join", model).status_code == 403
    assert study.researcher.post(f"{study.worker_path}/join", model).status_code == 200
    assert Worker.objects.get(external_id="parser").source == Worker.Source.MODEL


@pytest.mark.long
def test_a_link_opened_meanwhile_is_not_mistaken_for_the_one_of_the_button(study: Study) -> None:
    client = Client()
    client.get(join_page(study), OF_PLATFORMS["prolific"])
    client.get(join_page(study), {"PROLIFIC_PID": "somebody", "SESSION_ID": "else"})
    client.post(join_page(study), {"worker": PID, "source": "prolific"})
    assert not PlatformSession.objects.filter(session="else").exists()
    assert Worker.objects.get(external_id=PID).source == Worker.Source.PROLIFIC


@pytest.mark.attack(46)
@pytest.mark.long
def test_no_page_and_no_file_holds_an_id(study: Study, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = come(study, "prolific")
    client.post(f"{join_page(study)}next/")
    judge_next(study.campaign.enrolments.get(worker__source="prolific"))
    fold_all(study.campaign.pk)
    member = make_member(study.project, study.owner)
    teammate = signed_in(member)
    pages = [reverse("research:audit", args=(study.project.pk,))]
    pages += [
        reverse(f"research:{name}", args=(study.campaign.pk,))
        for name in ("campaign", "workers", "workers_csv", "items", "export")
    ]
    shown = [teammate.get(page) for page in pages]
    assert [answer.status_code for answer in shown] == [200] * len(shown)
    paths = [
        study.researcher.get(f"{study.path}/{path}")
        for path in ("workers", "judgments", "items", "figures")
    ]
    assert [answer.status_code for answer in paths] == [200] * len(paths)
    bodies = [answer.content for answer in shown] + [answer.content for answer in paths]
    exported = all_exported(study.campaign)
    assert exported
    for body in (*bodies, exported, caplog.text.encode()):
        for one in IDS:
            assert one.encode() not in body
