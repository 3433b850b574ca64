"""One annotator against the others, from the definitions, and the sums over annotators."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agreement.segmentation.alpha import alpha
from agreement.segmentation.annotators import ALIKE, ALONE, LONG, Standing, count_text, standing
from agreement.segmentation.annotators import standing_figures as figures_of
from agreement.segmentation.boundaries import Vector
from agreement.segmentation.chance import agreement_over_chance
from agreement.segmentation.counting import POWERS, Kind, count_item, take_apart
from agreement.tally import Tally
from tests.agreement import slow, strategies

Campaign = list[dict[str, Vector]]  # for each text, the vector of each annotator


@st.composite
def campaigns(draw: st.DrawFn, kind: Kind) -> Campaign:
    """Draw campaigns in which any of six annotators may annotate any text."""
    texts = draw(strategies.campaigns(kind, longest=5, most=6))
    order = draw(st.permutations("abcdef"))
    return [dict(zip(draw(st.permutations(order)), text, strict=False)) for text in texts]


def figures_by_annotator(campaign: Campaign, kind: Kind, k: int) -> dict[str, Standing]:
    state = Tally.total(count_item(kind, list(text.values())) for text in campaign)
    own: dict[str, Tally] = {who: Tally() for text in campaign for who in text}
    for text in campaign:
        for who, share in count_text(list(text.values()), list(text), POWERS[kind]).items():
            own[who] += share
    total = alpha(take_apart(state), k).total
    return {who: standing(tally, total, kind, k) for who, tally in own.items()}


@cache
def by_chance(kind: Kind, n: int, k: int) -> Fraction:
    every = slow.all_vectors(kind, n)
    likely = [slow.p_at_least(kind, n, k, slow.apart(a, b, k)) for a in every for b in every]
    return sum(likely, Fraction(0)) / len(likely)


def slow_figures(
    campaign: Campaign, kind: Kind, k: int, who: str
) -> tuple[Fraction | None, Fraction | None, Fraction | None, int, int]:
    """Return α, S, chance, texts and pairs, pair by pair."""
    shared = [text for text in campaign if who in text and len(text) > 1 and text[who]]
    if not shared:
        return None, None, None, 0, 0
    within, s, chance = [], [], []
    for text in shared:
        others = [vector for other, vector in text.items() if other != who]
        mine, n = text[who], len(text[who]) + 1
        apart = [slow.distance(mine, other, k) for other in others]
        likely = [slow.p_at_least(kind, n, k, slow.apart(mine, other, k)) for other in others]
        within.append(sum(apart, Fraction(0)) / len(others))
        s.append(sum(likely, Fraction(0)) / len(others))
        chance.append(by_chance(kind, n, k))
    means = [sum(one, Fraction(0)) / len(shared) for one in (within, s, chance)]
    total = slow.total([list(text.values()) for text in campaign], k)
    pairs = sum(len(text) - 1 for text in shared)
    return 1 - means[0] / 2 / total if total else None, means[1], means[2], len(shared), pairs


@pytest.mark.long
@pytest.mark.parametrize(("kind", "k"), [("flat", 1), ("nested", 1), ("nested", 2)])
@settings(deadline=None)
@given(data=st.data())
def test_each_stands_as_the_definition_says(data: st.DataObject, kind: Kind, k: int) -> None:
    campaign = data.draw(campaigns(kind))
    for who, found in figures_by_annotator(campaign, kind, k).items():
        assert (found.alpha, found.s, found.chance, found.texts, found.pairs) == slow_figures(
            campaign, kind, k, who
        )
        assert (found.alpha_reason is None) == (found.alpha is not None)
        assert (found.s_reason is None) == (found.s is not None)


@pytest.mark.long
@given(
    st.integers(2, 5).flatmap(
        lambda c: st.lists(
            st.integers(2, 6).flatmap(
                lambda n: st.lists(strategies.flat(n), min_size=c, max_size=c)
            ),
            min_size=1,
            max_size=5,
        )
    ),
    st.randoms(use_true_random=False),
)
def test_together_they_are_the_campaign(texts: list[list[Vector]], luck: object) -> None:
    """If all texts have equally many annotations, the means weighted by texts are α and S."""
    people = "abcdefg"
    campaign = [
        dict(zip(luck.sample(people, len(text)), text, strict=True))  # type: ignore[attr-defined]
        for text in texts
    ]
    found = figures_by_annotator(campaign, "flat", 1).values()
    counts = take_apart(Tally.total(count_item("flat", text) for text in texts))
    judged = sum(one.texts for one in found)
    s = sum(((one.s or 0) * one.texts for one in found), Fraction(0)) / judged
    assert s == agreement_over_chance(counts, "flat").distinct
    if (whole := alpha(counts).value) is not None:
        assert sum(((one.alpha or 0) * one.texts for one in found), Fraction(0)) / judged == whole


def test_undefined_figures_say_why() -> None:
    alone = figures_of(standing(Tally(), Fraction(1, 3), "flat"))
    assert (alone["alpha"], alone["texts"]) == ({"value": None, "reason": ALONE}, 0)
    own = count_text([(1, 0), (1, 0)], ["a", "b"])["a"]
    alike = standing(own, Fraction(0), "flat")
    assert (alike.alpha, alike.alpha_reason, alike.s_reason) == (None, ALIKE, None)
    tall = tuple(range(100))
    long = standing(count_text([tall, tall[::-1]], ["a", "b"])["a"], Fraction(1, 3), "nested")
    assert (long.s, long.s_reason, long.texts, long.s_texts) == (None, LONG, 1, 0)
    assert long.alpha is not None


def test_annotators_that_do_not_fit_are_refused() -> None:
    for annotators in (["a"], ["a", "a"], ["a", "b", "c"]):
        with pytest.raises(ValueError, match="not one annotator for each"):
            count_text([(1, 0), (0, 1)], annotators)
    assert count_text([(1, 0)], ["a"]) == {}
    assert count_text([(), ()], ["a", "b"]) == {}
