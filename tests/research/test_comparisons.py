"""A crowd against gold on the pages: whose it is, how it comes and goes, what it says and costs."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from annotation.models import AuditEvent, Comparison, Heartbeat
from annotation.research.contrasts import STRATEGIES, charts_of
from annotation.research.numbers import percent, signed
from annotation.services import comparisons as services
from annotation.services.comparisons import create_comparison, delete_comparison
from annotation.services.errors import Invalid
from tasks.comparisons import make_comparison
from tasks.exchange import export_gold
from tests.commands.running import run
from tests.factories import make_campaign, make_dataset, make_project, numbered_texts
from tests.research.sets import TwoSets, make_two_sets, simulate
from tests.research.study import Study

# The session, the account, the membership.
SIGNED_IN = 3
SESSION = 2


@pytest.fixture
def sets(study: Study) -> TwoSets:
    return make_two_sets(study.project)


@pytest.fixture
def made(study: Study, sets: TwoSets) -> Comparison:
    one = sets.compared(study.owner)
    make_comparison(one.pk)
    return Comparison.objects.get(pk=one.pk)


@pytest.fixture
def bare(study: Study) -> Comparison:
    """Of two campaigns that nobody has judged yet."""
    dataset = make_dataset(numbered_texts(2), study.project)
    return create_comparison(
        project=study.project,
        user=study.owner,
        name="Bare",
        crowd_flat=make_campaign(dataset, name="Their flat"),
        gold_flat=make_campaign(dataset, name="Gold flat"),
    )


def page(one: Comparison, part: str = "") -> str:
    return f"/research/comparisons/{one.pk}/{part}"


def answers(sets: TwoSets, **changed: Any) -> dict[str, Any]:
    roles = {
        "crowd_flat": sets.crowd_flat.pk,
        "gold_flat": sets.gold_flat.pk,
        "crowd_nested": sets.crowd_nested.pk,
        "gold_nested": sets.gold_nested.pk,
    }
    return {"name": "Crowd and experts", **roles, **changed}


def text_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_owner_and_teammate_see_it_and_strangers_do_not(
    made: Comparison, owner: Client, teammate: Client, stranger: Client
) -> None:
    for part in ("", "live/", "agreement.csv", "rename/"):
        assert owner.get(page(made, part)).status_code == 200
        assert teammate.get(page(made, part)).status_code == 200
        assert stranger.get(page(made, part)).status_code == 404
    for part in ("anew/", "delete/", "restore/", "rename/"):
        assert stranger.post(page(made, part), {"name": "Mine"}).status_code == 404
    refused = AuditEvent.objects.filter(verb="access.refused", object_id=made.pk)
    assert refused.count() == 8
    made.refresh_from_db()
    assert (made.name, made.deleted_at) == ("Crowd and experts", None)


def test_a_member_makes_one_and_sees_that_it_comes(
    study: Study, sets: TwoSets, teammate: Client
) -> None:
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    where = f"/research/projects/{study.project.pk}/comparisons/new/"
    assert "Crowd nested" in text_of(teammate, where)
    assert "Later round" not in text_of(teammate, where)
    response = teammate.post(where, answers(sets))
    one = Comparison.objects.get()
    assert response.headers["Location"] == page(one)
    assert (one.gold_nested, one.created_by) == (sets.gold_nested, study.teammate)
    assert "is being made" in text_of(teammate, page(one))
    make_comparison(one.pk)
    assert "Which consensus comes nearest to gold" in text_of(teammate, page(one))
    assert "made the comparison Crowd and experts" in text_of(
        teammate, f"/research/projects/{study.project.pk}/audit/"
    )


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": " "}, "Give the comparison a name."),
        ({"crowd_flat": ""}, "Choose a flat campaign of the crowd."),
        ({"gold_flat": "x"}, "Choose one of the campaigns in the list."),
        ({"gold_nested": "99999999999999999999"}, "Choose one of the campaigns in the list."),
    ],
)
def test_a_wrong_form_is_refused_beside_the_field(
    study: Study, sets: TwoSets, owner: Client, changed: dict[str, Any], complaint: str
) -> None:
    where = f"/research/projects/{study.project.pk}/comparisons/new/"
    answer = owner.post(where, answers(sets, **changed))
    assert answer.status_code == 400
    assert complaint in answer.content.decode()
    assert f'value="{sets.crowd_nested.pk}" selected' in answer.content.decode()
    assert not Comparison.objects.exists()


def test_what_does_not_fit_is_refused(study: Study, sets: TwoSets, owner: Client) -> None:
    where = f"/research/projects/{study.project.pk}/comparisons/new/"
    foreign = make_campaign(make_dataset(["a b"], make_project()))
    for field, pk in (
        ("gold_flat", sets.crowd_flat.pk),
        ("gold_nested", sets.crowd_nested.pk),
        ("gold_flat", foreign.pk),
        ("gold_flat", study.draft.pk),
        ("gold_flat", sets.gold_nested.pk),
    ):
        answer = owner.post(where, answers(sets, **{field: pk}))
        assert answer.status_code == 400
        assert f'id="id_{field}_error"' in answer.content.decode()
    same: dict[str, Any] = {"crowd_flat": sets.crowd_flat, "user": study.owner, "name": "No"}
    for campaign, words in (
        (foreign, "of this project"),
        (study.draft, "is a draft"),
        (sets.gold_nested, "is no flat campaign"),
        (sets.crowd_flat, "is the crowd’s already"),
    ):
        with pytest.raises(Invalid, match=words):
            create_comparison(project=study.project, gold_flat=campaign, **same)
    assert not Comparison.objects.exists()


def test_the_database_refuses_a_set_against_itself(made: Comparison, sets: TwoSets) -> None:
    stored = Comparison.objects.filter(pk=made.pk)
    for wrong in (
        {"gold_flat": sets.crowd_flat},
        {"gold_nested": sets.crowd_nested},
        {"made_at": None},
        {"basis": None},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            stored.update(**wrong)
    stored.update(gold_nested=None)


def test_a_name_is_given_once(
    study: Study, sets: TwoSets, made: Comparison, bare: Comparison, owner: Client
) -> None:
    where = f"/research/projects/{study.project.pk}/comparisons/new/"
    for response in (
        owner.post(where, answers(sets)),
        owner.post(page(bare, "rename/"), {"name": "Crowd and experts"}),
    ):
        assert response.status_code == 400
        assert "has a comparison named Crowd and experts already" in response.content.decode()
    assert owner.post(page(bare, "rename/"), {"name": " New name "}).status_code == 302
    assert "Renamed; it was “Bare”." in text_of(owner, page(bare))
    assert Comparison.objects.get(pk=bare.pk).name == "New name"


def test_a_project_holds_so_many_at_most(
    study: Study, sets: TwoSets, made: Comparison, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_COMPARISONS", 1)
    where = f"/research/projects/{study.project.pk}/comparisons/new/"
    answer = owner.post(where, answers(sets, name="Another"))
    assert answer.status_code == 400
    assert "1 comparisons at most: delete one" in answer.content.decode()


def test_what_was_deleted_can_be_brought_back(
    study: Study, sets: TwoSets, made: Comparison, owner: Client
) -> None:
    listed = f"/research/projects/{study.project.pk}/"
    for _ in range(2):
        assert owner.post(page(made, "delete/")).headers["Location"] == page(made)
    assert "This comparison is deleted." in text_of(owner, page(made))
    assert "Crowd and experts" not in text_of(owner, listed)
    assert owner.get(page(made, "live/")).status_code == 404
    assert owner.post(page(made, "anew/")).status_code == 404
    assert AuditEvent.objects.filter(verb="comparison.deleted").count() == 1
    owner.post(page(made, "restore/"))
    owner.post(page(made, "restore/"))
    assert "Which consensus comes nearest" in text_of(owner, page(made))
    assert "Crowd and experts" in text_of(owner, listed)
    assert AuditEvent.objects.filter(verb="comparison.restored").count() == 1


def test_a_name_that_was_taken_meanwhile_is_not_taken_back(
    study: Study, sets: TwoSets, made: Comparison, owner: Client
) -> None:
    owner.post(page(made, "delete/"))
    sets.compared(study.owner)
    refused = owner.post(page(made, "restore/"))
    assert refused.status_code == 409
    assert "Choose another name" in refused.content.decode()


def test_a_deleted_one_is_forgotten_after_a_day(
    study: Study, made: Comparison, bare: Comparison
) -> None:
    delete_comparison(comparison=made, user=study.owner)
    Comparison.objects.filter(pk=made.pk).update(deleted_at=timezone.now() - timedelta(days=2))
    delete_comparison(comparison=bare, user=study.owner)
    assert list(Comparison.objects.values_list("name", flat=True)) == ["Bare"]


def by_command(sets: TwoSets, folder: Path) -> dict[str, Any]:
    names = ("crowd-flat", "gold-flat", "crowd-nested", "gold-nested")
    options = []
    for name, campaign in zip(names, sets.campaigns, strict=True):
        path = folder / f"{name}.json"
        path.write_bytes(export_gold(campaign.pk))
        options += [f"--{name}", str(path)]
    figures: dict[str, Any] = json.loads(run("compare", *options, "--json"))
    return figures


def test_the_page_shows_what_the_command_finds_in_the_exported_files(
    sets: TwoSets, made: Comparison, owner: Client, tmp_path: Path
) -> None:
    figures = by_command(sets, tmp_path)
    context = owner.get(page(made)).context
    assert [cell.value for cell in context["cells"]] == [
        signed(figures["flat"]["between"]["d1"]["value"]),
        signed(figures["nested"]["between"]["d1"]["value"]),
        signed(figures["nested"]["between"]["d2"]["value"]),
        percent(figures["crowd_flat_by_gold_nested"]["observed"]),
        percent(figures["gold_flat_by_crowd_nested"]["observed"]),
    ]
    charts = {chart.key: chart for chart in context["charts"]}
    assert charts["agreement"].rows[1].values[:2] == [
        figures["nested"][which]["d1"]["value"] for which in ("between", "together")
    ]
    entailed = figures["gold_flat_by_crowd_nested"]
    assert charts["entailment"].rows[1].values[:2] == [entailed["observed"], entailed["chance"]]
    tenths = [row.values[1] for row in charts["tenths"].rows]
    assert tenths == [
        count / entailed["texts"] for count in entailed["texts_by_tenths"][: len(tenths)]
    ]
    assert [row.values[:2] for row in charts["picks"].rows] == [
        [found["among_gold"] if found else None for found in (each["crowd"], each.get("mixed"))]
        for each in (figures["picks"][name] for name in STRATEGIES)
    ]
    assert set(figures["picks"]) == set(STRATEGIES)
    iv = figures["picks"]["iv"]["mixed"]
    assert context["picks"][-1].cells[1::2] == [
        *(percent(iv[share]) for share in ("among_gold", "entailed")),
        *(str(iv[count]) for count in ("ties", "texts")),
    ]
    shown = owner.get(page(made)).content.decode()
    assert "left out: 2 only in the crowd’s flat set, 2 only in the gold flat set" in shown


def test_it_says_which_versions_it_is_of(sets: TwoSets, made: Comparison, owner: Client) -> None:
    assert "is not in the figures yet" not in text_of(owner, page(made))
    simulate(make_larger(sets), 9, 1)
    shown = text_of(owner, page(made))
    assert "version 2 is not in the figures yet" in shown
    listed = text_of(owner, f"/research/projects/{made.project_id}/")
    assert "newer judgments" in listed
    make_comparison(made.pk)
    assert "is not in the figures yet" not in text_of(owner, page(made))


def make_larger(sets: TwoSets) -> Any:
    """One more judgment of each text may come."""
    sets.gold_flat.hits.update(quota=4)
    return sets.gold_flat


def test_before_the_first_judgments_it_says_what_it_waits_for(
    bare: Comparison, owner: Client
) -> None:
    shown = text_of(owner, page(bare))
    assert "Nothing is judged yet in" in shown
    assert "Their flat" in shown
    assert charts_of(bare.results) == []
    assert owner.get(page(bare, "agreement.csv")).status_code == 404


def test_sets_without_a_common_text_say_so(study: Study, sets: TwoSets, owner: Client) -> None:
    one = create_comparison(
        project=study.project,
        user=study.owner,
        name="Nothing in common",
        crowd_flat=study.flat,
        gold_flat=sets.gold_flat,
    )
    make_comparison(one.pk)
    shown = text_of(owner, page(one))
    assert "undefined" in shown
    assert "No text of two or more words has annotations of both sets." in shown
    assert "Choose a nested campaign too to see this." in shown
    assert "3 only in the crowd’s flat set" in shown


def test_too_few_campaigns_are_named(study: Study, owner: Client) -> None:
    shown = text_of(owner, f"/research/projects/{study.project.pk}/comparisons/new/")
    assert "needs two flat campaigns" in shown
    assert "This project has one." in shown


def test_live_answers_only_what_is_new(made: Comparison, owner: Client) -> None:
    first = owner.get(page(made, "live/"))
    assert 'id="results"' in first.content.decode()
    assert owner.post(page(made, "anew/")).status_code == 302
    later = owner.get(page(made, "live/"), headers={"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200
    Heartbeat.objects.create(name="sweep", beat_at=timezone.now())
    assert "being made anew" in text_of(owner, page(made, "live/"))


def test_an_unchanged_comparison_is_not_sent_again(
    made: Comparison, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = timezone.now()
    monkeypatch.setattr("annotation.research.comparisons.timezone.now", lambda: moment)
    etag = owner.get(page(made, "live/")).headers["ETag"]
    assert owner.get(page(made, "live/"), headers={"If-None-Match": etag}).status_code == 304


def test_csv_is_the_chart_at_full_length(made: Comparison, owner: Client) -> None:
    response = owner.get(page(made, "picks.csv"))
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    disposition = 'attachment; filename="crowd-and-experts-picks.csv"'
    assert response.headers["Content-Disposition"] == disposition
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0][:3] == ["strategy", "picked from the crowd", "picked from both mixed"]
    assert rows[4][0] == "FEMN"
    assert rows[4][1] == str(made.results["picks"]["femn"]["crowd"]["among_gold"])
    assert owner.get(page(made, "nothing.csv")).status_code == 404


def test_queries_do_not_grow_with_the_comparisons(
    study: Study,
    sets: TwoSets,
    made: Comparison,
    owner: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(2):
        sets.compared(study.owner, f"Comparison {number}")
        with django_assert_num_queries(SIGNED_IN + 4):
            assert owner.get(f"/research/projects/{study.project.pk}/").status_code == 200
    for part in ("", "live/"):
        with django_assert_num_queries(SESSION + 2):
            assert owner.get(page(made, part)).status_code == 200
    with django_assert_num_queries(SIGNED_IN + 1):
        owner.get(f"/research/projects/{study.project.pk}/comparisons/new/")
