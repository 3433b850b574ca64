"""The texts with all their annotations, one text with its judgments, and review."""

import pytest
from django.test import Client

from annotation.models import HIT, AuditEvent, Judgment
from annotation.research.schemes.nested.trees import draw
from annotation.services.work.claim import claim_hit
from annotation.services.work.skip import skip_hit
from tasks.fold import fold_all
from tests.helpers.factories import enrol, make_campaign, make_dataset
from tests.helpers.pages import assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study, judge_all, judge_and_fold

pytestmark = pytest.mark.long
SIGNED_IN = 2


def of(study: Study, part: str = "items/") -> str:
    return f"/research/campaigns/{study.flat.pk}/{part}"


def test_annotations_are_grouped_by_frequency(study: Study, owner: Client) -> None:
    judge_and_fold(study.flat, "w3", 1)
    row = owner.get(of(study)).context["rows"][0]
    assert [(one.count, one.form) for one in row["annotations"]] == [
        (2, "apply | first | aid | course | on | line"),
        (1, "apply first aid course on line"),
    ]
    assert "1 1 1 1 1" in read(owner, of(study))


def test_consensus_names_support_and_ties(study: Study, owner: Client) -> None:
    page = owner.get(of(study)).content.decode()
    assert_shows(page, "tie of two", "FEMN", "Iterative Voting")
    names = [choice.name for choice in owner.get(of(study)).context["rows"][0]["consensus"]]
    assert names == ["mode", "boundary majority", "FEMN", "Iterative Voting"]
    assert "5 boundaries tied" in page


def test_consensus_with_several_campaigns_says_with_which(study: Study, owner: Client) -> None:
    other = make_campaign(study.dataset, name="Second round", scheme="nested", redundancy=2)
    judge_and_fold(other, "w1")
    names = [choice.name for choice in owner.get(of(study)).context["rows"][0]["consensus"]]
    assert names[2:] == [
        f"{name} with {campaign}"
        for campaign in ("Nested round", "Second round")
        for name in ("FEMN", "Iterative Voting")
    ]


def test_nested_annotations_are_drawn(study: Study, owner: Client) -> None:
    page = owner.get(f"/research/campaigns/{study.nested.pk}/items/").content.decode()
    assert_shows(page, '<svg class="tree fits"', "(apply (first (aid (course (on line)))))")
    assert "consensus tree" in page


def test_texts_are_searched_literally(study: Study, owner: Client) -> None:
    found = owner.get(of(study), {"q": "BARBIE"})
    assert [row["hit"].item.text for row in found.context["rows"]] == ["barbie dress up games"]
    assert "No texts match" in owner.get(of(study), {"q": "100%_"}).content.decode()


@pytest.mark.parametrize("order", ["position", "disagreement"])
def test_pages_by_key_hold_every_text_once(study: Study, owner: Client, order: str) -> None:
    campaign = make_campaign(make_dataset(45, study.project), redundancy=3)
    for worker, cut in (("a", 0), ("b", 1)):
        judge_all(campaign, worker, cut)
    fold_all(campaign.pk)
    where, seen = f"/research/campaigns/{campaign.pk}/items/", []
    address = f"?order={order}"
    while address:
        page = owner.get(where + address)
        seen += [row["hit"].pk for row in page.context["rows"]]
        following = page.context["next"]
        address = f"?order={order}&after={following}" if following else ""
    assert len(seen) == len(set(seen)) == 45


@pytest.mark.parametrize(
    "query",
    [
        {"order": "width"},
        {"after": "x"},
        {"after": "9" * 40},
        {"after": "-1"},
        {"order": "disagreement", "after": "nan~1"},
        {"order": "disagreement", "after": "0.5~" + "9" * 30},
        {"order": "disagreement", "after": "0.5"},
    ],
)
def test_a_bad_address_is_explained(study: Study, owner: Client, query: dict[str, str]) -> None:
    assert "field-error" in text_of(owner.get(of(study), query), 400)


def test_a_text_without_judgments_says_so(study: Study, owner: Client) -> None:
    empty = make_campaign(study.dataset, name="Empty round")
    page = owner.get(f"/research/campaigns/{empty.pk}/items/").content.decode()
    assert "No judgments of this text count yet." in page
    disputed = owner.get(f"/research/campaigns/{empty.pk}/items/?order=disagreement")
    assert "has the judgments that this order needs yet" in disputed.content.decode()


@pytest.mark.parametrize(("part", "queries"), [("items/", 8), ("items/?order=disagreement", 8)])
def test_the_list_costs_the_same_whatever_it_holds(
    study: Study, owner: Client, part: str, queries: int
) -> None:
    judge_and_fold(study.flat, "w3", 1)
    with assert_queries(SIGNED_IN + queries):
        owner.get(of(study, part))


def test_one_text_costs_the_same_whoever_judged_it(study: Study, owner: Client) -> None:
    where = of(study, f"items/{study.hit.pk}/")
    for worker in ("", "w3", "w4"):
        if worker:
            judge_all(study.flat, worker, 1)
        with assert_queries(SIGNED_IN + 14):
            owner.get(where)


def test_a_text_lists_its_judgments_under_pseudonyms(study: Study, owner: Client) -> None:
    page = owner.get(of(study, f"items/{study.hit.pk}/"))
    text = page.content.decode()
    assert len(page.context["judgments"]) == 2
    assert ">w1<" not in text
    assert "worker " in text


def test_a_text_shows_how_long_workers_were_at_it(study: Study, owner: Client) -> None:
    where = of(study, f"items/{study.hit.pk}/")
    assert "active" not in owner.get(where).content.decode()
    first, second = Judgment.objects.filter(hit=study.hit).order_by("pk")
    Judgment.objects.filter(pk=first.pk).update(active_ms=65_000)
    assert "1 min 5 s active" in read(owner, where)
    Judgment.objects.filter(pk=second.pk).update(active_ms=5_000)
    assert "median active time\n35 s" in owner.get(where).content.decode()


def test_how_often_a_text_was_skipped_and_why(study: Study, owner: Client) -> None:
    assert "Skipped 1" not in owner.get(of(study)).content.decode()
    worker = enrol(study.flat, "w9")
    assignment = claim_hit(enrolment_id=worker.pk)
    words = "=cmd, no <b>sense</b>"
    skip_hit(
        enrolment=worker, assignment_id=assignment.pk, later=False, reason="unclear", words=words
    )
    assert "Skipped 1 time: it is not clear to me" in read(owner, of(study))
    page = owner.get(of(study, f"items/{assignment.hit_id}/")).content.decode()
    assert "=cmd, no &lt;b&gt;sense&lt;/b&gt;" in page
    table = owner.get(of(study, "skips.csv")).content.decode().splitlines()
    assert len(table) == 2
    assert table[1].endswith(",1,0,0,1,0,0,0,0,0")


@pytest.mark.quick
def test_a_hit_of_another_campaign_leads_nowhere(study: Study, owner: Client) -> None:
    other = HIT.objects.filter(campaign=study.nested)[0]
    assert owner.get(of(study, f"items/{other.pk}/")).status_code == 404


def test_rejecting_removes_a_judgment_and_undo_restores_it(study: Study, owner: Client) -> None:
    judgment = Judgment.objects.filter(hit=study.hit).order_by("pk")[0]
    where = f"/research/judgments/{judgment.pk}/review/"
    answer = owner.post(where, {"review": "rejected", "reason": "all the same"})
    assert_shows(read(owner, answer.headers["Location"]), "rejected", "Undo")
    fold_all(study.flat.pk)
    study.flat.agreement.refresh_from_db()
    assert study.flat.agreement.judgments == 5
    owner.post(where, {"review": ""})
    fold_all(study.flat.pk)
    study.flat.agreement.refresh_from_db()
    assert study.flat.agreement.judgments == 6
    of_judgments = AuditEvent.objects.filter(user=study.owner, verb__startswith="judgment.")
    verbs = of_judgments.filter(object_id=judgment.pk).order_by("pk")
    assert [event.verb for event in verbs] == ["judgment.rejected", "judgment.restored"]
    assert verbs[0].details["reason"] == "all the same"


@pytest.mark.quick
@pytest.mark.parametrize("form", [{"review": "burnt"}, {"review": "rejected", "reason": "x" * 501}])
def test_an_unknown_review_is_refused(study: Study, owner: Client, form: dict[str, str]) -> None:
    judgment = Judgment.objects.filter(hit=study.hit).order_by("pk")[0]
    assert owner.post(f"/research/judgments/{judgment.pk}/review/", form).status_code == 400
    judgment.refresh_from_db()
    assert judgment.counts


@pytest.mark.quick
def test_a_tree_is_drawn_with_its_heights() -> None:
    tree = draw([2, 0, 1], ["barbie", "dress", "up", "games"])
    assert [node.height for node in tree.nodes] == [0, 1, 2]
    assert [word.text for word in tree.words] == ["barbie", "dress", "up", "games"]
    xs = [word.x for word in tree.words]
    assert xs == sorted(xs)
    dress, up = xs[1], xs[2]
    assert tree.nodes[0].x == pytest.approx((dress + up) / 2, abs=0.1)
    assert all(0 < node.y < tree.baseline for node in tree.nodes)


@pytest.mark.quick
def test_a_text_from_right_to_left_is_drawn_from_the_right() -> None:
    xs = [word.x for word in draw([1, 0], ["שיר", "ערש", "חדש"]).words]
    assert xs == sorted(xs, reverse=True)


@pytest.mark.quick
def test_a_text_of_sixty_words_is_drawn() -> None:
    tree = draw(list(range(58, -1, -1)), ["w"] * 60)
    assert tree.height < 600
    assert len(tree.nodes) == 59
