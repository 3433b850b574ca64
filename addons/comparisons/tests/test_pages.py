"""A crowd against gold on the pages: access, creation and deletion, contents and cost."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from addons.comparisons.models import Comparison
from addons.comparisons.services import comparisons as services
from addons.comparisons.services.comparisons import delete_comparison
from addons.comparisons.services.shared_items import key_of
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import request_comparison
from addons.comparisons.tests.sets import TwoSets, page
from annotation.models import AnnotationSet, AuditEvent, Heartbeat
from annotation.services.errors import Invalid
from tests.helpers.factories import make_campaign, make_dataset, make_project
from tests.helpers.pages import assert_shows, read_words, text_of
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, make_set
from tests.research.study import Study

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("two sets")]
# The session, the account, the membership.
SIGNED_IN = 3
SESSION = 2


@pytest.fixture
def where(study: Study) -> str:
    """Return the page of a new comparison."""
    return f"/research/projects/{study.project.pk}/comparisons/new/"


def answers(sets: TwoSets, **changed: Any) -> dict[str, Any]:
    roles = {
        "crowd": key_of(sets.crowd_flat),
        "gold": key_of(sets.gold_flat),
        "crowd_trees": key_of(sets.crowd_nested),
        "gold_trees": key_of(sets.gold_nested),
    }
    return {"name": "Crowd and experts", **roles, **changed}


def test_owner_and_teammate_see_it_and_strangers_do_not(
    made: Comparison, owner: Client, teammate: Client, stranger: Client
) -> None:
    for part in ("", "live/", "agreement.csv", "rename/"):
        assert owner.get(page(made, part)).status_code == 200
        assert teammate.get(page(made, part)).status_code == 200
        assert stranger.get(page(made, part)).status_code == 404
    for part in ("anew/", "delete/", "restore/", "rename/"):
        assert stranger.post(page(made, part), {"name": "Mine"}).status_code == 404
    assert AuditEvent.objects.filter(verb="access.refused", object_id=made.pk).count() == 8
    made.refresh_from_db()
    assert (made.name, made.deleted_at) == ("Crowd and experts", None)


def test_a_member_makes_one_and_sees_that_it_comes(
    study: Study, sets: TwoSets, teammate: Client, where: str
) -> None:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    assert "Crowd nested" in read_words(teammate, where)
    assert "Later round" not in read_words(teammate, where)
    response = teammate.post(where, answers(sets))
    one = Comparison.objects.get()
    assert response.headers["Location"] == page(one)
    assert one.gold_trees is not None
    assert (one.gold_trees.source, one.created_by) == (sets.gold_nested, study.teammate)
    assert "is being computed" in read_words(teammate, page(one))
    make_comparison(one.pk)
    assert "Which consensus comes closest to gold" in read_words(teammate, page(one))
    assert "created the comparison Crowd and experts" in read_words(
        teammate, f"/research/projects/{study.project.pk}/audit/"
    )


def test_what_is_preselected_can_be_compared(sets: TwoSets, owner: Client, where: str) -> None:
    form = owner.get(where).context["form"]
    chosen = {name: form[name].value() or "" for name in form.fields}
    assert chosen["crowd"] != chosen["gold"]
    assert owner.post(where, chosen).status_code == 302
    assert Comparison.objects.get().name == chosen["name"]


@pytest.mark.quick
def test_each_choice_says_how_many_items_it_shares_with_the_other_side(
    study: Study, sets: TwoSets, owner: Client, where: str
) -> None:
    """Both sides have twelve texts, ten of which are the same; the study's texts are different."""
    page = owner.post(where, answers(sets, name="")).content.decode()
    fields = dict(re.findall(r'<select name="(\w+)"(.*?)</select>', page, re.DOTALL))
    counts = {
        name: dict(re.findall(r'<option value="([\w-]+)"[^>]*>\s*([^<]+?)\s*</option>', options))
        for name, options in fields.items()
    }
    assert counts["crowd"][key_of(sets.crowd_flat)].endswith(" · 10 shared items")
    assert counts["gold"][key_of(sets.gold_flat)].endswith(" · 10 shared items")
    assert counts["crowd_trees"][key_of(sets.crowd_nested)].endswith(" · 12 shared items")
    assert counts["gold_trees"][key_of(sets.gold_nested)].endswith(" · 10 shared items")
    assert counts["gold"][key_of(study.flat)].endswith(" · no shared item")
    assert not counts["gold"][key_of(sets.crowd_flat)].endswith("shared items")


@pytest.mark.quick
def test_sides_that_share_no_item_are_refused(
    study: Study, sets: TwoSets, owner: Client, where: str
) -> None:
    answer = owner.post(where, answers(sets, gold=key_of(study.flat)))
    assert "“Crowd flat” and “Flat round” share no items." in text_of(answer, 400)
    answer = owner.post(where, answers(sets, gold_trees=key_of(study.nested)))
    assert 'id="id_gold_trees_error"' in answer.content.decode()
    assert not Comparison.objects.exists()


@pytest.mark.quick
def test_two_of_one_dataset_that_share_items_are_preselected(
    study: Study, sets: TwoSets, owner: Client, where: str
) -> None:
    """More people worked on the crowd's and the gold campaign, but these are in two datasets."""
    own = make_set(study.dataset, "flat", annotations_file(study.dataset), name="Ours")
    initial = owner.get(where).context["form"].initial
    assert (initial["crowd"], initial["gold"]) == (key_of(study.flat), key_of(own))
    own.annotations.all().delete()
    AnnotationSet.objects.filter(pk=own.pk).update(item_count=0, annotation_count=0)
    initial = owner.get(where).context["form"].initial
    assert {initial["crowd"], initial["gold"]} == {key_of(sets.crowd_flat), key_of(sets.gold_flat)}


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": " "}, "Give the comparison a name."),
        ({"crowd": ""}, "Choose a campaign or an annotation set as the crowd."),
        ({"gold": "x"}, "Choose one from the list."),
        ({"gold_trees": "campaign-99999999999999999999"}, "Choose one from the list."),
    ],
)
def test_a_wrong_form_is_refused_at_the_field(
    sets: TwoSets, owner: Client, changed: dict[str, Any], complaint: str, where: str
) -> None:
    answer = owner.post(where, answers(sets, **changed))
    assert complaint in text_of(answer, 400)
    assert f'value="{key_of(sets.crowd_nested)}" selected' in answer.content.decode()
    assert not Comparison.objects.exists()


def test_what_does_not_fit_is_refused(
    study: Study, sets: TwoSets, owner: Client, where: str
) -> None:
    foreign = make_campaign(make_dataset(["a b"], make_project()))
    for field, campaign in (
        ("gold", sets.crowd_flat),
        ("gold_trees", sets.crowd_nested),
        ("gold", foreign),
        ("gold", study.draft),
        ("gold", sets.gold_nested),
        ("gold_trees", sets.gold_flat),
    ):
        answer = owner.post(where, answers(sets, **{field: key_of(campaign)}))
        assert f'id="id_{field}_error"' in text_of(answer, 400)
    for campaign, words in (
        (foreign, "of this project"),
        (study.draft, "is a draft"),
        (sets.gold_nested, "Choose two with the same scheme"),
        (sets.crowd_flat, "is already the crowd"),
    ):
        with pytest.raises(Invalid, match=words):
            request_comparison(sets.crowd_flat, campaign)
    assert not Comparison.objects.exists()


def test_a_page_that_is_looked_at_while_it_is_deleted_is_loaded_again(
    made: Comparison, owner: Client, teammate: Client
) -> None:
    assert "HX-Refresh" not in teammate.get(page(made, "live/")).headers
    owner.post(page(made, "delete/"))
    assert teammate.get(page(made, "live/")).headers["HX-Refresh"] == "true"
    assert_shows(read_words(teammate, page(made)), "This was deleted.", "All comparisons")


@pytest.mark.quick
def test_the_database_refuses_a_set_against_itself(made: Comparison, sets: TwoSets) -> None:
    stored = Comparison.objects.filter(pk=made.pk)
    for wrong in (
        {"gold": made.crowd},
        {"gold_trees": made.crowd_trees},
        {"made_at": None},
        {"basis": None},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            stored.update(**wrong)
    stored.update(gold_trees=None)


def test_a_name_is_given_once(
    sets: TwoSets, made: Comparison, bare: Comparison, owner: Client, where: str
) -> None:
    for response in (
        owner.post(where, answers(sets)),
        owner.post(page(bare, "rename/"), {"name": "Crowd and experts"}),
    ):
        assert "already has a comparison named Crowd and experts" in text_of(response, 400)
    assert owner.post(page(bare, "rename/"), {"name": " New name "}).status_code == 302
    assert "Renamed from “Bare”." in read_words(owner, page(bare))
    assert Comparison.objects.get(pk=bare.pk).name == "New name"


def test_a_project_holds_so_many_at_most(
    sets: TwoSets, made: Comparison, owner: Client, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(services, "MAX_COMPARISONS", 1)
    answer = owner.post(where, answers(sets, name="Another"))
    assert "at most 1 comparisons. Delete one" in text_of(answer, 400)


def test_what_was_deleted_can_be_brought_back(
    study: Study, sets: TwoSets, made: Comparison, owner: Client
) -> None:
    listed = f"/research/projects/{study.project.pk}/"
    for _ in range(2):
        assert owner.post(page(made, "delete/")).headers["Location"] == page(made)
    assert "This was deleted." in read_words(owner, page(made))
    assert "Crowd and experts" not in read_words(owner, listed)
    assert owner.post(page(made, "anew/")).status_code == 404
    assert AuditEvent.objects.filter(verb="comparison.deleted").count() == 1
    owner.post(page(made, "restore/"))
    owner.post(page(made, "restore/"))
    assert "Which consensus comes closest" in read_words(owner, page(made))
    assert "Crowd and experts" in read_words(owner, listed)
    assert AuditEvent.objects.filter(verb="comparison.restored").count() == 1


def test_a_name_that_was_taken_meanwhile_is_not_taken_back(
    study: Study, sets: TwoSets, made: Comparison, owner: Client
) -> None:
    owner.post(page(made, "delete/"))
    sets.compared(study.owner)
    assert "Choose another name" in text_of(owner.post(page(made, "restore/")), 409)


def test_a_deleted_one_is_forgotten_after_a_day(
    study: Study, made: Comparison, bare: Comparison
) -> None:
    delete_comparison(comparison=made, user=study.owner)
    Comparison.objects.filter(pk=made.pk).update(deleted_at=timezone.now() - timedelta(days=2))
    delete_comparison(comparison=bare, user=study.owner)
    assert list(Comparison.objects.values_list("name", flat=True)) == ["Bare"]


def test_queries_do_not_grow_with_the_comparisons(
    study: Study, sets: TwoSets, made: Comparison, owner: Client
) -> None:
    for number in range(2):
        sets.compared(study.owner, f"Comparison {number}")
        # Five of them compute the current and expected cost of the project's work.
        with assert_queries(SIGNED_IN + 11):
            assert owner.get(f"/research/projects/{study.project.pk}/").status_code == 200
    # The page's navigation counts the contents of the project.
    for part, queries in (("", 3), ("live/", 2)):
        with assert_queries(SESSION + queries):
            assert owner.get(page(made, part)).status_code == 200
    # The campaigns, the sets, and the number of items shared by each two of them.
    with assert_queries(SIGNED_IN + 4):
        owner.get(f"/research/projects/{study.project.pk}/comparisons/new/")
