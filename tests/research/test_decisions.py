"""The pages of decisions: the queue, accepting, editing, writing, skipping and undoing."""

import json
from typing import Any

import pytest
from django.urls import reverse

from analysis.exports.export_registry import export_file
from annotation.models import AgreementState, Decision, Judgment, Membership, User
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.services.campaigns.campaigns import extend_redundancy
from tasks.decision_reports import make_decided
from tasks.fold import fold_all
from tests.helpers.factories import judge_all_at_random, make_user
from tests.helpers.pages import signed_in, text_of
from tests.helpers.queries import assert_queries
from tests.services.deciding import CUT, WHOLE
from tests.services.deciding import House as Services

pytestmark = [pytest.mark.django_db, pytest.mark.long]


class House(Services):
    """Two members of a project, each with a browser."""

    def __init__(self, **terms: Any) -> None:
        super().__init__(**terms)
        self.clients = {user: signed_in(user) for user in (self.ada, self.bob)}

    def url(self, name: str, *parts: Any) -> str:
        return reverse(f"research:{name}", args=(self.campaign.pk, *parts))

    def page(self, address: str, user: User | None = None, status: int = 200) -> str:
        response = self.clients[user or self.ada].get(address, follow=True)
        assert response.status_code == status
        return " ".join(response.content.decode().split())

    def post(self, address: str, user: User | None = None, **sent: Any) -> str:
        response = self.clients[user or self.ada].post(address, sent)
        assert response.status_code == 302, response.content
        return str(response.headers["Location"])


def test_answers_are_accepted_one_hit_after_another() -> None:
    house = House()
    first = house.clients[house.ada].get(house.url("next_decision") + "?by=disagreement")
    address = first.headers["Location"]
    page = house.page(address)
    assert "most disputed first" in page
    judgment = Judgment.objects.filter(hit=int(address.split("/of/")[1].split("/")[0])).first()
    assert judgment is not None
    next_page = house.post(
        address, act="accept", judgment=judgment.pk, seen=str(judgment.pk), note="So."
    )
    made = Decision.objects.get()
    assert (made.how, made.judgment_id, made.note) == ("accepted", judgment.pk, "So.")
    assert made.seen["judgments"] == [judgment.pk]
    page = house.page(next_page)
    assert "Accepted:" in page
    assert f'value="{judgment.pk}"' not in page
    again = house.post(house.url("withdraw_decision", made.pk) + "?by=disagreement", again="1")
    assert str(judgment.hit_id) in again
    assert not Decision.objects.in_force().exists()
    assert "No withdrawn decisions" not in house.page(house.url("decisions") + "?state=withdrawn")


def test_an_answer_is_edited_and_written_in_the_desk() -> None:
    house = House()
    hit = house.hit()
    judgment = Judgment.objects.filter(hit=hit).earliest("pk")
    here = house.url("decide", hit.pk)
    desk = house.post(here, act="edit", judgment=judgment.pk, seen=str(judgment.pk), note="Why")
    page = house.page(desk)
    data = json.loads(page.split('id="desk-data" type="application/json">')[1].split("<")[0])
    assert data["start"] == {"boundaries": judgment.vector}
    assert data["keep"] == "Save decision"
    assert ">Why</textarea>" in page
    changed = [1 - judgment.vector[0], *judgment.vector[1:]]
    house.post(here, payload=json.dumps({"boundaries": changed}), judgment=judgment.pk, seen="")
    assert (Decision.objects.get().how, Decision.objects.get().vector) == ("edited", changed)
    desk = house.post(here, act="write", seen="", stood=str(Decision.objects.get().pk))
    page = house.page(desk)
    data = page.split('id="desk-data" type="application/json">')[1].split("<")[0]
    assert json.loads(data)["start"] is None
    stood = _hidden(page, "stood")
    house.post(here, payload=json.dumps({"boundaries": CUT}), judgment="", seen="", stood=stood)
    assert Decision.objects.in_force().get().how == "written"


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"act": "accept"},
        {"act": "accept", "judgment": "x"},
        {"act": "edit", "judgment": "99999999"},
        {"payload": "[]"},
        {"payload": '{"boundaries": [9]}'},
        {"payload": "{"},
        {"payload": '{"boundaries": [0, 0, 0, 0]}', "submission": "x"},
    ],
)
def test_what_is_no_decision_is_refused(sent: dict[str, str]) -> None:
    house = House()
    address = house.url("decide", house.hit().pk)
    assert house.clients[house.ada].post(address, sent).status_code == 400
    assert not Decision.objects.exists()


@pytest.mark.parametrize(
    "query",
    ["by=x", "by=sample&seed=-1", "by=sample&size=x", "by=sample&seed=99999999999", "after=x"],
)
def test_an_address_that_was_tampered_with_leads_nowhere(query: str) -> None:
    house = House()
    assert house.clients[house.ada].get(house.url("next_decision") + f"?{query}").status_code == 404


def test_numbers_past_any_are_left_out_of_what_was_seen() -> None:
    house = House()
    house.post(
        house.url("decide", house.hit().pk),
        payload=json.dumps({"boundaries": CUT}),
        seen=f"{'9' * 30},{'9' * 5000},²",
        stood="9" * 30,
    )
    assert Decision.objects.get().seen["judgments"] == []


def test_a_page_decides_nothing_over_what_it_did_not_show() -> None:
    house = House()
    address = house.url("decide", house.hit().pk)
    page = house.page(address)
    sent: dict[str, Any] = {
        "payload": json.dumps({"boundaries": CUT}),
        "stood": _hidden(page, "stood"),
        "submission": _hidden(page, "submission"),
    }
    house.decides(house.bob, WHOLE)
    response = house.clients[house.ada].post(address, sent)
    assert "has been decided in the meantime" in text_of(response, 409)
    page = house.page(address)
    again = house.page(house.post(address, act="write", stood=_hidden(page, "stood"), seen=""))
    assert _hidden(again, "stood") == str(Decision.objects.get().pk)
    sent |= {name: _hidden(again, name) for name in ("stood", "submission")}
    for _ in range(2):
        house.post(address, **sent)
    assert Decision.objects.in_force().get().vector == CUT
    assert Decision.objects.count() == 2


def _hidden(page: str, name: str) -> str:
    return page.partition(f'name="{name}" value="')[2].partition('"')[0]


def test_a_queue_ends_and_says_what_was_skipped() -> None:
    house = House(texts=2)
    address = house.url("next_decision") + "?by=sample&seed=5&size=2"
    page = house.page(address)
    assert "2 left, random sample" in page
    skip = page.split('id="skip"')[1].split('href="')[1].split('"')[0].replace("&amp;", "&")
    page = house.page(skip)
    skip = page.split('id="skip"')[1].split('href="')[1].split('"')[0].replace("&amp;", "&")
    assert "You skipped 2 texts" in house.page(skip)
    for position in (1, 2):
        house.decides(house.ada, CUT, position)
    assert "Nothing is left in this queue" in house.page(address)


def test_a_blind_queue_shows_no_answer_and_says_so_in_the_decision() -> None:
    house = House()
    first = house.clients[house.ada].get(house.url("next_decision") + "?by=disagreement&blind=1")
    page = house.page(first.headers["Location"])
    assert "answers hidden" in page
    assert "Back to the answers" not in page
    here = first.headers["Location"].replace("desk/", "")
    house.post(here, payload=json.dumps({"boundaries": CUT}), judgment="", seen="")
    assert Decision.objects.get().seen["blind"] is True


@pytest.mark.quick
def test_of_two_neither_sees_what_the_other_decided_apart() -> None:
    house = House()
    assert house.post(house.url("share_decisions"), adjudicators="2") == house.url("decisions")
    house.campaign.refresh_from_db()
    assert house.campaign.adjudicators == 2
    mine = house.decides(house.ada, CUT)
    written = "text | number 1 of many"
    hit = house.hit()
    looked = (house.url("decisions"), house.url("item", hit.pk), house.url("decide", hit.pk))
    for address in looked[:2]:
        assert f'<strong dir="auto">{written}' not in house.page(address, house.bob)
        assert f'class="form">{written}' not in house.page(address, house.bob)
    assert f'<strong dir="auto" >{written}' in house.page(looked[2], house.ada)
    assert f'<strong dir="auto" >{written}' not in house.page(looked[2], house.bob)
    assert written not in export_file(house.campaign.pk, "decisions-csv").body.decode()
    assert house.clients[house.bob].post(house.url("withdraw_decision", mine.pk)).status_code == 404
    house.decides(house.bob, WHOLE)
    assert "by one so far · different" in house.page(house.url("decisions"))
    page = house.page(house.url("next_decision") + "?by=settle", house.bob)
    assert "Your decision settles it" in page
    assert f'<strong dir="auto" >{written}' in page
    assert export_file(house.campaign.pk, "decisions-csv").body.decode().count("\n") == 3


def test_a_third_number_of_adjudicators_is_refused() -> None:
    house = House()
    client, sent = house.clients[house.ada], {"adjudicators": "3"}
    assert client.post(house.url("share_decisions"), sent).status_code == 400


def test_the_pages_say_how_many_judgments_came_since() -> None:
    house = House()
    house.decides(house.ada, CUT)
    extend_redundancy(campaign=house.campaign, user=house.ada, redundancy=5)
    judge_all_at_random(house.campaign, workers=2, seed=9)
    fold_all(house.campaign.pk)
    hit = house.hit()
    assert "2 judgments since" in house.page(house.url("decisions"))
    page = house.page(house.url("decide", hit.pk))
    assert "2 new judgments since; the decision is unchanged" in page
    page = house.page(house.url("item", hit.pk))
    assert "2 new judgments since the decision. The decision is unchanged." in page
    assert "Already decided." in house.page(house.url("next_decision") + "?by=since")


@pytest.mark.quick
def test_gold_prefers_decisions_and_says_by_whom_in_numbers() -> None:
    house = House()
    before = json.loads(export_file(house.campaign.pk, "gold").body)
    house.decides(house.ada, CUT)
    after = json.loads(export_file(house.campaign.pk, "gold").body)
    text = house.hit().item.text
    assert before["gold"][text]["from"] == "mode"
    assert after["gold"][text] == {"from": "decision", "answer": "text | number 1 of many"}
    decision = after["decisions"][text]
    assert (decision["how"], decision["adjudicator"]) == ("written", 1)
    assert decision["judgments_since"] == 0
    assert house.ada.username not in json.dumps(after)
    for name in ("figures", "consensus", "workers"):
        assert after[name] == before[name]
    rows = export_file(house.campaign.pk, "decisions-csv").body.decode().splitlines()
    assert rows[0].startswith("decision,position,item,answer,how,adjudicator,apart,stands")
    assert "text | number 1 of many,written,1,no,yes" in rows[1]


def test_a_page_costs_the_same_queries_however_many_are_decided() -> None:
    house = House(texts=6)
    house.decides(house.ada, CUT)
    client, address = house.clients[house.ada], house.url("decisions")
    for positions in ((), range(2, 6)):
        for position in positions:
            house.decides(house.ada, CUT, position)
        with assert_queries(15):
            client.get(address)


def test_a_stranger_finds_nothing() -> None:
    house = House()
    client = signed_in(make_user())
    for name, parts in (("decisions", ()), ("decide", (house.hit().pk,))):
        assert client.get(house.url(name, *parts)).status_code == 404


def test_above_the_limit_no_figures_are_promised() -> None:
    house = House()
    judgment = Judgment.objects.filter(hit=house.hit()).earliest("pk")
    address = house.url("decide", judgment.hit_id)
    house.post(address, act="accept", judgment=judgment.pk, seen=str(judgment.pk))
    assert "appear here shortly" in house.page(house.url("decisions"))
    AgreementState.objects.filter(campaign=house.campaign).update(judgments=MAX_JUDGMENTS + 1)
    page = house.page(house.url("decisions"))
    assert "more than 150,000 judgments: agreement with the decisions is not computed" in page
    assert "appear here shortly" not in page
    AgreementState.objects.filter(campaign=house.campaign).update(judgments=12)
    make_decided(house.campaign.pk)
    AgreementState.objects.filter(campaign=house.campaign).update(judgments=MAX_JUDGMENTS + 1)
    assert "these figures are no longer updated" in house.page(house.url("decisions"))


@pytest.mark.quick
def test_a_first_report_that_failed_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    judgment = Judgment.objects.filter(hit=house.hit()).earliest("pk")
    address = house.url("decide", judgment.hit_id)
    house.post(address, act="accept", judgment=judgment.pk, seen=str(judgment.pk))
    monkeypatch.setattr("tasks.decision_reports.read_decided", None)
    with pytest.raises(TypeError):
        make_decided(house.campaign.pk)
    assert "appear here shortly" in house.page(house.url("decisions"))
    house.page(house.url("decisions_csv", "consensus"), status=404)


@pytest.mark.quick
def test_a_filter_stays_in_the_address_from_one_to_the_next() -> None:
    house = House()
    page = house.page(house.url("decisions") + "?length_to=9&tie=no")
    assert "all that match the filter" in page
    assert '<input type="hidden" name="tie" value="no">' in page
    assert "all that match the filter" not in house.page(house.url("decisions"))
    first = house.clients[house.ada].get(house.url("next_decision") + "?by=found&length_to=9")
    address = first.headers["Location"]
    assert address.endswith("by=found&length_to=9")
    page = house.page(address)
    assert "words 9 or less" in page
    assert "by=found&length_to=9&after=" in page
    over = house.clients[house.ada].get(house.url("next_decision") + "?by=found&length_to=0")
    assert "by=found&length_to=0&over=0" in over.headers["Location"]
    for query, status in (("by=found", 404), ("by=found&tie=perhaps", 400)):
        assert house.page(f"{house.url('next_decision')}?{query}", status=status)
    Membership.objects.filter(user=house.bob).update(role="adjudicator", blind=True)
    house.page(house.url("next_decision") + "?by=found&worker=1", house.bob, status=403)
    house.page(house.url("decisions") + "?worker=1", house.bob, status=403)
