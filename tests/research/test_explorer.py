"""The page that finds items: filters in the address, a chip for each, and access to each filter."""

import re

import pytest
from django.test import Client

from annotation.models import Judgment, Membership, User
from annotation.research.items.forms import ORDERS_BY
from annotation.services.items.filters import READERS
from tests.helpers.apps import make_apps, question_campaign
from tests.helpers.factories import make_project
from tests.helpers.pages import assert_hides, assert_shows, read, text_of
from tests.helpers.pairs import make_pair_campaign, make_pairs
from tests.research.study import Study
from tests.services.items.study import ORDERS

pytestmark = pytest.mark.long
ALL = {
    "q": "barbie",
    "worker": "1",
    "since": "2020-01-01",
    "until": "2999-01-01",
    "review": "none",
    "late": "no",
    "length_from": "4",
    "length_to": "4",
    "judgments_from": "2",
    "judgments_to": "3",
    "disagreement_to": "99",
    "entropy_to": "1.5",
    "tie": "yes",
    "undecided": "yes",
    "decided": "no",
}


def of(study: Study) -> str:
    return f"/research/campaigns/{study.flat.pk}/items/"


def found(client: Client, address: str, query: dict[str, str]) -> list[str]:
    return [row["hit"].item.text for row in client.get(address, query).context["rows"]]


def test_all_filters_together_each_with_a_chip(study: Study, owner: Client) -> None:
    answer = owner.get(of(study), ALL)
    assert [row["hit"].item.text for row in answer.context["rows"]] == ["barbie dress up games"]
    chips = answer.context["chips"]
    page = answer.content.decode()
    assert [chip.words for chip in chips] == [
        "contains “barbie”",
        "judged by worker 1",
        "judged from 2020-01-01 before 2999-01-01",
        "a judgment not reviewed",
        "a judgment in time",
        "words 4",
        "judgments 2 to 3",
        "disagreement 99 or less",
        "entropy 1.5 or less",
        "a tie",
        "undecided",
        "not decided",
    ]
    assert "1 text</p>" in re.sub(r"\s+", " ", page)
    for chip in chips:
        left = owner.get(f"{of(study)}?{chip.without}").context["chips"]
        assert [one.words for one in left] == [one.words for one in chips if one != chip]


def test_a_filter_stays_from_page_to_page(study: Study, owner: Client) -> None:
    query = {"length_from": "4", "order": "-length", "blind": "1"}
    page = owner.get(of(study), query).content.decode()
    assert f'items/{study.hit.pk}/?length_from=4&order=-length&blind=1"' in page


def test_one_item_leads_to_the_next_of_those_that_were_found(study: Study, owner: Client) -> None:
    query = {"length_to": "4", "order": "length"}
    first, second = (row["hit"].pk for row in owner.get(of(study), query).context["rows"])
    page = owner.get(f"{of(study)}{first}/", query)
    assert (page.context["before"], page.context["after"]) == (None, second)
    assert f"items/{second}/?length_to=4&order=length" in page.content.decode()
    assert owner.get(f"{of(study)}{second}/", query).context["before"] == first


@pytest.mark.quick
def test_an_item_of_no_filter_says_what_is_wrong(study: Study, owner: Client) -> None:
    answer = owner.get(f"{of(study)}{study.hit.pk}/", {"tie": "so"})
    assert "Enter yes or no." in text_of(answer, 400)


def test_numbers_of_workers_are_hidden_where_one_asks(study: Study, owner: Client) -> None:
    item = f"{of(study)}{study.hit.pk}/"
    assert re.search(r"worker \d", owner.get(item).content.decode())
    assert not re.search(r"worker \d", owner.get(item, {"blind": "1"}).content.decode())
    listed = owner.get(of(study), {"worker": "1", "blind": "1"}).content.decode()
    assert_shows(listed, "judged by a worker", 'name="blind" value="1"')


@pytest.mark.quick
def test_items_are_in_the_order_in_which_a_worker_judged_them(study: Study, owner: Client) -> None:
    worker = Judgment.objects.filter(campaign=study.flat).earliest("pk").assignment.enrolment.worker
    judged = Judgment.objects.filter(campaign=study.flat, assignment__enrolment__worker=worker)
    texts = [one.hit.item.text for one in judged.order_by("submitted_at")]
    query = {"worker": str(worker.number), "order": "-worker"}
    assert found(owner, of(study), query) == texts
    assert found(owner, of(study), query | {"order": "worker"}) == texts[::-1]
    answer = owner.get(of(study), query)
    assert [chip.without for chip in answer.context["chips"]] == [""]
    assert answer.context["only_order"] == ""
    assert "Choose a worker first" in text_of(owner.get(of(study), {"order": "worker"}), 400)


def test_orders_that_a_campaign_does_not_have_are_not_offered(study: Study, owner: Client) -> None:
    page = owner.get(of(study)).content.decode()
    assert 'value="-undecided"' in page
    assert 'value="stratum"' not in page
    question = question_campaign(make_apps(project=study.project))
    page = owner.get(f"/research/campaigns/{question.pk}/items/").content.decode()
    assert 'value="-decided"' in page
    assert all(f'value="{one}"' not in page for one in ("tie", "undecided", "entropy"))


@pytest.mark.quick
def test_a_blind_member_is_offered_no_filter_by_worker(study: Study, teammate: Client) -> None:
    Membership.objects.filter(user=study.teammate).update(role="viewer", blind=True)
    assert_hides(read(teammate, of(study)), 'name="worker"', 'value="-worker"')
    assert teammate.get(of(study), {"worker": "1"}).status_code == 403
    assert found(teammate, of(study), {"q": "wine"}) == ["red wine stain"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"length_from": "-1"}, "Enter a whole number"),
        ({"length_from": "3", "length_to": "2"}, "The minimum is above the maximum."),
        ({"since": "soon"}, "Enter a date such as"),
        ({"tie": "so"}, "Enter yes or no."),
    ],
)
def test_an_error_is_shown_at_its_field(
    study: Study, owner: Client, query: dict[str, str], message: str
) -> None:
    answer = owner.get(of(study), query)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert_shows(page, message, "<details open>")


def test_every_filter_and_order_is_on_the_page(study: Study, owner: Client) -> None:
    page = owner.get(of(study)).content.decode()
    assert all(f'name="{name}"' in page for name in READERS if name != "stratum")
    assert {name for named in ORDERS_BY.values() for name in named} == set(ORDERS)


def test_pairs_are_found_by_their_stratum(member: User, mine: Client) -> None:
    dataset = make_pairs(6, project=make_project(member))
    for item in dataset.items.all():
        item.content["stratum"] = (0, "own", None)[item.position % 3]
        item.save()
    campaign = make_pair_campaign(dataset)
    address = f"/research/campaigns/{campaign.pk}/items/"
    assert '<option value="0">[0, .25]</option>' in read(mine, address)
    for stratum in ("0", "own"):
        items = [row["hit"].item for row in mine.get(address, {"stratum": stratum}).context["rows"]]
        stored = [item.content["stratum"] for item in items]
        assert stored == [int(stratum) if stratum == "0" else stratum] * 2
        assert {item.length for item in items} == {12}
