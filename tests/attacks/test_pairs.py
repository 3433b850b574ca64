"""Attacks on campaigns of pairs: answers that lie, workers who look for the gold answers, settings
that break out of their page, and campaigns without data."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from annotation.models import Campaign, CampaignReport, Item, Judgment, User
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.campaigns import create_campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.quality import restore_worker, stop_worker
from annotation.services.work.review import review_judgment
from tasks.reconcile import reconcile_campaign
from tests.api.studies import API
from tests.attacks.conftest import send
from tests.helpers.factories import enrol, make_user
from tests.helpers.figures import make_figures
from tests.helpers.invariants import check_figures, check_serving
from tests.helpers.judged_pairs import SETTINGS
from tests.helpers.pages import read, signed_in
from tests.helpers.pairs import answer, make_pair_campaign, make_pairs

pytestmark = pytest.mark.django_db

SECRETS = (
    "SECRET-ID",
    "BECAUSE-OF-THAT",
    "SECRET-COLUMN",
    "SECRET-POLICY",
    "271828",
    "SECRET-ROW",
    "gold",
    "similarity",
)
KEYWORDS = {"left": ["first"], "right": ["second"]}
PAGES = ("", "crowd/", "planner/", "items/", "workers/", "preview/", "export/", "live/", "history/")
FILES = ("gold", "judgments-csv", "judgments-jsonl", "consensus-csv", "crowd-kit")


def worker_of(campaign: Campaign, name: str = "w1") -> Client:
    client = Client()
    client.post(f"/w/{campaign.code}/", {"worker": name})
    client.post(f"/w/{campaign.code}/next/")
    return client


def submit_path(campaign: Campaign) -> str:
    hit = campaign.hits.get(assignments__status="open").assignments.get()
    return f"/w/{campaign.code}/hit/{hit.pk}/submit/"


@pytest.fixture
def with_keywords() -> Campaign:
    return make_pair_campaign(make_pairs(2), settings=SETTINGS)


BAD_PAYLOADS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "yes": {"answer": True},
    "a fraction": {"answer": 0.0},
    "huge": {"answer": 2**62},
    "below nought": {"answer": -1},
    "one too many": {"answer": 3},
    "another case": {"answer": "Same Topic"},
    "a number as text": {"answer": "0"},
    "a list": {"answer": [0]},
    "an object": {"answer": {"0": 0}},
    "no keywords": {"answer": 0, "keywords": None},
    "keywords as a text": {"answer": 0, "keywords": "first"},
    "keywords of one text": {"answer": 0, "keywords": {"left": ["first"]}},
    "keywords of a third text": {"answer": 0, "keywords": {**KEYWORDS, "middle": ["x"]}},
    "a keyword as a text": {"answer": 0, "keywords": {**KEYWORDS, "left": "first"}},
    "a keyword that is a number": {"answer": 0, "keywords": {**KEYWORDS, "left": [1]}},
    "a keyword that is a list": {"answer": 0, "keywords": {**KEYWORDS, "left": [["first"]]}},
    "an empty keyword": {"answer": 0, "keywords": {**KEYWORDS, "left": [" \ufeff\u2003"]}},
    "turned round": {"answer": 0, "keywords": {**KEYWORDS, "left": ["\u202etsrif"]}},
    "twice": {"answer": 0, "keywords": {**KEYWORDS, "left": ["first", "FIRST "]}},
    "a thousand": {"answer": 0, "keywords": {**KEYWORDS, "left": ["f"] * 1_000}},
    "long": {"answer": 0, "keywords": {**KEYWORDS, "left": ["first" * 1_000]}},
    "marked as a number": {"answer": 0, "keywords": KEYWORDS, "marked": 1},
}


@pytest.mark.attack(25)
@pytest.mark.long
@pytest.mark.parametrize("kind", BAD_PAYLOADS)
def test_answers_that_lie_are_refused_with_their_field(with_keywords: Campaign, kind: str) -> None:
    desk = worker_of(with_keywords)
    body = {"submission_id": str(uuid4()), "payload": BAD_PAYLOADS[kind]}
    response = send(desk, submit_path(with_keywords), body)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["field"].partition(".")[0] in {"answer", "keywords", "marked"}
    assert error["message"].endswith((".", ".”"))
    assert not Judgment.objects.exists()


@pytest.mark.few(1)
@pytest.mark.parametrize("keyword", [rb"a\u0000", rb"\ud800", b"\xed\xa0\x80", b"\xff"])
def test_keywords_that_cannot_be_saved_are_refused(with_keywords: Campaign, keyword: bytes) -> None:
    body = b'{"submission_id": "%s", "payload": {"answer": 0, "keywords": {"left": ["%s"]}}}'
    desk = worker_of(with_keywords)
    sent = body % (str(uuid4()).encode(), keyword)
    assert send(desk, submit_path(with_keywords), sent).status_code == 400
    assert not Judgment.objects.exists()


def secretive(**terms: Any) -> Campaign:
    """Half of the pairs have gold answers, with metadata that would be recognizable if it
    leaked."""
    dataset = make_pairs(8, ["yes"] * 4)
    for item in Item.objects.filter(dataset=dataset):
        item.text = f"SECRET-ID-{item.position}"
        item.content["left"] |= {"document": "SECRET-POLICY"}
        item.content |= {"similarity": 271_828, "stratum": "SECRET-ROW", "why": "BECAUSE-OF-THAT"}
        item.content["columns"] = {"note": "SECRET-COLUMN"}
        item.save()
    return make_pair_campaign(dataset, **terms)


@pytest.mark.long
def test_nothing_that_a_worker_is_sent_shows_what_is_known_of_a_pair() -> None:
    """Gold is hidden before they answer and, without feedback, after; gold pairs look like
    others."""
    campaign = secretive(known_every=2, redundancy=3, most_workers=9)
    desk, said, shapes = worker_of(campaign), [], set()
    for _ in range(4):
        said += [desk.get(f"/w/{campaign.code}/{part}").content.decode() for part in ("", "hit/")]
        body = {"submission_id": str(uuid4()), "payload": {"answer": 1}}
        response = send(desk, submit_path(campaign), body)
        said.append(response.content.decode())
        shapes.add(json.dumps(response.json()["receipt"] | {"assignment": 0, "submission_id": ""}))
    said.append(desk.get(f"/w/{campaign.code}/done/").content.decode())
    assert set(Judgment.objects.values_list("hit__known", flat=True)) == {True, False}
    assert len(shapes) == 1
    for text in said:
        assert not [secret for secret in SECRETS if secret in text]


@pytest.mark.long
def test_a_program_that_works_gets_no_more_messages() -> None:
    campaign = secretive(known_every=2, redundancy=3, most_workers=9)
    path = f"campaigns/{campaign.code}"
    token = API().post(f"{path}/join", {"external_id": "program"}).json()["token"]
    program, said = API(token), []
    hit = program.post(f"{path}/claim").json()
    while hit:
        said.append(json.dumps(hit))
        answered = program.post(
            f"{path}/assignments/{hit['assignment']}/submit",
            {"submission_id": str(uuid4()), "payload": {"answer": 1}},
        )
        assert answered.status_code == 201
        said.append(answered.content.decode())
        hit = answered.json()["next"]
    assert Judgment.objects.filter(hit__known=True).exists()
    for text in said:
        assert not [secret for secret in SECRETS if secret in text]


@pytest.mark.attack(45)
@pytest.mark.long
def test_whoever_gives_every_training_example_back_is_shown_the_way_on() -> None:
    campaign = secretive(training_hits=3, redundancy=3, most_workers=9)
    desk = worker_of(campaign)
    hers = campaign.enrolments.get()
    while lease := hers.assignments.filter(status="open").first():
        assert lease.hit.known
        desk.post(f"/w/{campaign.code}/hit/{lease.pk}/return/")
        desk.post(f"/w/{campaign.code}/next/")
    assert "There are no training examples left for you" in read(desk, f"/w/{campaign.code}/done/")
    stop_worker(enrolment=hers, user=make_user())
    restore_worker(enrolment=hers, user=make_user())
    assert not claim_hit(enrolment_id=hers.pk).hit.known


MARKUP = "</script><script>alert(1)</script>"


@pytest.mark.attack(9, 10)
@pytest.mark.long
def test_settings_stay_text_on_every_page() -> None:
    answers = [{"label": MARKUP, "key": "1", "yes": True}, {"label": "{{ 7 }}", "key": "2"}]
    settings = {"preset": "custom", "question": MARKUP, "answers": answers, "help": [MARKUP]}
    campaign = make_pair_campaign(make_pairs(3), settings=settings)
    answer(enrol(campaign), 0)
    make_figures(campaign)
    desk, member = worker_of(campaign), signed_in(member_of(campaign))
    texts = [desk.get(f"/w/{campaign.code}/{part}").content.decode() for part in ("", "hit/")]
    texts += [page(member, campaign, part) for part in PAGES]
    draft = create_campaign(
        dataset=campaign.dataset, scheme="pair", user=None, name="Draft", settings=settings
    )
    texts.append(page(member, draft, "edit/"))
    assert not [text for text in texts if MARKUP in text]


BAD_SETTINGS: dict[str, dict[str, Any]] = {
    "one key twice": {"answers": [{"label": "A", "key": "a"}, {"label": "B", "key": "A"}]},
    "one label twice": {"answers": [{"label": "A", "key": "a"}, {"label": "a", "key": "b"}]},
    "no list": {"answers": {"0": "A"}},
    "texts": {"answers": ["A", "B"]},
    "one answer": {"answers": [{"label": "A"}]},
    "a million": {"answers": [{"label": str(n)} for n in range(50_000)]},
    "a long label": {"answers": [{"label": "A" * 10**6}, {"label": "B"}]},
    "a long question": {"question": "A" * 10**6},
    "turned round": {"question": "Alike?\u202e"},
    "no question": {"question": "\u2003"},
    "a key of two": {"answers": [{"label": "A", "key": "ab"}, {"label": "B"}]},
    "a key that grows": {"answers": [{"label": "A", "key": "\u0130"}, {"label": "B"}]},
    "keywords backwards": {"keywords": [3, 1]},
    "keywords by yes": {"keywords": [True, True]},
    "very many keywords": {"keywords": [1, 2**62]},
    "an unknown name": {"gold": "yes"},
    "an unknown preset": {"preset": ["binary"]},
    "help as a text": {"help": "me"},
    "help that is null": {"help": [None]},
}


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", BAD_SETTINGS)
def test_settings_that_make_no_sense_are_refused_by_name(kind: str) -> None:
    dataset = make_pairs(2)
    user = dataset.project.members.get()
    _, token = issue_token(project=dataset.project, user=user, name="attack")
    terms = {"dataset": dataset.pk, "scheme": "pair", "name": "A", "settings": BAD_SETTINGS[kind]}
    refused = API(token).post("campaigns", terms)
    assert refused.status_code == 400
    assert "settings" in json.dumps(refused.json())
    assert len(refused.content) < 2000
    assert not Campaign.objects.exists()


def member_of(campaign: Campaign) -> User:
    return campaign.dataset.project.members.get()


def page(client: Client, campaign: Campaign, part: str) -> str:
    response = client.get(f"/research/campaigns/{campaign.pk}/{part}")
    assert response.status_code == 200, part
    return response.content.decode()


def nothing(campaign: Campaign) -> None:
    """Launch a campaign that nobody joined."""


def one(campaign: Campaign) -> None:
    answer(enrol(campaign), 0)


def all_alike(campaign: Campaign) -> None:
    for _ in range(3):
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            answer(enrolment, 0)


def all_rejected(campaign: Campaign) -> None:
    all_alike(campaign)
    make_figures(campaign)
    for judgment in Judgment.objects.all():
        review_judgment(judgment=judgment, user=make_user(), review="rejected", reason="blank")


@pytest.mark.long
@pytest.mark.parametrize("work", [nothing, one, all_alike, all_rejected])
@pytest.mark.parametrize("yes", [True, False])
def test_every_page_and_file_says_what_little_there_is(
    work: Callable[[Campaign], None], yes: bool
) -> None:
    answers = [{"label": "A", "key": "1", "yes": yes}, {"label": "B", "key": "2", "yes": False}]
    settings = {"preset": "custom", "question": "Alike?", "answers": answers}
    campaign = make_pair_campaign(make_pairs(12, ["A"]), settings=settings, redundancy=3)
    work(campaign)
    make_figures(campaign)
    assert not CampaignReport.objects.filter(kind="tried").exists()
    member = signed_in(member_of(campaign))
    for part in PAGES:
        page(member, campaign, part)
    for name in FILES:
        first, second = (
            member.get(f"/research/campaigns/{campaign.pk}/files/{name}") for _ in range(2)
        )
        assert first.status_code == 200, name
        assert first.content == second.content
    assert reconcile_campaign(campaign.pk).equal
    check_figures(campaign)
    check_serving(campaign)
