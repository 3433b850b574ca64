"""Erasing a worker leaves nothing of them in what was read from Prolific."""

import pytest

from addons.prolific.models import ProlificMessage, ProlificStudy, ProlificSubmission
from annotation.services.people.erasure import erase_worker
from annotation.services.people.identity import Identity
from annotation.services.people.join import let_in
from annotation.services.people.personal_data_file import personal_data_file
from tests.api.studies import make_study
from tests.helpers.factories import make_user
from tests.services.test_erasure import found_in_database

ID = "5f1e55aabbccddeeff007799"
TRACES = (ID, "bilby", "quoll")


@pytest.mark.django_db
def test_submissions_and_messages_are_reported_and_erased() -> None:
    campaign = make_study().campaign
    who = Identity("prolific", ID, "STUDYzq", "SESSIONzq")
    worker = let_in(campaign=campaign, who=who, address="203.0.113.77").worker
    study = ProlificStudy.objects.create(campaign=campaign, study="abc")
    ProlificSubmission.objects.create(
        study=study, submission="sub1", participant=ID, status="APPROVED", code="bilby"
    )
    ProlificMessage.objects.create(
        study=study, participant=ID, body="quoll", state="received", message="m1"
    )
    file = b"".join(personal_data_file(worker))
    assert b"bilby" in file
    assert b"quoll" in file
    assert {trace for _, trace, _ in found_in_database(TRACES)} == set(TRACES)
    erase_worker(worker=worker, user=make_user())
    assert found_in_database(TRACES) == []
