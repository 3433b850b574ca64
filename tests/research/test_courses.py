"""The courses next to Earned and entailment, and the small trees of disputed texts."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Enrolment, EntailmentState, FigurePoint
from annotation.research.schemes.nested.readings import small_trees
from annotation.services.progress.campaign_counts import throughput
from annotation.services.progress.figure_history import agreement_points
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.factories import enrol, submit
from tests.helpers.pages import assert_shows, read_words, text_of
from tests.research.study import Study, judge_and_fold

WORDS = ("cheap", "flights", "from", "pune")


def test_entailment_has_a_course_once_there_are_two_points(study: Study, owner: Client) -> None:
    entailment = EntailmentState.objects.get(flat=study.flat, nested=study.nested)
    key = str(entailment.pk)
    judge_and_fold(study.nested, "w3")
    judge_and_fold(study.nested, "w4")
    entailment.refresh_from_db()
    points = agreement_points(study.nested)
    assert points[-1].entailed == {key: entailment.figures["observed"]}
    page = owner.get(f"/research/campaigns/{study.nested.pk}/")
    assert page.context["sparks"][f"entailment-{key}"] is not None
    assert f'id="spark-entailment-{key}"' in page.content.decode()


def test_points_from_before_that_have_no_entailment(study: Study) -> None:
    FigurePoint.objects.filter(campaign=study.flat).update(figures={})
    assert [point.entailed for point in agreement_points(study.flat)] == [{}]


def test_only_what_people_earn_makes_a_course(study: Study) -> None:
    assert throughput(study.flat)[-1].paid_so_far == 6
    Enrolment.objects.filter(campaign=study.flat, worker__external_id="w1").update(of_program=True)
    assert throughput(study.flat)[-1].paid_so_far == 0


def test_rejected_judgments_earn_nothing_in_the_course(study: Study) -> None:
    rejected = study.flat.judgments.order_by("pk")[0]
    rejected.review, rejected.counts = "rejected", False
    rejected.save()
    last = throughput(study.flat)[-1]
    assert (last.so_far, last.paid_so_far) == (6, 5)


def test_groups_that_only_one_of_two_trees_has_are_set_apart() -> None:
    one, other = small_trees(WORDS, [((0, 2, 1), 6, "a"), ((0, 1, 2), 3, "b")], 10)
    assert (one.count, other.count, one.of) == (6, 3, 10)
    # Both join the first two words and, at last, everything.
    assert one.shared.count("M") == other.shared.count("M") == 2
    assert one.alone.count("M") == other.alone.count("M") == 1
    assert one.alone != other.alone


@pytest.mark.parametrize(
    ("words", "readings"),
    [(WORDS, [((0, 1, 2), 4, "a")]), (["a" * 60, "b"] * 2, [((0, 1, 2), 1, "a")] * 2)],
    ids=["one reading", "too wide"],
)
def test_no_trees_without_a_choice_or_room(
    words: list[str], readings: list[tuple[tuple[int, ...], int, str]]
) -> None:
    assert small_trees(words, readings, 4) == []


def test_a_disputed_text_shows_its_trees_with_their_form(study: Study, owner: Client) -> None:
    worker = enrol(study.nested, "w3")
    claimed = claim_hit(enrolment_id=worker.pk)
    words = claimed.hit.item.words
    submit(worker, claimed, {"boundaries": list(range(len(words) - 1))})
    fold_all(study.nested.pk)
    page = read_words(owner, f"/research/campaigns/{study.nested.pk}/")
    assert page.count('class="small-tree"') == 2
    assert_shows(page, "2 of 3", "1 of 3", f'role="img" aria-label="{"(" * (len(words) - 1)}')


def test_the_form_shows_a_task_on_the_first_text_that_fits(study: Study, owner: Client) -> None:
    address = reverse("research:new_instructions", args=(study.dataset.pk,))
    typed = {"scheme": "flat", "name": "Round two", "shown": "task"}
    page = text_of(owner.post(address, typed), 200)
    assert_shows(page, "<iframe", "apply", "js/worker/flat/desk.js", "&quot;preview&quot;: true")
    assert "<template" not in page
    assert "<iframe" not in text_of(owner.post(address, typed | {"shown": "join"}), 200)
