"""Codes for joining as a worker: only for members who run campaigns."""

import pytest

from annotation.services.accounts.members import add_member
from tests.api.studies import make_study
from tests.helpers.factories import make_user
from tests.helpers.pages import signed_in


@pytest.mark.django_db
def test_codes_by_which_one_joins_are_for_those_who_run_campaigns() -> None:
    study = make_study()
    auditor = make_user()
    add_member(project=study.project, by=study.owner, username=auditor.username, role="auditor")
    address = f"/api/v1/{study.path}"
    assert signed_in(study.owner).get(address).json()["code"] == study.campaign.code
    assert signed_in(auditor).get(address).json()["code"] == ""
    listed = signed_in(auditor).get("/api/v1/campaigns").json()["results"]
    assert [one["code"] for one in listed] == [""]
    page = signed_in(auditor).get(f"/research/campaigns/{study.campaign.pk}/").content.decode()
    assert study.campaign.code not in page
