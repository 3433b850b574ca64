"""Attack 28 of the promises: forged ids. A campaign accepts only links that Midpath signed for it;
changed by one bit, expired, ended or from another campaign, a link opens nothing."""

import csv
import io
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from annotation.models import AuditEvent, Campaign, Enrolment, Worker
from annotation.scopes import Scope
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from annotation.services.errors import Invalid
from annotation.services.people.trust import end_links, sign_links
from tests.api.studies import API, Study
from tests.helpers.factories import make_campaign, make_user
from tests.helpers.pages import text_of
from tests.helpers.tiers import by_tier

WHO = "participant-7"


@pytest.fixture(autouse=True)
def _trusts_these_links_alone(study: Study) -> None:
    Campaign.objects.filter(pk=study.campaign.pk).update(link_trust="signed")
    study.campaign.refresh_from_db()


def signed(campaign: Campaign, who: str = WHO, days: int = 2) -> dict[str, str]:
    campaign.refresh_from_db()
    [link] = sign_links(campaign=campaign, user=None, ids=[who], days=days)
    return link.query


def join_page(campaign: Campaign) -> str:
    return f"/w/{campaign.code}/"


def come(campaign: Campaign, query: dict[str, str], who: str = WHO) -> tuple[int, str]:
    """Open a link in a new browser and press the button, whether or not it exists."""
    client = Client()
    shown = client.get(join_page(campaign), query, follow=True)
    assert shown.redirect_chain == [(join_page(campaign), 303)]
    joined = client.post(join_page(campaign), {"worker": who, "source": "link"})
    assert ("midpath_worker" in client.cookies) == (joined.status_code == 302)
    return joined.status_code, shown.content.decode()


@pytest.mark.long
def test_a_signed_link_is_proof_on_any_device(study: Study) -> None:
    query = signed(study.campaign)
    for _ in range(2):
        assert come(study.campaign, query)[0] == 302
    assert Enrolment.objects.filter(worker__external_id=WHO).count() == 1


@pytest.mark.attack(29)
@pytest.mark.parametrize(
    ("name", "bit"), [("worker", 1), ("until", 1), ("seal", 1), ("seal", 0x20)]
)
def test_one_bit_changed_is_refused(study: Study, name: str, bit: int) -> None:
    query = signed(study.campaign)
    places = [*enumerate(query[name])]
    for place, sign in by_tier(quick=places[:1] + places[-1:], long=places):
        changed = query[name][:place] + chr(ord(sign) ^ bit) + query[name][place + 1 :]
        status, shown = come(
            study.campaign, query | {name: changed}, changed if name == "worker" else WHO
        )
        assert (status, "This link was changed" in shown) == (403, True)
    assert not Worker.objects.filter(external_id=WHO).exists()


def test_a_link_of_another_campaign_is_refused(study: Study) -> None:
    other = make_campaign(study.campaign.dataset, link_trust="signed")
    status, shown = come(other, signed(study.campaign))
    assert (status, "belongs to other work" in shown) == (403, True)


@pytest.mark.attack(29)
def test_a_link_holds_until_its_time(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    query = signed(study.campaign)
    now = int(query["until"])
    monkeypatch.setattr("annotation.services.people.trust.time.time", lambda: now + 0.5)
    status, shown = come(study.campaign, query)
    assert (status, "This link has expired" in shown) == (403, True)
    monkeypatch.setattr("annotation.services.people.trust.time.time", lambda: now - 1.0)
    assert come(study.campaign, query)[0] == 302


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "query",
    [
        {"worker": WHO},
        {"worker": WHO, "seal": ""},
        {"worker": WHO, "until": "9999999999"},
        {"worker": WHO, "until": "9" * 30, "seal": "x"},
        {"worker": WHO, "until": "-1", "seal": "x"},
        {"PROLIFIC_PID": WHO},
        {},
    ],
)
def test_unsigned_links_and_names_open_nothing(study: Study, query: dict[str, str]) -> None:
    client = Client()
    client.get(join_page(study.campaign), query)
    assert 'name="name"' not in text_of(client.get(join_page(study.campaign)), 403)
    for form in ({"name": "Ada"}, {"worker": WHO}, {"worker": WHO, "source": "prolific"}):
        assert client.post(join_page(study.campaign), form).status_code == 403
    for body in ({"name": "Ada"}, {"external_id": WHO}, {"external_id": WHO, "sent_by": "link"}):
        refused = API().post(f"{study.worker_path}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "untrusted")
    assert not Worker.objects.filter(external_id__in=[WHO, "Ada"]).exists()


@pytest.mark.long
def test_a_signed_link_of_prolifics_parameters_is_refused(study: Study) -> None:
    query = signed(study.campaign)
    query["PROLIFIC_PID"] = query.pop("worker")
    client = Client()
    client.get(join_page(study.campaign), query)
    form = {"worker": WHO, "source": "prolific"}
    assert client.post(join_page(study.campaign), form).status_code == 403


def test_ended_links_open_nothing_and_new_ones_do(study: Study) -> None:
    query = signed(study.campaign)
    assert come(study.campaign, signed(study.campaign, "inside"), "inside")[0] == 302
    end_links(campaign=study.campaign, user=study.owner)
    assert come(study.campaign, query)[0] == 403
    assert come(study.campaign, signed(study.campaign))[0] == 302
    assert AuditEvent.objects.filter(verb="links.ended", user=study.owner).exists()


@pytest.mark.long
def test_whoever_has_joined_comes_back_by_their_code(study: Study) -> None:
    come(study.campaign, signed(study.campaign))
    end_links(campaign=study.campaign, user=None)
    worker = Worker.objects.get(external_id=WHO)
    form = {"worker": WHO, "source": "link", "return_code": worker.return_code}
    assert Client().post(join_page(study.campaign), form).status_code == 302


@pytest.mark.long
def test_a_researchers_token_still_vouches(study: Study) -> None:
    vouched = study.researcher.post(f"{study.worker_path}/join", {"external_id": WHO})
    assert vouched.status_code == 200


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def _query_of(link: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(link).query))


@pytest.mark.long
def test_owners_sign_on_a_page_and_members_do_not(study: Study) -> None:
    page = reverse("research:invitations", args=(study.campaign.pk,))
    owner, member = Client(), Client()
    owner.force_login(study.owner)
    teammate = make_user()
    add_member(project=study.project, by=study.owner, username=teammate.username)
    member.force_login(teammate)
    form = {"ids": f"{WHO}\n\n =x\n{WHO}", "days": 3}
    for address in (page, reverse("research:end_links", args=(study.campaign.pk,))):
        assert member.post(address, form).status_code == 403
    made = _rows(owner.post(page, form).content.decode())
    assert [row["id"] for row in made] == [WHO, "'=x"]
    assert come(study.campaign, _query_of(made[0]["link"]))[0] == 302
    wrong = owner.post(page, {"ids": "fine\na\u200bb", "days": 3})
    assert (wrong.status_code, "Line 2" in wrong.content.decode()) == (400, True)


@pytest.mark.long
def test_a_program_signs_with_the_right_to_read_ids(study: Study) -> None:
    path, body = f"{study.path}/signed-links", {"ids": [WHO]}
    assert study.researcher.post(path, body).status_code == 403
    _, key = issue_token(project=study.project, user=study.owner, name="signs", scopes=Scope)
    [link] = API(key).post(path, body).json()["links"]
    assert link["id"] == WHO
    assert come(study.campaign, _query_of(link["link"]))[0] == 302


@pytest.mark.long
def test_the_command_signs_and_ends(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{WHO}\n"))
    out = io.StringIO()
    call_command("sign_links", study.campaign.code, site="https://m.example/", stdout=out)
    [row] = _rows(out.getvalue())
    assert row["link"].startswith(f"https://m.example/w/{study.campaign.code}/?")
    assert come(study.campaign, _query_of(row["link"]))[0] == 302
    call_command("sign_links", study.campaign.code, end=True, stdout=out)
    assert come(study.campaign, _query_of(row["link"]))[0] == 409


@pytest.mark.long
@pytest.mark.parametrize(
    "terms", [{"ids": []}, {"ids": ["x"] * 2, "days": 0}, {"ids": [str(n) for n in range(1001)]}]
)
def test_bounds_of_signing(study: Study, terms: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        sign_links(campaign=study.campaign, user=None, **{"days": 3} | terms)


def test_a_campaign_that_believes_any_link_signs_none(other_study: Study) -> None:
    with pytest.raises(Invalid):
        sign_links(campaign=other_study.campaign, user=None, ids=[WHO], days=3)
