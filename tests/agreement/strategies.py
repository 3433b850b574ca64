"""Hypothesis strategies: vectors, campaigns, spans, words."""

from hypothesis import strategies as st

from agreement.segmentation.boundaries import UNSTORABLE, Vector
from agreement.segmentation.vectors import Kind
from agreement.spans.counting import Answer

LABELS = ("a", "b", "c/d")


@st.composite
def nested(draw: st.DrawFn, n: int) -> Vector:
    """Draw the heights of a random tree over n words, joined bottom-up as people do."""
    parts: list[tuple[int, Vector]] = [(-1, ())] * n
    while len(parts) > 1:
        at = draw(st.integers(0, len(parts) - 2))
        (left, before), (right, after) = parts[at : at + 2]
        height = 1 + max(left, right)
        parts[at : at + 2] = [(height, (*before, height, *after))]
    return parts[0][1]


def flat(n: int) -> st.SearchStrategy[Vector]:
    return st.tuples(*[st.integers(0, 1)] * (n - 1))


def vectors(kind: Kind, n: int) -> st.SearchStrategy[Vector]:
    return flat(n) if kind == "flat" else nested(n)


def items(kind: Kind, longest: int = 6, most: int = 5) -> st.SearchStrategy[list[Vector]]:
    """Draw the annotations of one item, from none up to `most`."""
    return st.integers(1, longest).flatmap(lambda n: st.lists(vectors(kind, n), max_size=most))


def campaigns(kind: Kind, longest: int = 6, most: int = 5) -> st.SearchStrategy[list[list[Vector]]]:
    return st.lists(items(kind, longest, most), max_size=6)


@st.composite
def shared_texts(draw: st.DrawFn, longest: int = 7) -> tuple[list[Vector], list[Vector]]:
    """Draw flat and nested annotations of one text, at least one of each."""
    n = draw(st.integers(2, longest))
    flats = draw(st.lists(flat(n), min_size=1, max_size=7))
    return flats, draw(st.lists(nested(n), min_size=1, max_size=7))


WORDS = st.lists(
    st.one_of(
        st.sampled_from(
            ["a|b", "(", ")", "\\", "\\\\|", "|", "ابن", "שלום", "自転車", "👩‍👩‍👧", "é", "0", "10"]
        ),
        st.text(min_size=1, max_size=6).filter(
            lambda word: word.split() == [word] and not UNSTORABLE.search(word)
        ),
    ),
    min_size=1,
    max_size=9,
)

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=12),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


@st.composite
def answers_to(draw: st.DrawFn, length: int) -> Answer:
    """Draw spans of a text of this length; they may overlap."""
    spans = set()
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, length - 1))
        end = draw(st.integers(begin + 1, length))
        spans.add((begin, end, draw(st.sampled_from(LABELS))))
    return tuple(sorted(spans))
