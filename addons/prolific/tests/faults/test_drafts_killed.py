"""A worker process dies between asking Prolific to create a study and the answer: no second one is
created, the page shows the status, and the created one is found and connected."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F
from django.db.models.functions import Now
from django.urls import reverse

from addons.prolific.models import ProlificDraft, ProlificStudy, ProlificVisit
from addons.prolific.services.study_draft import Terms, ask_to_make, leave_draft, write_draft
from addons.prolific.services.tokens import set_token
from addons.prolific.tests.desk import study_with
from addons.prolific.tests.server import TOKEN
from annotation.services.errors import Conflict
from tests.api.studies import Study
from tests.faults.processes import Stack, kill_tree, wait_for
from tests.helpers.pages import read_words, signed_in
from tests.helpers.stand_in import StandIn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.long,
]
SILENT = timedelta(minutes=2)
TERMS = Terms(
    name="Find the parts",
    description="Mark where the parts begin.",
    reward=Decimal("1.25"),
    places=20,
    minutes=9,
    devices=["desktop"],
    approval="MANUALLY_REVIEW",
    screen_out="REQUEST_RETURN",
)


@pytest.fixture
def study() -> Study:
    found = study_with(completion_code="DONE1", place_hits=2)
    set_token(project=found.project, user=found.owner, token=TOKEN)
    return found


def want(study: Study) -> ProlificDraft:
    """Write a study and request its creation."""
    address = f"https://study.example/{study.campaign.code}/"
    draft = write_draft(campaign=study.campaign, user=study.owner, terms=TERMS, address=address)
    ask_to_make(campaign=study.campaign, user=study.owner)
    return draft


def page(study: Study) -> str:
    address = reverse("research:prolific", args=(study.campaign.pk,))
    return read_words(signed_in(study.owner), address)


def creating_calls(site: StandIn) -> list[str]:
    """Return the calls that create a study."""
    calls = [path for how, path, _ in site.state()["requests"] if how == "POST"]
    return [path for path in calls if path.endswith("/studies/")]


def test_a_study_that_was_made_is_found_and_no_second_one_is_made(
    stack: Stack, site: StandIn, study: Study
) -> None:
    # The call takes effect, and its answer never ends.
    site.set_state(faults_at={"/studies/": ["stuck"]})
    draft = want(study)
    celery = stack.start_celery()
    wait_for(lambda: site.state()["made"] != [], seconds=60, what="the call")
    kill_tree(celery)
    draft.refresh_from_db()
    assert draft.state == "sending"
    assert "Midpath sent one request to create it but Prolific did not confirm" in page(study)
    for again in (want, lambda study: leave_draft(campaign=study.campaign, user=study.owner)):
        with pytest.raises(Conflict):
            again(study)
    ProlificVisit.objects.update(beat_at=Now() - SILENT)
    stack.start_celery()
    wait_for(ProlificDraft.objects.filter(state="made").exists, seconds=60, what="the next visit")
    wait_for(ProlificVisit.objects.filter(status="ready").exists, seconds=30, what="its end")
    [made] = site.state()["made"]
    assert len(creating_calls(site)) == 1
    assert ProlificStudy.objects.get().study == made["id"]
    assert site.state()["moves"] == []
    assert "sent one request" not in page(study)


def test_a_study_whose_call_never_arrived_is_not_requested_again(
    stack: Stack, site: StandIn, study: Study
) -> None:
    """A search without a result is recorded, and creates nothing: only the owner can request it
    again."""
    site.set_state(faults_at={"/studies/": ["slow"]})
    draft = want(study)
    celery = stack.start_celery()
    wait_for(lambda: creating_calls(site) != [], seconds=60, what="the call")
    kill_tree(celery)
    ProlificVisit.objects.update(beat_at=Now() - SILENT)
    stack.start_celery()
    looked = ProlificDraft.objects.filter(state="sending", read_at__isnull=False)
    wait_for(looked.exists, seconds=60, what="the next visit")
    wait_for(ProlificVisit.objects.filter(status="ready").exists, seconds=30, what="its end")
    assert site.state()["made"] == []
    assert len(creating_calls(site)) == 1
    with pytest.raises(Conflict, match="may still appear"):
        leave_draft(campaign=study.campaign, user=study.owner)
    ProlificDraft.objects.filter(pk=draft.pk).update(sent_at=F("sent_at") - timedelta(hours=1))
    assert "Discard (it was not created)" in page(study)
    leave_draft(campaign=study.campaign, user=study.owner)
    assert not ProlificStudy.objects.exists()
