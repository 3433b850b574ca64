"""All judgments of an item in one picture: shares against slow references, long texts, the page."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from agreement.segmentation.boundaries import Vector
from agreement.segmentation.figures import item_summary
from annotation.models import HIT
from annotation.research.schemes.evidence import heat
from annotation.research.schemes.evidence.heat import Gap, Heat, Sentence, overlay_of_sentences
from annotation.research.schemes.flat.cuts import MAX_WORDS, overlay_of_cuts
from annotation.research.schemes.nested.groups import MAX_GROUPS, Picture, overlay_of_groups
from annotation.research.schemes.overlay import Line, Overlay
from tasks.fold import fold_all
from tests.agreement import slow, strategies
from tests.helpers.evidence import PLAIN, document, import_lines, judge_all, question
from tests.helpers.factories import make_campaign
from tests.helpers.pages import assert_shows
from tests.research.study import Study

WORDS = ["apply", "first", "aid", "course", "on", "line"]
MANY = st.integers(2, 6).flatmap(lambda n: st.lists(strategies.nested(n), min_size=1, max_size=7))


def leaves(tree: Any) -> list[int]:
    return [tree] if isinstance(tree, int) else leaves(tree[0]) + leaves(tree[1])


def parts(tree: Any) -> Iterator[Any]:
    if not isinstance(tree, int):
        yield tree
        yield from parts(tree[0])
        yield from parts(tree[1])


def slow_groups(words: list[str], given: list[Vector]) -> dict[str, Fraction]:
    """Return the share of the trees with each group, from the trees themselves."""
    drawn = {slow.heights(tree)[1]: tree for tree in slow.trees(0, len(words) - 1)}
    groups = [
        {" ".join(words[at] for at in leaves(part)) for part in parts(drawn[tuple(vector)])}
        for vector in given
    ]
    every = {group for one in groups for group in one}
    return {group: Fraction(sum(group in one for one in groups), len(given)) for group in every}


@given(MANY)
def test_votes_for_groups_are_those_of_the_slow_twin(trees: list[Vector]) -> None:
    words = WORDS[: len(trees[0]) + 1]
    stored: Any = item_summary("nested", trees)["annotations"]
    overlay = overlay_of_groups(words, stored, len(trees))
    found = {line.name: Fraction(line.count, line.of) for line in overlay.lines}
    assert found == slow_groups(words, trees)
    listed = [line.count for line in overlay.lines]
    assert listed == sorted((line.count for line in overlay.lines), reverse=True)


@given(st.lists(strategies.flat(5), min_size=1, max_size=7))
def test_cuts_are_those_of_the_slow_twin(flats: list[Vector]) -> None:
    stored = item_summary("flat", flats)
    overlay = overlay_of_cuts(WORDS[:5], stored["majority_support"], len(flats))
    found = [(line.count, line.of) for line in overlay.lines]
    assert found == [(sum(flat[at] for flat in flats), len(flats)) for at in range(4)]
    assert overlay.lines[0].name == "apply | first"


@given(st.integers(1, 40), st.data())
def test_a_mark_is_as_full_as_the_share_that_cuts(of: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, of))
    line = Line("", count, of)
    assert line.rise == pytest.approx(18 * count / of, abs=0.06)
    assert line.rise + line.top == pytest.approx(18)
    assert (line.tone == "most") == (10 * count > 6 * of)
    assert (line.tone == "few") == (10 * count < 4 * of)


def test_heat_is_nothing_for_nobody_and_full_for_all_alone() -> None:
    steps = [Line("", count, 30).heat for count in range(31)]
    assert steps[0] == 0
    assert steps[1] == 1
    assert steps[-1] == 9
    assert steps == sorted(steps)
    assert all((step == 0) == (count == 0) for count, step in enumerate(steps))
    assert Line("", 1, 3).share == "33%"


@pytest.mark.long
@given(MANY)
def test_bars_never_cover_each_other(trees: list[Vector]) -> None:
    overlay = overlay_of_groups(WORDS[: len(trees[0]) + 1], [(one, 1) for one in trees], len(trees))
    picture = overlay.picture
    assert isinstance(picture, Picture)
    for at, one in enumerate(picture.bars):
        assert one.x >= 0
        assert one.x + one.width <= picture.width
        assert one.y < picture.height
        for other in picture.bars[at + 1 :]:
            apart = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert apart or one.y != other.y


def test_a_text_from_the_right_has_its_bars_from_the_right() -> None:
    picture = overlay_of_groups(["שיר", "ערש", "חדש"], [((0, 1), 1)], 1).picture
    assert isinstance(picture, Picture)
    pair, whole = picture.bars
    assert pair.x > whole.x
    assert pair.x + pair.width == pytest.approx(whole.x + whole.width, abs=0.2)


def test_of_long_texts_a_part_is_shown_and_said() -> None:
    words = [f"w{number}" for number in range(60)]
    outwards = sorted(range(59), key=lambda place: (abs(place - 29), place))
    from_the_middle = [outwards.index(place) for place in range(59)]
    chains = [list(range(59)), list(range(58, -1, -1)), from_the_middle]
    trees = overlay_of_groups(words, [(one, 1) for one in chains], 3)
    assert len(trees.lines) == MAX_GROUPS
    assert "left out" in trees.left_out
    flat = overlay_of_cuts(words * 3, [1] * 179, 1)
    assert len(flat.lines) == MAX_WORDS - 1
    assert flat.left_out == "60 words at the end left out."


def heat_of(overlay: Overlay) -> Heat:
    assert isinstance(overlay.picture, Heat)
    return overlay.picture


def test_the_document_is_drawn_with_who_marked_each_sentence() -> None:
    texts = ["One.", "Two.", "Three.", "Four."]
    overlay = overlay_of_sentences(texts, [("A", 0), ("B", 2)], [[1, 2], [3, 1]], 1, 3)
    drawn = heat_of(overlay)
    found = [(square.votes.count, square.leads_to) for square in drawn.squares]
    assert found == [(0, 1), (2, 2), (0, 3), (1, 4)]
    assert drawn.parts == [
        Sentence(1, Line("1", 0, 3), "One.", "A"),
        Sentence(2, Line("2", 2, 3), "Two."),
        Sentence(3, Line("3", 0, 3), "Three.", "B"),
        Sentence(4, Line("4", 1, 3), "Four."),
    ]
    stored = [(line.name, line.count) for line in overlay.lines]
    assert stored == [("no answer here", 1), ("sentence 2", 2), ("sentence 4", 1)]
    assert overlay.left_out == ""


def test_of_a_long_document_many_sentences_share_a_square_and_a_part_is_shown() -> None:
    texts = [f"Sentence {number}." for number in range(5_000)]
    votes = [[number, 1 + number % 3] for number in range(5_000)]
    many = overlay_of_sentences(texts, [], votes, 0, 3)
    squares = heat_of(many).squares
    assert len(squares) <= heat.MAX_SQUARES
    assert squares[0].votes.count == 3
    assert squares[-1].votes.name.endswith("5,000")
    assert len(heat_of(many).parts) == heat.MAX_SENTENCES + 1
    assert heat_of(many).parts[-1] == Gap(601, 5_000)
    assert {square.leads_to for square in squares[15:]} == {601}
    assert len(many.lines) == heat.MAX_LINES
    assert many.left_out.startswith("4,400 sentences")
    assert "4,800 sentences at the end" in many.left_out


MARKS = st.sets(st.integers(0, 29), max_size=5)


@given(st.integers(1, 30), st.integers(1, 30), MARKS)
def test_the_excerpt_is_nearest_to_the_marks(sentences: int, most: int, marks: set[int]) -> None:
    votes = [[number, 1] for number in sorted(marks)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heat, "MAX_SENTENCES", most)
        patch.setattr(heat, "MAX_SQUARES", 7)
        drawn = heat_of(overlay_of_sentences(["x"] * sentences, [], votes, 0, 1))
    inside = [number for number in marks if number < sentences]
    far = [
        min((abs(number - mark) for mark in inside), default=sentences)
        for number in range(sentences)
    ]
    nearest = sorted(range(sentences), key=lambda number: (far[number], number))[:most]
    shown = [part.number - 1 for part in drawn.parts if isinstance(part, Sentence)]
    assert shown == sorted(nearest)
    rows = [
        number
        for part in drawn.parts
        for number in range(part.number, getattr(part, "last", part.number) + 1)
    ]
    assert rows == list(range(1, sentences + 1)), "each once, shown or left out"
    assert {square.leads_to for square in drawn.squares} <= {part.number for part in drawn.parts}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["flat", "nested"])
def test_a_text_has_its_picture_and_its_numbers(study: Study, owner: Client, scheme: str) -> None:
    hit = HIT.objects.filter(campaign=getattr(study, scheme)).order_by("item__position")[0]
    page = owner.get(reverse("research:item", args=(hit.campaign_id, hit.pk)))
    lines = page.context["overlay"].lines
    text = page.content.decode()
    assert len(lines) >= 5
    assert {line.of for line in lines} == {2}
    first = lines[0]
    marked = f'class="gap {first.tone}"' if scheme == "flat" else f"heat-{first.heat}"
    assert_shows(text, marked, f"{lines[0].count} of 2</td>")
    assert " style=" not in text


@pytest.mark.long
def test_the_page_of_a_question_has_them(owner: Client, study: Study) -> None:
    dataset = import_lines(document(), question(), project=study.project)
    campaign = make_campaign(dataset, scheme="evidence", settings=PLAIN, redundancy=3)
    judge_all(campaign, 3, marked={"house/1": [[2, 3], [2], []]})
    fold_all(campaign.pk)
    hit = campaign.hits.get()
    page = owner.get(reverse("research:item", args=(campaign.pk, hit.pk)))
    found = [(line.name, line.count) for line in page.context["overlay"].lines]
    assert found == [("no answer here", 1), ("sentence 3", 2), ("sentence 4", 1)]
    text = page.content.decode()
    assert_shows(text, 'href="#sentence-3" class="heat-6"', '<li id="sentence-3" class="heat-6">')
    assert text.rindex("The server keeps a log") > text.index('id="sentence-1"')
    assert "Your address is never sold." in text, "what nobody marked stands there, too"


@pytest.mark.long
def test_before_anybody_judged_there_is_no_picture(study: Study, owner: Client) -> None:
    hit = HIT.objects.filter(campaign=study.flat).order_by("item__position")[0]
    hit.summary.delete()
    page = owner.get(reverse("research:item", args=(hit.campaign_id, hit.pk)))
    assert page.context["overlay"] is None
