"""Model annotators on pages: owners only, the key never shown, the round watched, stopped, resumed
and saved."""

from collections.abc import Callable

import pytest
from django.test import Client

from addons.model_annotators.models import ModelAnswer, ModelEndpoint
from addons.model_annotators.models import ModelRun as Run
from addons.model_annotators.tests.factories import begin_stopped, make_asked
from addons.model_annotators.tests.stand_in import KEY
from annotation.models import AnnotationSet, AuditEvent, Campaign, User
from annotation.research.project.audit import sentence
from annotation.services.accounts.members import add_member
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.pages import assert_shows, read_words, text_of

pytestmark = pytest.mark.long
TERMS = {
    "model": "cutter-1",
    "name": "Cutter",
    "prompt": "Cut: {item} {form}",
    "most_tokens": "50",
    "limit_name": "max_tokens",
    "price_in": "0.15",
    "price_out": "0.6",
    "currency": "usd",
    "budget": "2",
    "at_once": "2",
}
ADDRESS = {"name": "Ours", "address": "https://models.example.org/v1/", "key": KEY}


@pytest.fixture
def campaign(user: User) -> Campaign:
    return make_asked(user, 4)


@pytest.fixture
def owner(user: User, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(user)


def page(campaign: Campaign, part: str) -> str:
    return f"/research/campaigns/{campaign.pk}/models/{part}"


def test_an_owner_keeps_an_endpoint_and_begins_a_round(campaign: Campaign, owner: Client) -> None:
    assert "Ask a model" in read_words(owner, page(campaign, ""))
    assert "New round" not in read_words(owner, page(campaign, "ask/"))
    wrong = owner.post(page(campaign, "endpoints/"), ADDRESS | {"address": "http://x"})
    assert "begins with https://" in text_of(wrong, 400)
    assert KEY not in wrong.content.decode()
    assert owner.post(page(campaign, "endpoints/"), ADDRESS).status_code == 302
    endpoint = ModelEndpoint.objects.get()
    assert endpoint.address == "https://models.example.org/v1/chat/completions"
    shown = read_words(owner, page(campaign, "ask/"))
    assert_shows(shown, f"key …{KEY[-4:]}", "of many Answer with one JSON object")
    assert KEY not in shown
    terms = TERMS | {"endpoint": str(endpoint.pk)}
    refused = owner.post(page(campaign, "ask/"), terms | {"prompt": "Cut it."})
    assert "must contain the item" in text_of(refused, 400)
    assert owner.post(page(campaign, "ask/"), terms).status_code == 302
    run = Run.objects.get()
    assert_shows(read_words(owner, page(campaign, f"runs/{run.pk}/")), "0 of 4 texts done.", "Stop")
    assert "hx-refresh" not in owner.get(page(campaign, f"runs/{run.pk}/progress/")).headers
    assert owner.post(page(campaign, f"runs/{run.pk}/stop/")).status_code == 302
    assert owner.get(page(campaign, f"runs/{run.pk}/progress/")).headers["HX-Refresh"] == "true"
    events = AuditEvent.objects.filter(verb__regex=r"^(model|endpoint)\.").order_by("pk")
    assert [sentence(event) for event in events] == [
        "added the model endpoint Ours",
        "started the model round Cutter (cutter-1) in",
        "stopped the model round Cutter in",
    ]
    assert KEY not in str(list(events.values_list("details", flat=True)))


def test_a_stopped_round_goes_on_or_is_saved(campaign: Campaign, user: User, owner: Client) -> None:
    run = begin_stopped(campaign, user)
    first = ModelAnswer.objects.earliest("pk")
    ModelAnswer.objects.filter(pk=first.pk).update(
        state="sound", payload={"boundaries": [0, 1, 0, 0]}, vector=[0, 1, 0, 0]
    )
    ModelAnswer.objects.exclude(pk=first.pk).update(state="unfit", words="<b>x</b>", problem="Odd.")
    text = read_words(owner, page(campaign, f"runs/{run.pk}/"))
    assert_shows(text, "&lt;b&gt;x&lt;/b&gt;", "Save the answers so far as a set")
    assert "paid for twice" not in text
    ModelAnswer.objects.filter(state="unfit").update(state="lost", words="")
    assert "You may pay for 3 twice" in read_words(owner, page(campaign, f"runs/{run.pk}/"))
    body = {"budget": "3.5", "lost_too": "1"}
    assert owner.post(page(campaign, f"runs/{run.pk}/resume/"), body).status_code == 302
    run.refresh_from_db()
    assert (run.status, str(run.budget)) == ("waiting", "3.5000")
    assert ModelAnswer.objects.filter(state="waiting").count() == 3
    assert owner.post(page(campaign, f"runs/{run.pk}/keep/")).status_code == 409
    owner.post(page(campaign, f"runs/{run.pk}/stop/"))
    answer = owner.post(page(campaign, f"runs/{run.pk}/keep/"))
    own = AnnotationSet.objects.get()
    assert answer.headers["Location"] == f"/research/sets/{own.pk}/"
    assert owner.get(f"/research/sets/{own.pk}/").status_code == 200
    assert "Annotation set of the valid answers" in read_words(
        owner, page(campaign, f"runs/{run.pk}/")
    )


@pytest.mark.quick
def test_members_look_and_owners_alone_spend(
    campaign: Campaign, user: User, sign_in: Callable[[User], Client]
) -> None:
    run, member = begin_stopped(campaign, user), make_user()
    add_member(project=campaign.dataset.project, by=user, username=member.username)
    teammate, stranger = sign_in(member), sign_in(make_user())
    text = read_words(teammate, page(campaign, f"runs/{run.pk}/"))
    assert "Continue</button>" not in text
    assert f'id="tab-models" href="{page(campaign, "")}" aria-current="true"' in text
    assert "Ask a model" not in read_words(teammate, page(campaign, ""))
    assert teammate.get(page(campaign, "ask/")).status_code == 403
    assert stranger.get(page(campaign, f"runs/{run.pk}/")).status_code == 404
    for step in ("stop", "resume", "keep"):
        assert teammate.post(page(campaign, f"runs/{run.pk}/{step}/")).status_code == 403
        assert stranger.post(page(campaign, f"runs/{run.pk}/{step}/")).status_code == 404
    other = make_campaign()
    assert sign_in(user).get(page(campaign, "runs/0/")).status_code == 404
    assert sign_in(user).get(page(other, f"runs/{run.pk}/")).status_code == 404


def test_an_endpoint_of_another_project_is_not_taken_away(
    campaign: Campaign, user: User, owner: Client
) -> None:
    elsewhere = make_asked(make_user(), 1)
    theirs = begin_stopped(elsewhere, elsewhere.dataset.project.memberships.get().user).endpoint
    mine = begin_stopped(campaign, user).endpoint
    assert theirs is not None
    assert mine is not None
    assert owner.post(page(campaign, f"endpoints/{theirs.pk}/remove/")).status_code == 404
    assert owner.post(page(campaign, f"endpoints/{mine.pk}/remove/")).status_code == 302
    assert list(ModelEndpoint.objects.all()) == [theirs]
