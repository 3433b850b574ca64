"""Pairs sampled by an alignment: only where its groups and the cosine disagree."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.services.draws import keep_draw
from addons.alignment.tests import requested
from addons.alignment.tests.requested import by_part, distinct_group, make_alignment
from annotation.models import Dataset, User
from annotation.services.errors import Conflict, Invalid, ServiceError
from midpath.exchange.segments import segments_of
from tests.helpers.documents import make_documents
from tests.helpers.jobs import carry_out

MIDDLE = 500_000


@pytest.fixture
def documents(db: None) -> Dataset:
    return make_documents()


def request_draw(
    documents: Dataset, user: User, alignment: Alignment | None, **changed: Any
) -> PairDraw:
    terms: dict[str, Any] = {"per_stratum": 50, "edge": MIDDLE} | changed
    return requested.request_draw(documents, user, alignment=alignment, **terms)


def drawn(documents: Dataset, user: User, alignment: Alignment, **changed: Any) -> PairDraw:
    return carry_out(request_draw(documents, user, alignment, **changed))


def test_what_is_stored_together_is_drawn_where_it_is_unlike_and_else_the_alike(
    user: User, documents: Dataset
) -> None:
    alignment = make_alignment(documents, by_part)
    draw = drawn(documents, user, alignment)
    assert draw.status == PairDraw.Status.READY
    assert draw.pairs
    for _, left, _, right, similarity, _ in draw.pairs:
        assert (left == right) == (similarity <= MIDDLE)
    found = draw.results
    assert found["candidates"] == sum(found["histogram"]["counts"]) == 54
    eligible = sum(stratum["candidates"] for stratum in found["strata"])
    assert eligible == len(draw.pairs) < 54
    assert found["disagreeing"] == {
        "alignment": alignment.pk,
        "name": "By parts",
        "runs": 1,
        "edge": MIDDLE,
        "candidates": eligible,
        "silent": 0,
        "ungrouped": 0,
    }


def test_a_tie_of_the_runs_is_nobodys_word(user: User, documents: Dataset) -> None:
    draw = drawn(documents, user, make_alignment(documents, by_part, distinct_group))
    assert 0 < draw.results["disagreeing"]["silent"] < 54
    assert all(left != right for _, left, _, right, _, _ in draw.pairs)


def test_segments_that_the_models_left_out_are_never_drawn(user: User, documents: Dataset) -> None:
    alignment = make_alignment(documents, by_part)
    places, runs = alignment.grouping["places"], alignment.grouping["runs"]
    alignment.grouping = {"places": places[1:], "runs": [runs[0][1:]]}
    alignment.save()
    draw = drawn(documents, user, alignment)
    assert draw.results["disagreeing"]["ungrouped"] == 1
    assert draw.results["disagreeing"]["silent"] == 2 * 3
    position, place = places[0]
    assert [position, [place]] not in [pair[at : at + 2] for pair in draw.pairs for at in (0, 2)]


@pytest.mark.few(1)
@pytest.mark.parametrize("edge", [250_000, 500_000, 750_000])
def test_paragraphs_too_and_at_each_edge(user: User, documents: Dataset, edge: int) -> None:
    alignment = make_alignment(documents, by_part, level="paragraphs")
    draw = drawn(documents, user, alignment, level="paragraphs", edge=edge)
    contents = {item.position: item.content for item in documents.items.all()}
    sizes = {position: len(segments_of(contents[position], "paragraphs")) for position in contents}
    assert sum(sizes.values()) >= draw.results["segments"] > 18
    assert draw.pairs
    for _, left, _, right, similarity, _ in draw.pairs:
        assert (left[0] == right[0]) == (similarity <= edge)


@pytest.mark.long
def test_the_dataset_that_is_made_remembers_the_alignment_when_it_is_gone(
    user: User, documents: Dataset
) -> None:
    alignment = make_alignment(documents, by_part)
    draw = drawn(documents, user, alignment)
    alignment.delete()
    draw.refresh_from_db()
    assert draw.alignment is None
    assert keep_draw(draw=draw, user=user).details["disagreeing"]["name"] == "By parts"


@pytest.mark.parametrize("changed", [None, "discarded", "failed"])
def test_an_alignment_that_is_gone_meanwhile_fails_the_draw(
    user: User, documents: Dataset, changed: str | None
) -> None:
    alignment = make_alignment(documents, by_part)
    draw = request_draw(documents, user, alignment)
    rows = Alignment.objects.filter(pk=alignment.pk)
    if changed:
        rows.update(status=changed)
    else:
        rows.delete()
    assert carry_out(draw).status == PairDraw.Status.FAILED
    assert f"is {changed or 'gone'}. Choose another and draw again." in draw.problem


def test_groups_of_none_of_the_segments_fail_the_draw(user: User, documents: Dataset) -> None:
    grouping = {"places": [[999, 0]], "runs": [[0]]}
    draw = drawn(documents, user, make_alignment(documents, by_part, grouping=grouping))
    assert draw.status == PairDraw.Status.FAILED
    assert draw.problem == "By parts has no group for any segment of these documents."


def test_only_a_ready_alignment_of_such_segments_will_do(user: User, documents: Dataset) -> None:
    others = make_alignment(make_documents(), by_part)
    waiting = make_alignment(documents, by_part, status="waiting", results={}, grouping={})
    ready = make_alignment(documents, by_part)
    refused: list[tuple[Alignment | None, dict[str, object], type[ServiceError], str]] = [
        (others, {}, Invalid, "not an alignment of the documents"),
        (waiting, {}, Conflict, "is waiting"),
        (ready, {"level": "paragraphs"}, Invalid, "groups sections"),
        (ready, {"edge": 300_000}, Invalid, "choose .25, .5 or .75"),
        (ready, {"edge": None}, Invalid, "choose .25, .5 or .75"),
        (None, {}, Invalid, "With an alignment"),
    ]
    for alignment, changed, error, said in refused:
        with pytest.raises(error, match=said):
            request_draw(documents, user, alignment, **changed)
    assert not PairDraw.objects.exists()


def test_the_database_refuses_an_alignment_without_an_edge(user: User, documents: Dataset) -> None:
    draw = request_draw(documents, user, make_alignment(documents, by_part))
    with pytest.raises(IntegrityError, match="has_an_edge"), transaction.atomic():
        PairDraw.objects.filter(pk=draw.pk).update(options=replace(draw.options, edge=None))
