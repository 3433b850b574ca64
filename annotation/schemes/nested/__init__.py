"""Nested segmentation: join neighbours, two at a time, until one tree is left (ACL 2013 §3)."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext_noop

from annotation.models import Item
from annotation.schemes.base import Example, Figure
from annotation.schemes.segmentation import Segmentation
from annotation.schemes.terms import PricePaid, UsualTerms
from midpath.schemes.base import Settings
from midpath.schemes.nested import NestedAnswers
from midpath.schemes.overlap import Span, groups_of


class Nested(NestedAnswers, Segmentation):
    title = "Nested segmentation"
    known_at = ("columns", "gold_nested")
    work = gettext_noop("Grouping words")
    question = gettext_noop("Which two neighbours belong together most?")
    hint = gettext_noop("Join two words or groups at a time until one tree is left.")
    instructions = gettext_noop(
        "You see a short text. Join the two neighbours that belong together most, then the next "
        "two, and so on, until all words form one group. A neighbour can be a word or a group. "
        "Always join exactly two. There is no single correct answer: start with what feels "
        "closest."
    )
    example = Example(
        words=("apply", "first", "aid", "course", "on", "line"),
        steps=(
            (
                "apply (first aid) course on line",
                gettext_noop("“first aid” is a fixed expression, so join it first."),
            ),
            (
                "apply ((first aid) course) on line",
                gettext_noop("Then join “course”: a course in first aid."),
            ),
            (
                "apply ((first aid) course) (on line)",
                gettext_noop("“on” and “line” belong together."),
            ),
            (
                "apply (((first aid) course) (on line))",
                gettext_noop("The course is on line, so join these two groups."),
            ),
            (
                "(apply (((first aid) course) (on line)))",
                gettext_noop("Finally, join “apply” to the rest."),
            ),
        ),
        answer="(apply (((first aid) course) (on line)))",
    )
    cites = {"alpha": "ramanath-2013-crowd", "S": "ramanath-2013-crowd"}
    figures = (
        Figure(
            ("alpha", "d1"),
            "α, d1",
            "Krippendorff's α over the heights of boundaries, by absolute difference.",
        ),
        Figure(
            ("alpha", "d2"),
            "α, d2",
            "Krippendorff's α over the heights of boundaries, by difference of squares: "
            "disagreement high in the tree weighs more.",
        ),
        Figure(
            ("S", "d1"),
            "S, d1",
            "How probable it is that two random trees are as far apart as those of two workers.",
        ),
        Figure(("S", "d2"), "S, d2", "S by difference of squares."),
    )
    # ACL 2013, Table 3.
    usual_terms = UsualTerms(seconds_allotted=900, seconds_expected=112)
    price_paid = PricePaid(Decimal("0.06"), 2013)
    entails = "flat"

    def parts(self, vector: Sequence[int], settings: Settings) -> set[Span]:
        return groups_of(vector)

    def pictured(self, vector: Sequence[int], item: Item, settings: Settings) -> dict[str, object]:
        """Return the words and the gaps in the order in which they are joined, inner ones first."""
        joins = sorted(range(len(vector)), key=lambda gap: vector[gap])
        return {**self.shown(item, settings), "joins": joins}


scheme = Nested()
